//! Writes a record: a folder with everything about a run.
//!
//! It is written under a temporary name beside its final one and renamed when it is complete, so a folder with its
//! final name is a whole run. A record is never overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use tempfile::TempDir;
use thiserror::Error;

use super::partial::{PARTIAL, Partials};
use super::puzzle_time::PuzzleTime;
use super::run::Run;
use super::summary::SummaryRow;
use super::{hgrm, hlog};
use crate::corpus::FileNames;

/// Why a record could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is something at that place.
    #[error("{} already exists; records are never overwritten: choose another name", .0.display())]
    Exists(PathBuf),
    /// The disk is full, the folder is not ours, …
    #[error("cannot write {}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl WriteError {
    fn at(path: &Path) -> impl Fn(io::Error) -> WriteError {
        move |source| WriteError::Io { path: path.to_owned(), source }
    }
}

/// A record that is being written; if it is dropped unfinished, it leaves no trace.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    folder: TempDir,
    puzzles: Option<CsvFile>,
    malformed: Option<CsvFile>,
    /// Dropped after the folder.
    _partials: Arc<Partials>,
}

/// A line with a fault, as `malformed.csv` has it.
#[derive(Serialize)]
struct FaultyLine<'f> {
    file: &'f str,
    line: u64,
    reason: &'f str,
    text: &'f str,
}

impl RecordWriter {
    /// Begins a record at `path`, with a row for every puzzle if `per_puzzle`.
    pub fn create(path: &Path, per_puzzle: bool) -> Result<RecordWriter, WriteError> {
        if path.symlink_metadata().is_ok() {
            return Err(WriteError::Exists(path.to_owned()));
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Some(parent) = parent {
            fs::create_dir_all(parent).map_err(WriteError::at(parent))?;
        }
        let parent = parent.unwrap_or(Path::new("."));
        let partials = Partials::in_folder(parent).map_err(WriteError::at(path))?;
        let prefix = partials.prefix(path.file_name().unwrap_or("run".as_ref()));
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(PARTIAL);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let folder = builder.tempdir_in(parent).map_err(WriteError::at(path))?;
        let puzzles = per_puzzle.then(|| CsvFile::create(folder.path().join("puzzles.csv"))).transpose()?;
        Ok(RecordWriter { path: path.to_owned(), folder, puzzles, malformed: None, _partials: partials })
    }

    /// Adds a row to `puzzles.csv`, if there is one.
    pub fn puzzle(&mut self, time: &PuzzleTime<'_>) -> Result<(), WriteError> {
        self.puzzles.as_mut().map_or(Ok(()), |puzzles| puzzles.row(time))
    }

    /// Adds a row to `malformed.csv`, which exists only if it has rows.
    pub fn malformed(&mut self, file: &str, line: u64, text: &str, reason: &str) -> Result<(), WriteError> {
        let malformed = match &mut self.malformed {
            Some(malformed) => malformed,
            none => none.insert(CsvFile::create(self.folder.path().join("malformed.csv"))?),
        };
        malformed.row(&FaultyLine { file, line, reason, text })
    }

    /// Writes the rest, with `report` as `report.md`, and gives the folder its final name.
    pub fn finish(mut self, run: &Run, started: SystemTime, report: &str) -> Result<PathBuf, WriteError> {
        for rows in [self.puzzles.take(), self.malformed.take()].into_iter().flatten() {
            rows.finish()?;
        }
        self.write("run.json", |file| {
            serde_json::to_writer_pretty(&mut *file, run)?;
            writeln!(file)
        })?;
        self.rows("summary.csv", run.results.iter().map(SummaryRow))?;
        if !run.threads.is_empty() {
            self.rows("threads.csv", &run.threads)?;
        }
        self.write("report.md", |file| file.write_all(report.as_bytes()))?;
        let measured = || run.results.iter().filter_map(|row| Some((row, row.histogram.as_ref()?)));
        let several = run.engines().len() > 1;
        let mut names = FileNames::default();
        for (row, histogram) in measured() {
            let name = if several { format!("{}-{}", row.engine, row.class) } else { row.class.to_string() };
            self.write(&format!("{}.hgrm", names.unused(&name)), |file| hgrm::write(histogram, file))?;
        }
        let tagged = measured().map(|(row, histogram)| (row.tag(), histogram));
        let duration = Duration::from_nanos(run.wall_ns);
        self.write("run.hlog", |file| hlog::write(tagged, started, duration, file))?;
        // Another program may have been faster; renaming onto an empty folder would succeed silently.
        if self.path.symlink_metadata().is_ok() {
            return Err(WriteError::Exists(self.path));
        }
        fs::rename(self.folder.path(), &self.path).map_err(WriteError::at(&self.path))?;
        let _ = self.folder.keep();
        Ok(self.path)
    }

    fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let path = self.folder.path().join(name);
        let written = File::create(&path).and_then(|file| {
            let mut file = BufWriter::new(file);
            content(&mut file)?;
            file.into_inner()?.sync_all()
        });
        written.map_err(WriteError::at(&path))
    }

    fn rows(&self, name: &str, rows: impl IntoIterator<Item: Serialize>) -> Result<(), WriteError> {
        let mut file = CsvFile::create(self.folder.path().join(name))?;
        rows.into_iter().try_for_each(|row| file.row(&row))?;
        file.finish()
    }
}

/// A table on disk; its header is written with the first row.
#[derive(Debug)]
struct CsvFile {
    path: PathBuf,
    writer: csv::Writer<File>,
}

impl CsvFile {
    fn create(path: PathBuf) -> Result<CsvFile, WriteError> {
        let file = File::create(&path).map_err(WriteError::at(&path))?;
        Ok(CsvFile { path, writer: csv::WriterBuilder::new().buffer_capacity(1 << 16).from_writer(file) })
    }

    fn row(&mut self, row: &impl Serialize) -> Result<(), WriteError> {
        self.writer.serialize(row).map_err(|error| WriteError::at(&self.path)(error.into()))
    }

    fn finish(self) -> Result<(), WriteError> {
        let file = self.writer.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).map_err(WriteError::at(&self.path))
    }
}
