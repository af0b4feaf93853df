//! The puzzles that a command works on: all inputs one after the other, in chunks, read on a thread of their own.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use dlxbench::corpus::{BadLine, Column, Detected, Entry, Reader, Source};
use dlxbench::report::units;
use dlxbench::sudoku::Grid;
use indicatif::ProgressBar;

use super::input::{self, ReadArgs};
use super::{Exit, interrupt_on_ctrl_c, progress};

/// Puzzles that are worked on together; output comes in pieces of this size.
const CHUNK: usize = 2048;

/// Chunks that may wait until they are worked on.
const WAITING: usize = 2;

/// How often a wait for input looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(100);

/// The inputs of a command, what went wrong with them, and how far it has come.
pub(crate) struct Intake {
    sources: Vec<Source>,
    column: Option<Column>,
    verbose: bool,
    bar: Option<ProgressBar>,
    interrupt: Arc<AtomicBool>,
    /// How many puzzles have been read.
    puzzles: u64,
    /// How many inputs could not be read, or not to their end.
    failures: u64,
}

/// What the reading thread has to say.
enum Parcel {
    Chunk { source: usize, entries: Vec<Result<Entry, BadLine>>, bytes: u64 },
    End { source: usize, detected: Box<Detected> },
    Failure(anyhow::Error),
}

impl Intake {
    /// The inputs that the arguments stand for: files, folders, patterns, shipped corpora, `-`, and puzzles that are typed.
    /// Those that cannot be found are complained of, and the others remain.
    ///
    /// `prints_lines` says that rows go to standard output: on a terminal they leave no room for a progress bar.
    pub(crate) fn new(arguments: &[String], read: &ReadArgs, prints_lines: bool) -> anyhow::Result<Intake> {
        let mut intake = Intake {
            sources: Vec::new(),
            column: read.column.clone(),
            verbose: read.verbose,
            bar: None,
            interrupt: interrupt_on_ctrl_c()?,
            puzzles: 0,
            failures: 0,
        };
        for argument in arguments {
            match sources(argument) {
                Ok(sources) => intake.sources.extend(sources),
                Err(error) => intake.complain(&error),
            }
        }
        if io::stderr().is_terminal() && !(prints_lines && io::stdout().is_terminal()) {
            intake.bar = Some(progress::bar_over(intake.sources.iter().map(|source| source.bytes).sum()));
        }
        Ok(intake)
    }

    /// Hands on all puzzles in order, with where they come from.
    pub(crate) fn each_chunk(
        &mut self,
        mut take: impl FnMut(&Source, Vec<Result<Entry, BadLine>>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (sender, parcels) = sync_channel(WAITING);
        let (sources, column) = (self.sources.clone(), self.column.clone());
        // Nobody waits for this thread: it may hang on an input that never comes.
        thread::spawn(move || send_all(&sources, column.as_ref(), &sender));
        while let Some(parcel) = self.next(&parcels) {
            match parcel {
                Parcel::Chunk { source, entries, bytes } => {
                    let count = entries.len() as u64;
                    take(&self.sources[source], entries)?;
                    self.puzzles += if self.is_interrupted() { 0 } else { count };
                    self.show(bytes);
                }
                Parcel::End { source, detected } if self.verbose => {
                    self.say(&format!("{}: {detected}", self.sources[source].name));
                }
                Parcel::End { .. } => {}
                Parcel::Failure(error) => self.complain(&error),
            }
        }
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        Ok(())
    }

    /// The next parcel; none at the end, and after Ctrl-C.
    fn next(&self, parcels: &Receiver<Parcel>) -> Option<Parcel> {
        while !self.is_interrupted() {
            match parcels.recv_timeout(PATIENCE) {
                Ok(parcel) => return Some(parcel),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// How many inputs there are.
    pub(crate) fn source_count(&self) -> usize {
        self.sources.len()
    }

    /// What is set when somebody presses Ctrl-C.
    pub(crate) fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Says what cannot be done; the command goes on and fails in the end.
    pub(crate) fn complain(&mut self, error: &anyhow::Error) {
        self.failures += 1;
        self.say(&format!("dlxbench: {error:#}"));
    }

    /// Prints a line to standard error, past the progress bar.
    pub(crate) fn say(&self, line: &str) {
        self.messenger().say(line);
    }

    /// Who prints lines to standard error while puzzles are handed on.
    pub(crate) fn messenger(&self) -> Messenger {
        Messenger(self.bar.clone())
    }

    /// Whether an input could not be read, or not to its end.
    pub(crate) fn has_failed(&self) -> bool {
        self.failures > 0
    }

    fn show(&self, bytes: u64) {
        if let Some(bar) = &self.bar {
            progress::show_puzzles(bar, self.puzzles, bytes);
        }
    }

    /// How the command ends, with so many findings.
    pub(crate) fn exit(&self, findings: u64) -> Exit {
        match (self.failures, findings) {
            _ if self.is_interrupted() => {
                let puzzles = units::count(self.puzzles);
                self.say(&format!("dlxbench: interrupted after {puzzles} puzzles"));
                Exit::Interrupted
            }
            (0, 0) => Exit::Success,
            (0, _) => Exit::Finding,
            _ => Exit::Failed,
        }
    }
}

/// Prints lines to standard error, past a progress bar.
pub(crate) struct Messenger(Option<ProgressBar>);

impl Messenger {
    pub(crate) fn say(&self, line: &str) {
        match &self.0 {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }
}

/// What an argument stands for. A file of this name comes first, then a puzzle that was typed.
fn sources(argument: &str) -> anyhow::Result<Vec<Source>> {
    if !Path::new(argument).exists() {
        match argument.parse::<Grid>() {
            Ok(_) => return Ok(vec![Source::of_text("", argument)]),
            Err(error) if input::looks_like_puzzle(argument) => {
                return Err(anyhow!(error).context("not a puzzle"));
            }
            Err(_) => {}
        }
    }
    Source::from_argument(argument).map_err(anyhow::Error::new)
}

/// Reads all sources. It ends early when nobody listens any more.
fn send_all(sources: &[Source], column: Option<&Column>, sender: &SyncSender<Parcel>) {
    let mut before = 0;
    for (number, source) in sources.iter().enumerate() {
        let reader = match source.open() {
            Ok(reader) => reader,
            Err(error) => {
                if sender.send(Parcel::Failure(error.into())).is_err() {
                    return;
                }
                continue;
            }
        };
        let mut reader = Reader::new(reader).with_column(column.cloned());
        let mut is_empty = true;
        loop {
            let (mut entries, mut failure) = (Vec::with_capacity(CHUNK), None);
            for entry in reader.by_ref().take(CHUNK) {
                match entry.with_context(|| format!("cannot read {}", source.name)) {
                    Ok(entry) => entries.push(entry),
                    Err(error) => failure = Some(error),
                }
            }
            let at_end = entries.len() < CHUNK;
            is_empty &= entries.is_empty() && failure.is_none();
            let chunk = Parcel::Chunk { source: number, entries, bytes: before + reader.bytes_read() };
            let parcels = [Some(chunk), failure.map(Parcel::Failure)];
            if parcels.into_iter().flatten().any(|parcel| sender.send(parcel).is_err()) {
                return;
            }
            if at_end {
                break;
            }
        }
        before += reader.bytes_read();
        let detected = Box::new(reader.detected());
        let empty = is_empty.then(|| Parcel::Failure(anyhow!("{}: there is no puzzle in it", source.name)));
        let last = [Some(Parcel::End { source: number, detected }), empty];
        if last.into_iter().flatten().any(|parcel| sender.send(parcel).is_err()) {
            return;
        }
    }
}
