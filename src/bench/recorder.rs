//! What a worker writes down: a histogram and counters for each engine and class. Recorders of several workers
//! add up to one; percentiles are taken from the merged histogram, never averaged.

use std::borrow::Cow;

use hdrhistogram::Histogram;

use super::paired::Paired;
use crate::engine::{Counters, EngineKind, Outcome, Status};

/// How many of the slowest puzzles are kept for each engine and class.
pub(super) const SLOWEST_KEPT: usize = 5;

/// The longest time that a histogram tells apart: an hour. Longer ones count as an hour there.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// One of the slowest puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slow {
    /// How long it took.
    pub(super) time_ns: u64,
    /// Which source it came from.
    pub(super) source: usize,
    /// The line in that source.
    pub(super) line: u64,
    /// The nodes of its search.
    pub(super) nodes: u64,
    /// The puzzle as a line.
    pub(super) puzzle: String,
}

/// The measurements of one engine on one class.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// All recorded times, in nanoseconds.
    pub(super) histogram: Histogram<u64>,
    /// Puzzles that are unique, multiple, none, invalid and stopped. A puzzle that was solved without a search for a second
    /// solution counts as stopped: a limit was hit before the answer was known.
    pub(super) statuses: [u64; 5],
    /// Puzzles.
    pub(super) puzzles: u64,
    /// The sum of all recorded times.
    pub(super) total_ns: u64,
    /// The sum of their squares.
    pub(super) squared_ns: f64,
    /// The shortest time.
    pub(super) min_ns: u64,
    /// The longest time.
    pub(super) max_ns: u64,
    /// The work done, over all puzzles.
    pub(super) counters: Counters,
    /// Pairs with the first engine.
    pub(super) paired: Paired,
    /// The slowest puzzles, the slowest first.
    pub(super) slowest: Vec<Slow>,
}

impl Default for Tally {
    fn default() -> Tally {
        let mut histogram = Histogram::new_with_max(1 << 20, 3).expect("the bounds are sound");
        histogram.auto(true);
        Tally {
            histogram,
            statuses: [0; 5],
            puzzles: 0,
            total_ns: 0,
            squared_ns: 0.0,
            min_ns: u64::MAX,
            max_ns: 0,
            counters: Counters::default(),
            paired: Paired::default(),
            slowest: Vec::with_capacity(SLOWEST_KEPT + 1),
        }
    }
}

impl Tally {
    /// Records a time.
    #[inline]
    pub(super) fn time(&mut self, ns: u64) {
        // The smallest time that a histogram knows is 1; it grows by itself up to the longest.
        let _ = self.histogram.record(ns.clamp(1, LONGEST_NS));
        self.total_ns += ns;
        self.squared_ns += ns as f64 * ns as f64;
        self.min_ns = self.min_ns.min(ns);
        self.max_ns = self.max_ns.max(ns);
    }

    /// Records what became of a puzzle.
    #[inline]
    pub(super) fn puzzle(&mut self, status: Status, outcome: &Outcome) {
        let index = match status {
            Status::Unique => 0,
            Status::Multiple => 1,
            Status::None => 2,
            Status::Invalid => 3,
            Status::Solved | Status::Stopped | Status::Malformed => 4,
        };
        self.statuses[index] += 1;
        self.puzzles += 1;
        self.counters += outcome.counters;
    }

    /// Whether a puzzle that took so long is among the slowest so far.
    #[inline]
    pub(super) fn is_slow(&self, ns: u64) -> bool {
        self.slowest.len() < SLOWEST_KEPT || self.slowest.last().is_some_and(|slow| ns > slow.time_ns)
    }

    /// Adds one of the slowest puzzles; one that is there already, from another pass, keeps the longer time.
    pub(super) fn slow(&mut self, slow: Slow) {
        let is_same = |other: &Slow| other.source == slow.source && other.line == slow.line;
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

    /// How many times were recorded.
    pub(super) fn samples(&self) -> u64 {
        self.histogram.len()
    }

    /// The mean time.
    pub(super) fn mean_ns(&self) -> Option<f64> {
        (self.samples() > 0).then(|| self.total_ns as f64 / self.samples() as f64)
    }

    /// The standard deviation of the times.
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
        self.puzzles += other.puzzles;
        self.total_ns += other.total_ns;
        self.squared_ns += other.squared_ns;
        self.min_ns = self.min_ns.min(other.min_ns);
        self.max_ns = self.max_ns.max(other.max_ns);
        self.counters += other.counters;
        self.paired.merge(&other.paired);
        for slow in &other.slowest {
            if self.is_slow(slow.time_ns) {
                self.slow(slow.clone());
            }
        }
    }
}

