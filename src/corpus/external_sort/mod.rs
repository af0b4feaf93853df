//! Sorting more than memory holds.
//!
//! Whatever is sorted is bytes with a key of bytes. It is collected until a limit is reached, then sorted and written to a
//! temporary file, a *run*; in the end all runs are merged. Things with equal keys stay in the order in which they
//! came. So the result depends on neither the limit nor the number of runs, only time does.
//!
//! The files have no name and are gone with the process, however it ends. Knows nothing of puzzles.

mod arena;
mod merge;
mod run;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use self::arena::Arena;
use self::merge::Merge;
use self::run::{Run, RunWriter};

/// Runs that are merged at a time: each has a buffer and an open file.
const MOST_RUNS: usize = 64;

/// The smallest limit, in bytes: with less the buffers of the files would need more than what is sorted.
pub const LEAST_MEMORY: usize = 64 << 10;

/// Why something could not be sorted.
#[derive(Debug, Error)]
#[error("cannot sort with temporary files in {}", .folder.display())]
pub struct SortError {
    /// The folder of the temporary files.
    pub folder: PathBuf,
    /// The reason.
    #[source]
    pub error: io::Error,
}

/// Collects what is to be sorted.
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
/// while let Some(word) = sorted.next()? {
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
    /// How many things have come.
    count: u64,
    /// Runs by how often what is in them has been merged.
    levels: Vec<Vec<Run>>,
}

impl ExternalSort {
    /// Sorts with about so many bytes of memory, and with temporary files in this folder if that does not suffice.
    pub fn new(memory: usize, folder: &Path) -> ExternalSort {
        let memory = memory.max(LEAST_MEMORY);
        ExternalSort {
            memory,
            folder: folder.to_owned(),
            arena: Arena::new((memory / 16).clamp(4 << 10, 1 << 20)),
            count: 0,
            levels: Vec::new(),
        }
    }

    /// Adds a thing.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), SortError> {
        self.arena.push(key, value, self.count);
        self.count += 1;
        if self.arena.bytes() >= self.memory {
            self.spill().map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// How many runs are on disk.
    pub fn runs(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Ends the collection; what was collected then comes in order.
    pub fn finish(mut self) -> Result<Sorted, SortError> {
        let folder = self.folder.clone();
        if self.levels.is_empty() {
            self.arena.sort();
            return Ok(Sorted { state: State::InMemory(self.arena.drain()), folder });
        }
        match self.merge_all() {
            Ok(merge) => Ok(Sorted { state: State::OnDisk(Box::new(merge)), folder }),
            Err(error) => Err(SortError { folder, error }),
        }
    }

    fn merge_all(mut self) -> io::Result<Merge> {
        if !self.arena.is_empty() {
            self.spill()?;
        }
        let buffer = self.buffer();
        Merge::of(self.levels.into_iter().flatten().collect(), buffer)
    }

    /// Writes a run; and where there are many, makes one of them.
    fn spill(&mut self) -> io::Result<()> {
        let mut run = RunWriter::new(&self.folder, self.buffer())?;
        let mut arena = std::mem::replace(&mut self.arena, Arena::new(0));
        arena.sort();
        let mut records = arena.drain();
        while let Some((key, sequence, value)) = records.next() {
            run.push(key, sequence, value)?;
        }
        self.arena = records.emptied();
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
            while let Some((key, sequence, value)) = merge.next()? {
                merged.push(key, sequence, value)?;
            }
            run = merged.finish()?;
        }
        Ok(())
    }

    /// Bytes of the buffer of each file.
    fn buffer(&self) -> usize {
        (self.memory / MOST_RUNS / 2).clamp(1 << 10, 256 << 10)
    }

    fn failed(&self, error: io::Error) -> SortError {
        SortError { folder: self.folder.clone(), error }
    }
}

/// What was sorted, in order.
#[derive(Debug)]
pub struct Sorted {
    state: State,
    folder: PathBuf,
}

#[derive(Debug)]
enum State {
    InMemory(arena::Drain),
    OnDisk(Box<Merge>),
}

impl Sorted {
    /// The next thing, without its key; `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "what it returns borrows from it")]
    pub fn next(&mut self) -> Result<Option<&[u8]>, SortError> {
        match &mut self.state {
            State::InMemory(records) => Ok(records.next().map(|(_, _, value)| value)),
            State::OnDisk(merge) => match merge.next() {
                Ok(record) => Ok(record.map(|(_, _, value)| value)),
                Err(error) => Err(SortError { folder: self.folder.clone(), error }),
            },
        }
    }
}
