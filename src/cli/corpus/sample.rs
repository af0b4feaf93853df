//! `dlxbench corpus sample`: chooses puzzles at random.

use clap::Args;
use dlxbench::report::units;

use super::rewrite::{Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::sample_size::SampleSize;

const EXAMPLES: &str = "\
Every set of N puzzles is equally likely, and is written in input order. If the
input has fewer puzzles, all are written, with a message on standard error. 10%
stands for a tenth of the puzzles, rounded to the nearest number. Files are then
read twice to count the puzzles, so a share of standard input is not possible.

Puzzles are streamed: only the chosen ones are kept in memory.

Examples:
  dlxbench corpus sample 10% puzzles.txt --out tenth.txt
  dlxbench corpus sample 1000 puzzles.txt.gz --seed 7 > some.txt
  dlxbench corpus sample 10 shipped:hard shipped:expert --to boxed";

/// Choose N puzzles, or a share of all, at random
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SampleArgs {
    /// Number of puzzles, or a share such as 10%
    #[arg(value_name = "N|P%")]
    size: SampleSize,

    #[command(flatten)]
    files: RewriteArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,
}

pub(super) fn run(args: SampleArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let count = rewrite.job.stream.count_sample(args.size)?;
    rewrite.job.stream.options.sample = Some((count, args.seed));
    rewrite.each(|| (), |(), item| Ok(item.entry))?;
    if rewrite.written < count as u64 && !rewrite.job.stream.is_interrupted() {
        let (chosen, wanted) = (units::counted(rewrite.written, "puzzle"), units::count(count as u64));
        rewrite.job.say(&format!("the input has only {chosen}, not {wanted}"));
    }
    rewrite.finish()
}
