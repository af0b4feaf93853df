//! The command line: one file or folder for each subcommand, holding its arguments and its `run`. Nothing else in
//! the crate prints.

mod bench;
mod check;
mod compare;
mod completions;
mod corpus;
mod cover;
mod generate;
mod input;
mod intake;
mod man;
mod problem;
mod progress;
mod rate;
mod report;
mod reproduce;
mod rows;
mod scaling;
mod solve;
mod whole_file;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use anyhow::Context;
use clap::{Parser, Subcommand, ValueEnum};
use dlxbench::engine::EngineKind;
use dlxbench::report::Paint;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// All is well.
    Success,
    /// The job ran, and found something that a script wants to know: a puzzle that is not unique, no solution.
    Finding,
    /// The job could not be run.
    Failed,
    /// Ended by Ctrl-C; what was found until then has been shown.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Finding => 1,
            Exit::Failed => 2,
            Exit::Interrupted => 130,
        })
    }
}

const EXAMPLES: &str = "\
Examples:
  dlxbench bench
  dlxbench bench puzzles.txt --engine dlx,naive --save
  dlxbench compare before after --fail-on 5%
  dlxbench scaling
  dlxbench report my-run --html my-run.html
  dlxbench reproduce
  dlxbench solve puzzles.txt --format csv
  dlxbench check puzzles.txt --minimal --isomorphs
  dlxbench corpus shuffle puzzles.txt --seed 7 --output shuffled.csv.gz
  dlxbench problem queens 8 | dlxbench cover - --count
  dlxbench problem pentominoes 10x6 | dlxbench cover - --explain

Exit codes:
  0    all is well
  1    the job ran and found something: a puzzle that is not unique, or
       malformed; a problem without solution; a regression
  2    the job could not be run: wrong usage, a missing or unreadable file
  130  interrupted by Ctrl-C; what was found until then has been shown";

/// Benchmarks and checks Sudoku corpora, and solves any exact-cover problem, with Knuth's dancing links.
#[derive(Parser)]
#[command(name = "dlxbench", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::BenchArgs),
    Compare(compare::CompareArgs),
    Scaling(scaling::ScalingArgs),
    Report(report::ReportArgs),
    Reproduce(reproduce::ReproduceArgs),
    Solve(solve::SolveArgs),
    Check(check::CheckArgs),
    Corpus(corpus::CorpusArgs),
    Rate(rate::RateArgs),
    Generate(generate::GenerateArgs),
    Cover(cover::CoverArgs),
    Problem(problem::ProblemArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Parses the command line and runs what it asks for.
pub(crate) fn run() -> anyhow::Result<Exit> {
    match Cli::parse().command {
        Command::Bench(args) => bench::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Scaling(args) => scaling::run(args),
        Command::Report(args) => report::run(args),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
        Command::Corpus(args) => corpus::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Cover(args) => cover::run(args),
        Command::Problem(args) => problem::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}

/// The engines as they are named on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// Dancing links specialised for 9×9
    Dlx,
    /// All rules on the whole grid at once, in vectors; the fastest for 9×9
    Sweep,
    /// The same without the processor's own vector instructions
    SweepPortable,
    /// Exact cover with a word for each item, any size; the fastest for sizes other than 9×9
    Masks,
    /// Dancing links on the general matrix, any size
    Cover,
    /// Backtracking cell by cell, any size
    Naive,
    /// Does nothing: measures what everything around an engine costs
    Idle,
}

impl From<EngineName> for EngineKind {
    fn from(name: EngineName) -> EngineKind {
        match name {
            EngineName::Dlx => EngineKind::Dlx,
            EngineName::Sweep => EngineKind::Sweep,
            EngineName::SweepPortable => EngineKind::SweepPortable,
            EngineName::Masks => EngineKind::Masks,
            EngineName::Cover => EngineKind::Cover,
            EngineName::Naive => EngineKind::Naive,
            EngineName::Idle => EngineKind::Idle,
        }
    }
}

/// A number of threads; 0 stands for one for each core.
fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&threads| threads <= 1024)
        .ok_or_else(|| "expected a number from 0 to 1024".to_owned())
}

/// Colours and bold type on a terminal, unless NO_COLOR is set.
fn auto_paint() -> Paint {
    let stdout = io::stdout();
    Paint(stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never)
}

/// The command line, for records.
fn command_line() -> Vec<String> {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    // Where the program lies on this machine is nobody's business.
    std::iter::once("dlxbench".to_owned()).chain(arguments).collect()
}

/// A time in UTC, to the second, for records.
fn utc(time: SystemTime) -> String {
    let date = OffsetDateTime::from(time);
    date.replace_nanosecond(0).unwrap_or(date).format(&Rfc3339).unwrap_or_default()
}

/// Set when somebody presses Ctrl-C.
fn interrupt_on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&interrupt);
    // A second Ctrl-C ends the program at once.
    ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(interrupt)
}
