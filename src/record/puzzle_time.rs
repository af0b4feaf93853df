//! A row of `puzzles.csv`: one time of one puzzle.

use serde::{Deserialize, Serialize};

/// One time of one engine on one puzzle. The fields are the columns of `puzzles.csv`, in this order; those with a
/// default may be missing in a file from which columns were removed by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PuzzleTime<'a> {
    /// The file with the puzzle.
    pub file: &'a str,
    /// The line of that file.
    pub line: u64,
    /// The class.
    pub class: &'a str,
    /// The engine.
    pub engine: &'a str,
    /// The puzzle.
    pub puzzle: &'a str,
    /// Its first solution; empty if none was found.
    #[serde(default)]
    pub solution: &'a str,
    /// Its status.
    #[serde(default)]
    pub status: &'a str,
    /// The time in nanoseconds.
    pub time_ns: u64,
    /// The nodes of the search.
    #[serde(default)]
    pub nodes: u64,
    /// The guesses of the search.
    pub guesses: u64,
    /// The updates of the search.
    #[serde(default)]
    pub updates: u64,
    /// The givens of the puzzle.
    #[serde(default)]
    pub clues: u64,
    /// How long an external solver says that it took.
    #[serde(default)]
    pub claimed_ns: Option<u64>,
}
