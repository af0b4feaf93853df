//! Blocks as they are found in files, through the reader.

use dlxbench::corpus::Reader;

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FOUR: &str = "1..2......34....\n";

fn read(text: &str) -> Vec<Result<String, String>> {
    let found = Reader::new(text.as_bytes()).map(Result::unwrap);
    found.map(|found| found.map(|entry| entry.puzzle.to_line()).map_err(|bad| bad.to_string())).collect()
}

/// The rows, with something before each of the rows that begin a band.
fn banded(puzzle: &str, before_band: &str) -> String {
    let rows = puzzle.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned());
    let with_start = |(index, row)| if index % 3 == 0 { format!("{before_band}{row}\n") } else { row + "\n" };
    rows.enumerate().map(with_start).collect()
}

fn assert_nines(text: &str, count: usize) {
    let found = read(text);
    assert_eq!(found.len(), count, "{text}{found:?}");
    assert!(found.iter().all(|puzzle| puzzle.as_deref() == Ok(NINE)), "{text}{found:?}");
}

#[test]
fn a_bad_line_among_small_puzzles_costs_one_puzzle() {
    let good = Ok(FOUR.trim().to_owned());
    for bad in
        ["1..5............", "1..2......34...", "1..2......34.....", "1..2........", "1..2......3?...."]
    {
        for (before, after) in [(0, 3), (1, 0), (1, 1), (2, 17), (3, 12), (15, 16), (16, 4)] {
            let text = FOUR.repeat(before) + bad + "\n" + &FOUR.repeat(after);
            let found = read(&text);
            assert_eq!(found.len(), before + 1 + after, "{text}{found:?}");
            let wrong = found.iter().position(Result::is_err);
            assert_eq!(wrong, Some(before), "{text}{found:?}");
            assert!(found.iter().enumerate().all(|(index, puzzle)| index == before || *puzzle == good));
            let error = found[before].as_ref().unwrap_err();
            assert!(error.starts_with(&format!("line {}, column ", before + 1)), "{error}");
        }
    }
    let found = read("1..2......34....\n1..5............\n1..2......34....\n");
    assert!(
        found[1].as_ref().unwrap_err().starts_with("line 2, column 4: invalid character '5' in a 4×4 puzzle")
    );
}

#[test]
fn sixteen_rows_are_a_large_puzzle_with_or_without_blank_lines_and_a_broken_one_is_one_report() {
    let row = |index: usize| format!("{}..{}............\n", index % 9 + 1, ["A", "7", "G", "."][index % 4]);
    let rows: Vec<String> = (0..16).map(row).collect();
    let bands: Vec<String> = rows.chunks(4).map(<[String]>::concat).collect();
    for text in [rows.concat(), bands.join("\n"), rows.concat().repeat(2)] {
        let found = read(&text);
        assert!(found.iter().all(|puzzle| puzzle.as_ref().is_ok_and(|line| line.len() == 256)), "{found:?}");
        assert_eq!(found.len(), text.lines().count() / 16);
    }
    let found = read(&rows[1..].concat());
    assert_eq!(found, [Err("line 15, column 1: 15 rows of 16 cells; a 16×16 grid needs 16".to_owned())]);
}

#[test]
fn common_borders_are_read() {
    let rows = |text: &str| -> Vec<String> {
        let boxes = |row: &[u8]| -> Vec<String> {
            row.chunks(3).map(|part| String::from_utf8_lossy(part).into_owned()).collect()
        };
        NINE.as_bytes().chunks(9).map(|row| format!("{text}{}{text}\n", boxes(row).join(text))).collect()
    };
    let borders = [
        ("|", "*-----------*", "|---+---+---|", "*-----------*"),
        ("|", ".---.---.---.", ":---+---+---:", "'---'---'---'"),
        ("|", "_____________", "|___|___|___|", "_____________"),
        ("│", "┌───┬───┬───┐", "├───┼───┼───┤", "└───┴───┴───┘"),
        ("║", "╔═══╦═══╦═══╗", "╠═══╬═══╬═══╣", "╚═══╩═══╩═══╝"),
        ("|", "=============", "-------------", "============="),
        ("", "---------", "---------", "---------"),
        ("", "", "", ""),
    ];
    for (bar, top, inner, bottom) in borders {
        let bands: Vec<String> = rows(bar).chunks(3).map(<[String]>::concat).collect();
        let text = format!("{top}\n{}{bottom}\n", bands.join(&format!("{inner}\n")));
        assert_nines(&text, 1);
        assert_nines(&text.repeat(3), 3);
        assert_nines(&format!("Easy\n{text}\n\nVery hard\n\n{text}"), 2);
    }
}

