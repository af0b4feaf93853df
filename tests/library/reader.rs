//! Files as they are found, and what comes out of them.

use std::io::{self, Read};

use dlxbench::corpus::{BadLine, Batch, ClassBy, Classes, Entry, InputFormat, Reader};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid};

const NINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

fn read(text: &str) -> Vec<(u64, Result<String, String>)> {
    let found = Reader::new(text.as_bytes()).map(|found| match found.unwrap() {
        Ok(entry) => (entry.line, Ok(entry.puzzle.to_line())),
        Err(bad_line) => (bad_line.line, Err(bad_line.to_string())),
    });
    found.collect()
}

fn nine_as_rows() -> String {
    NINE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}

#[test]
fn comments_may_stand_anywhere_and_blocks_be_drawn_in_several_ways() {
    let drawn = NINE.parse::<Grid>().unwrap().to_string();
    let rows = nine_as_rows();
    let text = format!("# comment\r\nGrid 01\n{rows}# another\n{rows}\n{drawn}");
    let found = read(&text);
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 13, 24]);
    assert!(found.iter().all(|(_, puzzle)| puzzle.as_deref() == Ok(NINE)), "{found:?}");
}

#[test]
fn a_change_of_format_is_reported_where_it_happens() {
    let object = format!("{{\"puzzle\":\"{NINE}\"}}");
    let marks = marks("123456789");
    for (text, line, reason) in [
        (
            format!("{NINE}\n{}{NINE}", nine_as_rows()),
            2,
            "column 1: found a row of a block; this input is in the format lines, with a whole puzzle on each line",
        ),
        (
            format!("{NINE}\n  5 3 . | . 7 . | . . .\n"),
            2,
            "column 3: found a row of a block; this input is in the format lines, with a whole puzzle on each line",
        ),
        (
            format!("{}\n{NINE} x\n", nine_as_rows()),
            11,
            "column 1: found a puzzle on one line; this input is in the format blocks",
        ),
        (
            format!("{NINE}\n{object}\n"),
            2,
            "column 1: found a JSON object; this input is in the format lines, with a whole puzzle on each line",
        ),
        (
            format!("{NINE}\nid,Puzzle\n"),
            2,
            "column 1: found the header of a table; this input is in the format lines, with a whole puzzle on each line",
        ),
        (
            format!("{NINE}\n7,{NINE}\n"),
            2,
            "column 3: the puzzle is word 2 on this line, but word 1 on the lines before it",
        ),
        (
            format!("{NINE}\n{marks}\n"),
            2,
            "column 1: found pencilmarks; this input is in the format lines, with a whole puzzle on each line",
        ),
        (format!("{marks}\n{NINE}\n"), 2, "column 1: 81 characters; pencilmarks have 729"),
        (format!("{object}\n{NINE}\n"), 2, "column 1: expected an object in braces, found '2'"),
        (format!("puzzle,a\n{NINE},b\n53..7....\n"), 3, "column 1: 9 cells in one line"),
    ] {
        let found = read(&text);
        let first = found.iter().find(|(_, puzzle)| puzzle.is_err()).unwrap();
        let error = first.1.as_ref().unwrap_err();
        assert!(first.0 == line && error.starts_with(&format!("line {line}, {reason}")), "{error}");
        assert!(found[0].1.is_ok());
    }
}

#[test]
fn garbage_is_one_malformed_line_a_line() {
    let mut random = Random::new(7);
    let mut line = || -> String {
        let length = 24 + random.below(3);
        (0..length).map(|_| b"123456789.ABCx"[random.below(14)] as char).collect()
    };
    let text: String = (0..2000).map(|_| line() + "\n").collect();
    let found = read(&text);
    assert!(found.len() == 2000 && found.iter().all(|(_, found)| found.is_err()), "{}", found.len());
}

