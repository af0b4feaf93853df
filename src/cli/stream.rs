//! The puzzles that a command works on. This module turns arguments into sources, and handles progress, messages,
//! signals and unreadable inputs, so that a command only defines what to do with each line.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use dlxbench::corpus::stream::{self, Options};
use dlxbench::corpus::{BadLine, Puzzle, Source};
use dlxbench::report::{shortened, units};
use dlxbench::sudoku::Grid;
use indicatif::ProgressBar;

use super::console::say;
use super::exit::Exit;
use super::input::{ReadArgs, SHOWN, found_sources, looks_like_puzzle};
use super::interrupt::stop_on_signals;
use super::progress;
use super::sample_size::SampleSize;

/// Puzzles on their way from the inputs through a command.
pub(super) struct PuzzleStream {
    pub(super) options: Options,
    pub(super) reporter: Reporter,
    pub(super) sources: Vec<Source>,
    /// The names of all classes so far.
    pub(super) classes: Vec<String>,
    verbose: bool,
    interrupt: Arc<AtomicBool>,
}

/// Where a line comes from.
pub(super) struct Origin<'s> {
    /// All inputs.
    pub(super) sources: &'s [Source],
    /// The index of the input that has the line.
    pub(super) source: usize,
    /// The class of that input, as an index.
    pub(super) file_class: u16,
    /// The names of all classes so far.
    pub(super) classes: &'s [String],
}

impl Origin<'_> {
    /// Returns the name of the input; empty for a puzzle given as an argument.
    pub(super) fn file(&self) -> &str {
        &self.sources[self.source].name
    }
}

/// How many faulty lines and puzzles are reported; the rest are counted.
const REPORTED: u64 = 20;

/// Prints messages without disturbing the progress bar, and counts the events that determine the exit code.
pub(super) struct Reporter {
    bar: Option<ProgressBar>,
    puzzles: u64,
    /// Faulty lines and puzzles.
    faults: u64,
    /// Inputs and puzzles that could not be processed.
    failures: u64,
    /// Results that a script needs to know about, such as malformed lines.
    pub(super) findings: u64,
}

impl Reporter {
    /// Prints a message to standard error.
    pub(super) fn say(&self, message: &str) {
        let print = || say(message);
        self.bar.as_ref().map_or_else(print, |bar| bar.suspend(print));
    }

    /// Reports an error in an input. The command goes on, and fails at the end.
    pub(super) fn fail(&mut self, message: &str) {
        self.failures += 1;
        self.say(&format!("dlxbench: {message}"));
    }

    /// Reports a faulty line or puzzle, if it is among the first.
    pub(super) fn fault(&mut self, message: impl FnOnce() -> String) {
        self.faults += 1;
        if self.faults <= REPORTED {
            self.say(&format!("dlxbench: {}", message()));
        }
    }

    /// Reports a puzzle that cannot be processed. The command goes on, and fails at the end.
    pub(super) fn fail_puzzle(&mut self, message: impl FnOnce() -> String) {
        self.failures += 1;
        self.fault(message);
    }

    /// Reports how many faults were only counted.
    fn count_the_rest(&mut self) {
        let rest = std::mem::take(&mut self.faults).saturating_sub(REPORTED);
        if rest > 0 {
            self.say(&format!("dlxbench: and {} more", units::count(rest)));
        }
    }
}

impl PuzzleStream {
    /// Opens the inputs that the arguments stand for: files, folders, patterns, shipped corpora, `-`, and puzzles.
    /// Inputs that cannot be found are reported and skipped.
    ///
    /// With `prints_lines`, lines go to standard output, and a terminal that shows them shows no progress bar.
    pub(super) fn open(
        arguments: &[String],
        read: &ReadArgs,
        prints_lines: bool,
    ) -> anyhow::Result<PuzzleStream> {
        let mut reporter = Reporter { bar: None, puzzles: 0, faults: 0, failures: 0, findings: 0 };
        let mut sources = Vec::new();
        for argument in arguments {
            match sources_of(argument, read.verbose) {
                Ok(found) => sources.extend(found),
                Err(error) => reporter.fail(&format!("{error:#}")),
            }
        }
        if progress::has_room(prints_lines) {
            reporter.bar = Some(progress::bar_over(sources.iter().map(|source| source.bytes).sum()));
        }
        let mut options = Options::default();
        (options.format, options.column) = (read.input, read.column.clone());
        let (verbose, interrupt) = (read.verbose, stop_on_signals()?);
        Ok(PuzzleStream { options, reporter, sources, classes: Vec::new(), verbose, interrupt })
    }

