//! The rows of a run.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::class_scope::ClassScope;
use crate::stats::{Figures, Verdict};

/// A source of puzzles and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CorpusResult {
    /// Its name.
    pub name: String,
    /// Puzzles solved.
    pub puzzles: u64,
    /// Puzzles of a size that no engine of the run knows.
    #[serde(default)]
    pub unsolved: u64,
    /// Lines that are not puzzles.
    pub malformed: u64,
    /// Puzzles whose solution in the file is wrong.
    pub wrong_solutions: u64,
    /// The fingerprint of its puzzles.
    pub digest: String,
    /// Why it could not be read to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// Times of one engine on one class; missing where nothing was measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Latency {
    /// The mean.
    pub mean_ns: Option<f64>,
    /// The standard deviation.
    pub stdev_ns: Option<f64>,
    /// The shortest.
    pub min_ns: Option<u64>,
    /// Half of all times are at most this.
    pub p50_ns: Option<u64>,
    /// 90 % are.
    pub p90_ns: Option<u64>,
    /// 99 % are.
    pub p99_ns: Option<u64>,
    /// 99.9 % are.
    pub p999_ns: Option<u64>,
    /// The longest.
    pub max_ns: Option<u64>,
    /// How many times lie from each bound up to the next: four bounds for each doubling.
    pub buckets: Vec<(u64, u64)>,
}

/// What one engine did on one class.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ResultRow {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: ClassScope,
    /// Puzzles.
    pub puzzles: u64,
    /// Times recorded: more than puzzles if each was solved several times.
    pub samples: u64,
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// With two or more.
    pub multiple: u64,
    /// With none.
    pub none: u64,
    /// With givens that clash.
    pub invalid: u64,
    /// Given up because of a limit.
    pub stopped: u64,
    /// Lines that are not puzzles.
    pub malformed: u64,
    /// The sum of all times.
    pub total_ns: u64,
    /// The times.
    pub latency: Latency,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Guesses of all searches.
    pub guesses: u64,
    /// Updates of all searches.
    pub updates: u64,
    /// Puzzles that one thread solves in a second of solving.
    pub puzzles_per_second: Option<f64>,
    /// All times, in nanoseconds; `run.hlog` has them. None without samples, and until
    /// [`SavedRun::load_histograms`](super::SavedRun::load_histograms) has read them.
    #[serde(skip)]
    pub histogram: Option<Histogram<u64>>,
}

impl ResultRow {
    /// A sum over all puzzles divided by their number.
    pub fn per_puzzle(&self, sum: u64) -> Option<f64> {
        (self.puzzles > 0).then(|| sum as f64 / self.puzzles as f64)
    }

    /// Engine and class, as histograms are named.
    pub(super) fn tag(&self) -> String {
        format!("{}/{}", self.engine, self.class)
    }
}

/// What one engine took on one class in each half of the passes: how much it differs from itself is the noise of the
/// run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NoiseRow {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: ClassScope,
    /// The figures of each half.
    pub halves: Vec<Figures>,
}

/// How an engine compares with the first one, on the same puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpeedupRow {
    /// The engine.
    pub engine: String,
    /// The engine that it is compared with.
    pub baseline: String,
    /// The class.
    pub class: ClassScope,
    /// Puzzles that both solved.
    pub pairs: u64,
    /// The baseline's mean time divided by this engine's.
    pub ratio: Option<f64>,
    /// The lower end of the 95 % confidence interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Changes up to this are noise: 0.02 is 2 %; none if the run had only one pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// What can be said about it; none in records from before there were verdicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

/// A class on a number of threads: a row of `threads.csv`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThreadsRow {
    /// The class.
    pub class: String,
    /// Threads that solved.
    pub threads: usize,
    /// Puzzles solved in a round: the class, repeated until a round takes long enough.
    pub puzzles: u64,
    /// Rounds, in which all numbers of threads had their turn.
    pub rounds: usize,
    /// The wall time of the best round.
    pub wall_ns: u64,
    /// Puzzles by that time.
    pub puzzles_per_second: f64,
    /// The best wall time on the first number of threads divided by this one.
    pub speedup: f64,
    /// The speed-up within one round, where it was least.
    pub least: f64,
    /// The same where it was most.
    pub most: f64,
    /// The speed-up divided by the growth of threads: 1 is perfect.
    pub efficiency: f64,
}

/// One of the slowest puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: String,
    /// How long it took.
    pub time_ns: u64,
    /// The file.
    pub file: String,
    /// The line in that file.
    pub line: u64,
    /// The nodes of its search.
    pub nodes: u64,
    /// The puzzle.
    pub puzzle: String,
}
