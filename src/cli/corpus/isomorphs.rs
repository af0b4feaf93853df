//! `dlxbench corpus isomorphs`: replaces each puzzle by random isomorphs.

use clap::Args;
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;

use super::rewrite::{Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::value;

const EXAMPLES: &str = "\
Digits are renamed, rows, columns, bands and stacks are reordered, and half of
the grids are transposed (if their boxes are square); all isomorphisms are
equally likely. Solutions in the file are transformed with their puzzles. A
larger --count adds further isomorphs to those of a smaller one.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus isomorphs puzzles.txt --seed 7
  dlxbench corpus isomorphs puzzles.txt --count 100 --out many.txt.zst";

/// Replace each puzzle by random isomorphs
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct IsomorphsArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    /// Isomorphs per puzzle
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How")]
    #[arg(value_parser = value::number::<u64>(1..=1_000_000))]
    count: u64,
}

pub(super) fn run(args: IsomorphsArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    rewrite.job.stream.options.copies = usize::try_from(args.count)?;
    rewrite.each(
        || (),
        |(), item| {
            // Each copy of each puzzle has its own seed, so the result does not depend on the thread.
            let (index, copy) = (item.index / args.count, item.index % args.count);
            let family = args.seed.wrapping_add(copy.wrapping_mul(0xd1b5_4a32_d192_ed03));
            let mut random = Random::of_member(family, index);
            let isomorphism = Isomorphism::random(item.entry.puzzle.geometry(), &mut random);
            Ok(item.entry.transformed(&isomorphism))
        },
    )?;
    rewrite.finish()
}
