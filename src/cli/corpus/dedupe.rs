//! `dlxbench corpus dedupe`: each puzzle once.

use clap::Args;
use dlxbench::check::{Duplicates, Fingerprint, Seen};
use dlxbench::report::units;
use dlxbench::sudoku::minlex::puzzle_minlex;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use crate::cli::Exit;

const EXAMPLES: &str = "\
The first of equal puzzles stays, with its label and its solution; the others
are left out, and counted on standard error. Puzzles are equal if their cells
are, however they are written.

Puzzles are streamed; of each different one 24 bytes are kept (a hash of 128
bits and 8 more), so that ten million take less than a gigabyte.

Examples:
  dlxbench corpus dedupe a.txt b.txt > both.txt
  dlxbench corpus dedupe puzzles.txt --isomorphs --output puzzles.txt --force";

/// Leave out puzzles that come again
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Leave out isomorphs of a puzzle that came before, too
    #[arg(long, help_heading = "How")]
    isomorphs: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: DedupeArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let mut seen = Duplicates::default();
    let mut again = 0;
    job.each_written(
        (style, 1),
        || (),
        |(), item| {
            let puzzle = &item.record.puzzle;
            let fingerprint = match args.isomorphs {
                true => Fingerprint::of(&puzzle_minlex(puzzle.geometry(), puzzle.cells())),
                false => Fingerprint::of(puzzle.cells()),
            };
            Ok((fingerprint, item.record))
        },
        |written| {
            if seen.see(written.key, Seen { source: 0, line: 0 }).is_some() {
                again += 1;
                return Ok(false);
            }
            sink.write(written.text.as_bytes()).map(|()| true)
        },
    )?;
    let (kept, again) = (units::count(seen.different() as u64), units::count(again));
    let what = if args.isomorphs { "isomorphs of one before" } else { "duplicates" };
    job.say(&format!("dlxbench: {kept} puzzles kept, {again} left out: {what}"));
    job.finish(sink, style)
}
