//! What a worker records: a histogram and counters for each engine and class. The recorders of all workers are merged;
//! percentiles are taken from the merged histogram, never averaged.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::job::EngineIndex;
use super::paired::Paired;
use super::stored;
use crate::engine::{Counters, Status};
use crate::record::{LONGEST_NS, SlowPuzzle};

/// The maximum number of hardest puzzles that are kept for each engine and class.
pub const MOST_HARDEST: usize = 100;

/// The measurements of one engine on one class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Tally {
    /// All recorded times, in nanoseconds.
    #[serde(with = "stored::histogram")]
    pub(super) histogram: Histogram<u64>,
    /// The numbers of puzzles with each status, in the order of [`Status::ALL`].
    statuses: [u64; Status::ALL.len()],
    /// The sum of all recorded times.
    pub(super) total_ns: u64,
    /// The sum of their squares.
    squared_ns: f64,
    pub(super) min_ns: u64,
    pub(super) max_ns: u64,
    #[serde(with = "stored::counters")]
    pub(super) counters: Counters,
    /// The sum of the times that an external solver says that it took, and how many there are.
    claimed_ns: u64,
    claims: u64,
    /// How long an external solver took for all puzzles at once.
    pub(super) batch_ns: u64,
    /// The times of this engine paired with those of the first engine.
    pub(super) paired: Paired,
    /// The puzzles with the most nodes. The key is the number of nodes and the puzzle's [place](place_of), so the choice
    /// does not depend on the number of threads. The names of engine and class are filled in later.
    #[serde(with = "stored::pairs")]
    pub(super) hardest: BTreeMap<(Reverse<u64>, u64), SlowPuzzle>,
    /// The last key of `hardest` if it is full: hardly any puzzle gets past it.
    least_hard: Option<(Reverse<u64>, u64)>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            histogram: stored::histogram::empty(),
            statuses: [0; Status::ALL.len()],
            claimed_ns: 0,
            claims: 0,
            batch_ns: 0,
            total_ns: 0,
            squared_ns: 0.0,
            min_ns: u64::MAX,
            max_ns: 0,
            counters: Counters::default(),
            paired: Paired::default(),
            hardest: BTreeMap::new(),
            least_hard: None,
        }
    }
}

impl Tally {
    #[inline]
    pub(super) fn time(&mut self, ns: u64) {
        // A histogram holds no value below 1; it resizes itself up to the longest time.
        let _ = self.histogram.record(ns.clamp(1, LONGEST_NS));
        self.total_ns += ns;
        self.squared_ns += ns as f64 * ns as f64;
        self.min_ns = self.min_ns.min(ns);
        self.max_ns = self.max_ns.max(ns);
    }

    #[inline]
    pub(super) fn puzzle(&mut self, status: Status, counters: Counters) {
        self.statuses[status as usize] += 1;
        self.counters += counters;
    }

    pub(super) fn claim(&mut self, ns: u64) {
        self.claimed_ns += ns;
        self.claims += 1;
    }

    /// The mean of the times that an external solver says that it took.
    pub(super) fn mean_claimed_ns(&self) -> Option<f64> {
        (self.claims > 0).then(|| self.claimed_ns as f64 / self.claims as f64)
    }

    /// The number of puzzles with a status.
    pub(super) fn count(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }

    /// Keeps a puzzle if it is among the hardest so far. If it is already there from another pass, the shorter time
    /// stays.
    #[inline]
    pub(super) fn hard(&mut self, key: (Reverse<u64>, u64), puzzle: impl FnOnce() -> SlowPuzzle) {
        if self.least_hard.is_none_or(|least| key <= least) {
            self.keep(key, puzzle());
        }
    }

    #[cold]
    fn keep(&mut self, key: (Reverse<u64>, u64), puzzle: SlowPuzzle) {
        let time_ns = puzzle.time_ns;
        let known = self.hardest.entry(key).or_insert(puzzle);
        known.time_ns = known.time_ns.min(time_ns);
        if self.hardest.len() > MOST_HARDEST {
            self.hardest.pop_last();
        }
        if self.hardest.len() == MOST_HARDEST {
            self.least_hard = self.hardest.last_key_value().map(|(&least, _)| least);
        }
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

    /// Returns the time at this quantile (0 to 1), to three significant digits.
    pub(super) fn quantile_ns(&self, quantile: f64) -> Option<u64> {
        // The upper bound of a histogram bucket may exceed every value in it.
        (self.samples() > 0).then(|| self.histogram.value_at_quantile(quantile).min(self.max_ns))
    }

    /// Adds the measurements of another worker or another class.
    pub(super) fn merge(&mut self, other: &Tally) {
        self.histogram.add(&other.histogram).expect("the histogram resizes itself");
        for (sum, count) in self.statuses.iter_mut().zip(other.statuses) {
            *sum += count;
        }
        self.total_ns += other.total_ns;
        self.squared_ns += other.squared_ns;
        self.min_ns = self.min_ns.min(other.min_ns);
        self.max_ns = self.max_ns.max(other.max_ns);
        self.counters += other.counters;
        self.claimed_ns += other.claimed_ns;
        self.claims += other.claims;
        self.batch_ns += other.batch_ns;
        self.paired.merge(&other.paired);
        for (&key, puzzle) in &other.hardest {
            self.hard(key, || puzzle.clone());
        }
    }
}

/// The number of bits for the line in a place.
const LINE_BITS: u32 = 44;

/// Returns a number for a line of a source that grows in input order.
pub(super) fn place_of(source: usize, line: u64) -> u64 {
    ((source as u64) << LINE_BITS) | (line & ((1 << LINE_BITS) - 1))
}

/// What a worker recorded, or all workers of a run together. Engines are indices in the roster.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Recorder {
    /// By engine and class.
    tallies: Vec<Vec<Option<Box<Tally>>>>,
    /// The number of puzzles of a class that were solved by exactly these engines, one bit for each.
    #[serde(with = "stored::pairs")]
    pub(super) solved_by: BTreeMap<(u16, u64), u64>,
}

