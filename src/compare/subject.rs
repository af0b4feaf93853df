//! One of two runs that are compared, with its times.

use std::collections::HashMap;

use hdrhistogram::Histogram;

use super::puzzle_times::{PuzzleTable, PuzzleTimes};
use crate::bench::record::tallies;
use crate::bench::saved::{ReadError, SavedRun};
use crate::bench::{Measured, ResultRow, Run};

/// A run and its times.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Everything but the times.
    pub run: Run,
    /// The times of each puzzle, if they are there.
    pub puzzles: Option<PuzzleTimes>,
    /// The times of each engine and class as a histogram.
    histograms: HashMap<(String, String), Histogram<u64>>,
}

impl Subject {
    /// A run from its record.
    pub fn of_record(record: SavedRun) -> Result<Subject, ReadError> {
        let mut table = PuzzleTable::default();
        let has_puzzles = record.each_puzzle(|row| table.add(row))?;
        let rows = record.histograms()?.into_iter();
        let histograms =
            rows.map(|(row, histogram)| ((row.engine.clone(), row.class.clone()), histogram)).collect();
        Ok(Subject { run: record.run, puzzles: has_puzzles.then(|| table.finish()), histograms })
    }

    /// A run that has just been made.
    pub fn of_run(run: Run, measured: &Measured, puzzles: Option<PuzzleTimes>) -> Subject {
        let tallies = tallies(&run, measured).into_iter();
        let histograms = tallies.map(|(engine, class, tally)| ((engine, class), tally.histogram)).collect();
        Subject { run, puzzles, histograms }
    }

    /// The histogram of a row of the results as values and counts, ascending; empty if it has no samples.
    pub(super) fn counts(&self, row: &ResultRow) -> Vec<(f64, u64)> {
        let found = self.histograms.get(&(row.engine.clone(), row.class.clone()));
        let steps = found.into_iter().flat_map(|histogram| histogram.iter_recorded());
        steps.map(|step| (step.value_iterated_to() as f64, step.count_at_value())).collect()
    }
}
