//! `dlxbench corpus sort`: the puzzles in order.

use clap::Args;
use dlxbench::check::{SortKeys, SortOrder};
use dlxbench::report::units;

use super::job::search_rule;
use super::rewrite::{Goes, Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::spill::SpillArgs;
use crate::cli::value;

const EXAMPLES: &str = "\
Equal puzzles stay in input order, also with --reverse.
  clues      the number of givens
  rating     the rating in the file; puzzles without one come after all others,
             by their rating by logic: the two scales are never mixed
  logic      the rating by logic, whatever the file says: from 1 easy to 5 and
             more extreme (see dlxbench rate --help)
  guesses    the guesses of a search, averaged over 16 isomorphs
  canonical  the canonical form (see dlxbench corpus canon), so that isomorphs
             come together
A puzzle without exactly one solution has neither rating nor guesses; it comes
last, also with --reverse, and is counted on standard error.

All puzzles are needed before the first can be written: up to --memory of them
are held, the rest goes to temporary files and is merged. The limit does not
change the result.

Examples:
  dlxbench corpus sort puzzles.txt --by clues
  dlxbench corpus sort ratings.csv --by rating --reverse --out hardest.csv
  dlxbench corpus sort puzzles.txt --by guesses --memory 2G";

/// Put the puzzles into an order
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// What to sort by
    #[arg(long, value_name = "KEY", value_parser = value::named::<SortOrder>(), help_heading = "How")]
    by: SortOrder,

    /// Largest first
    #[arg(long, help_heading = "How")]
    reverse: bool,

    /// Give up solving a puzzle after N nodes and put it last [default: never]
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    #[command(flatten)]
    spill: SpillArgs,
}

pub(super) fn run(args: SortArgs) -> anyhow::Result<Exit> {
    let mut rewrite = Rewrite::open(args.files)?;
    let interrupt = rewrite.job.stream.interrupt();
    let rule = search_rule(args.max_nodes, &interrupt);
    rewrite.sort = Some(args.spill.sort());
    let mut without = 0;
    rewrite.each_with(
        || SortKeys::new(args.by, args.reverse, rule),
        |keys, item| Ok((keys.key(&item.entry), item.entry)),
        |key| {
            without += u64::from(key == SortKeys::NO_KEY);
            Ok(Goes::ByKey(key.to_vec()))
        },
    )?;
    if without > 0 {
        let puzzles = units::counted(without, "puzzle");
        rewrite.job.say(&format!("{puzzles} at the end: not exactly one solution, or given up"));
    }
    rewrite.finish()
}
