//! What a record says about external solvers. Nothing that is named here is ever run by a reader.

use serde::{Deserialize, Serialize};

use super::class_scope::ClassScope;
use super::sound::{Sound, in_order, require};

/// What was run under the name of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Receipt {
    /// The name of the engine.
    pub engine: String,
    /// How it was reached: `exec`, `once`, `batch` or `lib`.
    pub form: String,
    /// The command, or the library and its function.
    pub command: String,
    /// The program or library, and other files that the command names.
    pub files: Vec<FileReceipt>,
}

/// What a file was when it was run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileReceipt {
    /// The absolute path.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// When it was modified, in UTC.
    pub modified: String,
    /// The SHA-256 sum, in hexadecimal digits.
    pub sha256: String,
}

/// What it takes to send a line to a child process that does nothing else than send it back: the part of the times of
/// `exec` solvers that is not theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RoundTrip {
    /// The number of round trips.
    pub count: u64,
    /// The median.
    pub p50_ns: u64,
    /// The 99th percentile.
    pub p99_ns: u64,
}

impl Sound for RoundTrip {
    fn check(&self) -> Result<(), String> {
        in_order(&[("p50_ns", self.p50_ns), ("p99_ns", self.p99_ns)])
    }
}

/// An answer that is wrong, or the lack of one: a row of `faulty.csv`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FaultyAnswer {
    /// The engine.
    pub engine: String,
    /// The class of the puzzle.
    pub class: String,
    /// The file of the puzzle.
    pub file: String,
    /// The line of that file.
    pub line: u64,
    /// `wrong`, `failed` or `timeout`.
    pub status: String,
    /// The puzzle.
    pub puzzle: String,
    /// What the solver answered; empty if it gave no answer.
    pub answer: String,
    /// Which rule it breaks, or why there is no answer.
    pub reason: String,
}

/// How many puzzles were solved by exactly these engines.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolvedByRow {
    /// The class.
    pub class: ClassScope,
    /// The engines, in the order of the results; none for puzzles that no engine solved.
    pub engines: Vec<String>,
    /// The number of puzzles.
    pub puzzles: u64,
}

impl Sound for SolvedByRow {
    fn check(&self) -> Result<(), String> {
        require(self.puzzles > 0, || "solved_by: puzzles must be at least 1".to_owned())
    }
}
