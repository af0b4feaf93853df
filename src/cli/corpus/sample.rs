//! `dlxbench corpus sample`: some puzzles at random.

use clap::Args;
use dlxbench::report::units;

use super::job::{InputArgs, Job};
use super::writer::{OutputArgs, Written};
use crate::cli::exit::Exit;

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
    #[arg(value_name = "N")]
    count: usize,

    #[command(flatten)]
    input: InputArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: SampleArgs) -> anyhow::Result<Exit> {
    let mut writer = args.output.open()?;
    let mut job = Job::new(args.input, writer.is_standard)?;
    job.stream.options.sample = Some((args.count, args.seed));
    let style = writer.style;
    let mut chosen = 0;
    job.each(
        || (),
        |(), item| Written::new(style, &item.entry),
        |_, written| {
            chosen += 1;
            writer.write(&written)
        },
    )?;
    if chosen < args.count as u64 {
        let (chosen, wanted) = (units::count(chosen), units::count(args.count as u64));
        job.say(&format!("there are only {chosen} puzzles, and {wanted} were asked for"));
    }
    writer.finish(job)
}
