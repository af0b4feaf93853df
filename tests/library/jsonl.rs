//! JSON lines: how cells may be written, what the fields mean, and what can be wrong with them.

use dlxbench::corpus::{ClassBy, Entry, InputFormat, Reader};
use dlxbench::sudoku::{Geometry, Grid, Symbols};
use proptest::prelude::*;

const NINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

fn read(text: &str, column: Option<&str>) -> Vec<Result<Entry, String>> {
    let reader = Reader::new(text.as_bytes()).with_format(Some(InputFormat::Jsonl));
    let reader = reader.with_column(column.map(|column| column.parse().unwrap()));
    reader.map(|found| found.unwrap().map_err(|bad_line| bad_line.to_string())).collect()
}

fn numbers(cells: &[u8]) -> String {
    format!("[{}]", cells.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cells_are_a_text_numbers_or_rows(size in 0_usize..6, seed in prop::collection::vec((0..26_u8, any::<bool>()), 625)) {
        let geometry = Geometry::ALL[size];
        let size = geometry.size();
        let cell = |&(digit, keep): &(u8, bool)| if keep { digit % (size as u8 + 1) } else { 0 };
        let cells: Vec<u8> = seed.iter().take(size * size).map(cell).collect();
        // A digit that tells the alphabet of 25×25, and a blank cell.
        let cells = [&[1, 0], &cells[2..]].concat();
        let grid = Grid::new(geometry, Symbols::FromOne, &cells);
        let rows: Vec<String> = cells.chunks(size).map(numbers).collect();
        let line = grid.to_line();
        let texts: Vec<String> = line.as_bytes().chunks(size).map(|row| format!("{:?}", String::from_utf8_lossy(row))).collect();
        for puzzle in [
            format!("{line:?}"),
            numbers(&cells),
            format!("[{}]", rows.join(", ")),
            format!("[{}]", texts.join(",")),
            numbers(&cells).replace("[0,", "[null,").replace(",0", ",null"),
        ] {
            let text = format!("{{\"id\": 7, \"quiz\": {puzzle}}}\n");
            let found: Vec<_> = Reader::new(text.as_bytes()).map(|found| found.unwrap()).collect();
            prop_assert_eq!(found.len(), 1);
            let entry = found[0].as_ref().unwrap();
            prop_assert_eq!((entry.puzzle.geometry(), entry.puzzle.cells()), (geometry, &cells[..]));
            prop_assert_eq!(&entry.label, "7");
        }
    }

    #[test]
    fn nothing_in_a_line_makes_it_panic(text in "[{\\[]?[\\[\\]{}\",:\\\\u0-9a-fé .n-]{0,60}\n(\\{\"puzzle\":[\\[\\]{}\",:\\\\u0-9.]{0,60}\n){0,3}") {
        for found in read(&text, None).into_iter().filter_map(Result::err) {
            prop_assert!(found.starts_with("line "), "{}", found);
        }
    }
}

#[test]
fn other_fields_are_the_label() {
    let solved = Grid::pattern(Geometry::NINE).to_line();
    let text = format!(
        "{{\"name\":\"One\\n\\\"two\\\" \\u00e9\\ud83d\\ude00\",\"rating\":8.4,\"tags\":[1],\"more\":{{\"a\":1}},\"new\":true,\"none\":null,\"answer\":\"{solved}\",\
         \"Question\":\"{NINE}\",\"class\":\"Very hard\"}}\n"
    );
    let entry = read(&text, None).remove(0).unwrap();
    assert_eq!(entry.puzzle.to_line(), NINE);
    assert_eq!(entry.solution.as_ref().map(Grid::to_line), Some(solved));
    assert_eq!(entry.label, "One \"two\" é😀,8.4,true,Very hard");
    assert_eq!((entry.rating(), entry.class_name(ClassBy::Label, "")), (Some(8.4), "Very hard".to_owned()));
}

#[test]
fn the_field_can_be_chosen_and_may_change_its_place() {
    let other = NINE.replace('2', "1");
    let text = format!("{{\"puzzle\":\"{other}\",\"start\":\"{NINE}\"}}\n{{\"start\":\"{NINE}\"}}\n");
    let found = read(&text, Some("start"));
    assert!(found.len() == 2 && found.iter().all(|entry| entry.as_ref().unwrap().puzzle.to_line() == NINE));
    assert_eq!(read(&text, None)[0].as_ref().unwrap().puzzle.to_line(), other);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let short: Vec<u8> = vec![0; 80];
    let nine_rows = format!("[{}[1,2]]", "[0,0,0,0,0,0,0,0,0],".repeat(8));
    for (line, column, reason) in [
        ("{\"puzzle\":12}".to_owned(), 11, "a puzzle is a string, or an array of cells or rows"),
        (format!("{{\"puzzle\":\"{}\"}}", &NINE[1..]), 12, "80 cells in one line"),
        (
            format!("{{\"é\":1,\"puzzle\":\"{}\"}}", NINE.replacen("1.5", "1?5", 1)),
            22,
            "invalid character '?' in a 9×9 puzzle",
        ),
        (format!("{{\"puzzle\":{}}}", numbers(&short)), 11, "80 cells in one line"),
        (format!("{{\"puzzle\":{}}}", numbers(&[12; 81])), 12, "invalid character 'C' in a 9×9 puzzle"),
        (format!("{{\"puzzle\":{}}}", numbers(&[99; 81])), 12, "a cell is a number from 0 to 25"),
        (format!("{{\"puzzle\":{nine_rows}}}"), 172, "this row has 2 cells; the rows before it have 9"),
        (format!("{{\"puzzle\":\"{NINE}\",\"solution\":\"12\"}}"), 106, "the solution is not a 9×9 grid"),
        (
            format!("{{\"id\":1,\"text\":\"{NINE}\"}}"),
            1,
            "none of these fields is known to hold puzzles: id, text",
        ),
        (format!("{{\"puzzle\":\"{NINE}\""), 94, "expected a comma or the end of the object, found nothing"),
        (format!("{{\"puzzle\":\"{NINE}\",\"a\":01x}}"), 99, "expected a value, found '0'"),
        (format!("{{\"puzzle\":\"{NINE}\",\"a\":\"x"), 101, "expected a closing quote, found nothing"),
        (
            format!("{{\"puzzle\":\"{NINE}\",\"a\":\"\\ud800\"}}"),
            101,
            "expected a character as four hexadecimal digits",
        ),
        (
            format!("{{\"puzzle\":\"{NINE}\"}} 2"),
            96,
            "expected the end of the line after the object, found '2'",
        ),
        (format!("{{puzzle:\"{NINE}\"}}"), 2, "expected a field name in quotes, found 'p'"),
        (format!("{{\"puzzle\":{}", "[".repeat(10_000)), 27, "expected fewer nested arrays and objects"),
        (format!("[\"{NINE}\"]"), 1, "expected an object in braces, found '['"),
    ] {
        let found = read(&format!("{{\"puzzle\":\"{NINE}\"}}\n{line}\n"), None);
        let error = found[1].as_ref().unwrap_err();
        assert!(error.starts_with(&format!("line 2, column {column}: {reason}")), "{line}: {error}");
    }
}
