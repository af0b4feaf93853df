//! The command line: one file or folder per subcommand, with its arguments and its `run`. No other module prints.

mod bar_terminal;
mod bench;
mod check;
mod compare;
mod completions;
mod console;
mod corpus;
mod cover;
mod demo;
mod duplicates;
mod evidence;
mod exit;
mod generate;
mod input;
mod internal;
mod interrupt;
mod man;
mod merge;
mod output;
mod problem;
mod progress;
mod provenance;
mod rate;
mod report;
mod reproduce;
mod resume;
mod run_format;
mod sample_size;
mod shard;
mod solve;
mod spill;
mod step_words;
mod stream;
mod timeout;
mod value;

use clap::{CommandFactory, Parser, Subcommand};
use dlxbench::report::{visible, visible_lines};

pub(crate) use self::console::say;
use self::console::{Color, Stdout, error_look, look, say_own};
pub(crate) use self::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  dlxbench bench
  dlxbench bench puzzles.txt --engine dlx,naive --save
  dlxbench compare before after --fail-on 5%
  dlxbench bench --threads 1,2,4
  dlxbench report my-run --out my-run.html
  dlxbench reproduce
  dlxbench solve puzzles.txt --format csv
  dlxbench check puzzles.txt --minimal --isomorphs
  dlxbench corpus shuffle puzzles.txt --seed 7 --out shuffled.csv.gz
  dlxbench problem queens 8 | dlxbench cover - --count
  dlxbench problem pentominoes 10x6 | dlxbench cover - --explain

Exit codes:
  0    success
  1    the job ran and found something: a puzzle that is malformed or not
       unique, a problem without a solution, a regression
  2    the job failed: wrong usage, a missing or unreadable file
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the results so far are shown";

/// Benchmark and check Sudoku corpora, and solve any exact-cover problem, with Knuth's dancing links
#[derive(Parser)]
#[command(name = "dlxbench", bin_name = "dlxbench", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colors and bold type
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "auto",
        value_name = "WHEN",
        help_heading = "Output"
    )]
    color: Color,
}

#[derive(Subcommand)]
enum Command {
    Bench(Box<bench::BenchArgs>),
    Compare(compare::CompareArgs),
    Merge(merge::MergeArgs),
    Report(report::ReportArgs),
    Reproduce(reproduce::ReproduceArgs),
    Solve(solve::SolveArgs),
    Check(check::CheckArgs),
    Corpus(corpus::CorpusArgs),
    Rate(rate::RateArgs),
    Generate(generate::GenerateArgs),
    Cover(cover::CoverArgs),
    Problem(problem::ProblemArgs),
    Demo(demo::DemoArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

pub(crate) fn run() -> anyhow::Result<Exit> {
    if let Some(ended) = internal::run() {
        return ended;
    }
    let typed = match Cli::try_parse() {
        Ok(typed) => typed,
        Err(answer) => return show(&answer),
    };
    typed.color.choose();
    match typed.command {
        Command::Bench(args) => bench::run(*args),
        Command::Compare(args) => compare::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Report(args) => report::run(args),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
        Command::Corpus(args) => corpus::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Cover(args) => cover::run(args),
        Command::Problem(args) => problem::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Completions(args) => completions::run(args, Cli::command()),
        Command::Man(args) => man::run(args, Cli::command()),
    }
}

/// Prints help or the version, or the error in the arguments.
fn show(answer: &clap::Error) -> anyhow::Result<Exit> {
    if !answer.use_stderr() {
        let help = answer.render();
        let help = if look().color { help.ansi().to_string() } else { help.to_string() };
        Stdout::new().own(&help)?;
        return Ok(Exit::Success);
    }
    // The message repeats the arguments, so they are parsed again with control characters escaped.
    let shown = std::env::args_os().map(|argument| visible(&argument.to_string_lossy()).into_owned());
    match Cli::try_parse_from(shown).err().map(|answer| answer.render()) {
        Some(message) if error_look().color => say_own(&message.ansi().to_string()),
        message => say_own(&visible_lines(&message.unwrap_or_else(|| answer.render()).to_string())),
    }
    Ok(Exit::Failed)
}
