//! What happens beside a run: the progress bar, the rows of the record, the list of bad lines.

use std::io::{self, IsTerminal};

use dlxbench::bench::record::{RecordError, RecordWriter};
use dlxbench::bench::{Job, Malformed, Observer, Progress, PuzzleColumns};
use dlxbench::compare::{PuzzleTable, PuzzleTimes};
use dlxbench::corpus::{Detected, Source};
use dlxbench::report::csv;
use indicatif::ProgressBar;

use crate::cli::progress;

/// Shows progress, writes rows, remembers bad lines.
pub(super) struct RunObserver {
    bar: Option<ProgressBar>,
    record: Option<RecordWriter>,
    malformed: Malformed,
    wrong_solutions: Malformed,
    /// The times of single puzzles, for a comparison.
    puzzles: Option<(PuzzleColumns, PuzzleTable)>,
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
        let (malformed, wrong_solutions) = (Malformed::default(), Malformed::default());
        RunObserver { bar, record, malformed, wrong_solutions, puzzles: None, verbose, failure: None }
    }

    /// Keeps the times of single puzzles.
    pub(super) fn remember_puzzles(&mut self) {
        let columns = PuzzleColumns::of(csv::PUZZLES).expect("the columns are those that are written");
        self.puzzles = Some((columns, PuzzleTable::default()));
    }

    /// The times of single puzzles, if they were kept.
    pub(super) fn puzzles(&mut self) -> Option<PuzzleTimes> {
        self.puzzles.take().map(|(_, table)| table.finish())
    }

    /// Takes the bar away; the record, the bad lines and the wrong solutions remain.
    pub(super) fn finish(self) -> Result<(Option<RecordWriter>, Malformed, Malformed), RecordError> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.failure.map_or(Ok((self.record, self.malformed, self.wrong_solutions)), Err)
    }

    /// Adds a line to the record's list of faults.
    fn write_fault(&mut self, source: &Source, line: u64, text: &str, reason: &str) -> io::Result<()> {
        match &mut self.record {
            Some(record) => {
                let written = record.malformed(&source.name, line, text, reason);
                self.remember(written)
            }
            None => Ok(()),
        }
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
        self.malformed.add(|| format!("{}, {reason}", source.name));
        self.write_fault(source, line, text, reason)
    }

    fn wrong_solution(&mut self, source: &Source, line: u64, reason: &str) -> io::Result<()> {
        self.wrong_solutions.add(|| format!("{}, {reason}", source.name));
        self.write_fault(source, line, "", reason)
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
        if let Some((columns, table)) = &mut self.puzzles {
            table.add(columns.read(|column| fields.get(column).copied()).map_err(io::Error::other)?);
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
