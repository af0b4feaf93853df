//! The times of single puzzles, by what a puzzle is found again by in another run.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use twox_hash::XxHash3_128;

use crate::record::PuzzleTime;

/// A puzzle as it is found again in another record: engine, class, puzzle, and which of its like.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PuzzleKey {
    /// The engine.
    pub engine: Arc<str>,
    /// The class.
    pub class: Arc<str>,
    /// The fingerprint of the puzzle: there may be millions.
    pub puzzle: u128,
    /// From 0; a corpus may hold a puzzle several times.
    pub copy: u32,
}

/// The time of each puzzle: the mean of those that the record has.
pub type PuzzleTimes = HashMap<PuzzleKey, f64>;

/// Rows on their way to the times of single puzzles. A puzzle has a row for each of its times.
#[derive(Clone, Default, Debug)]
pub struct PuzzleTable {
    /// Names of engines, files and classes, each once.
    names: HashSet<Arc<str>>,
    /// Where a puzzle stands (engine, file, line) tells its copies apart from its repetitions.
    places: HashMap<(Arc<str>, Arc<str>, u64), usize>,
    /// How many copies of a puzzle there are so far.
    copies: HashMap<PuzzleKey, u32>,
    /// The puzzles, the sums of their times, and how many these are.
    sums: Vec<(PuzzleKey, f64, u32)>,
}

impl PuzzleTable {
    /// Adds a row.
    pub fn add(&mut self, row: PuzzleTime<'_>) {
        let [engine, file] = [row.engine, row.file].map(|name| self.name(name));
        let next = self.sums.len();
        let place = *self.places.entry((Arc::clone(&engine), file, row.line)).or_insert(next);
        if place == next {
            let puzzle = XxHash3_128::oneshot(row.puzzle.as_bytes());
            let mut key = PuzzleKey { engine, class: self.name(row.class), puzzle, copy: 0 };
            let copies = self.copies.entry(key.clone()).or_default();
            key.copy = *copies;
            *copies += 1;
            self.sums.push((key, 0.0, 0));
        }
        let (_, sum, count) = &mut self.sums[place];
        *sum += row.time_ns as f64;
        *count += 1;
    }

    fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = name.into();
        self.names.insert(Arc::clone(&new));
        new
    }

    /// The time of each puzzle.
    pub fn finish(self) -> PuzzleTimes {
        self.sums.into_iter().map(|(key, sum, count)| (key, sum / f64::from(count))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_averaged_and_copies_kept_apart() {
        let mut table = PuzzleTable::default();
        for (time_ns, file, line) in [(10, "a", 1), (30, "a", 1), (5, "a", 2), (7, "b", 1), (9, "a", 2)] {
            let (engine, class, puzzle) = ("dlx", "easy", "1..2");
            table.add(PuzzleTime { engine, file, line, class, puzzle, time_ns, ..PuzzleTime::default() });
        }
        let mut times: Vec<(u32, f64)> =
            table.finish().into_iter().map(|(key, time)| (key.copy, time)).collect();
        times.sort_by_key(|(copy, _)| *copy);
        assert_eq!(times, [(0, 20.0), (1, 7.0), (2, 7.0)]);
    }
}
