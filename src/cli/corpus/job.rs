//! What all tools have in common: puzzles are read, worked on in parallel and taken in input order; what is left out is
//! reported and counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use dlxbench::corpus::{Entry, LeftOut, PuzzleWriter, Source};
use dlxbench::report::units;
use rayon::prelude::*;

use super::sink::Sink;
use crate::cli::input::{ReadArgs, or_standard_input};
use crate::cli::intake::{Intake, Messenger};
use crate::cli::{Exit, parse_threads};

/// Puzzles that are worked on together, where one that is read becomes many.
const PORTION: usize = 4096;

/// Puzzles that a thread takes at a time at least: what it needs for them may have to be made first.
const LEAST: usize = 16;

/// What every tool reads, and how.
#[derive(Args)]
pub(super) struct InputArgs {
    /// Files, folders, patterns, shipped:NAME, or - [default: standard input]
    #[arg(value_name = "CORPUS")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Threads (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads, help_heading = "How")]
    threads: usize,
}

/// A puzzle that a tool works on.
pub(super) struct Item<'s> {
    /// How many puzzles came before it.
    pub(super) index: u64,
    /// Which of its copies this is, from 0.
    pub(super) copy: u64,
    /// The class of its file.
    pub(super) file_class: &'s str,
    pub(super) record: Entry,
}

/// What has been done.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) puzzles: u64,
    pub(super) malformed: u64,
    left_out: u64,
    /// What a script wants to know besides.
    pub(super) findings: u64,
    labels: u64,
    solutions: u64,
}

/// A puzzle as text.
pub(super) struct Written<K> {
    /// What the tool has to know of it.
    pub(super) key: K,
    pub(super) text: String,
    pub(super) dropped: LeftOut,
}

impl Tally {
    /// Takes note of what the format had no room for, in a puzzle that is written.
    pub(super) fn note(&mut self, dropped: LeftOut) {
        self.labels += u64::from(dropped.label);
        self.solutions += u64::from(dropped.solution);
    }
}

/// A tool at work.
pub(super) struct Job {
    intake: Intake,
    messenger: Messenger,
    interrupt: Arc<AtomicBool>,
    pub(super) tally: Tally,
}

impl Job {
    /// Opens the inputs. `prints_lines` says that puzzles go to standard output.
    pub(super) fn new(args: InputArgs, prints_lines: bool) -> anyhow::Result<Job> {
        let inputs = or_standard_input(args.inputs, "a corpus")?;
        // All that runs in parallel runs on these, in the library too.
        rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global()?;
        let intake = Intake::new(&inputs, &args.read, prints_lines)?;
        let (messenger, interrupt) = (intake.messenger(), intake.interrupt());
        Ok(Job { intake, messenger, interrupt, tally: Tally::default() })
    }

    /// What is set when somebody presses Ctrl-C.
    pub(super) fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// Works on all puzzles in parallel, and hands on what becomes of them in input order. The work says why a puzzle is
    /// left out.
    pub(super) fn each<S, T: Send>(
        &mut self,
        copies: usize,
        state: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, Item<'_>) -> Result<T, String> + Sync + Send,
        mut take: impl FnMut(&mut Tally, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Job { intake, messenger, interrupt, tally } = self;
        let mut portion = |tally: &mut Tally, source: &Source, entries: &mut Vec<(u64, u64, Entry)>| {
            let entries = std::mem::take(entries).into_par_iter().with_min_len(LEAST);
            let made = entries.map_init(&state, |state, (index, copy, entry)| {
                let line = entry.line;
                let record = entry.with_solution_apart();
                (line, work(state, Item { index, copy, file_class: &source.class, record }))
            });
            let made: Vec<(u64, Result<T, String>)> = made.collect();
            if interrupt.load(Ordering::Relaxed) {
                // Some of these were not worked on to the end.
                return Ok(());
            }
            for (line, made) in made {
                match made {
                    Ok(made) => take(tally, made)?,
                    Err(reason) => {
                        tally.left_out += 1;
                        messenger.say(&format!("dlxbench: {}: line {line}: {reason}", source.name));
                    }
                }
            }
            anyhow::Ok(())
        };
        intake.each_chunk(|source, entries| {
            let mut waiting = Vec::new();
            for entry in entries {
                let entry = match entry {
                    Ok(entry) => entry,
                    Err(bad_line) => {
                        tally.malformed += 1;
                        messenger.say(&format!("dlxbench: {}: {bad_line}", source.name));
                        continue;
                    }
                };
                let index = tally.puzzles;
                tally.puzzles += 1;
                for (copy, entry) in std::iter::repeat_n(entry, copies).enumerate() {
                    waiting.push((index, copy as u64, entry));
                    if waiting.len() == PORTION {
                        portion(tally, source, &mut waiting)?;
                        if interrupt.load(Ordering::Relaxed) {
                            return Ok(());
                        }
                    }
                }
            }
            portion(tally, source, &mut waiting)
        })
    }

    /// The same for a tool that makes one puzzle of each: it is turned into text in parallel too. `take` says whether the
    /// text is to be part of the output.
    pub(super) fn each_written<S, K: Send>(
        &mut self,
        (style, copies): (PuzzleWriter, usize),
        state: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, Item<'_>) -> Result<(K, Entry), String> + Sync + Send,
        mut take: impl FnMut(Written<K>) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let work = |state: &mut S, item: Item<'_>| {
            let (key, record) = work(state, item)?;
            let mut text = String::new();
            let dropped = style.append(&record, &mut text).map_err(|reason| reason.to_string())?;
            Ok(Written { key, text, dropped })
        };
        self.each(copies, state, work, |tally, written| {
            let dropped = written.dropped;
            if take(written)? {
                tally.note(dropped);
            }
            Ok(())
        })
    }

    /// Whether somebody pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.intake.is_interrupted()
    }

    /// Whether everything was read to its end.
    pub(super) fn is_whole(&self) -> bool {
        !self.intake.is_interrupted() && !self.intake.has_failed()
    }

    /// Prints a line to standard error.
    pub(super) fn say(&self, line: &str) {
        self.intake.say(line);
    }

    /// Ends the output: a file gets its name if it is whole, otherwise it is gone.
    pub(super) fn finish(self, sink: Sink, style: PuzzleWriter) -> anyhow::Result<Exit> {
        let kept = sink.finish(self.is_whole())?;
        if let Some(path) = kept.filter(|_| !self.is_whole()) {
            self.say(&format!(
                "dlxbench: {} was not written, because not everything could be read",
                path.display()
            ));
        }
        Ok(self.exit(style))
    }

    /// Says what was left out, and how the tool ends.
    pub(super) fn exit(self, style: PuzzleWriter) -> Exit {
        let Tally { malformed, left_out, findings, labels, solutions, .. } = self.tally;
        let several = |count: u64, one: &str, more: &str| {
            format!("{} {}", units::count(count), if count == 1 { one } else { more })
        };
        let lost = [
            (malformed, several(malformed, "malformed line", "malformed lines")),
            (left_out, several(left_out, "puzzle", "puzzles")),
        ];
        let lost: Vec<String> =
            lost.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
        if !lost.is_empty() {
            self.say(&format!("dlxbench: left out: {}", lost.join(", ")));
        }
        let format = style.format;
        if labels > 0 {
            let labels = several(labels, "label", "labels");
            self.say(&format!("dlxbench: {labels} dropped: {format} has no room for them"));
        }
        if solutions > 0 {
            let solutions = several(solutions, "solution", "solutions");
            self.say(&format!("dlxbench: {solutions} dropped: {format} has no room for them"));
        }
        self.intake.exit(malformed + left_out + findings)
    }
}