#[test]
fn blank_lines_between_bands_do_not_end_a_block() {
    let text = banded(NINE, "\n");
    for count in 1..4 {
        assert_nines(&text.repeat(count), count);
        assert_nines(&format!("{text}\n\n").repeat(count), count);
        assert_nines(&format!("Grid 01\n{text}").repeat(count), count);
    }
    let double_spaced = banded(NINE, "").replace('\n', "\n\n");
    assert_nines(&double_spaced.repeat(2), 2);
    assert_nines(&banded(NINE, "\n+---+---+---+\n\n"), 1);
}

#[test]
fn a_broken_block_is_reported_once_and_its_neighbors_are_read() {
    let block = banded(NINE, "");
    let (banded, few) = (banded(NINE, "\n"), &block[..60]);
    let without_a_row = banded.replacen("4..8.3..1\n", "", 1);
    for broken in [
        few.to_owned(),
        block.replacen('5', "", 1),
        block.replacen("195", "1?5", 1),
        block.replacen("53.", "5?.", 1),
        block.replacen("195", "19", 1),
        without_a_row,
        block[..30].to_owned(),
        block[..80].to_owned(),
    ] {
        for after in [&block, &banded] {
            let found = read(&format!("{block}\n{broken}\n\n{after}\n"));
            let good = found.iter().filter(|puzzle| puzzle.as_deref() == Ok(NINE)).count();
            assert_eq!((found.len(), good), (3, 2), "{broken}\n{after}{found:?}");
            assert!(found[1].is_err());
        }
    }
}

#[test]
fn titles_do_not_destroy_the_block_after_them() {
    let block = banded(NINE, "");
    for title in ["Easy", "Hard", "Extremely", "Diabolical", "Sehr schwer", "Fiendish:", "Grid 01"] {
        assert_nines(&format!("{title}\n{block}{title}\n{block}"), 2);
    }
    for number in ["7", "200", "2024", "Easy-1", "12/5/2010"] {
        let found = read(&format!("{number}\n{block}"));
        assert_eq!((found.len(), found[1].as_deref()), (2, Ok(NINE)), "{number}: {found:?}");
    }
}

#[test]
fn lines_of_underscores_dashes_or_dots_are_rows_where_rows_are_needed() {
    let puzzle = &NINE.replace("6..195...", ".........").replace("4..8.3..1", ".........");
    for blank in [".", "*", "_", "-", "x", "0"] {
        let block = banded(puzzle, "").replace('.', blank);
        for text in [block.clone(), block.repeat(3), format!("{block}\n").repeat(2)] {
            let found = read(&text);
            assert!(found.iter().all(|found| found.as_ref() == Ok(puzzle)), "{text}{found:?}");
            assert_eq!(found.len(), text.lines().filter(|line| !line.is_empty()).count() / 9);
        }
    }
}

#[test]
fn cells_may_be_separated_and_have_two_digits() {
    let separated = |separator: &str| -> String {
        let row = |row: &[u8]| {
            row.iter().map(|&cell| (cell as char).to_string()).collect::<Vec<_>>().join(separator)
        };
        NINE.as_bytes().chunks(9).map(|cells| row(cells).replace('.', "0") + "\n").collect()
    };
    for separator in [",", ", ", ";", " "] {
        assert_nines(&separated(separator).repeat(2), 2);
    }
    for size in [12_usize, 16, 25] {
        let number = |cell: usize| {
            if cell % 5 == 3 { "0".into() } else { ((cell % size * 7 + cell / size) % size + 1).to_string() }
        };
        for separator in [" ", ","] {
            let row =
                |row: usize| (row * size..(row + 1) * size).map(number).collect::<Vec<_>>().join(separator);
            let text: String = (0..size).map(|index| row(index) + "\n").collect();
            let mut found = Reader::new(text.as_bytes());
            let grid = found.next().unwrap().unwrap().unwrap().puzzle;
            let expected: Vec<u8> = (0..size * size).map(|cell| number(cell).parse().unwrap()).collect();
            assert_eq!(grid.cells(), expected);
            assert!(found.next().is_none());
        }
    }
}
