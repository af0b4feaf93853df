//! `dlxbench corpus canon`: each puzzle in its canonical form.

use std::io::Write;

use clap::Args;
use dlxbench::check::Canonicalizer;
use dlxbench::check::CheckRule;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
The form is the one that the Sudoku community uses (minlex): of a puzzle with
exactly one solution the isomorph with the smallest solution grid, row by row,
and among those the smallest puzzle; of any other puzzle the smallest isomorph
of the puzzle itself, where a blank is smaller than a digit. Isomorphs have the
same form. A solution in the file is transformed with its puzzle.

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
    input: InputArgs,

    /// Give up solving a puzzle after N nodes; it is left out
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: CanonArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let interrupt = job.interrupt();
    let nodes = args.max_nodes.unwrap_or(u64::MAX);
    let rule = CheckRule { nodes, interrupt: Some(&interrupt), ..CheckRule::default() };
    job.each_written(
        (style, 1),
        || Canonicalizer::new(rule),
        |canonicalizer, item| match canonicalizer.to_canonical(&item.record.puzzle) {
            Some(isomorphism) => Ok(((), item.record.transformed(&isomorphism))),
            None => Err("given up after --max-nodes, so that its form is not known".to_owned()),
        },
        |written| {
            sink.write_all(written.text.as_bytes())?;
            Ok(true)
        },
    )?;
    job.finish(sink, style)
}
