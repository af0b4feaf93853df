//! Published tables beside ours: that every figure is there, and that they add up. Times differ from machine to machine.

use std::collections::HashSet;

use serde_json::Value;

use super::bench::rows;
use super::run;

/// Every published time as it is printed, with what it was measured on.
const PUBLISHED: [(&str, &str); 14] = [
    ("easy", "below 1 ms"),
    ("medium", "1 to 10 ms"),
    ("hard", "10 to 100 ms"),
    ("extreme", "100 ms to 1 s"),
    ("easy, 100 puzzles", "6 ms"),
    ("medium, 100 puzzles, first time", "444 ms"),
    ("medium, 100 puzzles, second time", "436 ms"),
    ("hard, 1 puzzle, first time", "15 ms"),
    ("hard, 1 puzzle, second time", "1 ms"),
    ("expert, 1 puzzle, first time", "10 ms"),
    ("expert, 1 puzzle, second time", "11 ms"),
    ("Qassim Hamza", "129 ms"),
    ("first example", "26.947 ms"),
    ("second example", "19.776 ms"),
];

const SECOND_EXAMPLE: &str =
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";

#[test]
fn every_published_figure_has_its_row() {
    let table = run(&["reproduce", "--rounds", "1"]).ok();
    for (item, printed) in PUBLISHED {
        let row =
            table.lines().find(|line| line.starts_with(item) && line.contains(&format!("  {printed}  ")));
        assert!(row.is_some(), "{item}, {printed}:\n{table}");
    }
    let heads: Vec<&str> =
        table.lines().filter(|line| line.contains("ratio") || line.contains("naive /")).collect();
    assert!(heads[3].contains("naive / cover") && heads[3].contains("naive / dlx"), "{table}");
    assert!(table.contains("only the class names match"), "{table}");
}

#[test]
fn the_csv_adds_up() {
    let table = rows(&run(&["reproduce", "--rounds", "2", "--format", "csv"]).ok());
    let of = |name: &str| table.iter().filter(|row| row["table"] == name).collect::<Vec<_>>();
    assert_eq!((of("Go").len(), of("C++/Qt").len(), of("TypeScript").len()), (4 * 3, 8, 2));
    assert_eq!(of("recursive calls").len(), 8 * 3);
    assert_eq!(table.len(), 12 + 8 + 2 + 24);
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|error| panic!("{text:?}: {error}"));
    for row in of("Go") {
        let (published, here) = (number(&row["published"]), number(&row["here"]));
        assert!(here > 0.0 && number(&row["puzzles"]) > 0.0, "{row:?}");
        // The mean is written in whole nanoseconds.
        assert!((number(&row["ratio"]) / (published / here) - 1.0).abs() < 0.01, "{row:?}");
        assert_eq!(row["within"], (here <= published).to_string());
    }
    for row in of("C++/Qt").into_iter().chain(of("TypeScript")) {
        let there = if row["item"].contains("100 puzzles") { 100.0 } else { 1.0 };
        let puzzles = number(&row["puzzles"]);
        assert!(puzzles >= 1.0 && puzzles <= there, "{row:?}");
        let expected = number(&row["published"]) / there / (number(&row["here"]) / puzzles);
        assert!((number(&row["ratio"]) / expected - 1.0).abs() < 0.01, "{row:?}");
    }
    // The counters are those of any other run.
    let solved =
        rows(&run(&["solve", "--engine", "naive,cover,dlx", "--format", "csv", SECOND_EXAMPLE]).ok());
    let counted = of("recursive calls").into_iter().filter(|row| row["item"] == "second example");
    let counted: Vec<(&str, &str)> =
        counted.map(|row| (row["measure"].as_str(), row["here"].as_str())).collect();
    let nodes: HashSet<(&str, &str)> =
        solved.iter().map(|row| (row["engine"].as_str(), row["nodes"].as_str())).collect();
    assert!(counted.len() == 3 && counted.iter().all(|calls| nodes.contains(calls)), "{counted:?} {nodes:?}");
}

#[test]
fn the_json_has_all_tables_of_the_engine_asked_for() {
    let text = super::run(&["reproduce", "--engine", "sweep", "--rounds", "3", "--format", "json"]).ok();
    let run: Value = serde_json::from_str(&text).unwrap();
    let json = &run["reproduction"];
    assert_eq!((json["engine"].as_str(), json["rounds"].as_u64()), (Some("sweep"), Some(3)));
    let list = |name: &str| json[name].as_array().unwrap().clone();
    assert_eq!((list("bounds").len(), list("times").len(), list("calls").len()), (4, 10, 8));
    let printed: Vec<(String, String)> = list("bounds")
        .iter()
        .map(|row| (&row["class"], row))
        .chain(list("times").iter().map(|row| (&row["item"], row)))
        .map(|(item, row)| (item.as_str().unwrap().to_owned(), row["printed"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(printed, PUBLISHED.map(|(item, printed)| (item.to_owned(), printed.to_owned())));
    let same = list("times").iter().filter(|row| row["same_puzzle"] == true).count();
    assert_eq!(same, 3);
    for row in list("calls") {
        let calls = row["calls"].as_array().unwrap().clone();
        let engines: Vec<&str> = calls.iter().map(|calls| calls["engine"].as_str().unwrap()).collect();
        assert_eq!(engines, ["naive", "cover", "sweep"]);
        let count = |index: usize| calls[index]["calls"].as_f64().unwrap();
        assert!(count(0) > count(1) && count(1) > 0.0, "{row}");
        assert!((calls[1]["ratio"].as_f64().unwrap() - count(0) / count(1)).abs() < 1e-6, "{row}");
    }
    assert_eq!(run["command"][1], "reproduce");
}

#[test]
fn a_record_holds_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tables");
    let arguments = ["reproduce", "--rounds", "1", "--out", out.to_str().unwrap()];
    let table = run(&arguments).ok();
    let report = |format: &str| run(&["report", out.to_str().unwrap(), "--format", format]).ok();
    assert_eq!(report("table"), table);
    assert_eq!(rows(&report("csv")).len(), 46);
    let text = report("markdown");
    assert_eq!(text, std::fs::read_to_string(out.join("report.md")).unwrap());
    assert!(text.starts_with("# Published times, reproduced\n"), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.starts_with("## ") && *line != "## Warnings").count(),
        4,
        "{text}"
    );
    for (item, printed) in PUBLISHED {
        let row =
            text.lines().find(|line| line.starts_with(&format!("| {item} |")) && line.contains(printed));
        assert!(row.is_some(), "{item}, {printed}:\n{text}");
    }
    for address in ["github.com/kpitt/sudoku", "github.com/alextanhongpin/algorithm-x", "address unknown"] {
        assert!(text.contains(address) && table.contains(address), "{address}");
    }
    assert!(report("html").contains("Latency"));
    let message = run(&arguments).failed(2);
    assert!(message.contains("already exists"), "{message}");
}

#[test]
fn what_cannot_be_done_is_said() {
    assert!(run(&["reproduce", "--engine", "idle"]).failed(2).contains("idle solves nothing"));
    assert!(run(&["reproduce", "--rounds", "0"]).failed(2).contains("--rounds"));
    assert!(run(&["reproduce", "--format", "xml"]).failed(2).contains("markdown"));
    assert!(run(&["reproduce", "--out", "Cargo.toml/x"]).failed(2).contains("cannot write"));
    assert!(run(&["reproduce", "puzzles.txt"]).failed(2).contains("puzzles.txt"));
}
