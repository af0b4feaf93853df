//! A record, read again: `run.json`, and of each puzzle or of all together the times.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hdrhistogram::Histogram;
use thiserror::Error;
use twox_hash::XxHash3_128;

use crate::bench::record::tallies;
use crate::bench::{FORMAT, Measured, Run};
use crate::report::{hlog, units};

/// Why a record cannot be read.
#[derive(Debug, Error)]
pub enum SavedError {
    /// There is no record.
    #[error("{} is no record: a record is a folder with a run.json, as bench --save and --out write it", .0.display())]
    NoRecord(PathBuf),
    /// A file that cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file that is damaged, or no such file.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A table with other rows than the run wrote.
    #[error("{} has {} of {} rows: it is not the file that the run wrote", .path.display(), units::count(*.rows), units::count(*.of))]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// Its rows.
        rows: u64,
        /// How many there were.
        of: u64,
    },
    /// A record of a later version.
    #[error("{} has format {found}, and this version of dlxbench knows formats up to {FORMAT}: use a newer one", .path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u64,
    },
}

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Everything but the times.
    pub run: Run,
    /// The times of each puzzle, if the record has them.
    pub puzzles: Option<PuzzleTimes>,
    /// The times of each engine and class, by the tag that they have in the log; none if there is no log.
    pub histograms: HashMap<String, Histogram<u64>>,
}

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

impl Saved {
    /// Reads the record in this folder.
    pub fn open(folder: &Path) -> Result<Saved, SavedError> {
        let path = folder.join("run.json");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Err(SavedError::NoRecord(folder.to_owned()));
            }
            Err(error) => return Err(SavedError::Unreadable { path, error }),
        };
        let damaged =
            |error: serde_json::Error| SavedError::Damaged { path: path.clone(), reason: error.to_string() };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(damaged)?;
        if let Some(found) = value["format"].as_u64().filter(|&format| format > u64::from(FORMAT)) {
            return Err(SavedError::TooNew { path, found });
        }
        let run: Run = serde_json::from_value(value).map_err(damaged)?;
        let puzzles = present(folder.join("puzzles.csv"))
            .map(|path| read_puzzles(&path, run.puzzle_rows()))
            .transpose()?;
        let histograms = match present(folder.join("run.hlog")) {
            Some(path) => {
                let log =
                    fs::read(&path).map_err(|error| SavedError::Unreadable { path: path.clone(), error })?;
                hlog::read(&log).map_err(|reason| SavedError::Damaged { path, reason })?
            }
            None => HashMap::new(),
        };
        Ok(Saved { run, puzzles, histograms })
    }

    /// A run that has just been made, without a record.
    pub fn of_run(run: Run, measured: &Measured, puzzles: Option<PuzzleTimes>) -> Saved {
        let tallies = tallies(&run, measured).into_iter();
        let tagged = tallies
            .map(|(engine, class, tally)| (hlog::tag_of(&format!("{engine}/{class}")), tally.histogram));
        Saved { histograms: tagged.collect(), run, puzzles }
    }

    /// The histogram of an engine on a class as values and counts, ascending; empty if there is none.
    pub fn counts(&self, engine: &str, class: &str) -> Vec<(f64, u64)> {
        let found = self.histograms.get(&hlog::tag_of(&format!("{engine}/{class}")));
        let steps = found.into_iter().flat_map(|histogram| histogram.iter_recorded());
        steps.map(|step| (step.value_iterated_to() as f64, step.count_at_value())).collect()
    }
}

fn present(path: PathBuf) -> Option<PathBuf> {
    path.symlink_metadata().is_ok().then_some(path)
}

