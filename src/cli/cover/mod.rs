//! `dlxbench cover`: solves the exact-cover problem in a file.

mod printer;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use dlxbench::cover::text::{self, Document, Form};
use dlxbench::cover::{
    Dense, Ended, Explorer, Limits, Matrix, Monitor, OptionId, Outcome, ParallelSearch, Terms,
};
use dlxbench::report::{OutputFormat, RowSink, shortened, units};

use self::printer::{OutcomeRow, Printer};
use super::console::{say, stdout};
use super::exit::Exit;
use super::interrupt::stop_on_signals;
use super::{input, progress, value};

const EXAMPLES: &str = "\
Input is Knuth's text format (the items on the first line, '|' before the
secondary ones, then one option per line, 'item:color' for colors), or a matrix
of 0 and 1, one row per line; gz, zst and xz are unpacked.

On a terminal, a search that takes over a second shows its progress, the number
of solutions so far and the time left, unless solutions are printed there.

Examples:
  dlxbench cover problem.txt                  # the first solution
  dlxbench cover problem.txt --all            # every solution
  dlxbench cover problem.txt --count --stats  # how many, and what it cost
  dlxbench cover problem.txt --count --engine dlx --stats
  dlxbench problem queens 8 | dlxbench cover - --explain --limit 3

Exit codes:
  0    at least one solution
  1    no solution, or stopped by --max-nodes or --timeout
  2    the job failed: wrong usage, or a problem that cannot be read or drawn
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the solutions so far are shown";

/// The engines, which find the same solutions in the same order.
#[derive(Clone, Copy, ValueEnum)]
enum CoverEngine {
    /// Knuth's dancing links; counts updates
    Dlx,
    /// Bitsets that are copied instead of restored; the fastest
    Dense,
}

/// Solve an exact-cover problem: print its solutions, or count them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CoverArgs {
    /// File with the problem, also compressed (gzip, zstd or xz), or - for standard input
    #[arg(value_name = "FILE|-")]
    file: String,

    /// Format of the input [default: matrix if the first line has only 0, 1 and blanks, otherwise knuth]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<Form>(), help_heading = "Input")]
    input: Option<Form>,

    /// Print every solution [default: the first one]
    #[arg(long, conflicts_with_all = ["limit", "count"], help_heading = "What to find")]
    all: bool,

    /// Stop after N solutions
    #[arg(long, value_name = "N", help_heading = "What to find")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    limit: Option<u64>,

    /// Print only the number of solutions
    #[arg(long, help_heading = "What to find")]
    count: bool,

    /// Draw each solution of a problem made by `dlxbench problem`
    #[arg(long, conflicts_with_all = ["count", "format"], help_heading = "Output")]
    explain: bool,

    /// Also print the engine, nodes, guesses, updates (dlx only) and time
    #[arg(long, help_heading = "Output")]
    stats: bool,

    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    format: OutputFormat,

    /// Engine; all of them find the same solutions in the same order
    #[arg(long, value_name = "NAME", value_enum, default_value = "dense", help_heading = "Search")]
    engine: CoverEngine,

    /// Number of threads (0: one per core); any number gives the same solutions in the same order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value::threads(), help_heading = "Search")]
    threads: usize,

    /// Stop after N nodes of the search tree
    #[arg(long, value_name = "N", help_heading = "Search")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Search")]
    timeout: Option<Duration>,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    let expected = || "expected a number of seconds up to 1,000,000,000, such as 10 or 0.5".to_owned();
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

impl CoverArgs {
    fn limits(&self) -> Limits {
        let solutions = match self.limit {
            None if self.all || self.count => None,
            None => Some(1),
            limit => limit,
        };
        Limits { solutions, nodes: self.max_nodes, time: self.timeout }
    }
}

pub(crate) fn run(args: CoverArgs) -> anyhow::Result<Exit> {
    let (name, reader) = input::open_unpacked(&args.file)?;
    let document = text::read_as(reader, args.input).context(name)?;
    warn_of_useless_options(&document);
    let monitor = Monitor::stopped_by(stop_on_signals()?);
    let mut output = stdout();
    let sink = RowSink::new(args.format, &mut output);
    let mut printer = Printer::new(&document, args.explain, sink)?;
    let begun = Instant::now();
    let (engine, outcome) = progress::shown_while(&monitor, !args.count, || match args.engine {
        CoverEngine::Dlx => ("dlx", search(Matrix::new(&document.problem), &args, &monitor, &mut printer)),
        CoverEngine::Dense => ("dense", search(Dense::new(&document.problem), &args, &monitor, &mut printer)),
    });
    let outcome = outcome?;
    let row = OutcomeRow::new(&document, &outcome, engine, begun.elapsed());
    printer.outcome(&row, args.count)?;
    if let Some(message) = printer::message(&outcome, &document, args.limit.is_some()) {
        say(format!("dlxbench: {message}"));
    }
    if args.stats {
        printer::statistics(&row).lines().for_each(say);
    }
    Ok(match outcome.ended {
        Ended::Interrupted => Exit::Interrupted,
        Ended::NodeLimit | Ended::TimeLimit => Exit::Finding,
        _ if outcome.solutions == 0 => Exit::Finding,
        _ => Exit::Success,
    })
}

fn warn_of_useless_options(document: &Document) {
    let problem = &document.problem;
    let mut useless = problem.options().filter(|&option| !problem.has_primary_item(option));
    if let Some(first) = useless.next() {
        let (count, line) =
            (1 + useless.count() as u64, shortened(&problem.option_line(first), input::SHOWN));
        let options = units::counted(count, "option without a primary item");
        say(format!("dlxbench: {options} can never be chosen; the first is: {line}"));
    }
}

fn search(
    mut engine: impl Explorer,
    args: &CoverArgs,
    monitor: &Monitor,
    printer: &mut Printer<'_>,
) -> anyhow::Result<Outcome> {
    let mut failure = None;
    let mut visit = |solution: &[OptionId]| match printer.solution(solution) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let outcome = if args.threads == 1 {
        let terms = Terms::new(args.limits()).monitored(monitor);
        if args.count { engine.count(terms) } else { engine.explore(terms, &mut visit) }
    } else {
        let search = ParallelSearch::new(&engine, args.limits(), args.threads, monitor);
        let search = search.context("cannot start the threads")?;
        if args.count { search.count() } else { search.for_each(&mut visit) }
    };
    failure.map_or(Ok(outcome), Err)
}
