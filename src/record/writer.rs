//! Writes a record: a folder with everything about a run.
//!
//! It is written under a temporary name beside its final one and renamed when it is complete, so a folder with its
//! final name is a complete run. A record is never overwritten.
//!
//! This module does not make the reports (`report.md`, `report.html`): the caller of [`RecordWriter::finish`] makes
//! them from the otherwise complete record.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;
use thiserror::Error;

use super::external::FaultyAnswer;
use super::merged::Machine;
use super::partial::{PARTIAL, Partials};
use super::puzzle_time::PuzzleTime;
use super::reader::{ReadError, SavedRun};
use super::run::Run;
use super::summary::SummaryRow;
use super::workspace::{Workspace, WorkspaceError};
use super::{hgrm, hlog};
use crate::corpus::FileNames;

/// Why a record could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The path already exists.
    #[error("{} already exists; records are never overwritten: choose another name", .0.display())]
    Exists(PathBuf),
    /// A file cannot be written: the disk is full, the folder is read-only, …
    #[error("cannot write {}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Another process did the same work before, but found something else.
    #[error("{} already exists and has other results for the same work: is the machine or the input faulty?", .0.display())]
    OtherWork(PathBuf),
    /// The folder of work that can be resumed cannot be used.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The written record cannot be read back to make a report from it.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl WriteError {
    fn at(path: &Path) -> impl Fn(io::Error) -> WriteError {
        move |source| WriteError::Io { path: path.to_owned(), source }
    }
}

/// A record that is being written. If it is dropped unfinished, its files are removed.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    /// Whether to take the next free name if the path is taken.
    is_numbered: bool,
    folder: Folder,
    puzzles: Option<CsvFile>,
    malformed: Option<CsvFile>,
    faulty: Option<CsvFile>,
}

/// Where a record is until it is complete.
#[derive(Debug)]
enum Folder {
    /// A folder that is removed if the record is not finished; the second field is dropped after it.
    Temporary(TempDir, Arc<Partials>),
    /// A folder that is kept for another attempt.
    Kept(Box<Workspace>),
}

impl Folder {
    fn path(&self) -> &Path {
        match self {
            Folder::Temporary(folder, _) => folder.path(),
            Folder::Kept(workspace) => workspace.path(),
        }
    }
}

/// The lengths of the tables of an unfinished record, in bytes; 0 for those that do not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableLengths {
    puzzles: u64,
    malformed: u64,
    faulty: u64,
}

/// A table of a record with a row for a line of a corpus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// `puzzles.csv`
    Puzzles,
    /// `malformed.csv`
    Malformed,
    /// `faulty.csv`
    Faulty,
}

/// A report: the name of its file and its text.
pub type Document = (&'static str, String);

/// A record that has been written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The folder.
    pub path: PathBuf,
    /// The names of the files in it.
    pub files: Vec<String>,
    /// Whether this process wrote it; another one may have done the same work and been faster.
    pub is_ours: bool,
}

