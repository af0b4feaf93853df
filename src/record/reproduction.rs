//! Published timing tables beside our own figures.

use serde::{Deserialize, Serialize};

/// The tables of `dlxbench reproduce`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reproduction {
    /// The engine that was timed.
    pub engine: String,
    /// How often each puzzle was solved; the shortest time counts.
    pub rounds: usize,
    /// Whose figures they are.
    pub sources: Vec<PublishedSource>,
    /// What is compared with what.
    pub notes: Vec<String>,
    /// Bounds by class.
    pub bounds: Vec<BoundRow>,
    /// Times.
    pub times: Vec<TimeRow>,
    /// Recursive calls.
    pub calls: Vec<CallRow>,
}

/// A program with published times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublishedSource {
    /// What its rows call it, such as `Go`.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where it is published, if that is known.
    pub address: Option<String>,
}

/// A published bound, and our times.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoundRow {
    /// Whose bound it is.
    pub source: String,
    /// The class.
    pub class: String,
    /// The bound as it is printed.
    pub printed: String,
    /// The upper bound.
    pub published_ns: u64,
    /// Our puzzles of this class.
    pub puzzles: u64,
    /// Our mean.
    pub mean_ns: f64,
    /// Our median.
    pub p50_ns: u64,
    /// Our longest.
    pub max_ns: u64,
    /// Whether our longest is within the bound.
    pub within: bool,
    /// The bound divided by our longest.
    pub ratio: f64,
}

/// A published time, and ours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TimeRow {
    /// Whose figure it is.
    pub source: String,
    /// What was solved there.
    pub item: String,
    /// Whether the same puzzle was solved here.
    pub same_puzzle: bool,
    /// The time as it is printed.
    pub printed: String,
    /// The same in nanoseconds.
    pub published_ns: u64,
    /// How many puzzles that took.
    pub published_puzzles: u64,
    /// How many were solved here.
    pub puzzles: u64,
    /// How long that took altogether.
    pub here_ns: u64,
    /// The published time of a puzzle divided by ours.
    pub ratio: f64,
}

/// Recursive calls on the same puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CallRow {
    /// The puzzles.
    pub item: String,
    /// How many.
    pub puzzles: u64,
    /// The calls of each engine, backtracking first.
    pub calls: Vec<EngineCalls>,
}

/// The recursive calls of one engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineCalls {
    /// The engine.
    pub engine: String,
    /// Its calls, for all puzzles together.
    pub calls: u64,
    /// The calls of backtracking divided by these.
    pub ratio: f64,
}
