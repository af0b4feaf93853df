//! Puzzle files as they are found in the wild: an example of each kind, read to the letter.

use dlxbench::corpus::{Entry, InputFormat, Reader};
use dlxbench::sudoku::{Geometry, Grid};

const NINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

fn read(text: &str, format: InputFormat) -> Vec<Entry> {
    let mut reader = Reader::new(text.as_bytes());
    let entries =
        reader.by_ref().map(|found| found.unwrap().unwrap_or_else(|bad| panic!("{bad}: {text}"))).collect();
    assert_eq!(reader.detected().format, Some(format), "{text}");
    entries
}

/// Reads a text of puzzles that are all the same, and returns the label of the first.
fn label(text: &str, format: InputFormat) -> String {
    let entries = read(text, format);
    assert!(!entries.is_empty() && entries.iter().all(|entry| entry.puzzle.to_line() == NINE), "{text}");
    entries[0].label.clone()
}

fn rows() -> Vec<String> {
    NINE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

#[test]
fn one_line_with_any_sign_for_blanks_and_anything_behind_it() {
    for blank in [".", "0", "*", "_", "x", "X", "-"] {
        assert_eq!(label(&NINE.replace('.', blank), InputFormat::Lines), "");
    }
    for separator in [" ", "\t", ",", ";", ":", "#"] {
        assert_eq!(
            label(&format!("{NINE}{separator}ED=8.4/8.4/2.6\n"), InputFormat::Lines),
            "ED=8.4/8.4/2.6"
        );
    }
    let solved = Grid::pattern(Geometry::NINE).to_line();
    for trailing in ["8.4", "Easter-Monster", &solved, &format!("1:{solved}")] {
        assert_eq!(label(&format!("{NINE}:{trailing}"), InputFormat::Lines), trailing);
    }
    assert_eq!(label(&format!("{NINE},{solved}"), InputFormat::Lines), solved);
    assert_eq!(label(&format!("# one\n// two\n; three\n\n{NINE}\n"), InputFormat::Lines), "");
}

#[test]
fn data_may_lead() {
    assert_eq!(label(&format!("00a1b2c3   {NINE}  1.2\n"), InputFormat::Lines), "00a1b2c3 1.2");
    let list = format!("99480,99408,114,1895,{NINE},Easter-Monster,20.00s\n");
    assert_eq!(label(&list, InputFormat::Lines), "99480,99408,114,1895 Easter-Monster,20.00s");
}

#[test]
fn tables_have_a_header_with_a_known_name() {
    let solved = Grid::pattern(Geometry::NINE).to_line();
    for (header, row, wanted) in [
        ("quizzes,solutions", format!("{NINE},{solved}"), ""),
        ("puzzle,solution,clues,difficulty", format!("{NINE},{solved},36,hard"), "36,hard"),
        ("source,question,answer,rating", format!("web,{NINE},{solved},4"), "web,4"),
    ] {
        let text = format!("{header}\n{row}\n");
        assert_eq!(label(&text, InputFormat::Table), wanted);
        assert_eq!(read(&text, InputFormat::Table)[0].solution.as_ref().unwrap().to_line(), solved);
    }
    let text = format!("id,start\n1,{NINE}\n");
    let mut reader = Reader::new(text.as_bytes()).with_column("start".parse().ok());
    assert_eq!(reader.next().unwrap().unwrap().unwrap().puzzle.to_line(), NINE);
}

#[test]
fn blocks_have_rows_borders_and_titles() {
    let plain = rows().join("\n");
    let drawn = NINE.parse::<Grid>().unwrap().to_string();
    let bars: Vec<String> =
        rows().iter().map(|row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..])).collect();
    let bars: Vec<String> = bars.chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(label(&format!("{plain}\n\n{plain}\n"), InputFormat::Blocks), "");
    assert_eq!(label(&format!("{drawn}\n{drawn}"), InputFormat::Blocks), "");
    assert_eq!(label(&bars.join("\n---+---+---\n"), InputFormat::Blocks), "");
    assert_eq!(label(&format!("Grid 01\n{plain}\nGrid 02\n{plain}\n"), InputFormat::Blocks), "Grid 01");
    let sdk = format!("#ARuud\n#DA random puzzle\n#B03-08-2006\n{plain}\n");
    assert_eq!(label(&sdk, InputFormat::Blocks), "A random puzzle");
}

#[test]
fn pencilmarks_have_nine_signs_a_cell() {
    let cell = |sign: char| match sign {
        '.' => "123456789".to_owned(),
        given => "123456789".replace(|digit| digit != given, "."),
    };
    let marks: String = NINE.chars().map(cell).collect();
    assert_eq!(label(&marks, InputFormat::Pencilmarks), "");
}

#[test]
fn larger_sizes_have_letters() {
    for (line, format) in [
        (format!("1..4{}", ".".repeat(12)), InputFormat::Lines),
        (format!("16{}", ".".repeat(34)), InputFormat::Lines),
        (format!("19AC{}", ".".repeat(140)), InputFormat::Lines),
        (format!("19AG{}", ".".repeat(252)), InputFormat::Lines),
        (format!("09aF{}", ".".repeat(252)), InputFormat::Lines),
        (format!("AY{}", ".".repeat(623)), InputFormat::Lines),
        (format!("19aP{}", ".".repeat(621)), InputFormat::Lines),
    ] {
        let entries = read(&line, format);
        assert_eq!(entries[0].puzzle.to_line(), line.to_uppercase());
    }
}

#[test]
fn json_lines_have_the_names_of_columns() {
    let solved = Grid::pattern(Geometry::NINE).to_line();
    let text = format!("{{\"puzzle\": \"{NINE}\", \"solution\": \"{solved}\"}}\n");
    assert_eq!(label(&text, InputFormat::Jsonl), "");
    assert_eq!(read(&text, InputFormat::Jsonl)[0].solution.as_ref().unwrap().to_line(), solved);
}
