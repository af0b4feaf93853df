//! The puzzles that a command works on. What was typed becomes sources; progress, messages, signals and inputs that
//! cannot be read are handled here, so that a command only says what to do with each line.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use dlxbench::corpus::stream::{self, Options};
use dlxbench::corpus::{BadLine, Puzzle, Source};
use dlxbench::report::units;
use dlxbench::sudoku::Grid;
use indicatif::ProgressBar;

use super::console::say;
use super::exit::Exit;
use super::input::{ReadArgs, found_sources, looks_like_puzzle, shortened};
use super::interrupt::stop_on_signals;
use super::progress;
use super::sample_size::SampleSize;

/// Puzzles on their way from the inputs through a command.
pub(super) struct PuzzleStream {
    pub(super) options: Options,
    pub(super) reporter: Reporter,
    pub(super) sources: Vec<Source>,
    /// The names of all classes that were met.
    pub(super) classes: Vec<String>,
    verbose: bool,
    interrupt: Arc<AtomicBool>,
}

/// Where a line comes from.
pub(super) struct Origin<'s> {
    /// All inputs.
    pub(super) sources: &'s [Source],
    /// The index of the line's own.
    pub(super) source: usize,
    /// The class of that input, as a number.
    pub(super) file_class: u16,
    /// The names of all classes so far.
    pub(super) classes: &'s [String],
}

impl Origin<'_> {
    /// The name of the input; empty for a puzzle that was typed.
    pub(super) fn file(&self) -> &str {
        &self.sources[self.source].name
    }
}

/// How many lines and puzzles with a fault are reported; the others are counted.
const REPORTED: u64 = 20;

/// Prints messages past the progress bar, and counts what decides the exit code.
pub(super) struct Reporter {
    bar: Option<ProgressBar>,
    puzzles: u64,
    /// Lines and puzzles with a fault.
    faults: u64,
    /// How many inputs or puzzles could not be worked on.
    failures: u64,
    /// How many times the command found something that a script wants to know.
    pub(super) findings: u64,
}

impl Reporter {
    /// Prints a message to standard error.
    pub(super) fn say(&self, message: &str) {
        let print = || say(message);
        self.bar.as_ref().map_or_else(print, |bar| bar.suspend(print));
    }

    /// Prints what is wrong with an input; the command goes on and fails in the end.
    pub(super) fn fail(&mut self, message: &str) {
        self.failures += 1;
        self.say(&format!("dlxbench: {message}"));
    }

    /// Prints what is wrong with a line or a puzzle, if it is among the first.
    pub(super) fn fault(&mut self, message: impl FnOnce() -> String) {
        self.faults += 1;
        if self.faults <= REPORTED {
            self.say(&format!("dlxbench: {}", message()));
        }
    }

    /// The same for a puzzle that cannot be worked on, so that the command fails in the end.
    pub(super) fn fail_puzzle(&mut self, message: impl FnOnce() -> String) {
        self.failures += 1;
        self.fault(message);
    }

    /// Says how many faults were only counted.
    fn count_the_rest(&mut self) {
        let rest = std::mem::take(&mut self.faults).saturating_sub(REPORTED);
        if rest > 0 {
            self.say(&format!("dlxbench: and {} more", units::count(rest)));
        }
    }
}

impl PuzzleStream {
    /// Opens the inputs that the arguments stand for: files, folders, patterns, shipped corpora, `-`, and typed
    /// puzzles. Those that cannot be found are reported, and the others remain.
    ///
    /// `prints_lines` says that lines go to standard output, so that a terminal has no room for a progress bar.
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

    /// Works on all lines in parallel, with a state per thread, and takes the results in input order, a few or many at
    /// a time. The work also gets the number of puzzles before the line.
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
                    // An interrupted engine gives up, and what it says then is not a result.
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

    /// Reads all puzzles before [`run`](Self::run) does, which reports what is wrong. What the work makes of puzzles is
    /// taken in input order, with the number of the source.
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
        // The other pass begins anew.
        self.reporter.bar.as_ref().inspect(|bar| bar.reset());
        Ok(())
    }

    /// How many puzzles a sample of this size has; for a share they are read once before.
    pub(super) fn count_sample(&self, size: SampleSize) -> anyhow::Result<usize> {
        let bar = &self.reporter.bar;
        let count = size.of(&self.sources, &self.options, &self.interrupt, |puzzles, bytes| {
            bar.iter().for_each(|bar| progress::show_puzzles(bar, puzzles, bytes));
        });
        bar.iter().for_each(ProgressBar::reset);
        count
    }

    /// The flag that signals set.
    pub(super) fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Whether everything was read to its end.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_interrupted() && self.reporter.failures == 0
    }

    /// How the command ends.
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

/// What an argument stands for. A file comes first, then a puzzle that was typed.
fn sources_of(argument: &str, verbose: bool) -> anyhow::Result<Vec<Source>> {
    let is_named = argument == "-" || argument.starts_with("shipped:") || Path::new(argument).exists();
    if is_named {
        return Ok(found_sources(argument, verbose)?);
    }
    match argument.parse::<Grid>() {
        Ok(_) => Ok(vec![Source::of_text("", argument)]),
        Err(error) if looks_like_puzzle(argument) => Err(error).context("not a puzzle"),
        Err(_) if argument.contains(['*', '?', '[']) => Ok(found_sources(argument, verbose)?),
        Err(_) if argument.trim().is_empty() => bail!("an empty argument is neither a puzzle nor a file"),
        Err(_) => bail!("{}: no such file, and not a puzzle either", shortened(argument)),
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
