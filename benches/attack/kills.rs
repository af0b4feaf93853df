//! Signals at any moment of a run that writes a file or a record.
//!
//! A run that gets SIGINT, SIGTERM or SIGHUP ends cleanly: it damages no file under its final name, leaves nothing else,
//! and saves the record of a benchmark. The leftovers of a killed run may stay until the next run that writes to the same
//! folder.

use std::path::Path;
use std::time::Duration;

use super::run::Run;
use super::samples::puzzle;
use super::trial::{Trial, find};

/// Jobs that take a fraction of a second and write `out`, and whether `out` is a record.
const JOBS: [(&str, bool); 9] = [
    ("bench puzzles.txt --warmup 0 --repeat 100 --per-puzzle -q --out out", true),
    ("bench puzzles.txt --warmup 0 --passes 100 --out out", true),
    ("bench puzzles.txt --engine dlx,cover --repeat 50 --warmup 0 --out out", true),
    ("reproduce --rounds 2 --engine sweep --out out", true),
    ("corpus isomorphs puzzles.txt --count 50 -o out", false),
    ("corpus sort puzzles.txt --by guesses -o out", false),
    ("corpus canon puzzles.txt -o out", false),
    ("corpus minimize puzzles.txt -o out", false),
    ("generate --class medium --count 60 -o out", false),
];

pub(crate) fn kills(trial: &mut Trial) {
    let text: Vec<String> = (0..150).map(|_| puzzle(&mut trial.random)).collect();
    trial.file("puzzles.txt", text.join("\n") + "\n");
    trial.expects("out");
    // The puzzles that an interrupted `generate` has made so far; it says so.
    trial.expects("out.partial");
    let (job, is_record) = JOBS[trial.random.below(JOBS.len())];
    let whole = trial.run(&Run::words(job));
    let out = trial.folder.join("out");
    let expected = std::fs::read(&out).ok();
    let _ = if is_record { std::fs::remove_dir_all(&out) } else { std::fs::remove_file(&out) };
    for _ in 0..3 {
        let name = trial.pick(&["INT", "TERM", "HUP", "KILL"]);
        let after = Duration::from_micros(trial.random.below(1 + whole.took.as_micros() as usize) as u64);
        let ran = trial.run(&Run::words(job).signaled(name, after));
        let found = std::fs::read(&out).ok();
        if is_record {
            if out.exists() {
                check_record(trial);
            }
            // After the first third of the run, signals are handled, and usually something has been measured.
            let is_late = after * 3 > whole.took;
            let has_figures = find(&ran.err, b"interrupted before a puzzle was solved").is_none();
            let is_lost = ran.code > 128 && is_late && !out.exists() && has_figures;
            if name != "KILL" && is_lost && job.starts_with("bench") {
                trial.fault(format!("SIG{name} loses the measurements"));
            }
        } else if found.is_some() && found != expected {
            trial.fault(format!("SIG{name} leaves a damaged file under its final name"));
        }
        remove(&out, is_record);
        if name == "KILL" && !trial.unexpected().is_empty() {
            trial.run(&Run::words(job));
            remove(&out, is_record);
        }
    }
}

fn remove(out: &Path, is_record: bool) {
    // It may not exist.
    let _ = if is_record { std::fs::remove_dir_all(out) } else { std::fs::remove_file(out) };
}

/// Checks that a record under its final name is complete, by making a report of it.
fn check_record(trial: &mut Trial) {
    if trial.run(&Run::words("report out --format html")).code != 0 {
        trial.fault("the record of a run that was ended by a signal cannot be read");
    }
}
