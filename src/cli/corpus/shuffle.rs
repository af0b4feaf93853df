//! `dlxbench corpus shuffle`: the puzzles in random order.

use clap::Args;
use dlxbench::random::Random;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use super::spill::{SpillArgs, write_sorted};
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Every order is equally likely. All puzzles are needed before the first can be
written: up to --memory of them are held, what is more goes to temporary files
and is merged. The limit does not change the result.

Examples:
  dlxbench corpus shuffle puzzles.txt --seed 7 > shuffled.txt
  dlxbench corpus shuffle huge.txt.zst --memory 2G --temp . -o mixed.txt.zst";

/// Put the puzzles into random order
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    input: InputArgs,

    /// The seed: another order
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    #[command(flatten)]
    spill: SpillArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: ShuffleArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let mut sort = args.spill.sort();
    let mut random = Random::new(args.seed);
    job.each_written(
        (style, 1),
        || (),
        |(), item| Ok(((), item.record)),
        |written| {
            sort.push(&random_key(&mut random), written.text.as_bytes())?;
            Ok(true)
        },
    )?;
    write_sorted(sort, &job, &mut sink)?;
    job.finish(sink, style)
}

/// 96 bits at random: among 10¹² puzzles two have the same key with a chance below one in 100,000, and nothing is lost then.
fn random_key(random: &mut Random) -> [u8; 12] {
    let mut key = [0; 12];
    for part in key.chunks_mut(2) {
        part.copy_from_slice(&(random.below(1 << 16) as u16).to_be_bytes());
    }
    key
}
