//! What happens beside a run: the progress bar, the rows of the record, the times for a comparison.

use std::io::{self, IsTerminal};

use dlxbench::bench::{Job, Observer, Progress};
use dlxbench::compare::PuzzleTimes;
use dlxbench::corpus::{Detected, Source};
use dlxbench::record::{PuzzleTime, RecordWriter};
use indicatif::ProgressBar;

use crate::cli::progress;

/// Shows progress, writes rows, remembers times.
pub(super) struct RunObserver {
    bar: Option<ProgressBar>,
    record: Option<RecordWriter>,
    /// The times of single puzzles, for a comparison.
    puzzles: Option<PuzzleTimes>,
    /// Whether to say what each source turned out to be.
    verbose: bool,
}

impl RunObserver {
    pub(super) fn new(
        sources: &[Source],
        job: &Job,
        record: Option<RecordWriter>,
        quiet: bool,
    ) -> RunObserver {
        let visible = io::stderr().is_terminal() && !quiet;
        let bytes: Option<u64> = sources.iter().map(|source| source.bytes).sum();
        let passes = job.settings.passes as u64;
        let bar = visible.then(|| progress::bar_over(bytes.map(|bytes| bytes * passes)));
        RunObserver { bar, record, puzzles: None, verbose: false }
    }

    /// Says what each source turns out to be.
    pub(super) fn verbose(self, verbose: bool) -> RunObserver {
        RunObserver { verbose, ..self }
    }

    /// Remembers the times of single puzzles.
    pub(super) fn with_puzzles(self, wanted: bool) -> RunObserver {
        RunObserver { puzzles: wanted.then(PuzzleTimes::default), ..self }
    }

    /// Takes the bar away; the record and the times of single puzzles remain.
    pub(super) fn finish(self) -> (Option<RecordWriter>, Option<PuzzleTimes>) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        (self.record, self.puzzles)
    }
}

impl Observer for RunObserver {
    fn progress(&mut self, progress: Progress) {
        if let Some(bar) = &self.bar {
            progress::show_puzzles(bar, progress.puzzles, progress.bytes);
        }
    }

    fn round(&mut self, done: u64, of: u64) {
        if let Some(bar) = &self.bar {
            bar.set_message("comparing numbers of threads");
            progress::show_part(bar, done, of);
        }
    }

    fn bad_line(&mut self, source: &Source, line: u64, text: &str, reason: &str) -> io::Result<()> {
        let Some(record) = &mut self.record else { return Ok(()) };
        record.malformed(&source.name, line, text, reason).map_err(io::Error::other)
    }

    fn detected(&mut self, source: &Source, detected: &Detected) {
        if self.verbose {
            let line = format!("{}: {detected}", source.name);
            match &self.bar {
                Some(bar) => bar.suspend(|| eprintln!("{line}")),
                None => eprintln!("{line}"),
            }
        }
    }

    fn puzzle(&mut self, time: &PuzzleTime<'_>) -> io::Result<()> {
        if let Some(puzzles) = &mut self.puzzles {
            puzzles.add(*time);
        }
        let Some(record) = &mut self.record else { return Ok(()) };
        record.puzzle(time).map_err(io::Error::other)
    }
}
