//! A run read back from its record.
//!
//! [`SavedRun::open`] reads `run.json`, which is all that tables need. The histograms of `run.hlog` and the rows of
//! `puzzles.csv` are read when somebody asks for them. What is damaged, or was not written by us, is an error that
//! names the file and what is wrong with it.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use hdrhistogram::Histogram;
use serde::Deserialize;
use thiserror::Error;

use super::puzzle_row::{PuzzleColumns, PuzzleRow};
use super::results::{FORMAT, ResultRow, Run};
use crate::report::{hlog, units};

/// Why a record could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// There is nothing at that place, or no folder.
    #[error("{} is no record: {reason}; a record is a folder that dlxbench bench --save or --out wrote", .path.display())]
    NoRecord {
        /// The place.
        path: PathBuf,
        /// What is there instead.
        reason: String,
    },
    /// A record of another version.
    #[error("{} has format {found}; this version of dlxbench reads format {FORMAT}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u64,
    },
    /// A file with something else in it than a run wrote.
    #[error("{} is damaged, or is not of dlxbench: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
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
    /// The file cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// A record on disk.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedRun {
    path: PathBuf,
    /// What `run.json` says.
    pub run: Run,
}

impl SavedRun {
    /// Reads the record in this folder.
    pub fn open(path: &Path) -> Result<SavedRun, ReadError> {
        let no_record =
            |reason: &str| ReadError::NoRecord { path: path.to_owned(), reason: reason.to_owned() };
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => return Err(no_record("it is a file")),
            Err(error) => return Err(no_record(&error.to_string())),
        }
        let file = path.join("run.json");
        let text = match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(no_record("there is no run.json in it"));
            }
            other => other.map_err(|error| ReadError::Io { path: file.clone(), error })?,
        };
        // The format first: of another one, nothing else can be expected.
        #[derive(Deserialize)]
        struct Head {
            format: u64,
        }
        let damaged =
            |error: serde_json::Error| ReadError::Damaged { path: file.clone(), reason: error.to_string() };
        let Head { format } = serde_json::from_slice(&text).map_err(damaged)?;
        if format != u64::from(FORMAT) {
            return Err(ReadError::Format { path: file, found: format });
        }
        let run = serde_json::from_slice(&text).map_err(damaged)?;
        Ok(SavedRun { path: path.to_owned(), run })
    }

    /// The rows of the results that have samples, each with its histogram.
    pub fn histograms(&self) -> Result<Vec<(&ResultRow, Histogram<u64>)>, ReadError> {
        let path = self.path.join("run.hlog");
        let log = fs::read(&path).map_err(|error| ReadError::Io { path: path.clone(), error })?;
        let damaged = |reason: String| ReadError::Damaged { path: path.clone(), reason };
        let mut rows = self.run.results.iter().filter(|row| row.samples > 0);
        let mut histograms = Vec::new();
        for (tag, histogram) in hlog::read(&log).map_err(damaged)? {
            let row =
                rows.next().ok_or_else(|| damaged("it has more histograms than run.json rows".into()))?;
            // The log cannot hold every name as it is, so the order decides and the tag is checked.
            let expected = hlog::tag_of(&format!("{}/{}", row.engine, row.class));
            if tag != expected {
                return Err(damaged(format!("expected the histogram of {expected}, found that of {tag:?}")));
            }
            if histogram.len() != row.samples {
                let (found, samples) = (histogram.len(), row.samples);
                return Err(damaged(format!(
                    "{expected} has {found} samples here and {samples} in run.json"
                )));
            }
            histograms.push((row, histogram));
        }
        match rows.next() {
            Some(row) => Err(damaged(format!("the histogram of {}/{} is missing", row.engine, row.class))),
            None => Ok(histograms),
        }
    }

    /// Shows every row of `puzzles.csv`, one after the other; `false` if the record has none.
    pub fn each_puzzle(&self, mut visit: impl FnMut(PuzzleRow<'_>)) -> Result<bool, ReadError> {
        let path = self.path.join("puzzles.csv");
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            other => other.map_err(|error| ReadError::Io { path: path.clone(), error })?,
        };
        let damaged = |reason: String| ReadError::Damaged { path: path.clone(), reason };
        let no_table = |error: csv::Error| match error.into_kind() {
            csv::ErrorKind::Io(error) => ReadError::Io { path: path.clone(), error },
            kind => damaged(in_words(&kind)),
        };
        let mut reader = csv::Reader::from_reader(BufReader::with_capacity(1 << 16, file));
        let header = reader.headers().map_err(no_table)?.clone();
        let mut rows = 0;
        // A file that was cut to nothing has no header either, and lacks rows all the same.
        if !header.is_empty() {
            let columns = PuzzleColumns::of(&header).map_err(damaged)?;
            let mut record = csv::StringRecord::new();
            while reader.read_record(&mut record).map_err(no_table)? {
                rows += 1;
                let line = record.position().map_or(0, csv::Position::line);
                let row = columns.read(|column| record.get(column));
                visit(row.map_err(|reason| damaged(format!("line {line}: {reason}")))?);
            }
        }
        match self.run.puzzle_rows() {
            Some(of) if of != rows => Err(ReadError::Incomplete { path, rows, of }),
            _ => Ok(true),
        }
    }
}

/// What is wrong with a table, and where.
fn in_words(kind: &csv::ErrorKind) -> String {
    let line = kind.position().map_or(String::new(), |position| format!("line {}: ", position.line()));
    let reason = match kind {
        csv::ErrorKind::Utf8 { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} fields where the header has {expected_len}")
        }
        _ => "not a table".to_owned(),
    };
    line + &reason
}