/// A row of `malformed.csv`: a line with a fault.
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
        RecordWriter::begin(path, false, per_puzzle)
    }

    /// Like [`create`](RecordWriter::create), but at the first free one of `path`, `path-2`, `path-3` and so on. It is
    /// chosen when the record is complete, because other runs may end before.
    pub fn create_numbered(path: &Path, per_puzzle: bool) -> Result<RecordWriter, WriteError> {
        RecordWriter::begin(path, true, per_puzzle)
    }

    fn begin(path: &Path, is_numbered: bool, per_puzzle: bool) -> Result<RecordWriter, WriteError> {
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
        let path = path.to_owned();
        Ok(RecordWriter {
            path,
            is_numbered,
            folder: Folder::Temporary(folder, partials),
            puzzles,
            malformed: None,
            faulty: None,
        })
    }

    /// Goes on with the record in a workspace, whose tables had these lengths.
    pub fn resume(
        workspace: Workspace,
        per_puzzle: bool,
        lengths: TableLengths,
    ) -> Result<RecordWriter, WriteError> {
        let open = |name: &str, length: u64| CsvFile::go_on(workspace.path().join(name), length);
        let puzzles = per_puzzle.then(|| open("puzzles.csv", lengths.puzzles)).transpose()?;
        let [malformed, faulty] = [("malformed.csv", lengths.malformed), ("faulty.csv", lengths.faulty)];
        let rows = |(name, length)| (length > 0).then(|| open(name, length)).transpose();
        let (malformed, faulty) = (rows(malformed)?, rows(faulty)?);
        let path = workspace.target().to_owned();
        let folder = Folder::Kept(Box::new(workspace));
        Ok(RecordWriter { path, is_numbered: false, folder, puzzles, malformed, faulty })
    }

    /// Writes out what is in buffers, and returns how long the tables are.
    pub fn lengths(&mut self) -> Result<TableLengths, WriteError> {
        let length = |table: &mut Option<CsvFile>| table.as_mut().map_or(Ok(0), CsvFile::length);
        Ok(TableLengths {
            puzzles: length(&mut self.puzzles)?,
            malformed: length(&mut self.malformed)?,
            faulty: length(&mut self.faulty)?,
        })
    }

    /// Waits until the tables are on disk, as far as they were written out.
    pub fn sync(&self) -> Result<(), WriteError> {
        [&self.puzzles, &self.malformed, &self.faulty].into_iter().flatten().try_for_each(CsvFile::sync)
    }

    /// Adds a row of another record to a table of the same name.
    pub fn copied(
        &mut self,
        table: Table,
        row: &csv::StringRecord,
        header: &csv::StringRecord,
    ) -> Result<(), WriteError> {
        let (file, name) = match table {
            Table::Puzzles => (&mut self.puzzles, "puzzles.csv"),
            Table::Malformed => (&mut self.malformed, "malformed.csv"),
            Table::Faulty => (&mut self.faulty, "faulty.csv"),
        };
        let file = match file {
            Some(file) => file,
            none => none.insert(CsvFile::create(self.folder.path().join(name))?),
        };
        file.record(row, header)
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

    /// Adds a row to `faulty.csv`, which exists only if it has rows.
    pub fn faulty(&mut self, answer: &FaultyAnswer) -> Result<(), WriteError> {
        let faulty = match &mut self.faulty {
            Some(faulty) => faulty,
            none => none.insert(CsvFile::create(self.folder.path().join("faulty.csv"))?),
        };
        faulty.row(answer)
    }

    /// Writes the remaining files and gives the folder its final name. `documents` makes the reports from the otherwise
    /// complete record.
    pub fn finish<'r>(
        mut self,
        run: &'r Run,
        started: SystemTime,
        documents: impl FnOnce(&SavedRun) -> Result<Vec<Document>, ReadError>,
    ) -> Result<Written, WriteError> {
        let mut files = Vec::new();
        for rows in [self.puzzles.take(), self.malformed.take(), self.faulty.take()].into_iter().flatten() {
            files.push(rows.finish()?);
        }
        files.push(self.write("run.json", |file| {
            serde_json::to_writer_pretty(&mut *file, run)?;
            writeln!(file)
        })?);
        files.push(self.rows("summary.csv", run.results.iter().map(SummaryRow))?);
        if !run.threads.is_empty() {
            files.push(self.rows("threads.csv", &run.threads)?);
        }
        let measured = || run.results.iter().filter_map(|row| Some((row, row.histogram.as_ref()?)));
        let several = run.engines().len() > 1;
        let mut names = FileNames::default();
        for (row, histogram) in measured() {
            let name = if several { format!("{}-{}", row.engine, row.class) } else { row.class.to_string() };
            let name = format!("{}.hgrm", names.unused(&name));
            files.push(self.write(&name, |file| hgrm::write(histogram, file))?);
        }
        let tagged = measured().map(|(row, histogram)| (row.tag(), histogram));
        let duration = Duration::from_nanos(run.wall_ns);
        files.push(self.write("run.hlog", |file| hlog::write(tagged, started, duration, file))?);
        let machines = run.merged.iter().flat_map(|merged| &merged.machines);
        let of_machine = |machine: &'r Machine| {
            let times = machine.times.iter().filter_map(|times| Some((times, times.histogram.as_ref()?)));
            times.map(|(times, histogram)| {
                (format!("{}/{}/{}", machine.host, times.engine, times.class), histogram)
            })
        };
        let tagged: Vec<_> = machines.flat_map(of_machine).collect();
        if !tagged.is_empty() {
            files.push(self.write("machines.hlog", |file| hlog::write(tagged, started, duration, file))?);
        }
        for (name, text) in documents(&SavedRun::in_folder(self.folder.path(), run.clone()))? {
            files.push(self.write(name, |file| file.write_all(text.as_bytes()))?);
        }
        let (path, is_ours) = self.publish(run)?;
        Ok(Written { path, files, is_ours })
    }

    /// Gives the folder its final name. Returns false if another process had done the same work before.
    fn publish(self, run: &Run) -> Result<(PathBuf, bool), WriteError> {
        let (folder, partials) = match self.folder {
            Folder::Temporary(folder, partials) => (folder, partials),
            Folder::Kept(workspace) => {
                let is_ours =
                    workspace.publish(|path| match SavedRun::open(path)?.run.is_same_work(run) {
                        true => Ok(()),
                        false => Err(WriteError::OtherWork(path.to_owned())),
                    })?;
                return Ok((self.path, is_ours));
            }
        };
        let numbered = (2..).take_while(|_| self.is_numbered).map(|number| {
            let mut path = self.path.clone().into_os_string();
            path.push(format!("-{number}"));
            PathBuf::from(path)
        });
        // Another program may have taken the name, and renaming onto an empty folder would succeed silently.
        let is_taken = |path: &Path| path.symlink_metadata().is_ok();
        for path in std::iter::once(self.path.clone()).chain(numbered) {
            if is_taken(&path) {
                continue;
            }
            match fs::rename(folder.path(), &path) {
                Ok(()) => {
                    let _ = folder.keep();
                    drop(partials);
                    return Ok((path, true));
                }
                Err(_) if is_taken(&path) => {}
                Err(error) => return Err(WriteError::at(&path)(error)),
            }
        }
        Err(WriteError::Exists(self.path))
    }

    /// Writes a file and returns its name.
    fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<String, WriteError> {
        let path = self.folder.path().join(name);
        let written = File::create(&path).and_then(|file| {
            let mut file = BufWriter::new(file);
            content(&mut file)?;
            file.into_inner()?.sync_all()
        });
        written.map_err(WriteError::at(&path))?;
        Ok(name.to_owned())
    }

    fn rows(&self, name: &str, rows: impl IntoIterator<Item: Serialize>) -> Result<String, WriteError> {
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
    /// Whether [`record`](Self::record) has written the header.
    has_header: bool,
}

