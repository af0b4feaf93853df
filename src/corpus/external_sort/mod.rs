//! Sorts more than fits in memory.
//!
//! A record is a key and a value, both bytes. Records are collected until a limit is reached, then sorted and written
//! to a temporary file, a *run*; in the end all runs are merged. Records with equal keys stay in the order of
//! insertion, so the limit and the number of runs affect only the time, not the result.
//!
//! The files have no name and disappear with the process, however it ends. This module knows nothing about puzzles.

mod arena;
mod run;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use self::arena::Arena;
pub use self::arena::Record;
use self::run::{Merge, RunWriter};

/// The number of runs that are merged at a time; each has a buffer and an open file.
const MOST_RUNS: usize = 64;

/// The smallest limit, in bytes; with less, the buffers of the files would need more memory than the records.
pub const LEAST_MEMORY: usize = 64 << 10;

/// The error if a temporary file cannot be written or read.
#[derive(Debug, Error)]
#[error("cannot sort with temporary files in {}", .folder.display())]
pub struct SortError {
    /// The folder of the temporary files.
    pub folder: PathBuf,
    /// The reason.
    #[source]
    pub error: io::Error,
}

/// Collects the records to sort.
///
/// ```
/// use dlxbench::corpus::external_sort::ExternalSort;
///
/// let mut sort = ExternalSort::new(1 << 20, &std::env::temp_dir());
/// for word in ["pear", "fig", "apple"] {
///     sort.push(word.as_bytes(), word.as_bytes())?;
/// }
/// let mut sorted = sort.finish()?;
/// let mut words = Vec::new();
/// while let Some((_key, word)) = sorted.next()? {
///     words.push(String::from_utf8_lossy(word).into_owned());
/// }
/// assert_eq!(words, ["apple", "fig", "pear"]);
/// # Ok::<(), dlxbench::corpus::external_sort::SortError>(())
/// ```
#[derive(Debug)]
pub struct ExternalSort {
    memory: usize,
    folder: PathBuf,
    arena: Arena,
    /// The runs by how often their records have been merged. Older records come first within a level, and are in higher
    /// levels.
    levels: Vec<Vec<File>>,
}

impl ExternalSort {
    /// Creates a sort that uses about `memory` bytes, and temporary files in `folder` if they are not enough.
    pub fn new(memory: usize, folder: &Path) -> ExternalSort {
        let (memory, folder) = (memory.max(LEAST_MEMORY), folder.to_owned());
        ExternalSort { memory, folder, arena: Arena::default(), levels: Vec::new() }
    }

    /// Adds a record.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), SortError> {
        self.arena.push(key, value);
        if self.arena.size() >= self.memory {
            self.spill().map_err(|error| SortError { folder: self.folder.clone(), error })?;
        }
        Ok(())
    }

    /// Returns the number of runs on disk.
    pub fn runs(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Ends the collection and returns the records in order.
    pub fn finish(mut self) -> Result<Sorted, SortError> {
        let merge = if self.levels.is_empty() {
            self.arena.sort();
            Ok(None)
        } else {
            self.merge_all().map(Some)
        };
        match merge {
            Ok(merge) => Ok(Sorted { folder: self.folder, arena: self.arena, next: 0, merge }),
            Err(error) => Err(SortError { folder: self.folder, error }),
        }
    }

    fn merge_all(&mut self) -> io::Result<Merge> {
        if !self.arena.is_empty() {
            self.spill()?;
        }
        // The buffers of the runs take its place in memory.
        self.arena = Arena::default();
        Merge::of(std::mem::take(&mut self.levels).into_iter().rev().flatten(), self.buffer())
    }

    /// Writes a run, and merges the runs of a level that is full.
    fn spill(&mut self) -> io::Result<()> {
        self.arena.sort();
        let mut run = RunWriter::new(&self.folder, self.buffer())?;
        for (key, value) in (0..).map_while(|index| self.arena.record(index)) {
            run.push(key, value)?;
        }
        self.arena.clear();
        let mut run = run.finish()?;
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(run);
            if self.levels[level].len() < MOST_RUNS {
                break;
            }
            let mut merge = Merge::of(std::mem::take(&mut self.levels[level]), self.buffer())?;
            let mut merged = RunWriter::new(&self.folder, self.buffer())?;
            while let Some((key, value)) = merge.next()? {
                merged.push(key, value)?;
            }
            run = merged.finish()?;
        }
        Ok(())
    }

    fn buffer(&self) -> usize {
        (self.memory / MOST_RUNS / 2).clamp(1 << 10, 256 << 10)
    }
}

/// The sorted records.
#[derive(Debug)]
pub struct Sorted {
    folder: PathBuf,
    arena: Arena,
    /// The index of the next record of the arena.
    next: usize,
    /// Set if there are runs; the arena is empty then.
    merge: Option<Merge>,
}

impl Sorted {
    /// Returns the next record; `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "the returned record borrows from `self`")]
    pub fn next(&mut self) -> Result<Option<Record<'_>>, SortError> {
        Ok(match &mut self.merge {
            Some(merge) => merge.next().map_err(|error| SortError { folder: self.folder.clone(), error })?,
            None => {
                self.next += 1;
                self.arena.record(self.next - 1)
            }
        })
    }
}
