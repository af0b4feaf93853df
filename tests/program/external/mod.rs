//! External solvers: programs and shared libraries of other people, well and badly behaved.
//!
//! The solvers are in `tests/solvers`, and compiled here with nothing but rustc.
#![cfg(unix)]

mod answers;
mod batch;
mod check;
mod failures;
mod library;
mod metrics;
mod processes;
mod records;
mod specs;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::bench::{Record, bench};
use super::{Ran, program, run};

/// Nine puzzles, easy ones first; the solvers of the tests know their numbers by counting.
const PUZZLES: &str = "\
.6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
.2.6.8...58...97......4....37....5..6.......4..8....13....2......98...36...3.6.9.
1..2......34....
";

/// The solver of `tests/solvers/NAME.rs`, compiled once.
fn compiled(name: &str, options: &[&str], file: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solvers").join(name);
    let target = folder.join(file);
    // Other test processes may compile the same one.
    let partial = folder.join(format!("{file}.{}", std::process::id()));
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let ran = Command::new(rustc)
        .args(["--edition", "2024", "-C", "opt-level=2", "-C", "debuginfo=0"])
        .args(options)
        .arg("-o")
        .args([&partial, &source])
        .output()
        .expect("rustc runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    std::fs::rename(&partial, &target).unwrap();
    target
}

/// `NAME=exec:PROGRAM MODE`.
fn exec(mode: &str) -> String {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| compiled("program.rs", &[], "solver"));
    format!("mine=exec:{} {mode}", program.display())
}

/// `NAME=lib:FILE:FUNCTION`.
fn library(function: &str) -> String {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    let file = LIBRARY.get_or_init(|| compiled("library.rs", &["--crate-type", "cdylib"], "libsolver.so"));
    format!("mine=lib:{}:{function}", file.display())
}

/// A file of puzzles.
struct Corpus {
    _folder: tempfile::TempDir,
    path: String,
}

impl Corpus {
    fn of(text: &str) -> Corpus {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles.txt");
        std::fs::write(&path, text).unwrap();
        Corpus { path: path.to_str().unwrap().to_owned(), _folder: folder }
    }

    /// As many 9×9 puzzles.
    fn of_nine(count: usize) -> Corpus {
        let puzzles: Vec<&str> = PUZZLES.lines().take(3).collect();
        Corpus::of(&(0..count).map(|index| puzzles[index % 3].to_owned() + "\n").collect::<String>())
    }
}

/// Runs `bench` with this solver on some puzzles, with a record.
fn measured(engine: &str, corpus: &Corpus, more: &[&str]) -> (Record, Ran) {
    Record::of(&[&["--engine", engine, "--warmup", "0", &corpus.path], more].concat())
}

/// The counts of the last row of an engine in summary.csv: puzzles, solved, wrong, failed, timeout.
fn counts(record: &Record, engine: &str) -> [u64; 5] {
    let rows = record.rows("summary.csv");
    let row = rows.iter().rfind(|row| row["engine"] == engine).unwrap();
    ["puzzles", "solved", "wrong", "failed", "timeout"].map(|name| row[name].parse().unwrap())
}