#[test]
fn a_word_is_a_puzzle_only_where_its_source_has_them() {
    // A word that could be a puzzle of another size stands before each.
    let nil = "00000000-0000-0000-0000-000000000000";
    let six = "12345612-3456-1234-5612-345612345612";
    for text in
        [format!("{nil} {NINE}\n"), format!("{six} {NINE}\nx {NINE}\n"), format!("a b,{NINE}\nc,{NINE}\n")]
    {
        assert!(read(&text).iter().all(|(_, puzzle)| puzzle.as_deref() == Ok(NINE)), "{text}");
    }
    let four = "1..2......34....";
    assert_eq!(read(&format!("{four} {}\n", "0".repeat(81)))[0].1.as_deref(), Ok(four));
    let found = read(&format!("{NINE}\nname {NINE}\n{nil} {NINE}\n{four}\n"));
    assert_eq!(found[3].1.as_deref(), Ok(four));
    for (index, reason) in [
        (1, "line 2, column 6: the puzzle is word 2 on this line, but word 1 on the lines before it"),
        (2, "line 3, column 1: this has no given"),
    ] {
        assert!(found[index].1.as_ref().unwrap_err().starts_with(reason), "{found:?}");
    }
    let found = read(&format!("7,{NINE}\n{NINE}\nname\n"));
    let few = "line 3, column 5: this line has 1 word; on the lines before it, the puzzle is word 2";
    assert_eq!(found[2].1, Err(few.to_owned()));
    let few = "line 2, column 1: the puzzle is word 1 on this line, but word 2 on the lines before it";
    assert_eq!(found[1].1, Err(few.to_owned()));
}

#[test]
fn what_fits_in_two_ways_is_refused_with_the_choices() {
    let solved = Grid::pattern(Geometry::NINE).to_line();
    let refused = |text: &str| Reader::new(text.as_bytes()).next().unwrap().unwrap_err().to_string();
    for (text, reason, choice) in [
        (format!("{solved},{NINE}\n"), "word 1 is a complete grid and word 2 is a puzzle", 2),
        (format!("{NINE} {NINE}\n").repeat(3), "words 1 and 2 are both puzzles", 1),
        (format!("1..2......34.... {NINE}\n"), "words 1 and 2 are both puzzles", 2),
    ] {
        let message = refused(&text);
        let option = format!("--input lines --column {choice}");
        assert!(
            message.starts_with(&format!("line 1, column 1: {reason}")) && message.contains(&option),
            "{message}"
        );
        let reader = Reader::new(text.as_bytes()).with_format(Some(InputFormat::Lines));
        let mut reader = reader.with_column(choice.to_string().parse().ok());
        assert_eq!(reader.next().unwrap().unwrap().unwrap().puzzle.to_line(), NINE);
    }
    for (text, reason) in [
        ("[\n{\"puzzle\": 1}\n]\n", "line 1, column 1: this is a JSON array; write one object per line"),
        ("[[5,3,0]]\n", "line 1, column 1: this is a JSON array"),
        ("{\n\"puzzle\": 1\n}\n", "line 1, column 1: this JSON object does not end on its line"),
    ] {
        assert!(refused(text).starts_with(reason), "{}", refused(text));
    }
}

#[test]
fn a_solution_is_never_taken_for_a_puzzle() {
    let solved = Grid::pattern(Geometry::NINE).to_line();
    let complaint = "this is a complete grid; the source holds puzzles with blank cells";
    let rows = |line: &str| -> String {
        line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
    };
    for (text, line) in [
        (format!("{NINE}\n{solved}\n"), 2),
        (format!("{solved}\n{NINE}\n"), 1),
        (format!("{NINE} x\n{solved},{NINE}\n"), 2),
        (format!("puzzle,x\n{NINE},1\n{solved},2\n"), 3),
        (format!("{}\n{}", rows(NINE), rows(&solved)), 11),
    ] {
        let found = read(&text);
        let bad: Vec<_> = found.iter().filter(|(_, puzzle)| puzzle.is_err()).collect();
        assert_eq!(bad.len(), 1, "{text}{found:?}");
        assert_eq!(bad[0].1, Err(format!("line {line}, column 1: {complaint}")));
    }
    // A source of nothing else is a list of grids; one with a clash is no solution, but a puzzle that is invalid.
    let clashing = solved.replacen('1', "2", 1);
    assert!(read(&format!("{solved}\n{solved}\n")).iter().all(|(_, grid)| grid.is_ok()));
    assert!(read(&format!("{NINE}\n{clashing}\n")).iter().all(|(_, grid)| grid.is_ok()));
    let found = read(&format!("{NINE}\n{NINE} {NINE}\n{NINE},{solved}\n"));
    assert_eq!(found[1].1, Err("line 2, column 83: there are two puzzles on this line".to_owned()));
    assert!(found[2].1.is_ok());
}

