//! How external solvers are named, and what is refused before anything is read.

use super::{Corpus, bench, exec, library};

#[test]
fn solvers_that_cannot_be_started_end_the_run_before_a_puzzle_is_read() {
    for (engine, words) in [
        ("exec:/nowhere/solver", "engine solver: cannot start /nowhere/solver: "),
        ("exec:no-such-solver-anywhere", "cannot start no-such-solver-anywhere: "),
        ("exec:no-such-solver-anywhere {}", "cannot start no-such-solver-anywhere: no such program"),
        ("batch:no-such-solver-anywhere", "cannot start no-such-solver-anywhere: no such program"),
        ("lib:/nowhere/libfast.so", "engine fast: cannot be loaded: "),
        (&library("no_such_function"), "no_such_function"),
    ] {
        let error = bench(&["--engine", engine, "/no/such/corpus/is/read", "shipped:easy"]).failed(2);
        assert!(error.contains("corpus"), "{error}");
        let error = bench(&["--engine", engine, "--sample", "5", "shipped:easy"]).failed(2);
        assert!(error.contains(words), "{engine}: {error}");
    }
}

#[test]
fn names_come_from_commands_or_from_the_user() {
    let corpus = Corpus::of_nine(1);
    let good = exec("good");
    let (_, command) = good.split_once('=').unwrap();
    // Two builds side by side: each argument names one.
    let ran = bench(&[
        "--engine",
        &format!("old={command}"),
        "--engine",
        &format!("dlx,new={command}"),
        &corpus.path,
    ]);
    assert!(ran.out.contains("old, dlx, new on "), "{}", ran.out);
    let ran = bench(&["--engine", command, &corpus.path]);
    assert!(ran.out.contains(": solver on "), "{}", ran.out);
    let twice = bench(&["--engine", command, "--engine", command, &corpus.path]).failed(2);
    assert!(twice.contains("lists solver twice") && twice.contains("NAME=exec:COMMAND"), "{twice}");
    let taken = bench(&["--engine", &format!("dlx={command}"), &corpus.path]).failed(2);
    assert!(taken.contains("dlx is a built-in engine"), "{taken}");
    let unknown = bench(&["--engine", "dlx,nope", &corpus.path]).failed(2);
    assert!(unknown.contains("unknown engine \"nope\"; expected one of dlx, "), "{unknown}");
}

#[test]
fn no_shell_runs() {
    let corpus = Corpus::of_nine(1);
    let folder = tempfile::tempdir().unwrap();
    let trap = folder.path().join("made-by-a-shell");
    let ran = bench(&["--engine", &format!("{} ; touch {}", exec("good"), trap.display()), &corpus.path]);
    assert!(!trap.exists() && ran.code.is_some(), "{}", ran.err);
}
