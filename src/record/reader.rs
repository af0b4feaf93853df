//! Reads a record.
//!
//! [`SavedRun::open`] reads `run.json`, which is all that tables need; the histograms of `run.hlog` and the rows of
//! `puzzles.csv` are read on request. Everything that is read is checked (see [`sound`](super::sound)): if a file is
//! damaged, or was not written by dlxbench, the error names the file, the line, what is wrong there and what would be
//! right.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use super::hlog;
use super::puzzle_time::PuzzleTime;
use super::results::ResultRow;
use super::run::{FORMAT, Run};
use super::sound::Sound;
use crate::counts::counted;

/// Why a record could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The path does not exist, or is not the folder of a record.
    #[error("{} is not a dlxbench record: {reason}; a record is a folder that dlxbench bench wrote", .path.display())]
    NoRecord {
        /// The path.
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
    /// A file whose content no run wrote.
    #[error("{} is damaged, or was not written by dlxbench: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file cannot be read.
    #[error("cannot read {}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl ReadError {
    fn io(path: &Path) -> impl Fn(io::Error) -> ReadError {
        move |source| ReadError::Io { path: path.to_owned(), source }
    }

    fn damaged<R: ToString>(path: &Path) -> impl Fn(R) -> ReadError {
        move |reason| ReadError::Damaged { path: path.to_owned(), reason: reason.to_string() }
    }
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
        let file = path.join("run.json");
        let text = fs::read(&file).map_err(|error| match error.kind() {
            _ if path.is_file() => no_record("it is a file"),
            io::ErrorKind::NotFound if path.is_dir() => no_record("there is no run.json in it"),
            io::ErrorKind::NotFound => no_record(&error.to_string()),
            _ => ReadError::io(&file)(error),
        })?;
        // The format is checked first, because another format may have other fields.
        #[derive(Deserialize)]
        struct Head {
            format: u64,
        }
        let Head { format } = serde_json::from_slice(&text).map_err(ReadError::damaged(&file))?;
        if format != u64::from(FORMAT) {
            return Err(ReadError::Format { path: file, found: format });
        }
        let run: Run = serde_json::from_slice(&text).map_err(ReadError::damaged(&file))?;
        run.check().map_err(ReadError::damaged(&file))?;
        Ok(SavedRun { path: path.to_owned(), run })
    }

    /// Creates the record of a run whose files are already in this folder, with the histograms that it has.
    pub(super) fn in_folder(path: &Path, run: Run) -> SavedRun {
        SavedRun { path: path.to_owned(), run }
    }

    /// Reads the record in this folder, with its histograms.
    pub fn open_with_histograms(path: &Path) -> Result<SavedRun, ReadError> {
        let mut saved = SavedRun::open(path)?;
        saved.load_histograms()?;
        Ok(saved)
    }

    /// Reads the histograms of all rows that have samples.
    pub fn load_histograms(&mut self) -> Result<(), ReadError> {
        let path = self.path.join("run.hlog");
        let log = fs::read(&path).map_err(ReadError::io(&path))?;
        let damaged = ReadError::damaged(&path);
        let mut histograms = hlog::read(&log).map_err(&damaged)?.into_iter();
        for row in self.run.results.iter_mut().filter(|row| row.samples > 0) {
            // The log cannot hold every name unchanged, so histograms are matched by order, and the tag is only
            // checked.
            let tag = hlog::tag_of(&row.tag());
            let Some((line, found, histogram)) = histograms.next() else {
                return Err(damaged(format!("the histogram of {tag} is missing")));
            };
            if found != tag {
                return Err(damaged(format!(
                    "line {line}: expected the histogram of {tag}, found that of {found:?}"
                )));
            }
            let check = row.check_histogram(&histogram);
            check.map_err(|reason| damaged(format!("line {line}: {tag}: {reason}")))?;
            row.histogram = Some(histogram);
        }
        match histograms.next() {
            Some(_) => Err(damaged("it has more histograms than run.json has rows".to_owned())),
            None => Ok(()),
        }
    }

    /// Calls `visit` with every row of `puzzles.csv`. Returns `false` if the record has no such file.
    pub fn each_puzzle(&self, mut visit: impl FnMut(PuzzleTime<'_>)) -> Result<bool, ReadError> {
        let path = self.path.join("puzzles.csv");
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            other => other.map_err(ReadError::io(&path))?,
        };
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(file);
        let damaged = ReadError::damaged(&path);
        let wrong = |error: csv::Error, header: &csv::StringRecord| match error.is_io_error() {
            true => ReadError::io(&path)(error.into()),
            false => damaged(in_words(&error, header)),
        };
        let (mut rows, mut record) = (0, csv::StringRecord::new());
        let header = reader.headers().cloned().map_err(|error| wrong(error, &record))?;
        while reader.read_record(&mut record).map_err(|error| wrong(error, &header))? {
            rows += 1;
            let puzzle = record.deserialize(Some(&header)).map_err(|error| wrong(error, &header))?;
            self.check_puzzle(&puzzle).map_err(|reason| {
                let line = record.position().map_or(0, csv::Position::line);
                damaged(format!("line {line}: {reason}"))
            })?;
            visit(puzzle);
        }
        match self.run.puzzle_rows() {
            Some(of) if of != rows => Err(damaged(format!("it has {rows} of {}", counted(of, "row")))),
            _ => Ok(true),
        }
    }

    /// Checks that a row of `puzzles.csv` is counted in the results.
    fn check_puzzle(&self, puzzle: &PuzzleTime<'_>) -> Result<(), String> {
        let PuzzleTime { engine, class, .. } = puzzle;
        let is_its =
            |row: &&ResultRow| row.engine == *engine && row.class.name() == *class && row.samples > 0;
        let row = self.run.results.iter().find(is_its);
        let row = row.ok_or_else(|| format!("there are no times of {engine}/{class} in run.json"))?;
        // If the number of rows is unknown, they may be of another pass than the results.
        if self.run.puzzle_rows().is_some() { row.check_puzzle(puzzle) } else { Ok(()) }
    }
}

/// Describes what is wrong with a table, and where.
fn in_words(error: &csv::Error, header: &csv::StringRecord) -> String {
    let line = error.position().map_or(0, csv::Position::line);
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else {
        return format!("line {line}: {error}");
    };
    let column = err.field().and_then(|field| header.get(field as usize));
    let column = column.map_or(String::new(), |column| format!("column {column}: "));
    format!("line {line}: {column}{}", err.kind())
}
