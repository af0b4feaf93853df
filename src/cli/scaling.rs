//! `dlxbench scaling`: how much faster several threads are than one.

use std::io::{self, Write};
use std::time::SystemTime;

use anyhow::bail;
use clap::{Args, ValueEnum};
use dlxbench::corpus::ClassBy;
use dlxbench::engine::EngineKind;
use dlxbench::report::{scaling, visible};
use dlxbench::scaling::{Plan, Scaling, ScalingError, measure};

use super::bench::sources_of;
use super::color::auto_paint;
use super::exit::Exit;
use super::input::ReadArgs;
use super::interrupt::interrupt_on_ctrl_c;
use super::provenance::{command_line, utc};
use super::{progress, value};

const EXAMPLES: &str = "\
Each class is solved by itself on 1, 2, … threads in turn, repeated until a run on
one thread takes long enough, and wall times are compared. Corpora are as for bench.

Examples:
  dlxbench scaling                                the shipped corpora, all cores
  dlxbench scaling puzzles.txt --threads 4        1, 2, 3 and 4 threads
  dlxbench scaling --engine sweep --rounds 9      more rounds: a noisy machine
  dlxbench scaling --format markdown

Exit codes:
  0    the table is complete
  1    it is, and there are malformed lines
  2    it is not
  130  interrupted by Ctrl-C; the classes with a complete round are shown";

/// Measure speed-up and efficiency of 1, 2, … threads by class
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ScalingArgs {
    /// Files, folders, patterns, shipped:NAME, or -
    #[arg(value_name = "CORPUS")]
    corpora: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// The engine [default: dlx for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME", value_parser = value::named::<EngineKind>())]
    engine: Option<EngineKind>,

    /// What decides the class of a puzzle
    #[arg(long, value_parser = value::named::<ClassBy>(), default_value_t, value_name = "RULE")]
    class_by: ClassBy,

    /// Measure 1, 2, … up to N threads (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads)]
    threads: usize,

    /// How often each number of threads has its turn; the best round counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,

    /// How long a run on one thread should take, in milliseconds: in trials it takes at least that, and a round of a
    /// machine that has become quieter may be shorter
    #[arg(long, value_name = "MS", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    run_ms: u32,

    /// At most N puzzles of each class, chosen at random by --seed
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,

    /// The seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// What to print
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table and a chart for a person
    Table,
    /// A row for each class and number of threads
    Csv,
    /// Everything, as one object
    Json,
    /// A document
    Markdown,
}

pub(crate) fn run(args: ScalingArgs) -> anyhow::Result<Exit> {
    let class_by = args.class_by;
    if class_by == ClassBy::Guesses {
        bail!("--class-by guesses is known only after solving; choose another rule");
    }
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let plan = Plan {
        engine: args.engine,
        threads,
        rounds: args.rounds as usize,
        run_ns: u64::from(args.run_ms) * 1_000_000,
        sample: args.sample as usize,
        seed: args.seed,
        class_by,
        column: args.read.column.clone(),
        command: command_line(),
        started: utc(SystemTime::now()),
    };
    let sources = sources_of(&args.corpora)?;
    let interrupt = interrupt_on_ctrl_c()?;
    let bar = progress::runs();
    let measured = measure(&plan, &sources, &interrupt, &mut |done, of| progress::show_part(&bar, done, of));
    bar.finish_and_clear();
    let scaling = match measured {
        Err(error @ ScalingError::Interrupted) => {
            eprintln!("dlxbench: {error}");
            return Ok(Exit::Interrupted);
        }
        other => other?,
    };
    print(args.format, &scaling)?;
    if matches!(args.format, Format::Csv | Format::Json) {
        scaling.malformed.lines().iter().for_each(|line| eprintln!("malformed: {}", visible(line)));
        scaling.warnings.iter().for_each(|warning| eprintln!("warning: {}", visible(warning)));
    }
    if scaling.interrupted {
        eprintln!("dlxbench: interrupted: these are the classes with a complete round");
        return Ok(Exit::Interrupted);
    }
    Ok(if scaling.malformed.is_empty() { Exit::Success } else { Exit::Finding })
}

fn print(format: Format, scaling: &Scaling) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    match format {
        Format::Table => output.write_all(scaling::table(scaling, auto_paint()).as_bytes())?,
        Format::Markdown => output.write_all(scaling::report(scaling).as_bytes())?,
        Format::Csv => scaling::csv(scaling, &mut output)?,
        Format::Json => writeln!(output, "{}", serde_json::to_string_pretty(scaling)?)?,
    }
    Ok(output.flush()?)
}
