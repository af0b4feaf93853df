//! Headers as they are found, rows, and what can be wrong with them.

use super::super::class::ClassBy;
use super::*;

const NINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

fn table(header: &str) -> Box<Table> {
    match Header::of(header, None) {
        Header::Table(table) => table,
        _ => panic!("{header} is a header"),
    }
}

#[test]
fn columns_are_known_by_their_names() {
    for (header, puzzle, solution, rating) in [
        ("quizzes,solutions", 0, Some(1), None),
        ("puzzle,solution,clues,difficulty", 0, Some(1), Some(3)),
        ("source,question,answer,rating", 1, Some(2), Some(3)),
        ("id;Puzzle;Solved", 1, Some(2), None),
        ("level\tBoard", 1, None, Some(0)),
        (",Quiz,SOLUTION", 1, Some(2), None),
        ("\"grid\"", 0, None, None),
        ("grid,Puzzle String,sudoku", 2, None, None),
    ] {
        let table = table(header);
        assert_eq!((table.puzzle, table.solution, table.rating), (puzzle, solution, rating), "{header}");
    }
    for other in [NINE, "puzzle", "7,puzzle", "a, b", &format!("{NINE},grid"), "\"puzzle", "99,114,...,grid"]
    {
        assert!(!matches!(Header::of(other, None), Header::Table(_)), "{other}");
    }
}

#[test]
fn wanted_columns_are_found_by_name_or_number() {
    let of = |header: &str, column: &str| Header::of(header, Some(&column.parse().unwrap()));
    let place = |header: &str, column: &str| match of(header, column) {
        Header::Table(table) => Some(table.puzzle),
        _ => None,
    };
    assert_eq!(place("id,puzzle,Start", "start"), Some(2));
    assert_eq!(place("id;puzzle;start", "1"), Some(0));
    assert_eq!(place("id,puzzle", "start"), None);
    assert_eq!(place("id,puzzle", "3"), None);
    assert!(matches!(of(&format!("7,{NINE}"), "2"), Header::Headless(_)));
    // A row with a slip in it is no header either.
    assert!(matches!(of(&format!("7,{}", &NINE[1..]), "2"), Header::Headless(_)));
    let complaint = |header: &str, column: &str| Header::complaint(header, 3, &column.parse().unwrap());
    assert_eq!(
        complaint("id,puzzle", "start"),
        "line 3, column 1: no column is called \"start\"; the header names id, puzzle"
    );
    assert_eq!(
        complaint("1..2......34....", "4"),
        "line 3, column 1: there is no column 4; this line is no header of a table"
    );
    for wrong in ["", " ", "0", "99999999999999999999999"] {
        assert!(wrong.parse::<Column>().is_err(), "{wrong:?}");
    }
}

#[test]
fn the_label_is_what_is_neither_puzzle_nor_solution() {
    let solved = "1".repeat(81);
    let entry = table("name,question,clues,answer,rating,difficulty")
        .row(&format!("\"One, two\",{NINE},36,{solved},\"4.5\",Hard"), 1)
        .unwrap();
    assert_eq!(entry.puzzle.to_line(), NINE);
    assert_eq!(entry.solution.unwrap().to_line(), solved);
    assert_eq!(entry.label, "One, two,36,4.5,Hard");
    assert_eq!(Parts::of(entry.parts, &entry.label), ("4.5", "Hard"));
    // A class that is a number is none, and without a column for it nothing is a rating.
    let entry = table("name;grid;class;clues").row(&format!("Monster;{NINE};3;36"), 1).unwrap();
    assert_eq!(Parts::of(entry.parts, &entry.label), ("", "Monster;3;36"));
}

#[test]
fn rows_that_cannot_be_read_say_why_and_where() {
    let mut table = table("id,puzzle,solution");
    let mut error = |row: &str| table.row(row, 4).unwrap_err().to_string();
    assert_eq!(error("é"), "line 4, column 2: this row ends after field 1, and the puzzle is field 2");
    assert_eq!(
        error(&format!("1,{NINE}")),
        "line 4, column 84: this row ends after field 2, and the solution is field 3"
    );
    assert_eq!(
        error(&format!("é,\"{NINE},")),
        "line 4, column 3: this quoted field does not end on its line; a closing \" is missing"
    );
    assert!(error(&format!("é,\"{}\",", &NINE[1..])).starts_with("line 4, column 4: 80 cells in one line"));
    assert!(
        error(&format!("é,{},", NINE.replace('8', "?")))
            .starts_with("line 4, column 28: '?' cannot stand in")
    );
    assert!(error(",,").starts_with("line 4, column 2: there is no puzzle here"));
    assert_eq!(
        error(&format!("1,{NINE},1234")),
        "line 4, column 85: the solution is not a 9×9 grid, and the puzzle is one"
    );
}

#[test]
fn all_of_a_class_column_is_the_name() {
    let entry = table("puzzle,difficulty").row(&format!("{NINE},Very Hard"), 1).unwrap();
    assert_eq!(entry.class_name(ClassBy::Label, "file"), "Very Hard");
}
