//! Shared libraries with the C function of `docs/dlxbench_solver.h`, each worker's in a process of its own.

use super::{Corpus, counts, library, measured};

/// The second of these puzzles begins with a given, at which two functions fail.
fn corpus() -> Corpus {
    Corpus::of_nine(9)
}

#[test]
fn a_function_is_measured_and_verified_like_an_engine() {
    let (record, ran) = measured(&format!("dlx,{}", library("solve")), &corpus(), &["--per-puzzle"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let row = record.rows("summary.csv").pop().unwrap();
    assert_eq!((row["unique"].as_str(), row["solved"].as_str()), ("9", "0"));
    assert!(row["guesses"].parse::<u64>().unwrap() > 0);
    assert!(record.rows("puzzles.csv").iter().all(|row| row["solution"].len() == 81));
    let run = record.json();
    assert_eq!((&run["options"]["limit"], &run["options"]["threads"]), (&2.into(), &1.into()));
    let path = run["external"][0]["files"][0]["path"].as_str().unwrap();
    assert!(path.starts_with('/') && path.ends_with("libsolver.so"), "{path}");
}

#[test]
fn what_a_library_prints_disturbs_nothing() {
    let (record, ran) = measured(&library("solve"), &corpus(), &["--limit", "7", "--threads", "2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(record.rows("summary.csv").pop().unwrap()["unique"], "9");
}

#[test]
fn wrong_digits_and_counts_are_found() {
    let (record, ran) = measured(&library("wrong"), &corpus(), &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(1), [9, 0, 9, 0, 0]));
    let (record, ran) = measured(&library("miscount"), &corpus(), &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(1), [9, 0, 9, 0, 0]));
    assert_eq!(record.rows("faulty.csv")[0]["reason"], "counts 2 solutions; the puzzle has 1 solution");
    // A function need not show its solution: then its count is what is judged.
    let (record, ran) = measured(&library("count_only"), &corpus(), &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(record.rows("summary.csv").pop().unwrap()["unique"], "9");
}

#[test]
fn a_crash_or_a_hang_costs_one_puzzle() {
    let (record, ran) = measured(&library("crash"), &corpus(), &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(1), [9, 0, 0, 3, 0]));
    for row in record.rows("faulty.csv") {
        assert!(row["puzzle"].starts_with('5'), "{}", row["puzzle"]);
        assert_eq!(row["reason"], "was killed by SIGSEGV; its last words: about to read what is not there");
    }
    assert_eq!(record.rows("summary.csv").pop().unwrap()["unique"], "6");
    let (record, ran) = measured(&library("hang"), &corpus(), &["--timeout", "0.2"]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(1), [9, 0, 0, 0, 3]));
    assert_eq!(record.rows("faulty.csv")[0]["reason"], "no answer within 0.2 s");
}

#[test]
fn other_sizes_are_not_its_business() {
    let corpus = Corpus::of("1..2......34....\n");
    let (_, ran) = measured(&library("solve"), &corpus, &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("none that mine can solve"), "{}", ran.err);
}
