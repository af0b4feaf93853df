//! The rows of a run.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::class_scope::ClassScope;
use super::puzzle_time::PuzzleTime;
use super::sound::{Sound, at_least, at_most, equal, in_order, not_negative, require};
use crate::stats::{Estimate, Figures, Verdict};

/// The longest time that a histogram can hold: an hour. Longer times count as an hour there.
pub(crate) const LONGEST_NS: u64 = 3_600_000_000_000;

/// A number of threads, and a speed-up by threads, that no machine exceeds.
const MOST_THREADS: usize = 1 << 16;

/// A source of puzzles and its counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CorpusResult {
    /// Its name.
    pub name: String,
    /// The number of puzzles that were solved.
    pub puzzles: u64,
    /// The number of puzzles of a size that no engine of the run solves.
    #[serde(default)]
    pub unsolved: u64,
    /// The number of lines that are not puzzles.
    pub malformed: u64,
    /// The number of puzzles whose solution in the file is wrong.
    pub wrong_solutions: u64,
    /// The fingerprint of its puzzles.
    pub digest: String,
    /// Why it could not be read to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The times of one engine on one class; `None` where nothing was measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Latency {
    /// The mean time.
    pub mean_ns: Option<f64>,
    /// The standard deviation.
    pub stdev_ns: Option<f64>,
    /// The shortest time.
    pub min_ns: Option<u64>,
    /// The median: half of all times are at most this.
    pub p50_ns: Option<u64>,
    /// 90 % of all times are at most this.
    pub p90_ns: Option<u64>,
    /// 99 % of all times are at most this.
    pub p99_ns: Option<u64>,
    /// 99.9 % of all times are at most this.
    pub p999_ns: Option<u64>,
    /// The longest time.
    pub max_ns: Option<u64>,
    /// Each bound, and the number of times from it up to the next bound; there are four bounds for each doubling.
    pub buckets: Vec<(u64, u64)>,
}

/// The results of one engine on one class.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ResultRow {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: ClassScope,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The number of recorded times, which is more than `puzzles` if each was solved several times.
    pub samples: u64,
    /// The number of puzzles with exactly one solution.
    pub unique: u64,
    /// The number of puzzles with two or more solutions.
    pub multiple: u64,
    /// The number of puzzles without a solution.
    pub none: u64,
    /// The number of puzzles with givens that clash.
    pub invalid: u64,
    /// The number of puzzles that were solved without a search for a second solution. Earlier records count them as
    /// stopped.
    #[serde(default)]
    pub solved: u64,
    /// The number of puzzles on which a limit stopped the search.
    pub stopped: u64,
    /// The number of puzzles that an external solver answered wrongly.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrong: u64,
    /// The number of puzzles to which an external solver gave no answer, or nonsense.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: u64,
    /// The number of puzzles to which an external solver gave no answer in time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub timeout: u64,
    /// The number of lines that are not puzzles.
    pub malformed: u64,
    /// The sum of all times.
    pub total_ns: u64,
    /// The times.
    pub latency: Latency,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The guesses of all searches.
    pub guesses: u64,
    /// The updates of all searches.
    pub updates: u64,
    /// The number of puzzles that one thread solves per second of solving time.
    pub puzzles_per_second: Option<f64>,
    /// The mean of the times that an external solver claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_ns: Option<f64>,
    /// All times in nanoseconds, as in `run.hlog`. `None` without samples, and until
    /// [`SavedRun::load_histograms`](super::SavedRun::load_histograms) has read them.
    #[serde(skip)]
    pub histogram: Option<Histogram<u64>>,
}

impl ResultRow {
    /// Returns a sum over all puzzles divided by their number.
    pub fn per_puzzle(&self, sum: u64) -> Option<f64> {
        (self.puzzles > 0).then(|| sum as f64 / self.puzzles as f64)
    }

    /// Returns the number of puzzles with each status; together these are all puzzles.
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

