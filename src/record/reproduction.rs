//! Published timing tables beside our own times.

use serde::{Deserialize, Serialize};

use super::sound::{self, Sound, at_least, in_order, not_negative, require};

/// The tables of `dlxbench reproduce`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Reproduction {
    /// The engine that was timed.
    pub(crate) engine: String,
    /// How many times each puzzle was solved; the shortest time counts.
    pub(crate) rounds: usize,
    pub(crate) sources: Vec<PublishedSource>,
    /// What is compared with what.
    pub(crate) notes: Vec<String>,
    #[serde(deserialize_with = "sound::each")]
    pub(crate) bounds: Vec<BoundRow>,
    #[serde(deserialize_with = "sound::each")]
    pub(crate) times: Vec<TimeRow>,
    #[serde(deserialize_with = "sound::each")]
    pub(crate) calls: Vec<CallRow>,
}

/// A program with published times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PublishedSource {
    /// Its name in rows, such as `Go`.
    pub(crate) name: String,
    pub(crate) title: String,
    /// Where it is published, if that is known.
    pub(crate) address: Option<String>,
}

/// A published bound of a class, and our times.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct BoundRow {
    pub(crate) source: String,
    pub(crate) class: String,
    /// The bound as printed, and its upper end in nanoseconds.
    pub(crate) printed: String,
    pub(crate) published_ns: u64,
    pub(crate) puzzles: u64,
    pub(crate) mean_ns: f64,
    pub(crate) p50_ns: u64,
    pub(crate) max_ns: u64,
    /// Whether our longest time is within the bound.
    pub(crate) within: bool,
    /// The bound divided by our longest time.
    pub(crate) ratio: f64,
}

impl Sound for BoundRow {
    fn check(&self) -> Result<(), String> {
        in_order(&[("p50_ns", self.p50_ns), ("max_ns", self.max_ns)])?;
        not_negative(&[("mean_ns", self.mean_ns), ("ratio", self.ratio)])
    }
}

/// A published time, and ours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TimeRow {
    pub(crate) source: String,
    /// What was solved there.
    pub(crate) item: String,
    /// Whether the same puzzle was solved here.
    pub(crate) same_puzzle: bool,
    /// The time as printed, the time in nanoseconds, and the number of puzzles that it is for.
    pub(crate) printed: String,
    pub(crate) published_ns: u64,
    pub(crate) published_puzzles: u64,
    /// The number of puzzles that were solved here, and the total time.
    pub(crate) puzzles: u64,
    pub(crate) here_ns: u64,
    /// The published time of a puzzle divided by ours.
    pub(crate) ratio: f64,
}

impl Sound for TimeRow {
    fn check(&self) -> Result<(), String> {
        at_least("published_puzzles", self.published_puzzles, 1)?;
        at_least("puzzles", self.puzzles, 1)?;
        not_negative(&[("ratio", self.ratio)])
    }
}

/// Recursive calls on the same puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct CallRow {
    pub(crate) item: String,
    pub(crate) puzzles: u64,
    /// The calls of each engine, backtracking first.
    pub(crate) calls: Vec<EngineCalls>,
}

impl Sound for CallRow {
    fn check(&self) -> Result<(), String> {
        require(!self.calls.is_empty(), || "calls must have at least one engine".to_owned())?;
        self.calls.iter().try_for_each(|calls| not_negative(&[("ratio", calls.ratio)]))
    }
}

/// The recursive calls of one engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct EngineCalls {
    pub(crate) engine: String,
    /// For all puzzles together.
    pub(crate) calls: u64,
    /// The calls of backtracking divided by these.
    pub(crate) ratio: f64,
}
