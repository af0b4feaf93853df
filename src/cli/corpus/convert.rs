//! `dlxbench corpus convert`: writes the puzzles in another format.

use clap::Args;

use super::rewrite::{Rewrite, RewriteArgs};
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Formats:
  line         puzzle, solution, label                .txt
  csv          puzzle,solution,rating,class,label     .csv
  sdk          label in a line #D, class in #L, rows  .sdk
  block        same as sdk
  boxed        same as sdk, with borders around the boxes
  sdm          puzzle only                            .sdm
  pencilmarks  729 characters, solution, label; 9×9 only
Labels and solutions that a format cannot hold are dropped and reported on
standard error. A puzzle that it cannot hold is left out and reported; the exit
code is 1.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus convert puzzles.txt --to csv
  dlxbench corpus convert puzzles.csv --out puzzles.sdm.gz --blank 0
  dlxbench corpus convert shipped:famous --to boxed";

/// Write the puzzles in another format, or compressed
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    files: RewriteArgs,
}

pub(super) fn run(args: ConvertArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    rewrite.each(|| (), |(), item| Ok(item.entry))?;
    rewrite.finish()
}
