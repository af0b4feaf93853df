//! The part that all tools share: reads puzzles, works on them in parallel, takes the results in input order, and
//! reports and counts what is left out.

use std::sync::atomic::AtomicBool;

use clap::Args;
use dlxbench::check::{CheckRule, Checker};
use dlxbench::corpus::{ClassBy, Entry, class_of_guesses};
use dlxbench::report::units;

use crate::cli::exit::Exit;
use crate::cli::input::{ReadArgs, or_standard_input};
use crate::cli::stream::{Origin, PuzzleStream};
use crate::cli::value;

/// The input options of every tool.
#[derive(Args)]
pub(super) struct InputArgs {
    /// Files, folders, patterns, shipped:NAME, puzzles, or - [default: standard input]
    #[arg(value_name = "CORPUS")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Number of threads (0: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads(), help_heading = "How")]
    threads: usize,
}

/// A puzzle that a tool works on.
pub(super) struct Item {
    /// The number of puzzles before it.
    pub(super) index: u64,
    /// Its class, unless that is known only after solving it.
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
    /// Opens the inputs. With `prints_lines`, puzzles go to standard output.
    pub(super) fn new(args: InputArgs, prints_lines: bool) -> anyhow::Result<Job> {
        let inputs = or_standard_input(args.inputs, "a corpus")?;
        let mut stream = PuzzleStream::open(&inputs, &args.read, prints_lines)?;
        stream.options.threads = args.threads;
        Ok(Job { stream, malformed: 0, left_out: 0 })
    }

    /// Works on all puzzles in parallel, with one state per thread, and takes the results in input order. For a puzzle
    /// to leave out, `work` returns the reason.
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
                    // The reason why a line is malformed includes its number.
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

    /// Reports what was left out, and returns how the tool ends.
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

/// Returns the rule for searches that end after `max_nodes` or by a signal.
pub(super) fn search_rule(max_nodes: Option<u64>, interrupt: &AtomicBool) -> CheckRule<'_> {
    let nodes = max_nodes.unwrap_or(u64::MAX);
    CheckRule { nodes, interrupt: Some(interrupt), ..CheckRule::default() }
}

/// Finds the class of a puzzle, and solves it first if classes are by guesses.
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
