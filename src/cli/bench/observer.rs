//! Observes a run: updates the progress bar, writes the rows of the record, and keeps the times for a comparison.

use std::io;

use dlxbench::bench::{Observer, Progress};
use dlxbench::compare::PuzzleTimes;
use dlxbench::corpus::{Detected, Source};
use dlxbench::journal::Journal;
use dlxbench::record::{FaultyAnswer, PuzzleTime, RecordWriter, TableLengths};

use super::run_bar::RunBar;
use super::session::written;
use crate::cli::console::say;

pub(crate) struct RunObserver {
    /// Shown only on a terminal.
    pub(crate) bar: RunBar,
    pub(crate) record: Option<RecordWriter>,
    /// The journal of a run that can be resumed, and the lengths of the tables at the last cut.
    pub(crate) journal: Option<(Journal, TableLengths)>,
    /// The time of each puzzle, for a comparison.
    pub(crate) puzzles: Option<PuzzleTimes>,
    /// Whether to report the format detected in each source.
    pub(crate) verbose: bool,
}

impl Observer for RunObserver {
    fn reading(&mut self, bytes: u64) {
        self.bar.reading(bytes);
    }

    fn pass(&mut self, number: usize) {
        self.bar.pass(number);
    }

    fn progress(&mut self, progress: Progress) {
        self.bar.progress(progress);
    }

    fn round(&mut self, done: u64, of: u64) {
        self.bar.round(done, of);
    }

    fn bad_line(&mut self, source: &Source, line: u64, text: &str, reason: &str) -> io::Result<()> {
        let Some(record) = &mut self.record else { return Ok(()) };
        record.malformed(&source.name, line, text, reason).map_err(io::Error::other)
    }

    fn faulty(&mut self, answer: &FaultyAnswer) -> io::Result<()> {
        let Some(record) = &mut self.record else { return Ok(()) };
        record.faulty(answer).map_err(io::Error::other)
    }

    fn batch(&mut self, engine: &str, done: u64, of: u64) {
        self.bar.batch(engine, done, of);
    }

    fn detected(&mut self, source: &Source, detected: &Detected) {
        if self.verbose {
            self.bar.suspend(|| say(format!("{}: {detected}", source.name)));
        }
    }

    fn wants_checkpoints(&self) -> bool {
        self.journal.is_some()
    }

    fn is_checkpoint_due(&mut self) -> bool {
        self.journal.as_ref().is_some_and(|(journal, _)| journal.is_due())
    }

    fn cut(&mut self) -> io::Result<()> {
        if let (Some((_, lengths)), Some(record)) = (&mut self.journal, &mut self.record) {
            *lengths = record.lengths().map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn checkpoint(&mut self, puzzles: u64, state: &[u8]) -> io::Result<()> {
        if let (Some((journal, lengths)), Some(record)) = (&mut self.journal, &self.record) {
            // The rows come first: the state relies on them.
            record.sync().map_err(io::Error::other)?;
            journal.save(puzzles, &written(*lengths, state)).map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn puzzle(&mut self, time: &PuzzleTime<'_>) -> io::Result<()> {
        if let Some(table) = &mut self.puzzles {
            table.add(*time);
        }
        let Some(record) = &mut self.record else { return Ok(()) };
        record.puzzle(time).map_err(io::Error::other)
    }
}
