//! What a stream is asked for.

use super::super::class::ClassBy;
use super::super::table::Column;

/// What to read, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Threads that work; 0 for one for each core.
    pub threads: usize,
    /// The column of the puzzles, where the sources are tables and it is not to be detected.
    pub column: Option<Column>,
    /// What decides the class of a puzzle.
    pub class_by: ClassBy,
    /// Work only on so many puzzles, chosen at random with this seed.
    pub sample: Option<(usize, u64)>,
    /// How often each puzzle is handed to the workers.
    pub copies: usize,
    /// How many puzzles a worker gets at a time.
    pub batch_size: BatchSize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 0,
            column: None,
            class_by: ClassBy::default(),
            sample: None,
            copies: 1,
            batch_size: BatchSize::Paced,
        }
    }
}

/// How many puzzles a worker gets at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum BatchSize {
    /// 8 at first, later as many as take about 4 ms, at most 2048.
    #[default]
    Paced,
    /// Always so many.
    Fixed(usize),
}
