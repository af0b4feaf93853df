//! A run with the times of its puzzles, which can be matched with those of another run.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use twox_hash::XxHash3_128;

use crate::record::{PuzzleTime, ReadError, ResultRow, Run, SavedRun};

/// A run with its histograms and the times of individual puzzles.
#[derive(Clone, Debug)]
pub struct TimedRun {
    /// The run, with its histograms.
    pub run: Run,
    /// The times of each puzzle, if the record has them.
    pub puzzles: Option<PuzzleTimes>,
}

impl TimedRun {
    /// Reads a record.
    pub fn open(path: &Path) -> Result<TimedRun, ReadError> {
        let mut saved = SavedRun::open(path)?;
        let mut puzzles = PuzzleTimes::default();
        let has_puzzles = saved.each_puzzle(|time| puzzles.add(time))?;
        saved.load_histograms()?;
        Ok(TimedRun { run: saved.run, puzzles: has_puzzles.then_some(puzzles) })
    }
}

/// Identifies a puzzle across records: its fingerprint, because there may be millions of puzzles, and the number of
/// the copy, because a corpus may contain a puzzle several times.
type PuzzleKey = (u128, u32);

/// The time of each puzzle: the mean of its times in the record.
#[derive(Clone, Default, Debug)]
pub struct PuzzleTimes {
    /// The sum and the number of the times, by engine and class and then by puzzle.
    groups: BTreeMap<(String, String), BTreeMap<PuzzleKey, (f64, u32)>>,
    /// The puzzle at each place (engine, file, line). Rows with the same puzzle are repetitions if their places are the
    /// same, and copies if they differ.
    places: HashMap<u128, PuzzleKey>,
}

impl PuzzleTimes {
    /// Adds a row of `puzzles.csv`, which has a row for each time of a puzzle.
    pub fn add(&mut self, row: PuzzleTime<'_>) {
        let puzzles = self.groups.entry((row.engine.to_owned(), row.class.to_owned())).or_default();
        let place = fingerprint(&format!("{}\0{}\0{}", row.engine, row.file, row.line));
        let key = *self.places.entry(place).or_insert_with(|| {
            let puzzle = fingerprint(row.puzzle);
            let last = puzzles.range((puzzle, 0)..=(puzzle, u32::MAX)).next_back();
            (puzzle, last.map_or(0, |((_, copy), _)| copy + 1))
        });
        let (sum, count) = puzzles.entry(key).or_default();
        *sum += row.time_ns as f64;
        *count += 1;
    }

    /// Returns the times of the puzzles that two rows have in common, in pairs and always in the same order.
    pub(super) fn pairs(
        &self,
        row: &ResultRow,
        other: &PuzzleTimes,
        other_row: &ResultRow,
    ) -> (Vec<f64>, Vec<f64>) {
        let mean = |(sum, count): &(f64, u32)| sum / f64::from(*count);
        let mut pairs = (Vec::new(), Vec::new());
        for ((engine, class), puzzles) in &self.groups {
            let is_wanted = *engine == row.engine && (row.class.is_all() || class == row.class.name());
            let others = other.groups.get(&(other_row.engine.clone(), class.clone()));
            let Some(others) = others.filter(|_| is_wanted) else { continue };
            pairs.extend(
                puzzles.iter().filter_map(|(key, times)| Some((mean(times), mean(others.get(key)?)))),
            );
        }
        pairs
    }
}

fn fingerprint(text: &str) -> u128 {
    XxHash3_128::oneshot(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_averaged_and_copies_are_kept_separate() {
        let mut times = PuzzleTimes::default();
        for (time_ns, file, line) in [(10, "a", 1), (30, "a", 1), (5, "a", 2), (7, "b", 1), (9, "a", 2)] {
            let (engine, class, puzzle) = ("dlx", "easy", "1..2");
            times.add(PuzzleTime { engine, file, line, class, puzzle, time_ns, ..PuzzleTime::default() });
        }
        let row = ResultRow { engine: "dlx".to_owned(), ..ResultRow::default() };
        assert_eq!(times.pairs(&row, &times, &row), (vec![20.0, 7.0, 7.0], vec![20.0, 7.0, 7.0]));
    }
}
