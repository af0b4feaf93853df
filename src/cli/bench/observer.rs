//! What happens beside a run: the progress bar, the rows of the record, the list of bad lines.

use std::io::{self, IsTerminal};

use dlxbench::bench::record::{RecordError, RecordWriter};
use dlxbench::bench::{Job, Malformed, Observer, Progress};
use dlxbench::compare::{PuzzleTable, PuzzleTimes};
use dlxbench::corpus::{Detected, Source};
use dlxbench::report::csv;
use indicatif::ProgressBar;

use crate::cli::progress;

/// How many bad lines are shown; the record has all.
const SHOWN: usize = 20;

/// Shows progress, writes rows, remembers bad lines.
pub(super) struct RunObserver {
    bar: Option<ProgressBar>,
    record: Option<RecordWriter>,
    malformed: Malformed,
    /// The times of single puzzles, for a comparison.
    puzzles: Option<PuzzleTable>,
    /// Whether to say what each source turned out to be.
    verbose: bool,
    /// Why the record could not be written any further.
    failure: Option<RecordError>,
}

impl RunObserver {
    pub(super) fn new(
        sources: &[Source],
        job: &Job,
        record: Option<RecordWriter>,
        quiet: bool,
        verbose: bool,
    ) -> RunObserver {
        let visible = io::stderr().is_terminal() && !quiet;
        let bytes: Option<u64> = sources.iter().map(|source| source.bytes).sum();
        let bar = visible.then(|| progress::bar_over(bytes.map(|bytes| bytes * job.passes as u64)));
        RunObserver { bar, record, malformed: Malformed::default(), puzzles: None, verbose, failure: None }
    }

    /// Keeps the times of single puzzles.
    pub(super) fn remember_puzzles(&mut self) {
        self.puzzles = PuzzleTable::new(&csv::PUZZLES).ok();
    }

    /// The times of single puzzles, if they were kept.
    pub(super) fn puzzles(&mut self) -> Option<PuzzleTimes> {
        self.puzzles.take().map(PuzzleTable::finish)
    }

    /// Takes the bar away; the record and the bad lines remain.
    pub(super) fn finish(self) -> Result<(Option<RecordWriter>, Malformed), RecordError> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.failure.map_or(Ok((self.record, self.malformed)), Err)
    }

    /// Keeps the reason for the end of the run; what the runner gets is only that there is one.
    fn remember(&mut self, written: Result<(), RecordError>) -> io::Result<()> {
        written.map_err(|failure| {
            let error = io::Error::other(failure.to_string());
            self.failure = Some(failure);
            error
        })
    }
}

impl Observer for RunObserver {
    fn progress(&mut self, progress: Progress) {
        if let Some(bar) = &self.bar {
            progress::show_puzzles(bar, progress.puzzles, progress.bytes);
        }
    }

    fn bad_line(&mut self, source: &Source, line: u64, text: &str, reason: &str) -> io::Result<()> {
        self.malformed.count += 1;
        if self.malformed.first.len() < SHOWN {
            self.malformed.first.push(format!("{}, {reason}", source.name));
        }
        match &mut self.record {
            Some(record) => {
                let written = record.malformed(&source.name, line, text, reason);
                self.remember(written)
            }
            None => Ok(()),
        }
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

    fn row(&mut self, fields: &[&str]) -> io::Result<()> {
        if let Some(puzzles) = &mut self.puzzles {
            puzzles.add(fields).map_err(io::Error::other)?;
        }
        match &mut self.record {
            Some(record) => {
                let written = record.puzzle(fields);
                self.remember(written)
            }
            None => Ok(()),
        }
    }
}
