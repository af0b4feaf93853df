//! The rows of a run.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::class_scope::ClassScope;
use super::puzzle_time::PuzzleTime;
use super::sound::{Sound, equal, in_order, not_negative, require};
use crate::stats::{Estimate, Figures, Verdict};

/// The longest time that a histogram tells apart: an hour. Longer ones count as an hour there.
pub(crate) const LONGEST_NS: u64 = 3_600_000_000_000;

/// No machine has so many threads, or is so many times faster with them.
const MOST_THREADS: usize = 1 << 16;

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
    /// Solved without a search for a second solution; in records from before these were counted, among the stopped.
    #[serde(default)]
    pub solved: u64,
    /// Given up because of a limit.
    pub stopped: u64,
    /// Answered wrongly by an external solver.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrong: u64,
    /// Not answered, or with nonsense, by an external solver.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: u64,
    /// Not answered in time by an external solver.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub timeout: u64,
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
    /// The mean of the times that an external solver says that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_ns: Option<f64>,
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

    /// How many puzzles have each status; together they are all puzzles.
    pub fn statuses(&self) -> [(&'static str, u64); 9] {
        [
            ("unique", self.unique),
            ("multiple", self.multiple),
            ("none", self.none),
            ("invalid", self.invalid),
            ("solved", self.solved),
            ("stopped", self.stopped),
            ("wrong", self.wrong),
            ("failed", self.failed),
            ("timeout", self.timeout),
        ]
    }

    /// Engine and class, as histograms are named.
    pub(super) fn tag(&self) -> String {
        format!("{}/{}", self.engine, self.class)
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Sound for ResultRow {
    fn check(&self) -> Result<(), String> {
        let statuses = self.statuses().iter().map(|&(_, count)| u128::from(count)).sum();
        equal("puzzles", self.puzzles.into(), "the sum of unique to timeout", statuses)
            .and_then(|()| self.check_times())
            .map_err(|reason| format!("{}: {reason}", self.tag()))
    }
}

impl ResultRow {
    fn check_times(&self) -> Result<(), String> {
        let latency = &self.latency;
        let counted = latency.buckets.iter().map(|(_, count)| u128::from(*count)).sum();
        equal("the sum of buckets", counted, "samples", self.samples.into())?;
        require(latency.buckets.is_sorted_by(|(bound, _), (next, _)| bound < next), || {
            "the bounds of buckets must ascend".to_owned()
        })?;
        let times = ["min_ns", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns"];
        let found =
            [latency.min_ns, latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.p999_ns, latency.max_ns];
        let found = times.into_iter().zip(found);
        let Some(mean) = latency.mean_ns.filter(|_| self.samples > 0) else {
            let figures = found.map(|(_, time)| time.is_some()).chain([latency.mean_ns.is_some()]);
            return require(self.samples == 0 && figures.into_iter().all(|is_there| !is_there), || {
                let samples = self.samples;
                format!("samples is {samples}; there must be times if there are samples, and only then")
            });
        };
        let mut figures = Vec::new();
        for (name, time) in found {
            figures.push((name, time.ok_or_else(|| format!("{name} is missing, and there are samples"))?));
        }
        let (shortest, longest) = (figures[0].1 as f64, figures[times.len() - 1].1 as f64);
        // Percentiles are of the histogram, which knows no longer times.
        figures[0].1 = figures[0].1.min(LONGEST_NS);
        in_order(&figures)?;
        // As precise as the sum of all times is as a float.
        let close = 1e-9;
        in_order(&[
            ("min_ns", shortest * (1.0 - close)),
            ("mean_ns", mean),
            ("max_ns", longest * (1.0 + close)),
        ])?;
        not_negative(&[
            ("stdev_ns", latency.stdev_ns.unwrap_or(0.0)),
            ("puzzles_per_second", self.puzzles_per_second.unwrap_or(0.0)),
        ])
    }

    /// Checks what stands in `run.hlog` for this row.
    pub(super) fn check_histogram(&self, histogram: &Histogram<u64>) -> Result<(), String> {
        equal("the number of samples", histogram.len().into(), "the one in run.json", self.samples.into())?;
        let ends = [
            ("shortest", histogram.min(), self.latency.min_ns),
            ("longest", histogram.max(), self.latency.max_ns),
        ];
        ends.into_iter().try_for_each(|(name, found, expected)| {
            let expected = expected.unwrap_or(0);
            require(histogram.equivalent(found, expected.clamp(1, LONGEST_NS)), || {
                format!("the {name} time is {found} ns; it must be about {expected} ns, as in run.json")
            })
        })
    }

    /// Checks a row of `puzzles.csv` that is counted here.
    pub(super) fn check_puzzle(&self, puzzle: &PuzzleTime<'_>) -> Result<(), String> {
        let (min, max) = (self.latency.min_ns.unwrap_or(0), self.latency.max_ns.unwrap_or(0));
        in_order(&[("min_ns in run.json", min), ("time_ns", puzzle.time_ns), ("max_ns in run.json", max)])
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

impl Sound for NoiseRow {
    fn check(&self) -> Result<(), String> {
        self.halves.iter().try_for_each(|half| {
            not_negative(&[("mean_ns", half.mean_ns), ("p50_ns", half.p50_ns)])?;
            in_order(&[("p50_ns", half.p50_ns), ("p90_ns", half.p90_ns), ("p99_ns", half.p99_ns)])
        })
    }
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

impl SpeedupRow {
    /// The speed-up; `None` if there were too few pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate { ratio: self.ratio?, low: self.low?, high: self.high? })
    }

    /// What can be said about it by the rules of today; a record has the verdict of its own time.
    pub fn judged(&self) -> Option<Verdict> {
        // A ratio of speeds, where a verdict is on times.
        self.estimate().map(|speedup| Verdict::of(speedup, self.floor).reversed())
    }
}

impl Sound for SpeedupRow {
    fn check(&self) -> Result<(), String> {
        not_negative(&[("floor", self.floor.unwrap_or(0.0))])?;
        match (self.low, self.ratio, self.high) {
            (Some(low), Some(ratio), Some(high)) => {
                in_order(&[("0", 0.0), ("low", low), ("ratio", ratio), ("high", high)])
            }
            (None, None, None) => Ok(()),
            _ => Err("low, ratio and high must all be there, or none of them".to_owned()),
        }
    }
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

impl Sound for ThreadsRow {
    fn check(&self) -> Result<(), String> {
        in_order(&[("1", 1), ("threads", self.threads), ("the most there can be", MOST_THREADS)])?;
        in_order(&[("0", 0.0), ("speedup", self.speedup), ("the most there can be", MOST_THREADS as f64)])?;
        in_order(&[("0", 0.0), ("least", self.least), ("most", self.most)])?;
        not_negative(&[("puzzles_per_second", self.puzzles_per_second), ("efficiency", self.efficiency)])
    }
}

/// One of the puzzles of a class that took an engine the most nodes; in earlier records, the longest time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: String,
    /// How long it took; the shortest time if it was solved several times.
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
