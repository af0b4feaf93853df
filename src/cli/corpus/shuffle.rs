//! `dlxbench corpus shuffle`: the puzzles in random order.

use clap::Args;
use dlxbench::random::Random;

use super::rewrite::{Goes, Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::spill::SpillArgs;

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
    rewrite.sort = Some(args.spill.sort());
    let mut random = Random::new(args.seed);
    let random_place = |()| Ok(Goes::ByKey(random_key(&mut random)));
    rewrite.each_with(|| (), |(), item| Ok(((), item.entry)), random_place)?;
    rewrite.finish()
}

/// 96 random bits. Among 10¹² puzzles two share a key with a chance below 1 in 100,000, and then nothing is lost.
fn random_key(random: &mut Random) -> Vec<u8> {
    (0..6).flat_map(|_| (random.below(1 << 16) as u16).to_be_bytes()).collect()
}