#[test]
fn sixteen_cells_are_a_small_puzzle_or_a_row_of_a_large_one() {
    let four = "1..2......34....";
    assert_eq!(read(&format!("{four}\n{four}\n")), [(1, Ok(four.to_owned())), (2, Ok(four.to_owned()))]);
    let many = format!("{four}\n").repeat(40);
    assert_eq!(read(&many).len(), 40);
    let sixteen = format!("{four}\n").repeat(12) + &"ABCDEFG.........\n".repeat(4);
    let found = read(&sixteen);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1.as_ref().map(String::len), Ok(256));
    assert!(read("1..7......34....\n")[0].1.as_ref().unwrap_err().contains("invalid character '7' in a 4×4"));
}

#[test]
fn a_bad_line_does_not_end_the_stream() {
    let text = format!("{NINE}\n{}\n{NINE}.\nhello, world\n{NINE}", &NINE[1..]);
    let found = read(&text);
    assert_eq!(found.len(), 5);
    assert!(found[0].1.is_ok() && found[4].1.is_ok());
    assert!(found[1].1.as_ref().unwrap_err().starts_with("line 2, column 1: 80 cells"));
    assert!(found[2].1.as_ref().unwrap_err().starts_with("line 3, column 1: 82 cells"));
    assert!(found[3].1.as_ref().unwrap_err().starts_with("line 4, column 1: 5 cells"), "{found:?}");
}

#[test]
fn a_heading_belongs_to_a_block_or_is_no_puzzle() {
    for heading in ["Easy", "Very hard:", "Grid 01"] {
        let found = read(&format!("{heading}\n\n{}", nine_as_rows()));
        assert!(found.len() == 1 && found[0].1.is_ok(), "{heading}: {found:?}");
        let found = read(&format!("{NINE}\n{heading}\n{NINE}\n{heading}"));
        let lines: Vec<(u64, bool)> = found.iter().map(|(line, puzzle)| (*line, puzzle.is_ok())).collect();
        assert_eq!(lines, [(1, true), (2, false), (3, true), (4, false)], "{heading}: {found:?}");
    }
}

#[test]
fn broken_blocks_are_named_with_the_line_that_breaks_them() {
    let rows = nine_as_rows();
    let short = rows.replacen(".1.2.3.8.", ".1.2.3.8", 1);
    assert_eq!(
        read(&short)[0].1,
        Err("line 3, column 1: this row has 8 cells; the rows before it have 9".into())
    );
    let few: String = rows.lines().take(8).map(|row| format!("{row}\n")).collect();
    assert_eq!(read(&few)[0].1, Err("line 8, column 1: 8 rows of 9 cells; a 9×9 grid needs 9".into()));
}