impl Recorder {
    /// What an engine did on a class.
    #[inline]
    pub(super) fn tally(&mut self, engine: EngineIndex, class: u16) -> &mut Tally {
        let (engine, class) = (usize::from(engine), usize::from(class));
        if self.tallies.get(engine).is_none_or(|classes| class >= classes.len()) {
            self.make_room(engine, class);
        }
        self.tallies[engine][class].get_or_insert_default()
    }

    #[cold]
    fn make_room(&mut self, engine: usize, class: usize) {
        self.tallies.resize_with(self.tallies.len().max(engine + 1), Vec::new);
        self.tallies[engine].resize_with(class + 1, || None);
    }

    /// All tallies with their engines and classes, in order.
    fn tallies(&self) -> impl Iterator<Item = (EngineIndex, u16, &Tally)> {
        (0..).zip(&self.tallies).flat_map(|(engine, classes)| {
            let classes = (0..).zip(classes);
            classes.filter_map(move |(class, tally)| Some((engine, class, tally.as_deref()?)))
        })
    }

    pub(super) fn merge(&mut self, other: &Recorder) {
        for (engine, class, tally) in other.tallies() {
            self.tally(engine, class).merge(tally);
        }
        for (&key, count) in &other.solved_by {
            *self.solved_by.entry(key).or_default() += count;
        }
    }

    /// Gives the classes other numbers: those at their indices.
    pub(super) fn renumbered(self, classes: &[u16]) -> Recorder {
        let mut recorder = Recorder::default();
        for (engine, class, tally) in self.tallies() {
            recorder.tally(engine, classes[usize::from(class)]).merge(tally);
        }
        let number = |((class, engines), count)| ((classes[usize::from(class)], engines), count);
        recorder.solved_by = self.solved_by.into_iter().map(number).collect();
        recorder
    }

    /// Changes the hardest puzzles of each engine and class.
    pub(super) fn relocate(&mut self, relocate: impl Fn(&mut u64, &mut SlowPuzzle)) {
        for tally in self.tallies.iter_mut().flatten().flatten() {
            let hardest = std::mem::take(&mut tally.hardest);
            tally.hardest = hardest
                .into_iter()
                .map(|((effort, mut place), mut slow)| {
                    relocate(&mut place, &mut slow);
                    ((effort, place), slow)
                })
                .collect();
        }
    }

    /// What an engine did on a class, or on all classes.
    pub(super) fn total(&self, engine: EngineIndex, class: Option<u16>) -> Tally {
        let mut total = Tally::default();
        for (of, on, tally) in self.tallies() {
            if of == engine && class.is_none_or(|class| on == class) {
                total.merge(tally);
            }
        }
        total
    }

    /// The engines that have solved anything, in order.
    pub(super) fn engines(&self) -> Vec<EngineIndex> {
        let mut engines: Vec<EngineIndex> = self.tallies().map(|(engine, ..)| engine).collect();
        engines.dedup();
        engines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_workers_equal_one_worker() {
        let (engine, class) = (1, 3);
        let mut times: Vec<u64> = (1..=1000).map(|n| n * 37 % 1009 * 1000).collect();
        let (mut whole, mut halves) = (Tally::default(), [Recorder::default(), Recorder::default()]);
        for (index, &time_ns) in times.iter().enumerate() {
            let half = halves[index % 2].tally(engine, class);
            for tally in [&mut whole, half] {
                tally.time(time_ns);
                tally.puzzle(Status::Unique, Counters::default());
                let nodes = time_ns % 7;
                let puzzle = || SlowPuzzle { time_ns, nodes, line: index as u64, ..SlowPuzzle::default() };
                tally.hard((Reverse(nodes), index as u64), puzzle);
            }
        }
        let mut merged = Recorder::default();
        halves.iter().for_each(|half| merged.merge(half));
        let merged = merged.total(engine, None);
        assert_eq!(merged.histogram, whole.histogram);
        assert_eq!(merged.hardest, whole.hardest);
        let sums = |tally: &Tally| (tally.puzzles(), tally.total_ns, tally.min_ns, tally.max_ns);
        assert_eq!((sums(&merged), merged.puzzles()), (sums(&whole), 1000));
        // The puzzles with the most nodes, and of those the first in the input.
        let hardest: Vec<u64> = merged.hardest.values().map(|puzzle| puzzle.time_ns).collect();
        times.retain(|time_ns| time_ns % 7 == 6);
        assert_eq!(hardest, times[..MOST_HARDEST]);
    }

    #[test]
    fn a_hard_puzzle_is_kept_once_with_the_shortest_time_of_all_passes() {
        let mut tally = Tally::default();
        for time_ns in [30, 10, 20] {
            tally.hard((Reverse(5), 3), || SlowPuzzle { time_ns, ..SlowPuzzle::default() });
        }
        assert_eq!(tally.hardest.values().map(|puzzle| puzzle.time_ns).collect::<Vec<_>>(), [10]);
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
