//! `dlxbench corpus minimize`: removes redundant givens.

use clap::Args;
use dlxbench::check::Checker;
use dlxbench::engine::Status;
use dlxbench::random::Random;
use dlxbench::report::units;

use super::job::search_rule;
use super::rewrite::{Goes, Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::value;

const EXAMPLES: &str = "\
Givens are tried in random order, and each that is redundant at that point is
removed; the solution stays unique. Puzzles without exactly one solution are
left out and reported. The label is kept, although the puzzle may now be harder.

In grids larger than 9×9, the search for a second solution may take forever. It
is given up after --max-nodes, and the given is kept. Such puzzles are written
and counted on standard error, and the exit code is 1.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus minimize puzzles.txt --seed 7 > minimal.txt
  dlxbench corpus minimize puzzles.txt | dlxbench check - --minimal";

/// The node limit of a search in a large grid, the same as in the generator.
const NODES_IF_LARGE: u64 = 20_000;

/// Remove redundant givens
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    /// Give up each search after N nodes [default: 20,000 above 9×9, otherwise never]
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,
}

pub(super) fn run(args: MinimizeArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let interrupt = rewrite.job.stream.interrupt();
    let rule = search_rule(args.max_nodes, &interrupt);
    let (mut removed, mut doubtful) = (0, 0);
    rewrite.each_with(
        || Checker::new(rule),
        |checker, mut item| {
            let is_large = item.entry.puzzle.geometry().size() > 9;
            let nodes = args.max_nodes.unwrap_or(if is_large { NODES_IF_LARGE } else { u64::MAX });
            let mut random = Random::of_member(args.seed, item.index);
            let made = checker.minimize(&item.entry.puzzle, nodes, &mut random).map_err(reason)?;
            item.entry.puzzle = made.puzzle;
            Ok(((made.removed, made.doubtful), item.entry))
        },
        |(removed_here, doubtful_here)| {
            removed += removed_here as u64;
            doubtful += u64::from(doubtful_here > 0);
            Ok(Goes::Next)
        },
    )?;
    rewrite.job.say(&format!("{} removed", units::counted(removed, "given")));
    if doubtful > 0 {
        let puzzles = units::counted(doubtful, "puzzle");
        rewrite.job.say(&format!("{puzzles} may not be minimal: a search was given up"));
    }
    rewrite.job.stream.reporter.findings += doubtful;
    rewrite.finish()
}

/// Returns why a puzzle cannot be minimized.
fn reason(status: Status) -> String {
    let reason = match status {
        Status::Multiple => "it has several solutions",
        Status::None => "it has no solution",
        Status::Invalid => "two of its givens clash",
        _ => "the search was given up after --max-nodes",
    };
    format!("{}: {reason}", status.name())
}
