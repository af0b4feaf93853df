//! `dlxbench corpus sort`: sorts the puzzles.

use clap::Args;
use dlxbench::check::{SortKeys, SortOrder};
use dlxbench::report::units;

use super::job::search_rule;
use super::rewrite::{Goes, Rewrite, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::spill::SpillArgs;
use crate::cli::value;

const EXAMPLES: &str = "\
Puzzles with equal keys stay in input order, even with --reverse. The keys are:
  clues      the number of givens
  rating     the rating in the file; puzzles without one come after all others,
             sorted by logic, because the two scales cannot be compared
  logic      the rating by logic, from 1 (easy) to 5 and above (extreme),
             whatever the file says (see dlxbench rate --help)
  guesses    the guesses of a search, averaged over 16 isomorphs
  canonical  the canonical form (see dlxbench corpus canon), which puts isomorphs
             next to each other
A puzzle without exactly one solution has neither a rating by logic nor guesses.
By these keys it comes last, even with --reverse, and is counted on standard
error.

All puzzles are read before the first is written. Beyond --memory, they go to
temporary files, which are merged at the end. The limit does not change the
result.

Examples:
  dlxbench corpus sort puzzles.txt --by clues
  dlxbench corpus sort ratings.csv --by rating --reverse --out hardest.csv
  dlxbench corpus sort puzzles.txt --by guesses --memory 2G";

/// Sort the puzzles
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    files: RewriteArgs,

    /// Key to sort by
    #[arg(long, value_name = "KEY", value_parser = value::named::<SortOrder>(), help_heading = "How")]
    by: SortOrder,

    /// Sort in descending order
    #[arg(long, help_heading = "How")]
    reverse: bool,

    /// Give up on a puzzle after N nodes and put it last [default: never]
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
        rewrite
            .job
            .say(&format!("{puzzles} put last: not exactly one solution, or given up after --max-nodes"));
    }
    rewrite.finish()
}