#[test]
fn batches_hold_what_the_iterator_gives() {
    let text = format!(
        "# comment\n{NINE}\n{NINE} easy 1\r\n{}\n{}\n1..2......34....\n\n{}{NINE}#x\nbad line\n{NINE}",
        &NINE[1..],
        NINE.replace('.', "0"),
        nine_as_rows(),
    );
    let expected: Vec<_> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    for count in [1, 2, 3, 100] {
        let mut reader = Reader::new(text.as_bytes());
        let (mut found, mut more) = (Vec::new(), true);
        while more {
            let mut batch = Batch::default();
            more = reader.read_batch(count, &mut batch).unwrap();
            Classes::default().assign(&mut batch, ClassBy::File, 7);
            assert!(batch.puzzles().all(|puzzle| puzzle.class == 7));
            found.extend(
                batch.in_order().map(|found| found.map(|puzzle| puzzle.to_entry()).map_err(BadLine::clone)),
            );
        }
        assert_eq!(found, expected);
        assert_eq!(reader.bytes_read(), text.len() as u64);
    }
}

#[test]
fn very_long_lines_and_binary_files_are_malformed() {
    let long = format!("{}\n{NINE}\n", "1".repeat(10_000_000));
    let found = read(&long);
    assert!(
        found[0].1.as_ref().unwrap_err().contains("the line has 10000000 bytes; at most 65536 are read"),
        "{found:?}"
    );
    assert_eq!(found[1], (2, Ok(NINE.to_owned())));
    let binary: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    assert!(Reader::new(&binary[..]).all(|found| found.unwrap().is_err()));
    assert_eq!(read(""), []);
}

#[test]
fn a_title_with_a_comma_is_no_table() {
    let found = read(&format!("Puzzle, easy\n{0}\nPuzzle; hard\n{0}\n", nine_as_rows()));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(_, puzzle)| puzzle.as_deref() == Ok(NINE)), "{found:?}");
}

#[test]
fn a_failure_comes_behind_all_that_is_complete() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    // Two small puzzles, of which nobody knows yet whether they are rows of a large one; half a block; half a line.
    let four = "1..2......34....\n";
    for (text, whole) in
        [(four.repeat(2), 2), (nine_as_rows()[..50].to_owned(), 0), (format!("{NINE}\n..."), 1)]
    {
        let input = || io::BufReader::new(text.as_bytes().chain(Broken));
        let mut found: Vec<_> = Reader::new(input()).collect();
        assert_eq!(found.pop().unwrap().unwrap_err().to_string(), "the disk is gone");
        assert!(
            found.len() == whole && found.iter().all(|found| found.as_ref().unwrap().is_ok()),
            "{found:?}"
        );
        let mut batch = Batch::default();
        let mut reader = Reader::new(input());
        let error = reader.read_batch(100, &mut batch).unwrap_err();
        assert_eq!(
            (batch.len(), batch.bad_lines().len(), error.to_string().as_str()),
            (whole, 0, "the disk is gone")
        );
        assert_eq!(reader.detected().malformed, 0);
    }
}

#[test]
fn every_entry_tells_the_byte_where_its_line_begins() {
    let rows = nine_as_rows();
    let text = format!("\u{feff}# comment\r\n{NINE}\r\n\n{rows}\n12345\n  {NINE} label\nTitle\n{rows}");
    let table = format!("id,puzzle\n1,{NINE}\n2,123\n3,{NINE}");
    for text in [text, table] {
        let found: Vec<_> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
        assert!(found.len() >= 3, "{found:?}");
        for found in found {
            let (line, byte) = match found {
                Ok(entry) => (entry.line, entry.byte),
                Err(bad_line) => (bad_line.line, bad_line.byte),
            };
            let before: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
            assert_eq!(byte, before as u64, "line {line}");
        }
    }
    // Also behind lines that were taken straight from the buffer.
    let text = format!("{NINE}\n{NINE}\n!{NINE}\n");
    let mut reader = Reader::new(text.as_bytes());
    let mut batch = Batch::default();
    assert!(reader.read_batch(2, &mut batch).unwrap());
    assert_eq!(batch.puzzle(1).byte, 82);
    assert_eq!(reader.next().unwrap().unwrap().unwrap_err().byte, 164);
}

