//! Outputs that accept nothing: closed, full, or a pipe whose reader has gone; and a full disk.

use super::records::write_records;
use super::run::{Output, Run};
use super::samples::PUZZLE;
use super::trial::Trial;

/// Small jobs of every subcommand; some write to `out`.
const JOBS: [&str; 40] = [
    "",
    "--help",
    "--version",
    "sovle",
    "bench --help",
    "bench shipped:famous --sample 3 --warmup 0",
    "bench shipped:famous --sample 3 --warmup 0 --format json",
    "bench puzzles.txt -v --warmup 0 --out out",
    "bench puzzles.txt -q --warmup 0 --per-puzzle --out out",
    "bench absent.txt",
    "compare base new",
    "compare base new --format csv",
    "compare base new --out out",
    "compare base absent",
    "report base",
    "report base --format html",
    "report base --out out",
    "reproduce --rounds 1 --engine sweep",
    "solve puzzles.txt",
    "solve puzzles.txt --lines -v",
    "solve puzzles.txt --explain",
    "check puzzles.txt --minimal -v",
    "check puzzles.txt --format csv --all",
    "corpus stats puzzles.txt",
    "corpus convert puzzles.txt --to csv -v",
    "corpus convert puzzles.txt --to sdm -o out",
    "corpus dedupe puzzles.txt -o out",
    "corpus sort puzzles.txt --by rating -o out",
    "corpus shuffle puzzles.txt",
    "corpus minimize puzzles.txt -o out",
    "corpus canon puzzles.txt",
    "corpus sample 2 puzzles.txt",
    "corpus isomorphs puzzles.txt --count 50 -o out",
    "corpus split puzzles.txt --by 1 --out out",
    "rate puzzles.txt",
    "generate --count 3 --class easy -o out",
    "generate --count 3",
    "cover problem.txt --all --stats",
    "problem queens 40",
    "completions bash",
];

pub(crate) fn outputs(trial: &mut Trial) {
    write_records(trial, &mut |_, _, _| ());
    let spoiled = PUZZLE.replace('9', "x.");
    trial.file("puzzles.txt", format!("{PUZZLE} 8.4 label\n{PUZZLE}\n{spoiled}\n").repeat(20));
    trial.file("problem.txt", "a b c\na\nb\nc\na b\nb c\n");
    trial.expects("out");
    let job = trial.pick(&JOBS);
    let out = trial.folder.join("out");
    let content = || std::fs::read(&out).ok();
    // The same job with working outputs, for comparison.
    let well = trial.run(&Run::words(job));
    let whole = content();
    let clear = || if out.is_dir() { std::fs::remove_dir_all(&out) } else { std::fs::remove_file(&out) };
    let wrote = out.exists();
    let _ = clear();
    let all = [Output::Kept, Output::Closed, Output::Full, Output::Leaves];
    let (to, errors) = (all[trial.random.below(4)], all[trial.random.below(4)]);
    if job.contains("out") && trial.once_in(3) {
        return full_disk(trial, job);
    }
    let ran = trial.run(&Run::words(job).outputs(to, errors));
    // A closed output is no failure, because Rust opens /dev/null in its place.
    if to == Output::Full && !well.out.is_empty() && ran.code == 0 {
        trial.fault("the output was full, but the exit code is 0");
    }
    if to == Output::Kept && (errors != Output::Kept) {
        if ran.code != well.code {
            trial.fault(format!("exit code {}, but {} if messages can be printed", ran.code, well.code));
        }
        if wrote && !out.exists() {
            trial.fault("no output file, because a message could not be printed");
        }
        // Other files, such as records and reports, contain times.
        if wrote && job.starts_with("corpus") && content() != whole {
            trial.fault("the output file differs if messages cannot be printed");
        }
    }
}

/// Simulates a full disk: no file may be larger than 1 KiB.
fn full_disk(trial: &mut Trial, job: &str) {
    let mut run = Run::words(job);
    run.before = "trap '' XFSZ && ulimit -f 1 && ".to_owned();
    let ran = trial.run(&run);
    let out = trial.folder.join("out");
    let is_complete = ran.code != 2;
    if out.exists() && !is_complete && !out.is_dir() {
        trial.fault("an incomplete file under its final name after the disk was full");
    }
}
