//! `dlxbench corpus stats`: what a corpus is made of.

mod output;

use std::io::{self, BufWriter};

use clap::Args;
use dlxbench::check::CheckRule;
use dlxbench::check::{Census, PuzzleTraits};
use dlxbench::corpus::{ClassBy, Classes, PuzzleWriter};

use self::output::Summary;
use super::classifier::Classifier;
use super::job::{InputArgs, Job};
use crate::cli::Exit;
use crate::cli::bench::ClassRule;
use crate::cli::rows::RowFormat;

const EXAMPLES: &str = "\
The digest is the same for the same puzzles in another order, in another format
or with another sign for blanks; run records have it too. Duplicates are
puzzles that came before; isomorphs those that came before in another guise.
A pattern of givens may have several symmetries.

Puzzles are streamed; of each different one 24 bytes are kept in a hash table,
and 24 more in another with --isomorphs. Without it, ten million take less than
a gigabyte.

Examples:
  dlxbench corpus stats puzzles.txt
  dlxbench corpus stats puzzles.csv.gz --isomorphs --class-by rating
  dlxbench corpus stats a.txt b.txt --format json";

/// Count puzzles, clues, classes, sizes, symmetries and duplicates; compute the digest
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Count isomorphs of puzzles that came before, too
    #[arg(long, help_heading = "How")]
    isomorphs: bool,

    /// What decides the class of a puzzle
    #[arg(long, value_enum, default_value = "auto", value_name = "RULE", help_heading = "How")]
    class_by: ClassRule,

    /// What to print
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: RowFormat,
}

pub(super) fn run(args: StatsArgs) -> anyhow::Result<Exit> {
    let mut job = Job::new(args.input, false)?;
    let interrupt = job.interrupt();
    let by = ClassBy::from(args.class_by);
    let rule = CheckRule { interrupt: Some(&interrupt), ..CheckRule::default() };
    let mut census = Census::default();
    let mut classes = Classes::new(by);
    let mut counts: Vec<u64> = Vec::new();
    let (mut labels, mut solutions) = (0, 0);
    job.each(
        1,
        || Classifier::new(by, rule),
        |classifier, item| {
            let traits = PuzzleTraits::of(&item.record.puzzle, args.isomorphs);
            let has = (!item.record.label.is_empty(), item.record.solution.is_some());
            Ok((traits, classifier.name(&item), has))
        },
        |_, (traits, class, (has_label, has_solution))| {
            census.add(&traits);
            let class = usize::from(classes.number(&class));
            counts.resize(counts.len().max(class + 1), 0);
            counts[class] += 1;
            labels += u64::from(has_label);
            solutions += u64::from(has_solution);
            Ok(())
        },
    )?;
    let in_order = classes.in_order().into_iter().map(usize::from);
    let count = |class: usize| counts.get(class).copied().unwrap_or(0);
    let classes = in_order.map(|class| (classes.names()[class].clone(), count(class)));
    let summary = Summary {
        malformed: job.tally.malformed,
        isomorphs: args.isomorphs.then_some(census.isomorphs),
        classes: classes.filter(|(_, count)| *count > 0).collect(),
        census: &census,
        labels,
        solutions,
    };
    summary.write(args.format, &mut BufWriter::new(io::stdout().lock()))?;
    Ok(job.exit(PuzzleWriter::default()))
}
