//! A run that takes long says so before it begins, and what would be quick.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::bench::bench;
use super::program;

#[test]
fn a_long_run_says_how_long_and_which_sample_is_quick() {
    // Passes without end: it takes long on any machine.
    let arguments =
        ["bench", "shipped:extreme", "--engine", "dlx,naive", "--passes", "10000", "--keep", "best"];
    let mut child = program().args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // It comes before anything else: nothing has been measured yet.
    let line = lines.next().unwrap().unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let (times, remedy) = line.split_once("; ").unwrap();
    let words = ["about", "more than"];
    assert!(words.iter().any(|word| times.contains(&format!("naive: {word} "))), "{line}");
    assert!(["minute", "hour", "day"].iter().any(|unit| times.contains(unit)), "{line}");
    let sample = remedy.strip_prefix("--sample ").and_then(|rest| rest.split_once(" takes "));
    let is_quick = sample.is_some_and(|(count, time)| count.parse::<u64>().is_ok() && time.ends_with(" s"));
    assert!(is_quick || remedy == "even a sample of 10 puzzles takes long", "{line}");
}

#[test]
fn a_quick_run_says_nothing() {
    assert_eq!(bench(&["--sample", "50", "--no-warnings"]).err, "");
}
