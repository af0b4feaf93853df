//! What happens beside a run: the progress bar, the rows of the record, the list of bad lines.

use std::io::{self, IsTerminal};

use dlxbench::bench::record::{RecordError, RecordWriter};
use dlxbench::bench::{Malformed, Observer, Progress};
use dlxbench::corpus::{Detected, Source};
use indicatif::ProgressBar;

use crate::cli::progress;

/// How many bad lines are shown; the record has all.
const SHOWN: usize = 20;

/// Shows progress, writes rows, remembers bad lines.
pub(super) struct RunObserver {
    bar: Option<ProgressBar>,
    record: Option<RecordWriter>,
    malformed: Malformed,
    /// Whether to say what each source turned out to be.
    verbose: bool,
    /// Why the record could not be written any further.
    failure: Option<RecordError>,
}

impl RunObserver {
    pub(super) fn new(
        sources: &[Source],
        record: Option<RecordWriter>,
        quiet: bool,
        verbose: bool,
    ) -> RunObserver {
        let visible = io::stderr().is_terminal() && !quiet;
        let bar = visible.then(|| progress::bar_over(sources.iter().map(|source| source.bytes).sum()));
        RunObserver { bar, record, malformed: Malformed::default(), verbose, failure: None }
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
        match &mut self.record {
            Some(record) => {
                let written = record.puzzle(fields);
                self.remember(written)
            }
            None => Ok(()),
        }
    }
}