#[test]
fn the_heading_of_a_block_is_its_label() {
    let rows: String = (0..9).map(|row| format!("{}\n", &NINE[9 * row..9 * row + 9])).collect();
    let text = format!("Grid 01\n{rows}\n{rows}Very hard\n\n{rows}");
    let labels: Vec<String> =
        Reader::new(text.as_bytes()).map(|found| found.unwrap().unwrap().label).collect();
    assert_eq!(labels, ["Grid 01", "", "Very hard"]);
}

const PUZZLE: &str = "1..2......34....";
const SOLUTION: &str = "1342421321343421";

fn entry(text: &str) -> Entry {
    Reader::new(text.as_bytes()).next().unwrap().unwrap().unwrap().with_solution_apart()
}

#[test]
fn the_solution_is_found_wherever_it_stands() {
    for (text, label) in [
        (format!("{PUZZLE}:7:{SOLUTION}\n"), "7"),
        (format!("{PUZZLE},{SOLUTION},hard\n"), "hard"),
        (format!("no7,{PUZZLE},{SOLUTION}\n"), "no7"),
        (format!("puzzle,solution,name\n{PUZZLE},{SOLUTION},a b\n"), "a b"),
    ] {
        let entry = entry(&text);
        assert_eq!(entry.solution.as_ref().map(Grid::to_line).as_deref(), Some(SOLUTION), "{text}");
        assert_eq!(entry.label, label, "{text}");
    }
    assert_eq!(entry(&format!("{PUZZLE} 8.4\n")).rating(), Some(8.4));
    assert_eq!(entry(&format!("123abc {PUZZLE}\n")).rating(), None);
}

#[test]
fn an_isomorph_takes_its_solution_along() {
    let entry = entry(&format!("{PUZZLE} {SOLUTION} name\n"));
    let isomorphism = Isomorphism::random(entry.puzzle.geometry(), &mut Random::new(3));
    let image = entry.transformed(&isomorphism);
    assert_ne!(image.puzzle, entry.puzzle);
    assert_eq!(image.label, "name");
    let agrees =
        |(cell, &given): (usize, &u8)| given == 0 || given == image.solution.as_ref().unwrap().cells()[cell];
    assert!(image.puzzle.cells().iter().enumerate().all(agrees));
}

