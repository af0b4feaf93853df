//! What a worker writes down: a histogram and counters for each engine and class. Recorders of several workers
//! add up to one; percentiles are taken from the merged histogram, never averaged.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

use super::paired::Paired;
use crate::engine::{Counters, EngineKind, Status};
use crate::record::{LONGEST_NS, SlowPuzzle};

/// How many of the slowest puzzles are kept for each engine and class.
const SLOWEST_KEPT: usize = 5;

/// The measurements of one engine on one class.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// All recorded times, in nanoseconds.
    pub(super) histogram: Histogram<u64>,
    /// Puzzles that are unique, multiple, none, invalid and stopped. A puzzle that was solved without a search for a
    /// second solution counts as stopped: a limit was hit before the answer was known.
    pub(super) statuses: [u64; 5],
    /// The sum of all recorded times, and of their squares.
    pub(super) total_ns: u64,
    squared_ns: f64,
    pub(super) min_ns: u64,
    pub(super) max_ns: u64,
    pub(super) counters: Counters,
    /// Pairs with the first engine.
    pub(super) paired: Paired,
    /// The slowest puzzles, the slowest first; without the names of engine and class.
    pub(super) slowest: Vec<SlowPuzzle>,
}

impl Default for Tally {
    fn default() -> Tally {
        let mut histogram = Histogram::new_with_max(1 << 20, 3).expect("the bounds are sound");
        histogram.auto(true);
        Tally {
            histogram,
            statuses: [0; 5],
            total_ns: 0,
            squared_ns: 0.0,
            min_ns: u64::MAX,
            max_ns: 0,
            counters: Counters::default(),
            paired: Paired::default(),
            slowest: Vec::new(),
        }
    }
}

impl Tally {
    #[inline]
    pub(super) fn time(&mut self, ns: u64) {
        // The smallest time that a histogram knows is 1; it grows by itself up to the longest.
        let _ = self.histogram.record(ns.clamp(1, LONGEST_NS));
        self.total_ns += ns;
        self.squared_ns += ns as f64 * ns as f64;
        self.min_ns = self.min_ns.min(ns);
        self.max_ns = self.max_ns.max(ns);
    }

    #[inline]
    pub(super) fn puzzle(&mut self, status: Status, counters: Counters) {
        let index = match status {
            Status::Unique => 0,
            Status::Multiple => 1,
            Status::None => 2,
            Status::Invalid => 3,
            Status::Solved | Status::Stopped | Status::Malformed => 4,
        };
        self.statuses[index] += 1;
        self.counters += counters;
    }

    /// Keeps a puzzle if it is among the slowest so far; one that is there already, from another pass, keeps its longer
    /// time.
    #[inline]
    pub(super) fn slow(&mut self, time_ns: u64, puzzle: impl FnOnce() -> SlowPuzzle) {
        if self.slowest.len() == SLOWEST_KEPT && self.slowest[SLOWEST_KEPT - 1].time_ns >= time_ns {
            return;
        }
        let slow = puzzle();
        let is_same = |other: &SlowPuzzle| other.file == slow.file && other.line == slow.line;
        if let Some(place) = self.slowest.iter().position(is_same) {
            if self.slowest[place].time_ns >= slow.time_ns {
                return;
            }
            self.slowest.remove(place);
        }
        let place = self.slowest.partition_point(|other| other.time_ns >= slow.time_ns);
        self.slowest.insert(place, slow);
        self.slowest.truncate(SLOWEST_KEPT);
    }

    pub(super) fn puzzles(&self) -> u64 {
        self.statuses.iter().sum()
    }

    pub(super) fn samples(&self) -> u64 {
        self.histogram.len()
    }

    pub(super) fn mean_ns(&self) -> Option<f64> {
        (self.samples() > 0).then(|| self.total_ns as f64 / self.samples() as f64)
    }

    pub(super) fn stdev_ns(&self) -> Option<f64> {
        let (n, mean) = (self.samples() as f64, self.mean_ns()?);
        (n > 1.0).then(|| ((self.squared_ns / n - mean * mean).max(0.0) * n / (n - 1.0)).sqrt())
    }

    /// The time below which this share of all times lies, from 0 to 1, to three digits.
    pub(super) fn quantile_ns(&self, quantile: f64) -> Option<u64> {
        // The top of a histogram's bucket may lie above every value in it.
        (self.samples() > 0).then(|| self.histogram.value_at_quantile(quantile).min(self.max_ns))
    }

    /// Adds the measurements of another worker, or of another class.
    pub(super) fn merge(&mut self, other: &Tally) {
        self.histogram.add(&other.histogram).expect("a histogram that grows has room");
        for (sum, count) in self.statuses.iter_mut().zip(other.statuses) {
            *sum += count;
        }
        self.total_ns += other.total_ns;
        self.squared_ns += other.squared_ns;
        self.min_ns = self.min_ns.min(other.min_ns);
        self.max_ns = self.max_ns.max(other.max_ns);
        self.counters += other.counters;
        self.paired.merge(&other.paired);
        for slow in &other.slowest {
            self.slow(slow.time_ns, || slow.clone());
        }
    }
}

/// All tallies of a worker, or of a whole run, by engine and class.
pub(super) type Recorder = BTreeMap<(EngineKind, u16), Tally>;

pub(super) fn merge(recorder: &mut Recorder, other: &Recorder) {
    for (&key, tally) in other {
        recorder.entry(key).or_default().merge(tally);
    }
}

/// What an engine did on a class, or on all classes.
pub(super) fn total(recorder: &Recorder, engine: EngineKind, class: Option<u16>) -> Tally {
    let mut total = Tally::default();
    for (key, tally) in recorder {
        if key.0 == engine && class.is_none_or(|class| key.1 == class) {
            total.merge(tally);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_add_up_to_one() {
        let key = (EngineKind::Dlx, 3);
        let mut times: Vec<u64> = (1..=1000).map(|n| n * 37 % 1009 * 1000).collect();
        let (mut whole, mut halves) = (Tally::default(), [Recorder::default(), Recorder::default()]);
        for (index, &time_ns) in times.iter().enumerate() {
            let half = halves[index % 2].entry(key).or_default();
            for tally in [&mut whole, half] {
                tally.time(time_ns);
                tally.puzzle(Status::Unique, Counters::default());
                let slow = || SlowPuzzle { time_ns, line: time_ns, ..SlowPuzzle::default() };
                tally.slow(time_ns, slow);
            }
        }
        let mut merged = Recorder::default();
        halves.iter().for_each(|half| merge(&mut merged, half));
        let merged = total(&merged, key.0, None);
        assert_eq!(merged.histogram, whole.histogram);
        assert_eq!(merged.slowest, whole.slowest);
        let sums = |tally: &Tally| (tally.puzzles(), tally.total_ns, tally.min_ns, tally.max_ns);
        assert_eq!((sums(&merged), merged.puzzles()), (sums(&whole), 1000));
        times.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(merged.slowest.iter().map(|slow| slow.time_ns).collect::<Vec<_>>(), times[..5]);
    }

    #[test]
    fn means_and_deviations_are_exact_and_absent_without_samples() {
        let mut tally = Tally::default();
        assert_eq!((tally.mean_ns(), tally.stdev_ns(), tally.quantile_ns(0.5)), (None, None, None));
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|time| tally.time(time));
        assert_eq!(tally.mean_ns(), Some(5.0));
        assert!((tally.stdev_ns().unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-9);
        assert_eq!(tally.quantile_ns(1.0), Some(9));
    }
}
