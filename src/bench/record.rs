//! A run on disk: a folder with everything about it.
//!
//! It is written under a temporary name beside its final one and renamed when it is complete, so a folder with its
//! final name is a whole run. A record is never overwritten.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;
use thiserror::Error;

use super::recorder::Tally;
use super::results::Run;
use super::runner::Measured;
use crate::report;

/// Why a record could not be written.
#[derive(Debug, Error)]
pub enum RecordError {
    /// There is something at that place.
    #[error("{} is already there; records are never overwritten: choose another name", .0.display())]
    Exists(PathBuf),
    /// The disk is full, the folder is not ours, …
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// A record that is being written; if it is dropped unfinished, it leaves no trace.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    /// The folder under its temporary name; `None` when it has been finished.
    temporary: Option<PathBuf>,
    puzzles: Option<csv::Writer<BufWriter<File>>>,
    malformed: Option<csv::Writer<BufWriter<File>>>,
}

impl RecordWriter {
    /// Begins a record at `path`, with a row for every puzzle if `per_puzzle`.
    pub fn create(path: &Path, per_puzzle: bool) -> Result<RecordWriter, RecordError> {
        if path.symlink_metadata().is_ok() {
            return Err(RecordError::Exists(path.to_owned()));
        }
        let name = path.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy().into_owned());
        let temporary = path.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        let at = |error| RecordError::Io { path: temporary.clone(), error };
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(|error| RecordError::Io { path: parent.to_owned(), error })?;
        }
        fs::create_dir(&temporary).map_err(at)?;
        let mut writer = RecordWriter {
            path: path.to_owned(),
            temporary: Some(temporary),
            puzzles: None,
            malformed: None,
        };
        if per_puzzle {
            writer.puzzles = Some(writer.csv("puzzles.csv", &report::csv::PUZZLES)?);
        }
        Ok(writer)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.temporary.as_ref().expect("the record is not finished").join(name)
    }

    fn csv(&self, name: &str, header: &[&str]) -> Result<csv::Writer<BufWriter<File>>, RecordError> {
        let path = self.file(name);
        let file = File::create(&path).map_err(|error| RecordError::Io { path: path.clone(), error })?;
        let mut writer = csv::Writer::from_writer(BufWriter::with_capacity(1 << 16, file));
        writer.write_record(header).map_err(|error| RecordError::Io { path, error: error.into() })?;
        Ok(writer)
    }

    /// Adds a row to `puzzles.csv`.
    pub fn puzzle(&mut self, fields: &[&str]) -> Result<(), RecordError> {
        let path = self.file("puzzles.csv");
        match &mut self.puzzles {
            Some(writer) => {
                writer.write_record(fields).map_err(|error| RecordError::Io { path, error: error.into() })
            }
            None => Ok(()),
        }
    }

    /// Adds a row to `malformed.csv`, which exists only if it has rows.
    pub fn malformed(&mut self, file: &str, line: u64, text: &str, reason: &str) -> Result<(), RecordError> {
        if self.malformed.is_none() {
            self.malformed = Some(self.csv("malformed.csv", &["file", "line", "reason", "text"])?);
        }
        let path = self.file("malformed.csv");
        let writer = self.malformed.as_mut().expect("it was just made");
        let record = [file, &line.to_string(), reason, text];
        writer.write_record(record).map_err(|error| RecordError::Io { path, error: error.into() })
    }

    /// Writes the rest, and gives the folder its final name.
    pub fn finish(
        mut self,
        run: &Run,
        measured: &Measured,
        started: SystemTime,
    ) -> Result<PathBuf, RecordError> {
        for (name, writer) in [("puzzles.csv", self.puzzles.take()), ("malformed.csv", self.malformed.take())]
        {
            let Some(writer) = writer else { continue };
            let at = |error| RecordError::Io { path: self.file(name), error };
            let buffered = writer.into_inner().map_err(|error| at(error.into_error()))?;
            let file = buffered.into_inner().map_err(|error| at(error.into_error()))?;
            file.sync_all().map_err(at)?;
        }
        self.write("run.json", |file| {
            serde_json::to_writer_pretty(&mut *file, run)?;
            writeln!(file)
        })?;
        self.write("summary.csv", |file| report::csv::summary(run, file).map_err(io::Error::from))?;
        self.write("report.md", |file| file.write_all(report::markdown::report(run).as_bytes()))?;
        let tallies = tallies(run, measured);
        let several = run.engines().len() > 1;
        let mut names = HashSet::new();
        for (engine, class, tally) in &tallies {
            let name = if several { format!("{engine}-{class}") } else { class.clone() };
            let name = unused(file_name(&name), &mut names);
            self.write(&format!("{name}.hgrm"), |file| report::hgrm::write(&tally.histogram, file))?;
        }
        let tagged =
            tallies.iter().map(|(engine, class, tally)| (format!("{engine}/{class}"), &tally.histogram));
        let tagged: Vec<(String, &Histogram<u64>)> = tagged.collect();
        let duration = Duration::from_nanos(run.wall_ns);
        self.write("run.hlog", |file| report::hlog::write(tagged, started, duration, file))?;
        self.rename()
    }

    fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), RecordError> {
        let path = self.file(name);
        let written = File::create(&path).and_then(|file| {
            let mut file = BufWriter::new(file);
            content(&mut file)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        });
        written.map_err(|error| RecordError::Io { path, error })
    }

    fn rename(mut self) -> Result<PathBuf, RecordError> {
        let temporary = self.temporary.take().expect("the record is not finished");
        // Somebody may have been faster; renaming onto an empty folder would succeed silently.
        let renamed = match self.path.symlink_metadata() {
            Ok(_) => Err(RecordError::Exists(self.path.clone())),
            Err(_) => fs::rename(&temporary, &self.path)
                .map_err(|error| RecordError::Io { path: self.path.clone(), error }),
        };
        if renamed.is_err() {
            self.temporary = Some(temporary);
        }
        renamed.map(|()| self.path.clone())
    }
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            // Nothing more can be done about a folder that cannot be removed; its name says what it is.
            let _ = fs::remove_dir_all(temporary);
        }
    }
}

