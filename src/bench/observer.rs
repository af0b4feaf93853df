//! What a run tells while it goes on.

use std::io;

use crate::corpus::{Detected, Source};
use crate::record::PuzzleTime;

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Puzzles solved.
    pub puzzles: u64,
    /// Bytes of the input that have been worked through.
    pub bytes: u64,
}

/// Watches a run; called once a batch, in the order of the input, by whichever worker finished it. `()` ignores
/// everything.
pub trait Observer {
    /// So many bytes have been read to find out what the classes are, before anything is measured.
    fn reading(&mut self, _bytes: u64) {}

    /// A pass through the corpora begins: its number, from 0. Its threads warm up first, and a sample is chosen.
    fn pass(&mut self, _number: usize) {}

    /// A batch is done.
    fn progress(&mut self, _progress: Progress) {}

    /// One of the rounds that compare numbers of threads is done; `of` is how many there are.
    fn round(&mut self, _done: u64, _of: u64) {}

    /// A line is not a puzzle; or, without a text, its puzzle has another solution than the line says.
    fn bad_line(&mut self, _source: &Source, _line: u64, _text: &str, _reason: &str) -> io::Result<()> {
        Ok(())
    }

    /// A source has been read to its end, and this is what it was.
    fn detected(&mut self, _source: &Source, _detected: &Detected) {}

    /// A time of a puzzle; only if the job asks for them.
    fn puzzle(&mut self, _time: &PuzzleTime<'_>) -> io::Result<()> {
        Ok(())
    }
}

impl Observer for () {}
