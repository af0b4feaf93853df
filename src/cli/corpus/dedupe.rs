//! `dlxbench corpus dedupe`: removes duplicates.

use clap::Args;
use dlxbench::check::{Fingerprint, Seen};
use dlxbench::corpus::Entry;
use dlxbench::report::units;
use dlxbench::sudoku::minlex::puzzle_minlex;

use super::rewrite::{Goes, Rewrite, RewriteArgs, Written};
use crate::cli::duplicates::MemoryArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Of several equal puzzles, the first stays, with its label and its solution; the
others are left out and counted on standard error. Puzzles are equal if their
cells are equal, whatever the notation.

Puzzles are streamed. A hash of 128 bits and the place of each distinct puzzle
are kept, which takes 30 to 90 bytes: 620 MB for ten million. --memory 1G keeps
any number within a gigabyte; files are then read twice, and temporary files
take 40 bytes per puzzle.

Examples:
  dlxbench corpus dedupe a.txt b.txt > both.txt
  dlxbench corpus dedupe puzzles.txt --isomorphs --out puzzles.txt --force
  dlxbench corpus dedupe billion.txt.zst --memory 1G --out different.txt.zst";

/// Leave out duplicates
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Leave out isomorphs of earlier puzzles too
    #[arg(long, help_heading = "How")]
    isomorphs: bool,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub(super) fn run(args: DedupeArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let fingerprint = |entry: &Entry| {
        let puzzle = &entry.puzzle;
        match args.isomorphs {
            true => Fingerprint::of(&puzzle_minlex(puzzle.geometry(), puzzle.cells())),
            false => Fingerprint::of(puzzle.cells()),
        }
    };
    let writer = rewrite.writer;
    let mut finder = args.memory.finder(1, &rewrite.job.stream, |puzzle| {
        let entry = puzzle.to_entry().with_solution_apart();
        Written::new(writer, &entry).ok().map(|_| fingerprint(&entry))
    })?;
    let mut duplicates = 0;
    rewrite.each_with(
        || (),
        |(), item| Ok(((fingerprint(&item.entry), item.entry.line), item.entry)),
        |(fingerprint, line)| {
            let is_duplicate = finder.see(fingerprint, Seen { source: 0, line })?.is_some();
            duplicates += u64::from(is_duplicate);
            Ok(if is_duplicate { Goes::Nowhere } else { Goes::Next })
        },
    )?;
    finder.finish(&rewrite.job.stream)?;
    let (kept, duplicates) = (units::counted(rewrite.written, "puzzle"), units::count(duplicates));
    let what = if args.isomorphs { "isomorphs of earlier ones" } else { "duplicates" };
    rewrite.job.say(&format!("{kept} kept, {duplicates} left out: {what}"));
    rewrite.finish()
}
