//! `dlxbench corpus isomorphs`: equivalent puzzles at random.

use std::io::Write;

use clap::Args;
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Digits are renamed, rows, columns, bands and stacks change places, and half of
the grids are transposed (if their boxes are square), all equally likely.
Solutions in the file are transformed with their puzzles. More isomorphs of a
puzzle begin with those that fewer would have been.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus isomorphs puzzles.txt --seed 7
  dlxbench corpus isomorphs puzzles.txt --count 100 --out many.txt.zst";

/// Replace each puzzle by random isomorphs
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct IsomorphsArgs {
    #[command(flatten)]
    input: InputArgs,

    /// The seed: other isomorphs
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    /// How many of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How")]
    count: usize,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: IsomorphsArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let seed = args.seed;
    job.each_written(
        (style, args.count),
        || (),
        |(), item| {
            // A stream for each copy of each puzzle, whoever asks for it first.
            let family = seed.wrapping_add(item.copy.wrapping_mul(0xd1b5_4a32_d192_ed03));
            let mut random = Random::of_member(family, item.index);
            let isomorphism = Isomorphism::random(item.record.puzzle.geometry(), &mut random);
            Ok(((), item.record.transformed(&isomorphism)))
        },
        |written| {
            sink.write_all(written.text.as_bytes())?;
            Ok(true)
        },
    )?;
    job.finish(sink, style)
}
