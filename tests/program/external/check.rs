//! External solvers in `check` and `solve`.

use super::{Corpus, exec, library, run};

#[test]
fn check_reports_what_a_solver_gets_wrong() {
    let corpus = Corpus::of_nine(3);
    let check = |engine: &str| run(&["check", "--threads", "1", "--engine", engine, &corpus.path]);
    check(&exec("counts")).ok();
    check(&library("solve")).ok();
    let ran = check(&exec("good"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("does not say whether this is the only solution"), "{}", ran.out);
    let ran = check(&library("wrong"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains(": wrong") && ran.out.contains("  answer  "), "{}", ran.out);
    let ran = check(&exec("crash"));
    assert!(ran.out.contains(": failed") && ran.out.contains("SIGABRT"), "{}", ran.out);
}

#[test]
fn solve_shows_its_solution_or_what_is_wrong_with_it() {
    let puzzle = super::PUZZLES.lines().next().unwrap();
    let solve = |engine: &str| run(&["solve", "--engine", engine, puzzle]);
    let ran = solve(&format!("dlx,{}", exec("good")));
    assert!(ran.err.is_empty(), "{}", ran.err);
    let out = ran.ok();
    assert!(out.contains("unique: exactly one solution") && out.contains("\nmine "), "{out}");
    let out = solve(&exec("good")).ok();
    assert!(
        out.contains("261375894537894162948216357694751238825943671713628945356482719489167523172539486")
    );
    let ran = solve(&format!("dlx,{}", library("wrong")));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("wrong: mine: "), "{}", ran.err);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |arguments: &[&str]| run(arguments).failed(2);
    assert!(refused(&["check", "--timeout", "3"]).contains("--timeout is for external solvers"));
    assert!(refused(&["solve", "--timeout", "3", "1..."]).contains("--timeout is for external solvers"));
    assert!(refused(&["bench", "--timeout", "3"]).contains("--timeout is for external solvers"));
    let batch = exec("good").replace("=exec:", "=batch:");
    assert!(refused(&["check", "--engine", &batch]).contains("only bench can use them"));
    let two = format!("dlx,{}", exec("good"));
    assert!(refused(&["check", "--engine", &two]).contains("check uses one"));
}