impl CsvFile {
    fn create(path: PathBuf) -> Result<CsvFile, WriteError> {
        let file = File::create(&path).map_err(WriteError::at(&path))?;
        let writer = csv::WriterBuilder::new().buffer_capacity(1 << 16).from_writer(file);
        Ok(CsvFile { path, writer, has_header: false })
    }

    /// Goes on with a table that is cut to this length; one without rows is begun.
    fn go_on(path: PathBuf, length: u64) -> Result<CsvFile, WriteError> {
        if length == 0 {
            return CsvFile::create(path);
        }
        let open = || {
            let mut file = File::options().write(true).open(&path)?;
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(WriteError::at(&path))?;
        let writer = csv::WriterBuilder::new().has_headers(false).buffer_capacity(1 << 16).from_writer(file);
        Ok(CsvFile { path, writer, has_header: true })
    }

    fn length(&mut self) -> Result<u64, WriteError> {
        let length = self.writer.flush().and_then(|()| self.writer.get_ref().metadata());
        length.map(|metadata| metadata.len()).map_err(WriteError::at(&self.path))
    }

    fn sync(&self) -> Result<(), WriteError> {
        self.writer.get_ref().sync_data().map_err(WriteError::at(&self.path))
    }

    /// Adds a row as it is, below this header.
    fn record(&mut self, row: &csv::StringRecord, header: &csv::StringRecord) -> Result<(), WriteError> {
        let wrong = |error: csv::Error| WriteError::at(&self.path)(error.into());
        if !std::mem::replace(&mut self.has_header, true) {
            self.writer.write_record(header).map_err(wrong)?;
        }
        self.writer.write_record(row).map_err(|error| WriteError::at(&self.path)(error.into()))
    }

    fn row(&mut self, row: &impl Serialize) -> Result<(), WriteError> {
        self.writer.serialize(row).map_err(|error| WriteError::at(&self.path)(error.into()))
    }

    /// Writes what is left in buffers and returns the name of the file.
    fn finish(self) -> Result<String, WriteError> {
        let file = self.writer.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).map_err(WriteError::at(&self.path))?;
        Ok(self.path.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }
}