/// The tallies behind the rows of a run, in their order; those without a sample are left out.
pub(crate) fn tallies(run: &Run, measured: &Measured) -> Vec<(String, String, Tally)> {
    let mut tallies = Vec::new();
    for row in run.results.iter().filter(|row| row.samples > 0) {
        let engine = measured.recorder.engines().into_iter().find(|engine| engine.name() == row.engine);
        let class = measured.classes.names().iter().position(|name| *name == row.class);
        let tally = match (engine, class) {
            (Some(engine), Some(class)) => measured.recorder.get(engine, class as u16).cloned(),
            (Some(engine), None) => Some(measured.recorder.total(engine)),
            _ => None,
        };
        tallies.extend(tally.map(|tally| (row.engine.clone(), row.class.clone(), tally)));
    }
    tallies
}

/// A class as the name of a file: nothing that a file system or a shell could misread, and not too long for either.
fn file_name(class: &str) -> String {
    const LONGEST: usize = 80;
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    let mut name: String =
        class.chars().map(safe).collect::<String>().trim_start_matches(['.', '-']).to_owned();
    while name.len() > LONGEST {
        name.pop();
    }
    if name.is_empty() { "class".to_owned() } else { name }
}

/// The name, with a number if it is taken; some file systems do not tell capitals from small letters.
fn unused(name: String, names: &mut HashSet<String>) -> String {
    let candidates = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
    let mut free = candidates.filter(|candidate| !names.contains(&candidate.to_lowercase()));
    let found = free.next().unwrap_or_default();
    names.insert(found.to_lowercase());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_class_has_a_file_name_of_its_own() {
        let mut names = HashSet::new();
        let long = "\u{1d49c}".repeat(90);
        let classes = ["easy", "Easy", "...", "-", "a/b", "a b", &long, &format!("{long}x")];
        let files: Vec<String> = classes.iter().map(|class| unused(file_name(class), &mut names)).collect();
        assert_eq!(files[..6], ["easy", "Easy-2", "class", "class-2", "a_b", "a_b-2"]);
        assert!(files.iter().all(|file| file.len() <= 90));
        assert_eq!(names.len(), classes.len());
    }
}
