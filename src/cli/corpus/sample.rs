//! `dlxbench corpus sample`: some puzzles at random.

use std::io::Write;

use clap::Args;
use dlxbench::random::Random;
use dlxbench::report::units;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use crate::cli::exit::Exit;

const EXAMPLES: &str = "\
Every choice of N puzzles is equally likely; they come in input order. Fewer
come if there are fewer, which is said on standard error.

Puzzles are streamed: only the chosen ones are kept in memory.

Examples:
  dlxbench corpus sample 1000 puzzles.txt.gz --seed 7 > some.txt
  dlxbench corpus sample 10 shipped:hard shipped:expert --to boxed";

/// Choose N puzzles at random
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SampleArgs {
    /// How many
    #[arg(value_name = "N")]
    count: usize,

    #[command(flatten)]
    input: InputArgs,

    /// The seed: other puzzles
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How")]
    seed: u64,

    #[command(flatten)]
    output: OutputArgs,
}

/// So many of a stream, each set of them equally likely (Algorithm R).
struct Reservoir<T> {
    room: usize,
    random: Random,
    seen: usize,
    /// The chosen, each with its number.
    chosen: Vec<(usize, T)>,
}

impl<T> Reservoir<T> {
    fn new(room: usize, seed: u64) -> Reservoir<T> {
        Reservoir { room, random: Random::new(seed), seen: 0, chosen: Vec::new() }
    }

    fn add(&mut self, thing: T) {
        let number = self.seen;
        self.seen += 1;
        if self.chosen.len() < self.room {
            self.chosen.push((number, thing));
            return;
        }
        let place = self.random.below(self.seen);
        if let Some(chosen) = self.chosen.get_mut(place) {
            *chosen = (number, thing);
        }
    }

    /// The chosen in the order in which they came.
    fn into_chosen(mut self) -> impl Iterator<Item = T> {
        self.chosen.sort_unstable_by_key(|(number, _)| *number);
        self.chosen.into_iter().map(|(_, thing)| thing)
    }
}

pub(super) fn run(args: SampleArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let mut reservoir = Reservoir::new(args.count, args.seed);
    job.each_written(
        (style, 1),
        || (),
        |(), item| Ok(((), item.record)),
        |written| {
            reservoir.add((written.text, written.dropped));
            Ok(false)
        },
    )?;
    let seen = reservoir.seen;
    if seen < args.count {
        let (seen, wanted) = (units::count(seen as u64), units::count(args.count as u64));
        job.say(&format!("dlxbench: there are only {seen} puzzles, and {wanted} were asked for"));
    }
    for (text, dropped) in reservoir.into_chosen() {
        job.tally.note(dropped);
        sink.write_all(text.as_bytes())?;
    }
    job.finish(sink, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_is_chosen_about_equally_often() {
        let mut counts = [0; 10];
        for seed in 0..4000 {
            let mut reservoir = Reservoir::new(3, seed);
            (0..10).for_each(|number| reservoir.add(number));
            let chosen: Vec<usize> = reservoir.into_chosen().collect();
            assert!(chosen.len() == 3 && chosen.is_sorted(), "{chosen:?}");
            chosen.into_iter().for_each(|number| counts[number] += 1);
        }
        assert!(counts.iter().all(|count| (1080..1320).contains(count)), "{counts:?}");
    }

    #[test]
    fn fewer_than_asked_for_are_all_chosen() {
        let mut reservoir = Reservoir::new(5, 1);
        ["a", "b"].into_iter().for_each(|thing| reservoir.add(thing));
        assert!(reservoir.into_chosen().eq(["a", "b"]));
        let mut nothing = Reservoir::new(0, 1);
        nothing.add("a");
        assert_eq!(nothing.into_chosen().count(), 0);
    }
}
