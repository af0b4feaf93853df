//! `dlxbench reproduce`: runs published benchmarks again.

use std::time::SystemTime;

use anyhow::bail;
use clap::Args;
use dlxbench::bench::published::reproduce;
use dlxbench::engine::EngineKind;
use dlxbench::record::Settings;
use dlxbench::report::OutputFormat;

use super::bench::{RecordArgs, RunBar, RunObserver, WarningArgs, complain, conclude};
use super::console::say;
use super::exit::Exit;
use super::interrupt::stop_on_signals;
use super::output::Output;
use super::provenance::provenance;
use super::value;

const EXAMPLES: &str = "\
The published figures are bounds by class of a solver in Go
(github.com/kpitt/sudoku), times of a student project in C++ with Qt (address
unknown), and times of a solver in TypeScript on two puzzles
(github.com/alextanhongpin/algorithm-x). One more table has no published
counterpart: the recursive calls of plain backtracking and of dancing links on
the same puzzles.

Examples:
  dlxbench reproduce
  dlxbench reproduce --engine sweep --rounds 9
  dlxbench reproduce --out my-tables           # a record, for dlxbench report

Exit codes:
  0    the tables are complete
  2    the run failed
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP)";

/// Run published benchmarks again and print published and measured times side by side
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReproduceArgs {
    /// Engine to measure
    #[arg(long, value_name = "NAME", value_parser = value::engine(), default_value_t = EngineKind::Dlx)]
    engine: EngineKind,

    /// Solve each puzzle N times; the shortest time counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = value::number::<u32>(1..=10_000))]
    rounds: u32,

    /// Format of the output
    #[arg(long, value_parser = value::named::<OutputFormat>(), default_value = "table")]
    format: OutputFormat,

    #[command(flatten)]
    warnings: WarningArgs,

    #[command(flatten)]
    record: RecordArgs,
}

pub(crate) fn run(args: ReproduceArgs) -> anyhow::Result<Exit> {
    if args.engine == EngineKind::Idle {
        bail!("engine idle solves nothing; only bench can use it");
    }
    let name = args.record.name.clone().unwrap_or_else(|| "reproduce".to_owned());
    let started = SystemTime::now();
    let interrupt = stop_on_signals()?;
    // Created before the work, so that a folder that cannot be written fails at once.
    let record = args.record.create(&name, started, false)?;
    let provenance = provenance(name, started);
    let bar = RunBar::new(&Settings::default(), None, false);
    let mut observer = RunObserver { bar, record: None, journal: None, puzzles: None, verbose: false };
    let (rounds, silenced) = (args.rounds as usize, args.warnings.silenced());
    let reproduced = reproduce(args.engine, rounds, &silenced, provenance, &interrupt, &mut observer);
    observer.bar.clear();
    let run = reproduced?;
    if run.interrupted {
        say("dlxbench: interrupted before the tables were complete");
        return Ok(Exit::Interrupted);
    }
    conclude(&run, record, started, None, || {
        let mut output = Output::standard()?;
        output.report(&run, args.format)?;
        output.finish()?;
        if args.format.is_for_programs() {
            complain(&run);
        }
        Ok(Exit::Success)
    })
}
