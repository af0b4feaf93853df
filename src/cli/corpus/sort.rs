//! `dlxbench corpus sort`: the puzzles in order.

use clap::{Args, ValueEnum};
use dlxbench::check::CheckRule;
use dlxbench::check::{SortKeys, SortOrder};
use dlxbench::report::units;

use super::job::{InputArgs, Job};
use super::sink::OutputArgs;
use super::spill::{SpillArgs, write_sorted};
use crate::cli::Exit;

const EXAMPLES: &str = "\
Puzzles that are equal in the order stay as they came, also with --reverse.
  clues      the number of givens
  rating     the rating that stands in the file; puzzles without one come
             behind all others, by their rating by logic: the two scales are
             never mixed
  logic      the rating by logic (see dlxbench rate), whatever the file says
  guesses    the guesses of a search, averaged over 16 isomorphs
  canonical  the canonical form (see dlxbench corpus canon), so that isomorphs
             come together
A puzzle that has not exactly one solution has no rating and no guesses; it
comes last, also with --reverse, and is counted on standard error.

All puzzles are needed before the first can be written: up to --memory of them
are held, what is more goes to temporary files and is merged. The limit does
not change the result.

Examples:
  dlxbench corpus sort puzzles.txt --by clues
  dlxbench corpus sort ratings.csv --by rating --reverse --output hardest.csv
  dlxbench corpus sort puzzles.txt --by guesses --memory 2G";

/// Put the puzzles into an order
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    input: InputArgs,

    /// What to sort by
    #[arg(long, value_enum, value_name = "KEY", help_heading = "How")]
    by: OrderName,

    /// The largest first
    #[arg(long, help_heading = "How")]
    reverse: bool,

    /// Give up solving a puzzle after N nodes; it comes last
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,

    #[command(flatten)]
    spill: SpillArgs,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OrderName {
    /// The number of givens
    Clues,
    /// The rating in the file, then the rating by logic
    Rating,
    /// The rating by logic
    Logic,
    /// The guesses of a search
    Guesses,
    /// The canonical form
    Canonical,
}

impl From<OrderName> for SortOrder {
    fn from(name: OrderName) -> SortOrder {
        match name {
            OrderName::Clues => SortOrder::Clues,
            OrderName::Rating => SortOrder::Rating,
            OrderName::Logic => SortOrder::Logic,
            OrderName::Guesses => SortOrder::Guesses,
            OrderName::Canonical => SortOrder::Canonical,
        }
    }
}

pub(super) fn run(args: SortArgs) -> anyhow::Result<Exit> {
    let style = args.output.style();
    let mut sink = args.output.open()?;
    let mut job = Job::new(args.input, args.output.is_standard())?;
    let interrupt = job.interrupt();
    let nodes = args.max_nodes.unwrap_or(u64::MAX);
    let rule = CheckRule { nodes, interrupt: Some(&interrupt), ..CheckRule::default() };
    let mut sort = args.spill.sort();
    let mut without = 0;
    job.each_written(
        (style, 1),
        || SortKeys::new(args.by.into(), args.reverse, rule),
        |sort_keys, item| Ok((sort_keys.key(&item.record), item.record)),
        |written| {
            without += u64::from(written.key.is_none());
            sort.push(written.key.bytes(), written.text.as_bytes())?;
            Ok(true)
        },
    )?;
    if without > 0 {
        let why = "without exactly one solution, or given up";
        job.say(&format!("dlxbench: {} puzzles come last: {why}", units::count(without)));
    }
    write_sorted(sort, &job, &mut sink)?;
    job.finish(sink, style)
}
