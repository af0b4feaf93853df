//! Tables: how columns are known, what a row holds, and what can be wrong with it.

use dlxbench::corpus::{ClassBy, Column, Detected, Entry, InputFormat, Parts, Reader};

const NINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

fn part(entry: &Entry, part: impl Fn(Parts) -> (u32, u32)) -> &str {
    let (start, end) = entry.parts.map_or((0, 0), part);
    &entry.label[start as usize..end as usize]
}

/// What a file turns out to be.
fn detected(text: &str, column: Option<&str>) -> Detected {
    let column = column.map(|column| column.parse().unwrap());
    let mut reader = Reader::new(text.as_bytes()).with_column(column);
    reader.by_ref().for_each(drop);
    reader.detected()
}

#[test]
fn columns_are_known_by_their_names() {
    for (header, columns) in [
        ("quizzes,solutions", "',', puzzle in column 1 (quizzes), solution in column 2 (solutions)"),
        (
            "puzzle,solution,clues,difficulty",
            "',', puzzle in column 1 (puzzle), solution in column 2 (solution), rating in column 4 (difficulty), \
             class in column 4 (difficulty)",
        ),
        (
            "source,question,answer,rating",
            "',', puzzle in column 2 (question), solution in column 3 (answer), rating in column 4 (rating), \
             class in column 4 (rating)",
        ),
        ("id;Puzzle;Solved", "';', puzzle in column 2 (Puzzle), solution in column 3 (Solved)"),
        (
            "level\tBoard",
            "tabs, puzzle in column 2 (Board), rating in column 1 (level), class in column 1 (level)",
        ),
        (",Quiz,SOLUTION", "',', puzzle in column 2 (Quiz), solution in column 3 (SOLUTION)"),
        ("\"grid\"", "',', puzzle in column 1 (grid)"),
        ("grid,Puzzle String,sudoku", "',', puzzle in column 3 (sudoku)"),
    ] {
        let found = detected(header, None);
        assert_eq!(found.format, Some(InputFormat::Table));
        assert_eq!(found.reason, format!("separated by {columns}"), "{header}");
    }
    for other in [NINE, "puzzle", "7,puzzle", "a, b", &format!("{NINE},grid"), "\"puzzle", "99,114,...,grid"]
    {
        assert_ne!(detected(other, None).format, Some(InputFormat::Table), "{other}");
    }
}

#[test]
fn wanted_columns_are_found_by_name_or_number() {
    let table = |header: &str, column: &str| detected(header, Some(column)).reason;
    assert!(table("id,puzzle,Start", "start").ends_with("puzzle in column 3 (Start)"));
    assert!(table("id;puzzle;start", "1").ends_with("puzzle in column 1 (id)"));
    let headless = "no header, separated by ',', puzzle in column 2";
    assert_eq!(table(&format!("7,{NINE}"), "2"), headless);
    // A row with a slip in it is no header either.
    assert_eq!(table(&format!("7,{}", &NINE[1..]), "2"), headless);
    let complaint = |header: &str, column: &str| {
        let mut reader = Reader::new(header.as_bytes()).with_column(column.parse().ok());
        reader.next().unwrap().unwrap_err().to_string()
    };
    for (header, column, expected) in [
        ("id,puzzle", "start", "no column is called \"start\"; the header names id, puzzle"),
        ("id,puzzle", "3", "there is no column 3; the header names id, puzzle"),
        ("1..2......34....", "4", "there is no column 4; this line is not the header of a table"),
    ] {
        assert_eq!(complaint(header, column), format!("line 1, column 1: {expected}"));
    }
    for wrong in ["", " ", "0", "99999999999999999999999"] {
        assert!(wrong.parse::<Column>().is_err(), "{wrong:?}");
    }
}

fn row(header: &str, row: &str) -> Result<Entry, String> {
    let text = format!("{header}\n{row}\n");
    let mut found = Reader::new(text.as_bytes());
    let row = found.next().unwrap().unwrap().map_err(|bad_line| bad_line.to_string());
    assert!(found.next().is_none());
    row
}

#[test]
fn the_label_is_what_is_neither_puzzle_nor_solution() {
    let solved = "1".repeat(81);
    let header = "name,question,clues,answer,rating,difficulty";
    let entry = row(header, &format!("\"One, two\",{NINE},36,{solved},\"4.5\",Hard")).unwrap();
    assert_eq!(entry.puzzle.to_line(), NINE);
    assert_eq!(entry.solution.as_ref().unwrap().to_line(), solved);
    assert_eq!(entry.label, "One, two,36,4.5,Hard");
    assert_eq!([part(&entry, |parts| parts.rating), part(&entry, |parts| parts.class)], ["4.5", "Hard"]);
    // A class that is a number is none, and without a column for it nothing is a rating.
    let entry = row("name;grid;class;clues", &format!("Monster;{NINE};3;36")).unwrap();
    assert_eq!([part(&entry, |parts| parts.rating), part(&entry, |parts| parts.class)], ["", "Monster;3;36"]);
    let entry = row("puzzle,difficulty", &format!("{NINE},Very Hard")).unwrap();
    assert_eq!(entry.class_name(ClassBy::Label, "file"), "Very Hard");
}

#[test]
fn rows_that_cannot_be_read_say_why_and_where() {
    let marked = NINE.replace('8', "?");
    for (text, error) in [
        ("é".to_owned(), "2: this row has 1 field; the puzzle is field 2"),
        (format!("1,{NINE}"), "84: this row has 2 fields; the solution is field 3"),
        (format!("é,\"{NINE},"), "3: this quoted field does not end on its line; a closing \" is missing"),
        (format!("é,\"{}\",", &NINE[1..]), "4: 80 cells in one line"),
        (format!("é,{marked},"), "28: invalid character '?' in"),
        (",,".to_owned(), "2: expected a puzzle, found no cells"),
        (format!("1,{NINE},1234"), "85: the solution is not a 9×9 grid like the puzzle"),
    ] {
        let found = row("id,puzzle,solution", &text).unwrap_err();
        assert!(found.starts_with(&format!("line 2, column {error}")), "{found}");
    }
}

#[test]
fn the_places_of_rating_and_class_stay_right_where_a_solution_is_taken_out_of_a_label() {
    const GRID: &str = "1342421321343421";
    let apart = |label: &str, rating: Option<(u32, u32)>| {
        let parts = rating.map(|rating| Parts { rating, class: (0, 4), has_class_column: false });
        let label = label.replace("GRID", GRID);
        let entry = Entry { label, parts, ..Entry::new(1, "...1............".parse().unwrap()) };
        let entry = entry.with_solution_apart();
        assert_eq!(entry.solution.unwrap().to_line(), GRID);
        (entry.label, entry.parts.map(|parts| (parts.rating, parts.class)))
    };
    assert_eq!(apart("hash GRID 8.4", Some((22, 25))), ("hash 8.4".to_owned(), Some(((5, 8), (0, 4)))));
    assert_eq!(apart("hash GRID", Some((5, 21))), ("hash".to_owned(), Some(((4, 4), (0, 4)))));
    assert_eq!(apart("GRID:7", None), ("7".to_owned(), None));
    assert_eq!(apart("a,GRID,b", None), ("a,b".to_owned(), None));
}
