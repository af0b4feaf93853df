//! How a run reports its progress and its events.

use std::io;

use serde::{Deserialize, Serialize};

use crate::corpus::{Detected, Source};
use crate::record::{FaultyAnswer, PuzzleTime};

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Puzzles solved.
    pub puzzles: u64,
    /// Bytes of the input that have been processed.
    pub bytes: u64,
}

/// Watches a run. Batches are reported in input order, on whichever worker thread finished them. `()` ignores
/// everything.
pub trait Observer {
    /// This many bytes have been read to determine the classes, before anything is measured.
    fn reading(&mut self, _bytes: u64) {}

    /// A pass over the corpora begins; the first one is number 0. It starts with choosing a sample and warming up.
    fn pass(&mut self, _number: usize) {}

    /// A batch is done.
    fn progress(&mut self, _progress: Progress) {}

    /// One of the rounds that compare thread counts is done; `of` is the number of rounds.
    fn round(&mut self, _done: u64, _of: u64) {}

    /// A solver that takes whole classes has solved one; `done` of `of` are done.
    fn batch(&mut self, _engine: &str, _done: u64, _of: u64) {}

    /// A line is not a puzzle; or, if the text is empty, the solution that the line gives for its puzzle is wrong.
    fn bad_line(&mut self, _source: &Source, _line: u64, _text: &str, _reason: &str) -> io::Result<()> {
        Ok(())
    }

    /// An external solver gave a wrong answer, or none.
    fn faulty(&mut self, _answer: &FaultyAnswer) -> io::Result<()> {
        Ok(())
    }

    /// A source has been read to its end; its compression and format are known.
    fn detected(&mut self, _source: &Source, _detected: &Detected) {}

    /// Returns whether [checkpoints](Self::checkpoint) are ever wanted. Only runs of one pass have them.
    fn wants_checkpoints(&self) -> bool {
        false
    }

    /// Returns whether a checkpoint is wanted soon; asked after every batch.
    fn is_checkpoint_due(&mut self) -> bool {
        false
    }

    /// A [`State`](super::State) will follow: what was reported so far belongs to it, and what is reported from now on
    /// does not.
    fn cut(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The state of the run at the last [`cut`](Self::cut), as JSON, after so many puzzles.
    fn checkpoint(&mut self, _puzzles: u64, _state: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// One time of one puzzle; called only if [`Job::per_puzzle`](super::Job::per_puzzle) is set.
    fn puzzle(&mut self, _time: &PuzzleTime<'_>) -> io::Result<()> {
        Ok(())
    }
}

impl Observer for () {}