/// Reads `puzzles.csv`, which should have so many rows if that is known. A puzzle has a row for each of its times.
fn read_puzzles(path: &Path, expected: Option<u64>) -> Result<PuzzleTimes, SavedError> {
    let damaged = |reason: String| SavedError::Damaged { path: path.to_owned(), reason };
    let file = File::open(path).map_err(|error| SavedError::Unreadable { path: path.to_owned(), error })?;
    let mut reader = csv::Reader::from_reader(file);
    let header = reader.headers().map_err(|error| damaged(error.to_string()))?.clone();
    let incomplete = |rows| {
        let of = expected.filter(|&of| of != rows)?;
        Some(SavedError::Incomplete { path: path.to_owned(), rows, of })
    };
    if let Some(error) = incomplete(0).filter(|_| header.is_empty()) {
        return Err(error);
    }
    let mut rows = 0;
    let mut table = PuzzleTable::new(&header.iter().collect::<Vec<_>>()).map_err(damaged)?;
    for record in reader.records() {
        let record = record.map_err(|error| damaged(error.to_string()))?;
        rows += 1;
        let line = record.position().map_or(0, csv::Position::line);
        table
            .add(&record.iter().collect::<Vec<_>>())
            .map_err(|reason| damaged(format!("line {line}: {reason}")))?;
    }
    incomplete(rows).map_or(Ok(table.finish()), Err)
}

/// The rows of `puzzles.csv` on their way to the times of single puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleTable {
    /// Where the columns of [`PuzzleTable::COLUMNS`] are.
    columns: [usize; PuzzleTable::COLUMNS.len()],
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
    const COLUMNS: [&str; 6] = ["engine", "file", "line", "class", "puzzle", "time_ns"];

    /// An empty table with this header; or what is missing in it.
    pub fn new(header: &[&str]) -> Result<PuzzleTable, String> {
        let mut columns = [0; PuzzleTable::COLUMNS.len()];
        for (place, name) in columns.iter_mut().zip(PuzzleTable::COLUMNS) {
            let found = header.iter().position(|column| *column == name);
            *place = found.ok_or_else(|| format!("it has no column {name}"))?;
        }
        Ok(PuzzleTable {
            columns,
            names: HashSet::new(),
            places: HashMap::new(),
            copies: HashMap::new(),
            sums: Vec::new(),
        })
    }

    /// Adds a row; or says what is wrong with it.
    pub fn add(&mut self, fields: &[&str]) -> Result<(), String> {
        let [engine, file, line, class, puzzle, time] =
            self.columns.map(|column| fields.get(column).copied().unwrap_or_default());
        let ns: u64 = time.parse().map_err(|_| format!("{time:?} is no time in nanoseconds"))?;
        let line: u64 = line.parse().map_err(|_| format!("{line:?} is no number of a line"))?;
        let [engine, file] = [engine, file].map(|name| self.name(name));
        let next = self.sums.len();
        let place = *self.places.entry((Arc::clone(&engine), file, line)).or_insert(next);
        if place == next {
            let puzzle = XxHash3_128::oneshot(puzzle.as_bytes());
            let mut key = PuzzleKey { engine, class: self.name(class), puzzle, copy: 0 };
            let copies = self.copies.entry(key.clone()).or_default();
            key.copy = *copies;
            *copies += 1;
            self.sums.push((key, 0.0, 0));
        }
        let (_, sum, count) = &mut self.sums[place];
        *sum += ns as f64;
        *count += 1;
        Ok(())
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
        let mut table = PuzzleTable::new(&["time_ns", "engine", "file", "line", "class", "puzzle"]).unwrap();
        for (time, file, line) in
            [("10", "a", "1"), ("30", "a", "1"), ("5", "a", "2"), ("7", "b", "1"), ("9", "a", "2")]
        {
            table.add(&[time, "dlx", file, line, "easy", "1..2"]).unwrap();
        }
        let mut times: Vec<(u32, f64)> =
            table.finish().into_iter().map(|(key, time)| (key.copy, time)).collect();
        times.sort_by_key(|(copy, _)| *copy);
        assert_eq!(times, [(0, 20.0), (1, 7.0), (2, 7.0)]);
        assert_eq!(PuzzleTable::new(&["engine"]).unwrap_err(), "it has no column file");
    }
}
