//! What each format looks like, to the letter. That all of it is read again is a property in writers.rs.

use std::path::Path;

use dlxbench::corpus::{BlankSign, Entry, LeftOut, Parts, PuzzleFormat, PuzzleWriter, Reader};
use dlxbench::sudoku::{Geometry, Grid, Symbols};

const PUZZLE: &str = "1..2......34....";
const SOLUTION: &str = "1342421321343421";

fn entry(text: &str) -> Entry {
    Reader::new(text.as_bytes()).next().unwrap().unwrap().unwrap().with_solution_apart()
}

fn written(format: PuzzleFormat, entry: &Entry) -> (String, LeftOut) {
    let mut text = String::new();
    let left_out = PuzzleWriter { format, blank: BlankSign::default() }.append(entry, &mut text).unwrap();
    (text, left_out)
}

#[test]
fn every_format_has_its_look() {
    let entry = entry(&format!("{PUZZLE} {SOLUTION} 8.4 my, \"own\"\n"));
    let nothing = LeftOut::default();
    let solution = LeftOut { label: false, solution: true };
    let all = LeftOut { label: true, solution: true };
    let cases = [
        (PuzzleFormat::Line, format!("{PUZZLE} {SOLUTION} 8.4 my, \"own\"\n"), nothing),
        (PuzzleFormat::Csv, format!("{PUZZLE},{SOLUTION},8.4,,\"my, \"\"own\"\"\"\n"), nothing),
        (PuzzleFormat::Block, "#D 8.4 my, \"own\"\n1..2\n....\n..34\n....\n\n".to_owned(), solution),
        (PuzzleFormat::Sdk, "#D 8.4 my, \"own\"\n1..2\n....\n..34\n....\n\n".to_owned(), solution),
        (PuzzleFormat::Sdm, format!("{PUZZLE}\n"), all),
        (
            PuzzleFormat::Boxed,
            "#D 8.4 my, \"own\"\n+-----+-----+\n| 1 . | . 2 |\n| . . | . . |\n+-----+-----+\n| . . | 3 4 |\n\
             | . . | . . |\n+-----+-----+\n\n"
                .to_owned(),
            solution,
        ),
    ];
    for (format, text, left_out) in cases {
        assert_eq!(written(format, &entry), (text, left_out), "{format}");
    }
}

#[test]
fn the_level_of_a_table_stays_one() {
    let table = format!("puzzle,name,rating,level\n{PUZZLE},No 7.5,8.4,very hard\n");
    let (text, _) = written(PuzzleFormat::Sdk, &entry(&table));
    assert_eq!(text, "#L very hard\n#D 8.4 No 7.5\n1..2\n....\n..34\n....\n\n");
    let again = entry(&text);
    assert_eq!((again.label.as_str(), again.rating()), ("very hard 8.4 No 7.5", Some(8.4)));
    assert_eq!(again.parts.unwrap().class, (0, 9));
    assert_eq!(written(PuzzleFormat::Sdk, &again).0, text);
}

#[test]
fn a_label_is_taken_apart_by_its_columns_or_its_words() {
    let columns = |label: &str, parts: Option<Parts>| {
        let entry = Entry { label: label.to_owned(), parts, ..entry(PUZZLE) };
        written(PuzzleFormat::Csv, &entry).0
    };
    let parts = Parts { rating: (5, 8), class: (9, 13), has_class_column: true };
    let unknown = Parts { rating: (0, 0), class: (0, 4), has_class_column: false };
    for (label, parts, expected) in [
        ("ED=8.4/8.4/2.6 Name", None, "ED=8.4/8.4/2.6,,Name"),
        ("Name hard,7", None, "7,,Name hard"),
        ("Hard 8.4 Name", None, "8.4,Hard,Name"),
        ("", None, ",,"),
        ("a 12,8.4,easy", Some(parts), "8.4,easy,a 12"),
        ("a 12", Some(unknown), ",,a 12"),
    ] {
        assert_eq!(columns(label, parts), format!("{PUZZLE},,{expected}\n"));
    }
}

#[test]
fn pencilmarks_show_what_the_givens_leave() {
    let line = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
    let (text, _) = written(PuzzleFormat::Pencilmarks, &entry(line));
    // 6, 3, 8, 4 stand in the row of the first cell, 5, 7, 3, 1 in its column.
    assert!(text.starts_with(".2......9"), "{text}");
    assert_eq!(text.len(), 730);
    assert_eq!(&text[9..18], ".....6...");
    let four = entry(PUZZLE);
    let writer = PuzzleWriter { format: PuzzleFormat::Pencilmarks, blank: BlankSign::default() };
    let error = writer.append(&four, &mut String::new()).unwrap_err();
    assert_eq!(error.to_string(), "a 4×4 puzzle cannot be written as pencilmarks, which are for 9×9 only");
}

#[test]
fn data_before_a_puzzle_stay_there_if_they_would_be_mistaken() {
    for line in [
        format!("00a1b2 {PUZZLE} 1.2\n"),
        format!("00a1b2 {PUZZLE}\n"),
        format!("12,7 {PUZZLE} Name,20.00s\n"),
    ] {
        assert_eq!(written(PuzzleFormat::Line, &entry(&line)).0, line);
    }
    // The rating of a table goes first where another number would be taken for it.
    let table = format!("puzzle,name,rating\n{PUZZLE},No 7.5,8.4\n");
    assert_eq!(written(PuzzleFormat::Line, &entry(&table)).0, format!("{PUZZLE} 8.4 No 7.5\n"));
}

#[test]
fn the_sign_for_blanks_must_not_be_a_digit() {
    let writer = PuzzleWriter { format: PuzzleFormat::Line, blank: BlankSign::Zero };
    let large = Entry::new(1, format!("1G{}", ".".repeat(254)).parse().unwrap());
    let error = writer.append(&large, &mut String::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'0' cannot mark the blank cells of a 16×16 puzzle, where it is a digit; use '.'"
    );
    for text in ["?", "..", ""] {
        assert!(text.parse::<BlankSign>().is_err());
    }
}

#[test]
fn symbols_that_would_be_read_otherwise_are_replaced() {
    let sixteen = Geometry::from_size(16).unwrap();
    let mut cells = vec![0; 256];
    cells[..2].copy_from_slice(&[2, 16]);
    let read_again = |grid: &Grid| {
        let (text, _) = written(PuzzleFormat::Line, &Entry::new(1, grid.clone()));
        (text[..2].to_owned(), entry(&text).puzzle.cells().to_vec())
    };
    // 1F: a reader would take it for the digits 1 and 15.
    let grid = Grid::new(sixteen, Symbols::FromZero, &cells);
    assert_eq!(read_again(&grid), ("2G".to_owned(), cells.clone()));
    cells[2] = 1;
    let grid = Grid::new(sixteen, Symbols::FromZero, &cells);
    assert_eq!(read_again(&grid), ("1F".to_owned(), cells));
}

#[test]
fn names_of_files_ask_for_formats() {
    let of = |name: &str| PuzzleFormat::of_file(Path::new(name));
    assert_eq!(of("a.csv.gz"), Some(PuzzleFormat::Csv));
    assert_eq!(of("a.b/c.SDK"), Some(PuzzleFormat::Sdk));
    assert_eq!([of("a.sdm.xz"), of("a.txt")], [Some(PuzzleFormat::Sdm), Some(PuzzleFormat::Line)]);
    assert_eq!([of("a"), of("a.gz"), of("a.dat"), of(".csv")], [None; 4]);
}
