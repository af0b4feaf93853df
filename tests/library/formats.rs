//! Every format as a property: random puzzles are written in it and read back, with what else the format holds.

use std::io::Write;

use dlxbench::corpus::{Batch, ClassBy, Classes, Column, Entry, Reader};
use dlxbench::sudoku::{Geometry, Grid, Symbols};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// A grid of any cells: nobody says that it has a solution.
fn grid(size: usize, blanks: bool) -> impl Strategy<Value = Grid> {
    let geometry = Geometry::from_size(size).unwrap();
    let least = if blanks { 0 } else { 1 };
    // Half of the cells or so are blank where they may be.
    let cell =
        (least..=size as u8, any::<bool>()).prop_map(move |(digit, keep)| digit * u8::from(keep || !blanks));
    vec(cell, size * size).prop_map(move |cells| Grid::new(geometry, Symbols::FromOne, &cells))
}

fn puzzle() -> impl Strategy<Value = Grid> {
    grid(9, true)
}

/// A puzzle of one of the smaller sizes, and a complete grid of the same size.
fn pair() -> impl Strategy<Value = (Grid, Grid)> {
    select(vec![4_usize, 6, 9, 12]).prop_flat_map(|size| (grid(size, true), grid(size, false)))
}

/// A line with another sign for blanks.
fn with_blanks(grid: &Grid, blank: char) -> String {
    grid.to_line().replace('.', &blank.to_string())
}

fn entries(bytes: &[u8]) -> Vec<Entry> {
    Reader::new(bytes).map(|found| found.unwrap().unwrap()).collect()
}

fn puzzles(bytes: &[u8]) -> Vec<Grid> {
    entries(bytes).into_iter().map(|entry| entry.puzzle).collect()
}

/// The names of the classes of all puzzles.
fn classes(bytes: &[u8], by: ClassBy) -> Vec<String> {
    let (mut batch, mut classes) = (Batch::default(), Classes::new(by));
    let file = classes.number("file");
    let more = Reader::new(bytes).read_batch(usize::MAX, &mut batch).unwrap();
    classes.assign(&mut batch, by, file);
    assert!(!more);
    (0..batch.len()).map(|index| classes.names()[usize::from(batch.puzzle(index).class)].clone()).collect()
}

fn packed(text: &[u8], how: usize) -> Vec<u8> {
    match how {
        0 => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        1 => ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest),
        _ => {
            let options = lzma_rust2::XzOptions::with_preset(1);
            let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
    }
}

