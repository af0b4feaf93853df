//! `dlxbench corpus shuffle`: the puzzles in random order.

use clap::Args;
use dlxbench::random::Random;

use super::rewrite::{Rewrite, RewriteArgs};
use super::spill::SpillArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Every order is equally likely. All puzzles are needed before the first can be
written: up to --memory of them are held, the rest goes to temporary files and
is merged. The limit does not change the result.

Examples:
  dlxbench corpus shuffle puzzles.txt --seed 7 > shuffled.txt
  dlxbench corpus shuffle huge.txt.zst --memory 2G --temp . -o mixed.txt.zst";

/// Put the puzzles into random order
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    #[command(flatten)]
    spill: SpillArgs,
}

pub(super) fn run(args: ShuffleArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let mut sort = args.spill.sort();
    let mut random = Random::new(args.seed);
    rewrite.each_with(
        || (),
        |(), item| Ok(((), item.entry)),
        |output, (), written| output.keep(&mut sort, &random_key(&mut random), &written),
    )?;
    rewrite.write_sorted(sort)?;
    rewrite.finish()
}

/// 96 random bits. Among 10¹² puzzles two share a key with a chance below 1 in 100,000, and then nothing is lost.
fn random_key(random: &mut Random) -> [u8; 12] {
    let mut key = [0; 12];
    for part in key.chunks_mut(2) {
        part.copy_from_slice(&(random.below(1 << 16) as u16).to_be_bytes());
    }
    key
}
