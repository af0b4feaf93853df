//! `dlxbench corpus dedupe`: each puzzle once.

use clap::Args;
use dlxbench::check::{Duplicates, Fingerprint, Seen};
use dlxbench::report::units;
use dlxbench::sudoku::minlex::puzzle_minlex;

use super::rewrite::{Goes, Rewrite, RewriteArgs};
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
The first of equal puzzles stays, with its label and its solution; the others
are left out and counted on standard error. Puzzles are equal if their cells
are, however they are written.

Puzzles are streamed; 24 bytes of each different one are kept (a hash of 128
bits and 8 more), so ten million take less than a gigabyte.

Examples:
  dlxbench corpus dedupe a.txt b.txt > both.txt
  dlxbench corpus dedupe puzzles.txt --isomorphs --out puzzles.txt --force";

/// Leave out duplicates
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Leave out isomorphs of earlier puzzles too
    #[arg(long, help_heading = "How")]
    isomorphs: bool,
}

pub(super) fn run(args: DedupeArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let mut seen = Duplicates::default();
    let mut duplicates = 0;
    rewrite.each_with(
        || (),
        |(), item| {
            let puzzle = &item.entry.puzzle;
            let fingerprint = match args.isomorphs {
                true => Fingerprint::of(&puzzle_minlex(puzzle.geometry(), puzzle.cells())),
                false => Fingerprint::of(puzzle.cells()),
            };
            Ok((fingerprint, item.entry))
        },
        |fingerprint| match seen.see(fingerprint, Seen { source: 0, line: 0 }) {
            None => Goes::Next,
            Some(_) => {
                duplicates += 1;
                Goes::Nowhere
            }
        },
    )?;
    let (kept, duplicates) = (units::count(seen.different() as u64), units::count(duplicates));
    let what = if args.isomorphs { "isomorphs of earlier ones" } else { "duplicates" };
    rewrite.job.say(&format!("{kept} puzzles kept, {duplicates} left out: {what}"));
    rewrite.finish()
}