#[test]
fn files_that_cannot_be_read_are_named_once() {
    let puzzle = ".".repeat(81);
    let utf16: Vec<u8> =
        format!("\u{feff}{puzzle}\n{puzzle}\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let twice = ruzstd::encoding::compress_to_vec(
        &b"\xfd7zXZ\0\n\n"[..],
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let unmarked = &utf16[2..];
    let swapped: Vec<u8> = unmarked.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    let tar = [&[b'a'; 257][..], b"ustar\0", &[0; 249]].concat();
    let xlsx = [&b"PK\x03\x04"[..], &[0; 26], b"[Content_Types].xml"].concat();
    let cases: [(&[u8], &str); 17] = [
        (&utf16, "UTF-16; save it as UTF-8"),
        (unmarked, "UTF-16; save it as UTF-8"),
        (&swapped, "UTF-16; save it as UTF-8"),
        (
            b"PK\x03\x04\n\n123",
            "a zip archive; zip is not read from a pipe or inside another archive: save or unpack it",
        ),
        (&xlsx, "an Office document (.xlsx, .docx); save the sheet"),
        (&twice, "compressed with xz; it was compressed twice"),
        (b"BZh91AY&SY\n\n123", "compressed with bzip2; unpack it: bzip2 -dc FILE | dlxbench … -"),
        (b"7z\xbc\xaf\x27\x1c\n1\n", "a 7z archive; "),
        (b"Rar!\x1a\x07\x01\n1\n", "a RAR archive; "),
        (b"\x04\x22\x4d\x18\n1\n", "compressed with lz4; "),
        (&tar, "a tar archive; "),
        (b"PAR1\n1\n", "Parquet; export it"),
        (b"SQLite format 3\0\n1\n", "an SQLite database; "),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\n1\n", "an old Office document (.xls, .doc); "),
        (b"%PDF-1.7\n1\n", "a PDF document; "),
        (b"  <!DOCTYPE html>\n<p>\n", "a web page (HTML); "),
        (b"\xef\xbb\xbf<HTML lang=en>\n1\n", "a web page (HTML); "),
    ];
    for (bytes, expected) in cases {
        let found: Vec<_> = Reader::new(bytes).map(Result::unwrap).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        let message = found[0].as_ref().unwrap_err().to_string();
        assert!(message.starts_with(&format!("line 1, column 1: the file is {expected}")), "{message}");
        let mut batch = Batch::default();
        let mut reader = Reader::new(bytes);
        assert!(!reader.read_batch(10, &mut batch).unwrap());
        assert_eq!((batch.len(), batch.bad_lines().len()), (0, 1));
    }
}

#[test]
fn a_line_without_end_is_an_error() {
    let first = format!("{NINE}\n");
    let input = io::BufReader::with_capacity(1 << 20, first.as_bytes().chain(io::repeat(0)));
    let mut reader = Reader::new(input);
    assert!(reader.next().unwrap().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err().to_string();
    assert!(
        error.starts_with("line 2 does not end within ") && error.ends_with("not a puzzle file"),
        "{error}"
    );
    assert!(reader.next().is_none());
}

const MARKED: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

/// A puzzle in pencilmarks: single marks are givens, and blanks are written so.
fn marks(of_blank: &str) -> String {
    let cell = |sign: char| match sign {
        '.' => of_blank.to_owned(),
        given => ('1'..='9').map(|digit| if digit == given { digit } else { '.' }).collect(),
    };
    MARKED.chars().map(cell).collect()
}

#[test]
fn single_marks_are_givens_and_open_cells_are_blank() {
    let all = marks("123456789");
    // 6, 3, 8, 4 of the row and 5, 7, 1 of column and box cannot stand in the first cell.
    let some = all.replacen("123456789", ".2......9", 1);
    for text in [all.clone(), all.replace('.', "0"), some] {
        assert_eq!(read(&text), [(1, Ok(MARKED.to_owned()))]);
    }
}

#[test]
fn marks_that_say_more_than_the_givens_are_no_plain_sudoku() {
    let all = marks("123456789");
    for (marks, error) in [
        (
            "12345678.",
            "line 1, column 9: the pencilmarks exclude 9 at r1c1, which no given rules out: this is a \
             variant (Sukaku), not a plain Sudoku",
        ),
        (".........", "line 1, column 1: the pencilmarks leave no digit at r1c1"),
        (
            "213456789",
            "line 1, column 1: expected 1 or a blank (. or 0) at this position of pencilmarks, found '2'",
        ),
    ] {
        assert_eq!(read(&all.replacen("123456789", marks, 1)), [(1, Err(error.to_owned()))]);
    }
}

#[test]
fn description_and_level_of_an_sdk_file_are_the_label() {
    let of = |header: &[&str]| {
        let entry = entry(&format!("{}\n{}", header.join("\n"), nine_as_rows()));
        let part = |(start, end): (u32, u32)| entry.label[start as usize..end as usize].to_owned();
        let parts = entry.parts.map(|parts| {
            assert!(parts.has_class_column);
            [part(parts.rating), part(parts.class)]
        });
        (entry.label.clone(), parts)
    };
    assert_eq!(of(&["#ARuud", "#DA random puzzle", "#B03-08-2006"]), ("A random puzzle".into(), None));
    let parts = Some(["8.4 No7".into(), "Very hard".into()]);
    assert_eq!(of(&["#D 8.4 No7 ", "#LVery hard"]), ("Very hard 8.4 No7".into(), parts));
    assert_eq!(of(&["#L Easy"]), ("Easy".into(), Some(["".into(), "Easy".into()])));
    for comment in ["# D x", "#Different puzzles", "#Level 7", "; #D x", "#", "#D"] {
        assert_eq!(of(&[comment]), (String::new(), None), "{comment}");
    }
}
