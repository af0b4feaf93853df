//! `dlxbench cover`: solves an exact-cover problem from a file.

mod printer;

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use dlxbench::cover::text::{self, Document, Form};
use dlxbench::cover::{
    Dense, Ended, Explorer, Limits, Matrix, Monitor, OptionId, Outcome, ParallelSearch, Terms,
};

use self::printer::Printer;
use super::exit::Exit;
use super::interrupt::on_ctrl_c;
use super::{input, progress, value};

const EXAMPLES: &str = "\
Input is Knuth's text format (the items on the first line, '|' before the
secondary ones, then one option a line, 'item:colour' for colours), or a matrix
of 0 and 1, one row a line.

Examples:
  dlxbench cover problem.txt                  the first solution
  dlxbench cover problem.txt --all            every solution
  dlxbench cover problem.txt --count --stats  how many, and what it cost
  dlxbench cover problem.txt --count --engine dlx --stats
  dlxbench problem queens 8 | dlxbench cover - --explain --limit 3

Exit codes:
  0    at least one solution
  1    no solution, or stopped by --max-nodes or --timeout
  2    it could not be run
  130  interrupted by Ctrl-C; what was found until then has been shown";

/// Solve an exact-cover problem: print its solutions, or count them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CoverArgs {
    /// The problem's file, or - for standard input
    #[arg(value_name = "FILE|-")]
    file: String,

    /// How the input is written
    #[arg(long, value_enum, default_value = "auto", help_heading = "Input")]
    input: InputForm,

    /// Print every solution (the default is the first one)
    #[arg(long, conflicts_with_all = ["limit", "count"], help_heading = "What to find")]
    all: bool,

    /// Stop after N solutions
    #[arg(long, value_name = "N", help_heading = "What to find")]
    limit: Option<u64>,

    /// Print only the number of solutions
    #[arg(long, help_heading = "What to find")]
    count: bool,

    /// Draw each solution (for problems made by `dlxbench problem`)
    #[arg(long, conflicts_with_all = ["count", "json"], help_heading = "Output")]
    explain: bool,

    /// Also print the engine, nodes, guesses, updates (of dlx) and time
    #[arg(long, help_heading = "Output")]
    stats: bool,

    /// Write JSON: an object a line for each solution, then one for the outcome
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// How to search; all engines find the same solutions in the same order
    #[arg(long, value_enum, default_value = "auto", help_heading = "Search")]
    engine: EngineChoice,

    /// Search on N threads (0: one for each core); solutions come in the same order with any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value::threads, help_heading = "Search")]
    threads: usize,

    /// Stop after visiting N nodes of the search tree
    #[arg(long, value_name = "N", help_heading = "Search")]
    max_nodes: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Search")]
    timeout: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InputForm {
    /// A matrix if the first line has nothing but 0, 1 and blanks, otherwise Knuth's format
    Auto,
    /// Knuth's format
    Knuth,
    /// Rows of 0 and 1
    Matrix,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineChoice {
    /// The fastest: dense
    Auto,
    /// Knuth's dancing links; counts updates
    Dlx,
    /// Bitsets, copied instead of taken back
    Dense,
}

/// The engine that searches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineKind {
    Dlx,
    Dense,
}

impl EngineKind {
    fn name(self) -> &'static str {
        match self {
            EngineKind::Dlx => "dlx",
            EngineKind::Dense => "dense",
        }
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
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

    fn engine(&self) -> EngineKind {
        match self.engine {
            EngineChoice::Dlx => EngineKind::Dlx,
            EngineChoice::Auto | EngineChoice::Dense => EngineKind::Dense,
        }
    }
}

pub(crate) fn run(args: CoverArgs) -> anyhow::Result<Exit> {
    let document = read(&args)?;
    warn_of_useless_options(&document);
    let monitor = Arc::new(Monitor::new());
    let handler = Arc::clone(&monitor);
    on_ctrl_c(move || handler.stop())?;
    let mut output = BufWriter::new(io::stdout().lock());
    let mut printer = Printer::new(&args, &document, &mut output)?;
    let begun = Instant::now();
    let outcome = search(&args, &document, &monitor, &mut printer)?;
    let time = begun.elapsed();
    printer.outcome(&outcome, time)?;
    output.flush()?;
    Ok(match outcome.ended {
        Ended::Interrupted => Exit::Interrupted,
        Ended::NodeLimit | Ended::TimeLimit => Exit::Finding,
        _ if outcome.solutions == 0 => Exit::Finding,
        _ => Exit::Success,
    })
}

fn read(args: &CoverArgs) -> anyhow::Result<Document> {
    let (name, reader) = input::open_unpacked(&args.file)?;
    let form = match args.input {
        InputForm::Auto => None,
        InputForm::Knuth => Some(Form::Knuth),
        InputForm::Matrix => Some(Form::Matrix),
    };
    text::read_as(reader, form).context(name)
}

fn warn_of_useless_options(document: &Document) {
    let problem = &document.problem;
    let mut useless = problem.options().filter(|&option| !problem.has_primary_item(option));
    if let Some(first) = useless.next() {
        let (count, line) = (1 + useless.count(), input::shortened(&problem.option_line(first)));
        eprintln!("dlxbench: {count} option(s) without a primary item can never be chosen, such as: {line}");
    }
}

fn search(
    args: &CoverArgs,
    document: &Document,
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
    let problem = &document.problem;
    let outcome = progress::shown_while(monitor, !args.count, || match args.engine() {
        EngineKind::Dlx => search_with(Matrix::new(problem), args, monitor, &mut visit),
        EngineKind::Dense => search_with(Dense::new(problem), args, monitor, &mut visit),
    })?;
    failure.map_or(Ok(outcome), Err)
}

fn search_with<E: Explorer>(
    mut engine: E,
    args: &CoverArgs,
    monitor: &Monitor,
    mut visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
) -> anyhow::Result<Outcome> {
    if args.threads != 1 {
        let search = ParallelSearch::new(&engine, args.limits(), args.threads, monitor);
        let search = search.context("cannot start the threads")?;
        return Ok(if args.count { search.count() } else { search.for_each(visit) });
    }
    let terms = Terms::new(args.limits()).monitored(monitor);
    Ok(if args.count { engine.count(terms) } else { engine.explore(terms, &mut visit) })
}
