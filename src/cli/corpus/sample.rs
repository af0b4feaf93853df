//! `dlxbench corpus sample`: some puzzles at random.

use clap::Args;
use dlxbench::report::units;

use super::rewrite::{Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::value;

const EXAMPLES: &str = "\
Every choice of N puzzles is equally likely; they come in input order. If there
are fewer, all come, and standard error says so.

Puzzles are streamed: only the chosen ones are kept in memory.

Examples:
  dlxbench corpus sample 1000 puzzles.txt.gz --seed 7 > some.txt
  dlxbench corpus sample 10 shipped:hard shipped:expert --to boxed";

/// Choose N puzzles at random
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SampleArgs {
    /// Number of puzzles
    #[arg(value_name = "N", value_parser = value::number::<usize>(value::COUNT))]
    count: usize,

    #[command(flatten)]
    files: RewriteArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,
}

pub(super) fn run(args: SampleArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    rewrite.job.stream.options.sample = Some((args.count, args.seed));
    rewrite.each(|| (), |(), item| Ok(item.entry))?;
    if rewrite.written < args.count as u64 {
        let (chosen, wanted) = (units::count(rewrite.written), units::count(args.count as u64));
        rewrite.job.say(&format!("there are only {chosen} puzzles, and {wanted} were asked for"));
    }
    rewrite.finish()
}
