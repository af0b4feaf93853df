//! A run read back from its record.
//!
//! [`SavedRun::open`] reads `run.json`, which is all that tables need. The histograms of `run.hlog` and the rows of
//! `puzzles.csv` are read when somebody asks for them. What is damaged, or was not written by us, is an error that
//! names the file and what is wrong with it.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};
use serde::Deserialize;
use thiserror::Error;

use super::results::{FORMAT, Run};
use crate::report::hlog::tag_of;
use crate::report::units;

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

/// One time of one puzzle: what `puzzles.csv` says about it, as far as charts are made from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct PuzzleTime<'a> {
    /// The class.
    pub class: &'a str,
    /// The engine.
    pub engine: &'a str,
    /// How long it took.
    pub time_ns: u64,
    /// The guesses of the search.
    pub guesses: u64,
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

    /// The histogram of each row of the results that has samples, in their order.
    pub fn histograms(&self) -> Result<Vec<Histogram<u64>>, ReadError> {
        let path = self.path.join("run.hlog");
        let log = fs::read(&path).map_err(|error| ReadError::Io { path: path.clone(), error })?;
        let damaged = |reason: String| ReadError::Damaged { path: path.clone(), reason };
        let mut rows = self.run.results.iter().filter(|row| row.samples > 0);
        let mut histograms = Vec::new();
        for entry in IntervalLogIterator::new(&log) {
            let entry = entry.map_err(|error| damaged(format!("{error:?}")))?;
            let LogEntry::Interval(interval) = entry else { continue };
            let row =
                rows.next().ok_or_else(|| damaged("it has more histograms than run.json rows".into()))?;
            // The log cannot hold every name as it is, so the order decides and the tag is checked.
            let expected = tag_of(&format!("{}/{}", row.engine, row.class));
            let tag = interval.tag().map_or("", |tag| tag.as_str());
            if tag != expected {
                return Err(damaged(format!("expected the histogram of {expected}, found that of {tag:?}")));
            }
            let bytes = BASE64_STANDARD.decode(interval.encoded_histogram());
            let bytes = bytes.map_err(|error| damaged(format!("the histogram of {expected}: {error}")))?;
            let histogram: Result<Histogram<u64>, _> = Deserializer::new().deserialize(&mut &bytes[..]);
            let histogram =
                histogram.map_err(|error| damaged(format!("the histogram of {expected}: {error}")))?;
            if histogram.len() != row.samples {
                let (found, samples) = (histogram.len(), row.samples);
                return Err(damaged(format!(
                    "{expected} has {found} samples here and {samples} in run.json"
                )));
            }
            histograms.push(histogram);
        }
        match rows.next() {
            Some(row) => Err(damaged(format!("the histogram of {}/{} is missing", row.engine, row.class))),
            None => Ok(histograms),
        }
    }

    /// Shows every row of `puzzles.csv`, one after the other; `false` if the record has none.
    pub fn each_puzzle(&self, mut visit: impl FnMut(PuzzleTime<'_>)) -> Result<bool, ReadError> {
        let path = self.path.join("puzzles.csv");
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            other => other.map_err(|error| ReadError::Io { path: path.clone(), error })?,
        };
        let damaged = |error: csv::Error| match error.into_kind() {
            csv::ErrorKind::Io(error) => ReadError::Io { path: path.clone(), error },
            kind => ReadError::Damaged { path: path.clone(), reason: in_words(&kind) },
        };
        let mut reader = csv::Reader::from_reader(BufReader::with_capacity(1 << 16, file));
        let header = reader.headers().map_err(damaged)?.clone();
        let mut record = csv::StringRecord::new();
        let mut rows = 0;
        while reader.read_record(&mut record).map_err(damaged)? {
            rows += 1;
            visit(record.deserialize(Some(&header)).map_err(damaged)?);
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
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        _ => "not a table".to_owned(),
    };
    line + &reason
}