    /// Returns engine and class, as in the tags of histograms.
    pub(super) fn tag(&self) -> String {
        format!("{}/{}", self.engine, self.class)
    }

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
                format!("samples is {samples}; there must be times if and only if there are samples")
            });
        };
        let mut figures = Vec::new();
        for (name, time) in found {
            figures.push((name, time.ok_or_else(|| format!("{name} is missing, but there are samples"))?));
        }
        let (shortest, longest) = (figures[0].1 as f64, figures[times.len() - 1].1 as f64);
        // Percentiles are those of the histogram, which has no longer times.
        figures[0].1 = figures[0].1.min(LONGEST_NS);
        in_order(&figures)?;
        // The precision of the sum of all times as a float.
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

    /// Checks the histogram of this row in `run.hlog`.
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

/// The times of one engine on one class in each half of the passes. How much the halves differ is the noise of the run.
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

/// How an engine compares with the first engine on the same puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpeedupRow {
    /// The engine.
    pub engine: String,
    /// The engine that it is compared with.
    pub baseline: String,
    /// The class.
    pub class: ClassScope,
    /// The number of puzzles that both solved.
    pub pairs: u64,
    /// The baseline's mean time divided by this engine's.
    pub ratio: Option<f64>,
    /// The lower end of the 95 % confidence interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Changes up to this are noise: 0.02 is 2 %. `None` if the run had only one pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// The verdict; `None` in records of older versions, which had no verdicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

impl SpeedupRow {
    /// Returns the speed-up; `None` if there were too few pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate { ratio: self.ratio?, low: self.low?, high: self.high? })
    }

    /// Returns the verdict by the current rules; the verdict in the record follows the rules of its version.
    pub fn judged(&self) -> Option<Verdict> {
        // The estimate is a ratio of speeds, whereas a verdict is about times.
        self.estimate().map(|speedup| Verdict::of(speedup, self.floor).reversed())
    }
}

impl Sound for SpeedupRow {
    fn check(&self) -> Result<(), String> {
        not_negative(&[("floor", self.floor.unwrap_or(0.0))])?;
        match (self.low, self.ratio, self.high) {
            (Some(low), Some(ratio), Some(high)) => {
                at_least("low", low, 0.0)?;
                in_order(&[("low", low), ("ratio", ratio), ("high", high)])
            }
            (None, None, None) => Ok(()),
            _ => Err("low, ratio and high must all be present or all be missing".to_owned()),
        }
    }
}

/// A class on a number of threads: a row of `threads.csv`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThreadsRow {
    /// The class.
    pub class: String,
    /// The number of threads.
    pub threads: usize,
    /// The number of puzzles solved in a round: the class, repeated until a round takes long enough.
    pub puzzles: u64,
    /// The number of rounds; in each, all numbers of threads had their turn.
    pub rounds: usize,
    /// The wall time of the best round.
    pub wall_ns: u64,
    /// The number of puzzles divided by that time.
    pub puzzles_per_second: f64,
    /// The best wall time on the first number of threads divided by this one.
    pub speedup: f64,
    /// The least speed-up within one round.
    pub least: f64,
    /// The greatest speed-up within one round.
    pub most: f64,
    /// The speed-up divided by the growth in the number of threads; 1 is perfect.
    pub efficiency: f64,
}

impl Sound for ThreadsRow {
    fn check(&self) -> Result<(), String> {
        at_least("threads", self.threads, 1)?;
        at_most("threads", self.threads, MOST_THREADS)?;
        at_most("speedup", self.speedup, MOST_THREADS as f64)?;
        in_order(&[("least", self.least), ("most", self.most)])?;
        not_negative(&[
            ("speedup", self.speedup),
            ("least", self.least),
            ("puzzles_per_second", self.puzzles_per_second),
            ("efficiency", self.efficiency),
        ])
    }
}

/// One of the puzzles of a class on which an engine needed the most nodes; in records of older versions, the most time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: String,
    /// The time; the shortest one if it was solved several times.
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
