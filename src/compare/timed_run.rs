//! One of two runs that are compared, with its times.

use std::path::Path;

use super::puzzle_times::{PuzzleTable, PuzzleTimes};
use crate::record::{ReadError, Run, SavedRun};

/// A run with its histograms and the times of single puzzles.
#[derive(Clone, Debug)]
pub struct TimedRun {
    /// The run, with its histograms.
    pub run: Run,
    /// The times of each puzzle, if they are known.
    pub puzzles: Option<PuzzleTimes>,
}

impl TimedRun {
    /// Reads a record.
    pub fn open(path: &Path) -> Result<TimedRun, ReadError> {
        let mut saved = SavedRun::open(path)?;
        let mut table = PuzzleTable::default();
        let has_puzzles = saved.each_puzzle(|time| table.add(time))?;
        saved.load_histograms()?;
        Ok(TimedRun { run: saved.run, puzzles: has_puzzles.then(|| table.finish()) })
    }
}
