//! `dlxbench reproduce`: published timing tables, run again.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::bail;
use clap::{Args, ValueEnum};
use dlxbench::engine::EngineKind;
use dlxbench::report::Paint;
use dlxbench::report::reproduction;
use dlxbench::reproduce::{Plan, ReproduceError, Reproduction, reproduce};

use super::color::auto_paint;
use super::exit::Exit;
use super::interrupt::interrupt_on_ctrl_c;
use super::output::{IfExists, Output};
use super::provenance::{command_line, utc};
use super::{progress, value};

const EXAMPLES: &str = "\
What is published: bounds by class of a Go implementation, times of a C++ program
with Qt, and of a TypeScript solver for two puzzles. And without any publication:
the recursive calls of plain backtracking and of dancing links on the same puzzles.

Examples:
  dlxbench reproduce
  dlxbench reproduce --engine sweep --rounds 9
  dlxbench reproduce --format markdown --out reproduce.md

Exit codes:
  0    the tables are complete
  2    they are not
  130  interrupted by Ctrl-C";

/// Run published timing tables again and print them side by side
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReproduceArgs {
    /// The engine that is timed
    #[arg(long, value_name = "NAME", value_parser = value::named::<EngineKind>(), default_value_t = EngineKind::Dlx)]
    engine: EngineKind,

    /// Solve each puzzle N times; the shortest time counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,

    /// What to print
    #[arg(long, value_enum, default_value = "table")]
    format: Format,

    /// Write to this file, which must not exist, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a person
    Table,
    /// All figures in one table, times in nanoseconds
    Csv,
    /// Everything, as one object
    Json,
    /// A document
    Markdown,
}

pub(crate) fn run(args: ReproduceArgs) -> anyhow::Result<Exit> {
    let engine = args.engine;
    if engine == EngineKind::Idle {
        bail!("engine idle solves nothing; it is there for bench");
    }
    // Before the work, not after it.
    let out = args.out.as_deref().map(|path| Output::open(Some(path), IfExists::Fail)).transpose()?;
    let plan = Plan {
        engine,
        rounds: args.rounds as usize,
        command: command_line(),
        started: utc(SystemTime::now()),
    };
    let interrupt = interrupt_on_ctrl_c()?;
    let bar = progress::runs();
    let reproduced = reproduce(&plan, &interrupt, &mut |done, of| progress::show_part(&bar, done, of));
    bar.finish_and_clear();
    let reproduction = match reproduced {
        Err(error @ ReproduceError::Interrupted) => {
            eprintln!("dlxbench: {error}");
            return Ok(Exit::Interrupted);
        }
        other => other?,
    };
    match out {
        Some(mut file) => {
            let path = file.path().to_owned();
            write(args.format, &reproduction, Paint(false), &mut file)?;
            file.finish()?;
            eprintln!("record: {}", path.display());
        }
        None => {
            let mut output = io::stdout().lock();
            write(args.format, &reproduction, auto_paint(), &mut output)?;
            output.flush()?;
        }
    }
    if matches!(args.format, Format::Csv | Format::Json) {
        reproduction.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    }
    Ok(Exit::Success)
}

fn write(
    format: Format,
    reproduction: &Reproduction,
    paint: Paint,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    match format {
        Format::Table => output.write_all(reproduction::table(reproduction, paint).as_bytes())?,
        Format::Markdown => output.write_all(reproduction::report(reproduction).as_bytes())?,
        Format::Csv => reproduction::csv(reproduction, output)?,
        Format::Json => writeln!(output, "{}", serde_json::to_string_pretty(reproduction)?)?,
    }
    Ok(())
}
