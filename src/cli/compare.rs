//! `dlxbench compare`: compares two records.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use dlxbench::compare::{CompareError, Comparison, TimedRun};
use dlxbench::report::{OutputFormat, units};

use super::console::say;
use super::exit::Exit;
use super::output::{IfExists, Output};
use super::value;

const EXAMPLES: &str = "\
A record is a folder written by bench --save or --out. Make both runs with the
same options and several passes, so that each measures its own noise:

  dlxbench bench --passes 20 --keep best --per-puzzle --out before
  dlxbench bench --passes 20 --keep best --per-puzzle --out after

Examples:
  dlxbench compare before after
  dlxbench compare before after --fail-on 5%  # for CI: exit code 1
  dlxbench compare before after --fail-on-counters  # the same for nodes, guesses
  dlxbench compare before after --format markdown

Verdicts on the mean time of each class:
  faster, slower  the 95 % interval does not contain 1.0, and the change is
                  larger than the noise of both runs; or the whole interval
                  lies beyond 50 %, whatever the noise
  same            neither of these, and the interval lies within 5 % of 1.0
  inconclusive    none of these; the output says what would settle it

Exit codes:
  0    the comparison is complete
  1    a class is slower by more than --fail-on allows, or has more nodes or
       guesses with --fail-on-counters
  2    a record cannot be read, or the records are not comparable (see --force)";

/// Compare two records: which classes are faster, slower or the same
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompareArgs {
    /// Record to compare with
    #[arg(value_name = "BASE")]
    base: PathBuf,

    /// Record to judge
    #[arg(value_name = "NEW")]
    new: PathBuf,

    #[command(flatten)]
    gate: GateArgs,

    /// Format of the output
    #[arg(long, value_parser = value::named::<OutputFormat>(), default_value = "table", help_heading = "Output")]
    format: OutputFormat,

    /// Write to this file, which must not exist [default: standard output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
}

/// The options that decide when a comparison fails.
#[derive(Args)]
pub(crate) struct GateArgs {
    /// Exit with 1 if the verdict on a class is slower and its mean time grew by more than P%
    #[arg(long, value_name = "P%", value_parser = parse_percent, help_heading = "Comparison")]
    fail_on: Option<f64>,

    /// Exit with 1 if a class has more nodes or guesses than before; these do not vary between runs
    #[arg(long, help_heading = "Comparison")]
    fail_on_counters: bool,

    /// Compare records that differ in puzzles, limits, classes or kinds of times
    #[arg(long, help_heading = "Comparison")]
    pub(crate) force: bool,
}

/// Parses a share such as 5% or 2.5 into a fraction.
fn parse_percent(text: &str) -> Result<f64, String> {
    let percent: Option<f64> = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    let in_range = percent.filter(|percent| (0.0..=10_000.0).contains(percent));
    let share = in_range.map(|percent| percent / 100.0);
    share.ok_or_else(|| "expected a share from 0% to 10000%, such as 5%".to_owned())
}

impl GateArgs {
    pub(crate) fn is_set(&self) -> bool {
        self.fail_on.is_some() || self.fail_on_counters || self.force
    }

    /// Reports regressions on standard error and returns the exit code.
    pub(crate) fn judge(&self, comparison: &Comparison) -> Exit {
        let mut exit = Exit::Success;
        for row in self.fail_on.iter().flat_map(|threshold| comparison.regressions(*threshold)) {
            let share = (row.mean.ratio - 1.0) * 100.0;
            say(format!("regression: {} ({}) is {share:.1} % slower", row.class, row.engine));
            exit = Exit::Finding;
        }
        for row in comparison.counter_regressions().filter(|_| self.fail_on_counters) {
            let (nodes, guesses) = (row.nodes, row.guesses);
            say(format!(
                "regression: {} ({}) has {} and {} ({} and {} before)",
                row.class,
                row.engine,
                units::counted(nodes.new, "node"),
                units::counted(guesses.new, "guess"),
                nodes.base,
                guesses.base
            ));
            exit = Exit::Finding;
        }
        exit
    }
}

/// Adds the option that overrides a refusal.
pub(crate) fn with_hint(error: CompareError) -> anyhow::Error {
    match error {
        CompareError::Refused(_) => anyhow!("{error}. --force compares them anyway"),
        other => other.into(),
    }
}

pub(crate) fn run(args: CompareArgs) -> anyhow::Result<Exit> {
    let base = TimedRun::open(&args.base)?;
    let new = TimedRun::open(&args.new)?;
    let comparison = Comparison::new(&base, &new, args.gate.force).map_err(with_hint)?;
    let mut output = Output::open(args.out.as_deref(), IfExists::Fail)?;
    output.report(&comparison, args.format)?;
    output.finish()?;
    if args.format.is_for_programs() {
        comparison.forced.iter().for_each(|reason| say(format!("forced: {reason}")));
        comparison.warnings.iter().for_each(|warning| say(format!("warning: {warning}")));
    }
    Ok(args.gate.judge(&comparison))
}
