//! Solvers that give no answer: each costs its puzzle, and never the run.

use super::{Corpus, counts, exec, measured};

/// Runs a solver on some puzzles, and returns its counts and what is said of its first failure.
fn outcome(mode: &str, puzzles: usize, options: &[&str]) -> ([u64; 5], String) {
    let (record, ran) = measured(&exec(mode), &Corpus::of_nine(puzzles), options);
    assert_eq!(ran.code, Some(1), "{mode}: {}", ran.err);
    let reason = record.rows("faulty.csv").first().map(|row| row["reason"].clone());
    (counts(&record, "mine"), reason.unwrap_or_default())
}

#[test]
fn a_crash_is_a_failure_with_its_signal_and_its_last_words() {
    let (counts, reason) = outcome("crash", 9, &[]);
    assert_eq!(counts, [9, 6, 0, 3, 0]);
    assert_eq!(reason, "was killed by SIGABRT; its last words: out of luck at puzzle 3");
    let (counts, reason) = outcome("code", 3, &[]);
    assert_eq!((counts, reason.as_str()), ([3, 2, 0, 1, 0], "exited with code 3; its last words: gave up"));
}

#[test]
fn what_hangs_is_stopped_and_what_ignores_signals_too() {
    for mode in ["hang", "children", "deaf"] {
        let (counts, reason) = outcome(mode, 2, &["--timeout", "0.2"]);
        assert_eq!(counts, [2, 0, 0, 0, 2], "{mode}");
        assert_eq!(reason, "no answer within 0.2 s (does it flush its output after each line?)");
    }
}

#[test]
fn whoever_waits_for_the_next_puzzle_before_it_answers_is_given_up() {
    let (counts, reason) = outcome("reads-ahead", 2, &["--timeout", "0.2"]);
    assert_eq!(counts, [2, 0, 0, 0, 2]);
    assert!(reason.contains("does it flush"), "{reason}");
}

#[test]
fn nonsense_is_a_failure_that_shows_the_line() {
    let (counts, reason) = outcome("garbage", 3, &[]);
    assert_eq!(counts, [3, 0, 0, 3, 0]);
    assert_eq!(reason, "is not an answer: expected the 81 cells of a solution, or none; found 6 characters");
    let (counts, reason) = outcome("banner", 3, &[]);
    assert_eq!(counts, [3, 0, 0, 3, 0]);
    assert!(
        reason.starts_with("at start-up, on a test puzzle: \"Sudoku solver 1.0\" is not an answer"),
        "{reason}"
    );
}

#[test]
fn half_lines_endless_lines_and_lines_too_many_are_failures() {
    let (counts, reason) = outcome("half", 3, &[]);
    assert_eq!(counts, [3, 0, 0, 3, 0]);
    assert!(reason.starts_with("exited with code 0 in the middle of a line (\""), "{reason}");
    let (counts, reason) = outcome("flood", 3, &[]);
    assert_eq!(counts, [3, 0, 0, 3, 0]);
    assert!(reason.starts_with("wrote more than 64 KB without the end of a line"), "{reason}");
    // The second line is noticed at the next puzzle.
    let (counts, reason) = outcome("two-lines", 4, &[]);
    assert_eq!(counts, [4, 2, 0, 2, 0]);
    assert_eq!(reason, "wrote without being asked: \"and another line\\n\"");
}

#[test]
fn who_exits_after_each_answer_fails_at_the_next_puzzle() {
    let (counts, reason) = outcome("early-exit", 4, &[]);
    assert_eq!((counts, reason.as_str()), ([4, 2, 0, 2, 0], "exited with code 0"));
}

#[test]
fn slow_starts_and_much_noise_are_no_failures() {
    for mode in ["slow-start", "noisy", "slow"] {
        let (record, ran) = measured(&exec(mode), &Corpus::of_nine(3), &["--per-puzzle"]);
        assert_eq!((ran.code, counts(&record, "mine")), (Some(0), [3, 3, 0, 0, 0]), "{mode}: {}", ran.err);
        if mode == "slow-start" {
            // The start of 300 ms is in no time.
            let longest = record.rows("summary.csv").pop().unwrap()["max_ns"].parse::<u64>().unwrap();
            assert!(longest < 300_000_000, "{longest}");
        }
    }
}

#[test]
fn after_twenty_failures_in_a_row_the_rest_fails_without_a_try() {
    let starts = tempfile::NamedTempFile::new().unwrap();
    let corpus = Corpus::of_nine(30);
    let mut command = super::program();
    command.args(["bench", "--quiet", "--warmup", "0", "--engine", &exec("half"), &corpus.path]);
    command.env("DLXBENCH_TEST_STARTS", starts.path());
    let ran: super::Ran = command.output().unwrap().into();
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let listed = ran.err.lines().filter(|line| line.starts_with("failed: mine, ")).count();
    assert!(listed == 20 && ran.err.contains("mine: 10 more in faulty.csv of a record"), "{}", ran.err);
    let starts = std::fs::read_to_string(starts.path()).unwrap().lines().count();
    // Once to see that it starts, and once for each failure.
    assert_eq!(starts, 21);
}

#[test]
fn a_process_for_each_puzzle_is_judged_like_one_that_stays() {
    let with_place = |mode: &str| exec(mode) + " {}";
    let corpus = Corpus::of_nine(3);
    let (record, ran) = measured(&with_place("good"), &corpus, &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(0), [3, 3, 0, 0, 0]), "{}", ran.err);
    assert_eq!(record.json()["external"][0]["form"], "once");
    for (mode, expected, words) in [
        ("code-always", [3, 0, 0, 3, 0], "exited with code 3; its last words: gave up"),
        ("garbage", [3, 0, 0, 3, 0], "is not an answer"),
        ("two-lines", [3, 0, 0, 3, 0], "wrote a second line: \"and another line\""),
        ("none", [3, 0, 3, 0, 0], "says that there is no solution"),
        ("hang", [3, 0, 0, 0, 3], "no answer within 0.2 s"),
    ] {
        let (record, ran) = measured(&with_place(mode), &corpus, &["--timeout", "0.2"]);
        assert_eq!((ran.code, counts(&record, "mine")), (Some(1), expected), "{mode}: {}", ran.err);
        let reason = &record.rows("faulty.csv")[0]["reason"];
        assert!(reason.contains(words), "{mode}: {reason}");
    }
}
