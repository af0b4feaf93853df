//! `dlxbench corpus shuffle`: puts the puzzles into random order.

use clap::Args;
use dlxbench::random::Random;

use super::rewrite::{Goes, Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::spill::SpillArgs;

const EXAMPLES: &str = "\
Every order is equally likely. All puzzles are read before the first is written.
Beyond --memory, they go to temporary files, which are merged at the end. The
limit does not change the result.

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

/// Returns 96 random bits. The chance that two of 10¹² puzzles share a key is below 1 in 100,000, and then nothing is
/// lost.
fn random_key(random: &mut Random) -> Vec<u8> {
    (0..6).flat_map(|_| (random.below(1 << 16) as u16).to_be_bytes()).collect()
}
