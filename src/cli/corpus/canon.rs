//! `dlxbench corpus canon`: replaces each puzzle by its canonical form.

use clap::Args;
use dlxbench::check::Checker;

use super::job::search_rule;
use super::rewrite::{Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::value;

const EXAMPLES: &str = "\
All isomorphs of a puzzle have the same canonical form, that of the Sudoku
community (minlex). For a puzzle with exactly one solution, it is the isomorph
with the smallest solution grid, row by row, and among those the smallest
puzzle. For any other puzzle, it is the smallest isomorph of the puzzle itself,
where a blank is smaller than a digit. A solution in the file is transformed
with its puzzle.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus canon puzzles.txt
  dlxbench corpus canon puzzles.txt | sort -u | wc -l
  dlxbench corpus canon puzzles.csv.gz --out canonical.csv.gz";

/// Replace each puzzle by its canonical form (minlex)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CanonArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Give up on a puzzle after N nodes and leave it out [default: never]
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,
}

pub(super) fn run(args: CanonArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let interrupt = rewrite.job.stream.interrupt();
    let rule = search_rule(args.max_nodes, &interrupt);
    rewrite.each(
        || Checker::new(rule),
        |checker, item| match checker.to_canonical(&item.entry.puzzle) {
            Some(isomorphism) => Ok(item.entry.transformed(&isomorphism)),
            None => Err("given up after --max-nodes, so its form is unknown".to_owned()),
        },
    )?;
    rewrite.finish()
}