    /// Works on all lines in parallel, with one state per thread, and takes the results in batches, in input order.
    /// `work` also gets the number of puzzles before the line.
    pub(super) fn run<W, R: Send>(
        &mut self,
        make: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, u64, Result<Puzzle<'_>, &BadLine>) -> R + Sync,
        mut take: impl FnMut(&mut Reporter, &Origin<'_>, Vec<R>) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        let PuzzleStream { options, reporter, sources, classes, verbose, interrupt } = self;
        let outcome = stream::run(
            options,
            sources,
            interrupt,
            |_| make(),
            |state, portion, stop| {
                let (mut results, mut index) = (Vec::new(), portion.first);
                for line in portion.batch.in_order() {
                    let is_puzzle = line.is_ok();
                    results.push(work(state, index, line));
                    index += u64::from(is_puzzle);
                    // An interrupted engine gives up; its answer is not a result.
                    if stop.load(Ordering::Relaxed) || interrupt.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                }
                Ok(Some(results))
            },
            |portion, results| {
                classes.extend_from_slice(&portion.new_classes);
                reporter.puzzles += portion.batch.len() as u64;
                let (source, file_class) = (portion.source, portion.file_class);
                let origin = Origin { sources, source, file_class, classes };
                take(reporter, &origin, results)?;
                if let Some(bar) = &reporter.bar {
                    progress::show_puzzles(bar, reporter.puzzles, portion.bytes_read);
                }
                let Some(end) = &portion.end else { return Ok(()) };
                let name = &sources[portion.source].name;
                if *verbose {
                    reporter.say(&format!("{name}: {}", end.detected));
                }
                match &end.failure {
                    Some(failure) => reporter.fail(&chain(failure)),
                    None if end.detected.is_empty() => reporter.fail(&format!("{name}: contains no puzzles")),
                    None => {}
                }
                anyhow::Ok(())
            },
        );
        if let Some(bar) = reporter.bar.take() {
            bar.finish_and_clear();
        }
        reporter.count_the_rest();
        outcome
    }

    /// Reads all puzzles before [`run`](Self::run) does, and leaves the reporting of errors to it. The results of
    /// `work` are taken in input order, with the index of the source.
    pub(super) fn survey<R: Send>(
        &self,
        work: impl Fn(&Puzzle<'_>) -> Option<R> + Sync,
        mut take: impl FnMut(usize, R) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        stream::run(
            &self.options,
            &self.sources,
            &self.interrupt,
            |_| (),
            |(), portion, _| Ok(Some(portion.batch.puzzles().filter_map(|puzzle| work(&puzzle)).collect())),
            |portion, results: Vec<R>| {
                if let Some(bar) = &self.reporter.bar {
                    progress::show_puzzles(bar, portion.first, portion.bytes_read);
                }
                results.into_iter().try_for_each(|result| take(portion.source, result))
            },
        )?;
        // The second pass starts from zero.
        self.reporter.bar.as_ref().inspect(|bar| bar.reset());
        Ok(())
    }

    /// Returns the number of puzzles in a sample of this size; for a share, the puzzles are read once in advance.
    pub(super) fn count_sample(&self, size: SampleSize) -> anyhow::Result<usize> {
        let bar = &self.reporter.bar;
        let count = size.of(&self.sources, &self.options, &self.interrupt, |puzzles, bytes| {
            bar.iter().for_each(|bar| progress::show_puzzles(bar, puzzles, bytes));
        });
        bar.iter().for_each(ProgressBar::reset);
        count
    }

    /// Returns the flag that signals set.
    pub(super) fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Returns whether all inputs were read to the end.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_interrupted() && self.reporter.failures == 0
    }

    /// Returns how the command ends, and reports an interruption.
    pub(super) fn exit(&self) -> Exit {
        let Reporter { puzzles, failures, findings, .. } = self.reporter;
        if self.is_interrupted() {
            let puzzles = units::counted(puzzles, "puzzle");
            self.reporter.say(&format!("dlxbench: interrupted after {puzzles}"));
            return Exit::Interrupted;
        }
        match (failures, findings) {
            (0, 0) => Exit::Success,
            (0, _) => Exit::Finding,
            _ => Exit::Failed,
        }
    }
}

/// Returns the sources that an argument stands for. A file takes precedence over a puzzle.
pub(super) fn sources_of(argument: &str, verbose: bool) -> anyhow::Result<Vec<Source>> {
    let is_named = argument == "-" || argument.starts_with("shipped:") || Path::new(argument).exists();
    if is_named {
        return Ok(found_sources(argument, verbose)?);
    }
    match argument.parse::<Grid>() {
        Ok(_) => Ok(vec![Source::of_text("", argument)]),
        Err(error) if looks_like_puzzle(argument) => Err(error).context("not a puzzle"),
        Err(_) if argument.contains(['*', '?', '[']) => Ok(found_sources(argument, verbose)?),
        Err(_) if argument.trim().is_empty() => bail!("an empty argument is neither a puzzle nor a file"),
        Err(_) => bail!("{}: no such file, and not a puzzle", shortened(argument, SHOWN)),
    }
}

/// Returns the message of an error, followed by its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
