//! `dlxbench corpus minimize`: each puzzle without givens that it does not need.

use std::io::Write;

use clap::Args;
use dlxbench::check::CheckRule;
use dlxbench::check::Minimizer;
use dlxbench::engine::Status;
use dlxbench::random::Random;
use dlxbench::report::units;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Givens are taken away in random order, each that is not needed when its turn
comes; the solution stays the only one. Puzzles that have not exactly one
solution are left out and reported. The label is kept, although the puzzle may
be harder now.

In grids larger than 9×9 the search for a second solution may take for ever: it
is given up after --max-nodes, and the given is kept. Such puzzles are written
and counted on standard error, and the exit code is 1.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus minimize puzzles.txt --seed 7 > minimal.txt
  dlxbench corpus minimize puzzles.txt | dlxbench check - --minimal";

/// Nodes after which a search is given up in large grids, as the generator does.
const NODES_IF_LARGE: u64 = 20_000;

/// Take away givens that are not needed
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    input: InputArgs,

    /// The seed: other givens
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    /// Give up a search after N nodes [default: 20,000 if the grid is larger than 9×9]
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: MinimizeArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let interrupt = job.interrupt();
    let nodes = args.max_nodes.unwrap_or(u64::MAX);
    let rule = CheckRule { nodes, interrupt: Some(&interrupt), ..CheckRule::default() };
    let (mut removed, mut doubtful) = (0, 0);
    job.each_written(
        (style, 1),
        || Minimizer::new(rule, args.max_nodes.unwrap_or(NODES_IF_LARGE)),
        |minimizer, mut item| {
            let mut random = Random::of_member(args.seed, item.index);
            let made = minimizer.minimize(&item.record.puzzle, &mut random).map_err(reason)?;
            item.record.puzzle = made.puzzle;
            Ok(((made.removed, made.doubtful), item.record))
        },
        |written| {
            removed += written.key.0 as u64;
            doubtful += u64::from(written.key.1 > 0);
            sink.write_all(written.text.as_bytes())?;
            Ok(true)
        },
    )?;
    job.say(&format!("dlxbench: {} givens taken away", units::count(removed)));
    if doubtful > 0 {
        let puzzles = units::count(doubtful);
        job.say(&format!("dlxbench: {puzzles} puzzles may not be minimal: a search was given up"));
    }
    job.tally.findings += doubtful;
    job.finish(sink, style)
}

/// Why a puzzle cannot be minimized.
fn reason(status: Status) -> String {
    let reason = match status {
        Status::Multiple => "it has several solutions",
        Status::None => "it has no solution",
        Status::Invalid => "two of its givens clash",
        _ => "the search was given up after --max-nodes",
    };
    format!("{}: {reason}", status.name())
}