/// All tallies of a worker, or of a whole run.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    /// By engine, in the order in which engines first recorded something; within, by class.
    engines: Vec<(EngineKind, Vec<Option<Box<Tally>>>)>,
}

impl Recorder {
    /// The tally of an engine and a class, which is new or known.
    #[inline]
    pub(super) fn tally(&mut self, engine: EngineKind, class: u16) -> &mut Tally {
        let position = match self.engines.iter().position(|(kind, _)| *kind == engine) {
            Some(position) => position,
            None => {
                self.engines.push((engine, Vec::new()));
                self.engines.len() - 1
            }
        };
        let tallies = &mut self.engines[position].1;
        let class = usize::from(class);
        if tallies.len() <= class {
            tallies.resize_with(class + 1, || None);
        }
        tallies[class].get_or_insert_default()
    }

    /// The engines that recorded something, the dlx engine first.
    pub(super) fn engines(&self) -> Vec<EngineKind> {
        let mut engines: Vec<EngineKind> = self.engines.iter().map(|(engine, _)| *engine).collect();
        engines.sort();
        engines
    }

    /// The tally of an engine and a class, if anything was recorded.
    pub(super) fn get(&self, engine: EngineKind, class: u16) -> Option<&Tally> {
        let (_, tallies) = self.engines.iter().find(|(kind, _)| *kind == engine)?;
        tallies.get(usize::from(class))?.as_deref()
    }

    /// The tally of an engine and a class, or of all classes; empty if nothing was recorded.
    pub(super) fn of(&self, engine: EngineKind, class: Option<u16>) -> Cow<'_, Tally> {
        match class {
            Some(class) => self.get(engine, class).map_or_else(Cow::default, Cow::Borrowed),
            None => Cow::Owned(self.total(engine)),
        }
    }

    fn total(&self, engine: EngineKind) -> Tally {
        let mut total = Tally::default();
        for (_, tallies) in self.engines.iter().filter(|(kind, _)| *kind == engine) {
            tallies.iter().flatten().for_each(|tally| total.merge(tally));
        }
        total
    }

    /// Adds what another worker recorded.
    pub(super) fn merge(&mut self, other: &Recorder) {
        for (engine, tallies) in &other.engines {
            for (class, tally) in tallies.iter().enumerate() {
                if let Some(tally) = tally {
                    self.tally(*engine, class as u16).merge(tally);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(time_ns: u64) -> Slow {
        Slow { time_ns, source: 0, line: time_ns, nodes: 0, puzzle: String::new() }
    }

    #[test]
    fn workers_add_up_to_one() {
        let times: Vec<u64> = (1..=1000).map(|n| n * 37 % 1009 * 1000).collect();
        let (mut whole, mut halves) = (Recorder::default(), [Recorder::default(), Recorder::default()]);
        for (index, &time) in times.iter().enumerate() {
            let half = &mut halves[index % 2];
            for tally in [whole.tally(EngineKind::Dlx, 3), half.tally(EngineKind::Dlx, 3)] {
                tally.time(time);
                tally.puzzle(Status::Unique, &Outcome::default());
                if tally.is_slow(time) {
                    tally.slow(slow(time));
                }
            }
        }
        let mut merged = Recorder::default();
        halves.iter().for_each(|half| merged.merge(half));
        let (merged, whole) =
            (merged.get(EngineKind::Dlx, 3).unwrap(), whole.get(EngineKind::Dlx, 3).unwrap());
        assert_eq!(merged.histogram, whole.histogram);
        assert_eq!(merged.slowest, whole.slowest);
        assert_eq!(
            (merged.total_ns, merged.min_ns, merged.max_ns),
            (whole.total_ns, whole.min_ns, whole.max_ns)
        );
        assert_eq!(merged.puzzles, 1000);
        let sorted = {
            let mut sorted = times.clone();
            sorted.sort_unstable();
            sorted
        };
        assert_eq!(
            merged.slowest.iter().map(|slow| slow.time_ns).collect::<Vec<_>>(),
            sorted.iter().rev().take(5).copied().collect::<Vec<_>>()
        );
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
