//! What all tools have in common: puzzles are read, worked on in parallel and taken in input order; what is left out is
//! reported and counted.

use std::sync::atomic::AtomicBool;

use clap::Args;
use dlxbench::check::{CheckRule, Checker};
use dlxbench::corpus::{ClassBy, Entry, class_of_guesses};
use dlxbench::report::units;

use crate::cli::exit::Exit;
use crate::cli::input::{ReadArgs, or_standard_input};
use crate::cli::stream::{Origin, PuzzleStream};
use crate::cli::value;

/// What every tool reads, and how.
#[derive(Args)]
pub(super) struct InputArgs {
    /// Files, folders, patterns, shipped:NAME, puzzles, or - [default: standard input]
    #[arg(value_name = "CORPUS")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Threads (0: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads(), help_heading = "How")]
    threads: usize,
}

/// A puzzle that a tool works on.
pub(super) struct Item {
    /// How many puzzles came before it.
    pub(super) index: u64,
    /// Its class, unless the class depends on solving it.
    pub(super) class: u16,
    pub(super) entry: Entry,
}

/// A tool at work.
pub(super) struct Job {
    pub(super) stream: PuzzleStream,
    pub(super) malformed: u64,
    left_out: u64,
}

impl Job {
    /// Opens the inputs. `prints_lines` says that puzzles go to standard output.
    pub(super) fn new(args: InputArgs, prints_lines: bool) -> anyhow::Result<Job> {
        let inputs = or_standard_input(args.inputs, "a corpus")?;
        let mut stream = PuzzleStream::open(&inputs, &args.read, prints_lines)?;
        stream.options.threads = args.threads;
        Ok(Job { stream, malformed: 0, left_out: 0 })
    }

    /// Works on all puzzles in parallel, with a state per thread, and takes what becomes of them in input order. The
    /// work says why a puzzle is left out.
    pub(super) fn each<W, T: Send>(
        &mut self,
        make: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, Item) -> Result<T, String> + Sync,
        mut take: impl FnMut(&Origin<'_>, T) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        let Job { stream, malformed, left_out } = self;
        stream.run(
            make,
            |state, index, line| match line {
                Err(bad_line) => Err((None, bad_line.reason.to_string())),
                Ok(puzzle) => {
                    let entry = puzzle.to_entry().with_solution_apart();
                    let made = work(state, Item { index, class: puzzle.class, entry });
                    made.map_err(|reason| (Some(puzzle.line), reason))
                }
            },
            |reporter, origin, made| {
                for made in made {
                    let (line, reason) = match made {
                        Ok(made) => {
                            take(origin, made)?;
                            continue;
                        }
                        Err(reason) => reason,
                    };
                    *(if line.is_some() { &mut *left_out } else { &mut *malformed }) += 1;
                    reporter.findings += 1;
                    // Why a line is malformed says where.
                    let line = line.map_or(String::new(), |line| format!("line {line}: "));
                    reporter.fault(|| format!("{}: {line}{reason}", origin.file()));
                }
                Ok(())
            },
        )
    }

    /// Prints a message to standard error.
    pub(super) fn say(&self, message: &str) {
        self.stream.reporter.say(&format!("dlxbench: {message}"));
    }

    /// Says what was left out, and how the tool ends.
    pub(super) fn exit(self) -> Exit {
        let counts = [(self.malformed, "malformed line"), (self.left_out, "puzzle")];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let lost: Vec<String> = counts.map(|(count, noun)| units::counted(count, noun)).collect();
        if !lost.is_empty() {
            self.say(&format!("left out: {}", lost.join(", ")));
        }
        self.stream.exit()
    }
}

/// The rule for searches that end after so many nodes or by a signal.
pub(super) fn search_rule(max_nodes: Option<u64>, interrupt: &AtomicBool) -> CheckRule<'_> {
    let nodes = max_nodes.unwrap_or(u64::MAX);
    CheckRule { nodes, interrupt: Some(interrupt), ..CheckRule::default() }
}

/// Finds the class of puzzles. By guesses, a puzzle has to be solved first.
pub(super) struct Classifier<'a> {
    by: ClassBy,
    checker: Checker<'a>,
}

impl<'a> Classifier<'a> {
    pub(super) fn new(by: ClassBy, rule: CheckRule<'a>) -> Classifier<'a> {
        Classifier { by, checker: Checker::new(rule) }
    }

    pub(super) fn class(&mut self, item: &Item) -> u16 {
        if self.by != ClassBy::Guesses {
            return item.class;
        }
        let puzzle = &item.entry.puzzle;
        let checked = self.checker.check(puzzle.geometry(), puzzle.cells());
        class_of_guesses(checked.expect("there is an engine for every size").guesses)
    }
}
