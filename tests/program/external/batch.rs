//! Solvers that take all puzzles of a class at once.

use super::{Corpus, PUZZLES, counts, exec, measured};

fn batch(mode: &str) -> String {
    exec(mode).replace("=exec:", "=batch:")
}

#[test]
fn a_class_is_timed_as_a_whole() {
    let corpus = Corpus::of(PUZZLES);
    let (record, ran) = measured(&format!("dlx,{}", batch("good")), &corpus, &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(0), [4, 4, 0, 0, 0]), "{}", ran.err);
    let row = record.rows("summary.csv").pop().unwrap();
    assert!(row["total_ns"].parse::<u64>().unwrap() > 0 && row["p50_ns"].is_empty(), "{row:?}");
    assert!(row["puzzles_per_second"].parse::<f64>().unwrap() > 0.0);
    assert_eq!(record.json()["speedups"].as_array().unwrap().len(), 0);
    // With a file in place of {}.
    let file = batch("batch-file") + " {}";
    let (record, ran) = measured(&file, &corpus, &["--passes", "2", "--keep", "best"]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(0), [4, 4, 0, 0, 0]), "{}", ran.err);
}

#[test]
fn each_answer_is_judged() {
    let (record, ran) = measured(&batch("wrong-digit"), &Corpus::of_nine(9), &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(1), [9, 7, 2, 0, 0]));
    let lines: Vec<String> = record.rows("faulty.csv").iter().map(|row| row["line"].clone()).collect();
    assert_eq!(lines, ["4", "7"]);
}

#[test]
fn missing_answers_surplus_lines_and_hangs_are_failures() {
    let corpus = Corpus::of_nine(6);
    for (mode, expected, words) in [
        ("code", [6, 3, 0, 3, 0], "exited with code 3; its last words: gave up"),
        ("early-exit", [6, 2, 0, 4, 0], "ended after 2 answers of 6"),
        ("two-lines", [6, 0, 0, 6, 0], "wrote 11 lines for 6 puzzles, so none can be matched"),
        ("hang", [6, 1, 0, 0, 5], "did not end within 0.6 s"),
        ("garbage", [6, 1, 0, 5, 0], "is not an answer"),
    ] {
        let (record, ran) = measured(&batch(mode), &corpus, &["--timeout", "0.1"]);
        assert_eq!((ran.code, counts(&record, "mine")), (Some(1), expected), "{mode}: {}", ran.err);
        let reason = &record.rows("faulty.csv")[0]["reason"];
        assert!(reason.contains(words), "{mode}: {reason}");
    }
}

#[test]
fn classes_must_be_known_and_files_readable_twice() {
    let refused = |options: &[&str]| {
        let ran = super::run(&[&["bench", "--engine", &batch("good")], options].concat());
        ran.failed(2)
    };
    assert!(refused(&["-"]).contains("batch solvers need files"));
    assert!(refused(&["--class-by", "guesses"]).contains("guesses"));
}
