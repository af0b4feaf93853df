//! Answers that are right, and answers that are wrong.

use super::{Corpus, PUZZLES, Record, bench, counts, exec, measured};

#[test]
fn a_good_solver_is_measured_beside_the_built_in_ones() {
    let corpus = Corpus::of(PUZZLES);
    let (record, ran) = measured(&format!("dlx,sweep,{}", exec("good")), &corpus, &["--per-puzzle"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(counts(&record, "mine"), [4, 4, 0, 0, 0]);
    // The built-in ones did the same work, and know 9×9 only.
    assert_eq!(counts(&record, "dlx"), [3, 3, 0, 0, 0]);
    let run = record.json();
    assert_eq!(run["options"]["limit"], 1);
    assert_eq!(run["options"]["threads"], 1);
    assert!(run["round_trip"]["p50_ns"].as_u64().unwrap() > 0);
    let times = record.rows("puzzles.csv");
    let mine: Vec<_> = times.iter().filter(|row| row["engine"] == "mine").collect();
    assert_eq!(mine.len(), 4);
    assert!(mine.iter().all(|row| row["solution"].len() == row["puzzle"].len() && row["status"] == "solved"));
    let pairs = run["speedups"].as_array().unwrap().iter().find(|row| row["engine"] == "mine").unwrap();
    assert_eq!(pairs["pairs"], 3);
}

#[test]
fn the_first_screen_says_what_was_measured_and_how() {
    let corpus = Corpus::of_nine(12);
    let ran = bench(&["--engine", &format!("dlx,{}", exec("good")), &corpus.path]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("mine is ") && ran.out.contains(" times slower than dlx"), "{}", ran.out);
    assert!(ran.out.contains("times include the way through pipes: "), "{}", ran.out);
    assert!(ran.out.contains("12 puzzles, all solved"), "{}", ran.out);
    assert!(
        ran.err.contains("note: one thread, because") && ran.err.contains("note: all engines stop"),
        "{}",
        ran.err
    );
    let quiet = bench(&["--engine", &exec("good"), "--threads", "1", "--limit", "2", &corpus.path]);
    assert!(!quiet.err.contains("note:"), "{}", quiet.err);
}

#[test]
fn wrong_digits_are_listed_with_the_rule_that_they_break_and_do_not_end_the_run() {
    let corpus = Corpus::of_nine(9);
    let (record, ran) = measured(&exec("wrong-digit"), &corpus, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(counts(&record, "mine"), [9, 6, 3, 0, 0]);
    let faulty = record.rows("faulty.csv");
    assert_eq!(faulty.len(), 3);
    for (row, line) in faulty.iter().zip(["3", "6", "9"]) {
        assert_eq!((row["status"].as_str(), row["line"].as_str()), ("wrong", line));
        assert_eq!((row["puzzle"].len(), row["answer"].len()), (81, 81));
        assert!(row["reason"].contains("r1c1"), "{}", row["reason"]);
    }
    let run = record.json();
    assert_eq!(run["faulty"].as_array().unwrap().len(), 3);
    // The times of wrong answers say nothing.
    assert_eq!(run["results"][0]["samples"], 6);
    let shown = bench(&["--engine", &exec("wrong-digit"), "--warmup", "0", &corpus.path]);
    assert!(shown.out.contains("wrong: mine, ") && shown.out.contains("  answer  "), "{}", shown.out);
    assert!(shown.out.contains("mine: 3 wrong of 9 puzzles"), "{}", shown.out);
}

#[test]
fn whoever_denies_a_solution_is_wrong_and_so_is_whoever_counts_too_many() {
    let corpus = Corpus::of_nine(3);
    let (record, ran) = measured(&exec("none"), &corpus, &[]);
    assert_eq!((ran.code, counts(&record, "mine")), (Some(1), [3, 0, 3, 0, 0]));
    assert!(record.rows("faulty.csv")[0]["reason"].contains("there is no solution; this is one: "));
    let (record, _) = measured(&exec("wrong-count"), &corpus, &["--limit", "2"]);
    assert_eq!(counts(&record, "mine"), [3, 0, 3, 0, 0]);
    assert!(record.rows("faulty.csv")[0]["reason"].contains("counts 2 solutions; the puzzle has 1 solution"));
    // Without a solution, `none` is right.
    let clash = Corpus::of(&format!("55{}\n", ".".repeat(79)));
    let (record, ran) = measured(&format!("dlx,{}", exec("good")), &clash, &[]);
    assert_eq!(ran.code, Some(1));
    let row = &record.rows("summary.csv")[3];
    assert_eq!((row["engine"].as_str(), row["invalid"].as_str()), ("mine", "1"));
}

#[test]
fn who_counts_solutions_proves_uniqueness_and_who_does_not_gets_no_speed_up() {
    let corpus = Corpus::of_nine(12);
    let (record, ran) = measured(&format!("dlx,{}", exec("counts")), &corpus, &["--limit", "2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let unique = |record: &Record| record.rows("summary.csv").pop().unwrap()["unique"].clone();
    assert_eq!(unique(&record), "12");
    assert_eq!(record.json()["speedups"][0]["pairs"], 12);
    let (record, ran) = measured(&format!("dlx,{}", exec("good")), &corpus, &["--limit", "2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(record.json()["speedups"].as_array().unwrap().len(), 0);
    assert!(
        ran.err.contains("mine finds one solution where dlx proves that there is no other"),
        "{}",
        ran.err
    );
}

#[test]
fn claimed_times_and_guesses_stand_in_columns_of_their_own() {
    let corpus = Corpus::of_nine(3);
    let (record, _) = measured(&exec("claims"), &corpus, &["--per-puzzle"]);
    let row = record.rows("summary.csv").pop().unwrap();
    assert_eq!((row["claimed_ns"].as_str(), row["guesses"].as_str()), ("1234.0", "15"));
    assert_ne!(row["mean_ns"], "1234.0");
    assert!(record.rows("puzzles.csv").iter().all(|row| row["claimed_ns"] == "1234"));
}

#[test]
fn engines_that_solved_different_puzzles_are_told_apart() {
    let corpus = Corpus::of_nine(9);
    let ran = bench(&["--engine", &format!("dlx,{}", exec("crash")), "--warmup", "0", &corpus.path]);
    assert_eq!(ran.code, Some(1));
    let line = |name: &str| {
        let line =
            ran.out.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{}", ran.out));
        line[name.len()..].trim().to_owned()
    };
    // It crashes at every third puzzle of a process.
    assert_eq!((line("both").as_str(), line("dlx only").as_str()), ("6", "3"));
}

#[test]
fn three_engines_are_ranked() {
    let corpus = Corpus::of_nine(12);
    let ran = bench(&["--engine", &format!("dlx,sweep,{}", exec("slow")), &corpus.path]);
    let ranking: Vec<&str> = ran.out.lines().skip_while(|line| !line.starts_with("ranking")).collect();
    assert!(ranking[1].starts_with("sweep") && ranking[2].starts_with("dlx"), "{}", ran.out);
    assert!(ranking[3].starts_with("mine"), "{}", ran.out);
}

#[test]
fn isomorphs_repetitions_and_passes_work_with_them() {
    let corpus = Corpus::of_nine(6);
    let engines = format!("dlx,{}", exec("good"));
    let options = ["--isomorphs", "--repeat", "2", "--passes", "2", "--keep", "best", "--threads", "2"];
    let (record, ran) = measured(&engines, &corpus, &options);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(counts(&record, "mine"), [6, 6, 0, 0, 0]);
    assert!(record.json()["noise"].as_array().unwrap().iter().any(|row| row["engine"] == "mine"));
}