/// A field of a table, quoted if it must be or may be.
fn field(text: &str, separator: char, quoted: bool) -> String {
    match quoted || text.contains([separator, '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Nine signs for each cell. Blank cells have all marks, or those that the givens of row, column and box leave.
fn pencilmarks(grid: &Grid, out: char, sparse: bool) -> String {
    let geometry = grid.geometry();
    let sees = |cell: usize, digit: u8| {
        let shares =
            |other: &usize| geometry.units(*other).iter().any(|unit| geometry.units(cell).contains(unit));
        (0..81).filter(shares).any(|other| grid.cells()[other] == digit)
    };
    let mut text = String::new();
    for (cell, &given) in grid.cells().iter().enumerate() {
        let mut marks: Vec<u8> = (1..=9).filter(|&digit| given == 0 || digit == given).collect();
        if given == 0 && sparse {
            let left: Vec<u8> = marks.iter().copied().filter(|&digit| !sees(cell, digit)).collect();
            // One mark alone would be a given.
            marks = if left.len() > 1 { left } else { marks };
        }
        text.extend((1..=9).map(|digit| if marks.contains(&digit) { char::from(b'0' + digit) } else { out }));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn one_a_line(
        grids in vec(puzzle(), 1..8),
        blank in select(vec!['.', '0', '*', '_', 'x', 'X']),
        separator in select(vec![" ", "\t", ",", ";", ":", " # "]),
        label in "[A-Za-z][A-Za-z0-9 =/.-]{0,20}",
        end in select(vec!["\n", "\r\n"]),
        with_mark in any::<bool>(),
        with_last_end in any::<bool>(),
    ) {
        let label = label.trim();
        let lines: Vec<String> =
            grids.iter().map(|grid| format!("{}{separator}{label}", with_blanks(grid, blank))).collect();
        let mark = if with_mark { "\u{feff}" } else { "" };
        let text = format!("{mark}{}{}", lines.join(end), if with_last_end { end } else { "" });
        let found = entries(text.as_bytes());
        prop_assert!(found.iter().all(|entry| entry.label == label), "{found:?}");
        prop_assert_eq!(puzzles(text.as_bytes()), grids);
    }

    #[test]
    fn tables(
        rows in vec((pair(), 0..120_u32, "[A-Za-z][A-Za-z0-9,;\" ]{0,12}", any::<bool>()), 1..6),
        puzzle_name in select(vec!["puzzle", "Puzzles", "quiz", "QUIZZES", "question", "grid", "Sudoku", "board", "givens"]),
        solution_name in select(vec!["solution", "Solutions", "ANSWER"]),
        rating_name in select(vec!["rating", "Difficulty"]),
        order in Just(vec![0, 1, 2, 3, 4]).prop_shuffle(),
        separator in select(vec![',', ';', '\t']),
        blank in select(vec!['.', '0']),
        end in select(vec!["\n", "\r\n"]),
        with_mark in any::<bool>(),
        chosen in any::<bool>(),
    ) {
        let line = |fields: [String; 5], quoted: bool| {
            let fields: Vec<String> = order.iter().map(|&place| field(&fields[place], separator, quoted)).collect();
            fields.join(&separator.to_string())
        };
        // Where the column is chosen, a column with a better name stands beside it.
        let (wanted, decoy) = if chosen { ("start", puzzle_name) } else { (puzzle_name, "clues") };
        let mut lines = vec![line([wanted, solution_name, rating_name, "name", decoy].map(str::to_owned), false)];
        for ((puzzle, solution), rating, name, quoted) in &rows {
            let decoy = if chosen { solution.to_line() } else { puzzle.clues().to_string() };
            let rating = format!("{}.{}", rating / 10, rating % 10);
            let fields = [with_blanks(puzzle, blank), solution.to_line(), rating, name.clone(), decoy];
            lines.push(line(fields, *quoted));
        }
        let text = format!("{}{}", if with_mark { "\u{feff}" } else { "" }, lines.join(end));
        let column = chosen.then(|| "START".parse::<Column>().unwrap());
        let mut reader = Reader::new(text.as_bytes()).with_column(column);
        for ((puzzle, solution), .., name, _) in &rows {
            let entry = reader.next().unwrap().unwrap().unwrap();
            prop_assert_eq!(&entry.puzzle, puzzle);
            prop_assert_eq!(entry.solution.as_ref(), Some(solution));
            prop_assert!(entry.label.contains(name.trim()), "{}", entry.label);
        }
        prop_assert!(reader.next().is_none());
        prop_assert_eq!(reader.detected().puzzles, rows.len() as u64);
        if !chosen {
            let expected: Vec<String> = rows.iter().map(|row| format!("rating {}", row.1 / 10)).collect();
            prop_assert_eq!(classes(text.as_bytes(), ClassBy::Rating), expected);
        }
    }

    #[test]
    fn data_before_the_puzzle(
        rows in vec((puzzle(), "[0-9a-f]{12}", 0..120_u32, "[A-Z][a-z]{3,10}"), 1..8),
        by_comma in any::<bool>(),
        blank in select(vec!['.', '0']),
    ) {
        let mut text = String::new();
        for (grid, hash, rating, name) in &rows {
            let (puzzle, whole) = (with_blanks(grid, blank), rating / 10);
            text += &match by_comma {
                true => format!("99480,{hash},114,{puzzle},{name},{whole}.00s\n"),
                false => format!("{hash}   {puzzle}  {whole}.{}\n", rating % 10),
            };
        }
        let found = entries(text.as_bytes());
        for (entry, (_, hash, rating, name)) in found.iter().zip(&rows) {
            let whole = rating / 10;
            let label = match by_comma {
                true => format!("99480,{hash},114 {name},{whole}.00s"),
                false => format!("{hash} {whole}.{}", rating % 10),
            };
            prop_assert_eq!(&entry.label, &label);
        }
        let ratings: Vec<String> = rows.iter().map(|row| format!("rating {}", row.2 / 10)).collect();
        prop_assert_eq!(classes(text.as_bytes(), ClassBy::Rating), ratings);
        if by_comma {
            let names: Vec<String> = rows.iter().map(|row| row.3.clone()).collect();
            prop_assert_eq!(classes(text.as_bytes(), ClassBy::Label), names);
        }
        let grids: Vec<Grid> = rows.into_iter().map(|row| row.0).collect();
        prop_assert_eq!(puzzles(text.as_bytes()), grids);
    }

    #[test]
    fn pencilmarks_of_plain_puzzles(
        grids in vec((puzzle(), any::<bool>()), 1..5),
        out in select(vec!['.', '0']),
        label in select(vec!["", " easy", ",8.4"]),
    ) {
        let text: String =
            grids.iter().map(|(grid, sparse)| pencilmarks(grid, out, *sparse) + label + "\n").collect();
        let grids: Vec<Grid> = grids.into_iter().map(|(grid, _)| grid).collect();
        prop_assert_eq!(puzzles(text.as_bytes()), grids);
    }

    #[test]
    fn pencilmarks_that_say_more_are_never_a_puzzle(
        grid in puzzle(),
        cell in 0..81_usize,
        marks in (2..8_usize).prop_flat_map(|count| subsequence((1..=9_u8).collect::<Vec<_>>(), count)),
    ) {
        let mut text = pencilmarks(&grid, '.', false);
        let geometry = grid.geometry();
        let shares = |other: &usize| geometry.units(*other).iter().any(|unit| geometry.units(cell).contains(unit));
        let ruled_out = |digit: u8| (0..81).filter(shares).any(|other| grid.cells()[other] == digit);
        let says_more = grid.cells()[cell] == 0 && (1..=9).any(|digit| !marks.contains(&digit) && !ruled_out(digit));
        let written: String =
            (1..=9).map(|digit| if marks.contains(&digit) { char::from(b'0' + digit) } else { '.' }).collect();
        if grid.cells()[cell] == 0 {
            text.replace_range(cell * 9..cell * 9 + 9, &written);
        }
        let found = Reader::new(text.as_bytes()).next().unwrap().unwrap().map(|entry| entry.puzzle);
        match says_more {
            true => prop_assert!(found.unwrap_err().to_string().contains("which no given rules out")),
            false => prop_assert_eq!(found, Ok(grid)),
        }
    }

    #[test]
    fn sdk_files(
        grids in vec((puzzle(), puzzle(), any::<bool>(), any::<bool>()), 1..5),
        end in select(vec!["\n", "\r\n"]),
    ) {
        let rows = |grid: &Grid| -> String {
            let line = grid.to_line();
            line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + end).collect()
        };
        let mut text = String::new();
        for (grid, state, with_section, with_state) in &grids {
            text += &format!("#ASomebody{end}#DA puzzle of mine{end}#LEasy{end}");
            text += &if *with_section { format!("[Puzzle]{end}") } else { String::new() };
            text += &rows(grid);
            if *with_state {
                text += &format!("[State]{end}{}", rows(state));
            }
        }
        let grids: Vec<Grid> = grids.into_iter().map(|row| row.0).collect();
        prop_assert_eq!(puzzles(text.as_bytes()), grids);
        for entry in entries(text.as_bytes()) {
            prop_assert_eq!(entry.label, "Easy A puzzle of mine");
        }
    }

    #[test]
    fn compressed_files_are_what_is_in_them(
        parts in vec(vec(puzzle(), 0..40), 1..4),
        how in 0..3_usize,
        as_table in any::<bool>(),
    ) {
        // All parts are compressed in the same way, one after the other.
        let (mut packed_parts, mut plain) = (Vec::new(), Vec::new());
        for grids in &parts {
            let header = if as_table { "\u{feff}puzzle,name\r\n" } else { "\u{feff}# puzzles\r\n" };
            let header = if plain.is_empty() { header } else { "" };
            let text: String = grids.iter().map(|grid| grid.to_line() + ",x\r\n").collect();
            let text = header.to_owned() + &text;
            packed_parts.extend(packed(text.as_bytes(), how));
            plain.extend(text.into_bytes());
        }
        prop_assert_eq!(entries(&packed_parts), entries(&plain));
        let mut reader = Reader::new(&packed_parts[..]);
        let count = reader.by_ref().count();
        prop_assert_eq!(count, parts.iter().map(Vec::len).sum::<usize>());
        prop_assert_eq!(reader.bytes_read(), packed_parts.len() as u64);
        prop_assert!(reader.detected().compression.is_some());
    }

    #[test]
    fn a_cut_file_gives_whole_puzzles_and_then_an_error(
        grids in vec(grid(4, true), 1..60),
        how in 0..3_usize,
        cut in 1..1000_usize,
    ) {
        let text: String = grids.iter().map(|grid| grid.to_line() + " x\n").collect();
        let whole = packed(text.as_bytes(), how);
        let length = whole.len() - 1 - cut % (whole.len() - 7);
        let found: Vec<_> = Reader::new(&whole[..length]).collect();
        let (last, before) = found.split_last().unwrap();
        let message = last.as_ref().unwrap_err().to_string();
        prop_assert!(message.contains("data ends too early: the file is truncated"), "{message}");
        for (entry, grid) in before.iter().zip(&grids) {
            prop_assert_eq!(&entry.as_ref().unwrap().as_ref().unwrap().puzzle, grid);
        }
    }

    #[test]
    fn nothing_in_a_table_makes_it_panic(
        header in "[a-z,;\"\t]{0,20}(puzzle|grid)[,;\t]?[a-z]{0,5}",
        rows in vec("[0-9.,;\"\t#é]{0,100}", 0..10),
        column in select(vec![None, Some("1"), Some("2"), Some("9"), Some("puzzle"), Some("é")]),
    ) {
        let text = format!("{header}\n{}", rows.join("\n"));
        let column = column.map(|column| column.parse().unwrap());
        for entry in Reader::new(text.as_bytes()).with_column(column) {
            if let Ok(Err(error)) = entry {
                prop_assert!(error.to_string().starts_with("line "), "{error}");
            }
        }
    }
}
