//! What `bench` makes of its inputs: classes, sizes, solutions, and lines that are not puzzles.

use super::bench::{MIXED, bench, rows};
use super::{run, run_with_input};

#[test]
fn a_wrong_solution_in_the_file_is_named() {
    let line = MIXED.lines().next().unwrap();
    let right = "261375894537894162948216357694751238825943671713628945356482719489167523172539486";
    let wrong = right.replacen("948", "849", 1);
    let ran = run_with_input(&["bench", "-"], format!("{line},{right}\n{line},{wrong}\n").as_bytes());
    assert!(ran.out.contains("line 2: the solution in the file is wrong at r3c1"), "{}", ran.out);
    assert!(ran.out.contains("\nwrong solution: standard input, line 2: "), "{}", ran.out);
    assert!(!ran.out.contains("malformed:"), "{}", ran.out);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn what_cannot_be_read_is_said() {
    assert!(bench(&["missing.txt"]).failed(2).contains("cannot read missing.txt"));
    assert!(bench(&["corpora/*.nothing"]).failed(2).contains("no file matches the pattern"));
    assert!(bench(&["--per-puzzle"]).failed(2).contains("add --save or --out DIR"));
    assert!(run_with_input(&["bench", "-"], b"").failed(2).contains("no puzzles in standard input"));
    assert!(!run_with_input(&["bench", "-"], b"").out.contains("puzzles/s"), "no empty tables");
    assert!(run_with_input(&["bench", "-", "-"], b"").failed(2).contains("only once"));
}

#[test]
fn all_sizes_run() {
    let input = format!("1..2......34....\n\n{}\n{}\n", ".".repeat(36), ".".repeat(256));
    let ran = run_with_input(&["bench", "-", "--format", "csv"], input.as_bytes());
    assert_eq!(ran.code, Some(1));
    let all = rows(&ran.out).pop().unwrap();
    assert_eq!(
        (all["engine"].as_str(), all["unique"].as_str(), all["multiple"].as_str()),
        ("masks", "1", "2")
    );
}

#[test]
fn a_size_that_no_engine_solves_is_counted_and_the_run_goes_on() {
    let nine = MIXED.lines().next().unwrap();
    let input = format!("{nine}\n1..2......34....\n\n{nine}\n");
    let ran = run_with_input(&["bench", "-", "--engine", "dlx", "--format", "csv"], input.as_bytes());
    assert!(
        ran.err.contains("warning: dlx solves 2 of 3 puzzles: it supports only 9×9 [sizes]"),
        "{}",
        ran.err
    );
    let all = rows(&ran.out).pop().unwrap();
    assert_eq!((all["unique"].as_str(), all["malformed"].as_str(), ran.code), ("2", "0", Some(1)));
}

#[test]
fn an_engine_that_knows_no_puzzle_is_named_and_if_none_does_nothing_is_measured() {
    let sizes = "corpora/sizes";
    let ran = bench(&[sizes, "--engine", "dlx,masks", "--max-nodes", "1000"]);
    assert!(
        ran.out.contains("warning: dlx solves 0 of 796 puzzles: it supports only 9×9 [sizes]"),
        "{}",
        ran.out
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let ran = bench(&[sizes, "--engine", "dlx", "--out", out.to_str().unwrap()]);
    assert!(!ran.out.contains("malformed") && !out.exists(), "{}", ran.out);
    let message = ran.failed(2);
    assert!(
        message.contains("found 796 puzzles, but none that dlx can solve (9×9 only); use --engine masks"),
        "{message}"
    );
}

#[test]
fn controls_in_names_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a\u{1b}[2Jb.txt");
    let puzzle = MIXED.lines().next().unwrap();
    std::fs::write(&file, format!("{puzzle}\n").repeat(40) + "no puzzle\n").unwrap();
    let record = folder.path().join("run");
    let (file, record) = (file.to_str().unwrap(), record.to_str().unwrap());
    let outputs = [
        bench(&[file, "--name", "n\u{1b}]0;title\u{7}", "--out", record]),
        bench(&[file, "--quiet"]),
        run(&["report", record]),
        run(&["report", record, "--format", "markdown"]),
        run(&["report", record, "--format", "html"]),
        run(&["compare", record, record]),
        run(&["compare", record, record, "--format", "markdown"]),
    ];
    for ran in outputs {
        let text = ran.out + &ran.err;
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
        assert!(text.contains("u{1b}"), "{text:?}");
    }
}

#[test]
fn the_solution_column_is_checked_by_whichever_engine_finished() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let right = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    for (column, is_right) in [(right, true), (&right.replacen("812", "182", 1), false)] {
        let input = format!("{hard},{column}\n").repeat(20);
        for engines in ["naive,dlx", "dlx,naive"] {
            let arguments = ["bench", "-", "--engine", engines, "--max-nodes", "30000"];
            let ran = run_with_input(&arguments, input.as_bytes());
            assert_eq!(ran.code, Some(1));
            assert_ne!(
                ran.out.contains("the solution in the file is wrong at r1c1"),
                is_right,
                "{}",
                ran.out
            );
        }
    }
    // A word that is as long as a solution is not one.
    run_with_input(&["bench", "-"], b"1..2......34.... DifficultPuzzle1\n").ok();
}

#[test]
fn no_line_that_is_no_puzzle_is_lost() {
    let input =
        format!("{}\n{}{}", MIXED.lines().next().unwrap(), "hello world\n".repeat(30), "bad\n".repeat(5));
    let ran = run_with_input(&["bench", "-", "--format", "csv"], input.as_bytes());
    assert_eq!(rows(&ran.out).pop().unwrap()["malformed"], "35");
    assert!(ran.err.contains("malformed: and 15 more"), "{}", ran.err);
}

#[test]
fn inputs_without_a_puzzle_are_an_error_and_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    for (text, reason) in [("", ""), ("# nothing\n", ""), ("hello\n12345\n", ", only 2 malformed lines")] {
        let path = folder.path().join("none.txt");
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let ran = run(&["bench", path]);
        assert!(!ran.out.contains("p99"), "{}", ran.out);
        let message = ran.failed(2);
        assert!(message.ends_with(&format!("no puzzles in {path}{reason}\n")), "{message}");
    }
}

#[test]
fn classes_come_from_where_they_are_asked_to() {
    let line = MIXED.lines().next().unwrap();
    let input = format!("{line} Hard 8.4\n{line} ED=9.1/1.2/1.2\n{line}\n");
    let classes = |by: &str| -> Vec<String> {
        let out = run_with_input(&["bench", "-", "--format", "csv", "--class-by", by], input.as_bytes()).ok();
        rows(&out).iter().map(|row| row["class"].clone()).collect()
    };
    assert_eq!(classes("auto"), ["hard", "stdin", "all"]);
    assert_eq!(classes("file"), ["stdin", "all"]);
    assert_eq!(classes("label"), ["ED=9.1/1.2/1.2", "Hard", "unlabelled", "all"].map(String::from));
    // Standard input is read once, so the ranges are fixed.
    assert_eq!(classes("clues"), ["36-37 clues", "all"]);
    assert_eq!(classes("rating"), ["rating 8.0-8.9", "rating 9.0-9.9", "unrated", "all"]);
    assert_eq!(classes("guesses"), ["0 guesses", "all"]);
}
