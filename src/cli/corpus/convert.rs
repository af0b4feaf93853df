//! `dlxbench corpus convert`: the same puzzles in another format.

use std::io::Write;

use clap::Args;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Formats:
  line         puzzle, solution, label                .txt
  csv          puzzle,solution,rating,class,label     .csv
  sdk          label in a line #D, class in #L, rows  .sdk
  block        the same
  boxed        the same with borders around the boxes
  sdm          the puzzle alone                       .sdm
  pencilmarks  729 signs, solution, label; 9×9 only
What a format has no room for is dropped, and said on standard error; a puzzle
that it cannot hold is left out and reported, and the exit code is 1.

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
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: ConvertArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    job.each_written(
        (style, 1),
        || (),
        |(), item| Ok(((), item.record)),
        |written| {
            sink.write_all(written.text.as_bytes())?;
            Ok(true)
        },
    )?;
    job.finish(sink, style)
}
