//! `dlxbench bench`: measures engines on corpora.

mod args;
mod baseline;
mod observer;
mod record_args;

use std::io::{self, Write};
use std::time::SystemTime;

use anyhow::bail;
use dlxbench::bench::{self, Job};
use dlxbench::compare::TimedRun;
use dlxbench::corpus::Source;
use dlxbench::record::{Environment, RecordWriter, Run};
use dlxbench::report::{self, OutputFormat, Paint, Report, terminal, units, visible};

pub(crate) use self::args::BenchArgs;
use self::baseline::Baseline;
use self::observer::RunObserver;
pub(super) use self::record_args::RecordArgs;
use super::exit::Exit;
use super::interrupt::interrupt_on_ctrl_c;
use super::provenance::provenance;

pub(crate) fn run(args: BenchArgs) -> anyhow::Result<Exit> {
    let mut job = args.job()?;
    let baseline = match &args.baseline {
        Some(path) => Some(Baseline::open(path, &job.settings, &args.gate)?),
        None if args.gate.is_set() => {
            bail!("--fail-on, --fail-on-counters and --force need --baseline RECORD")
        }
        None => None,
    };
    // Where the baseline has the times of single puzzles, they are wanted here too, with or without a record.
    let pairs = baseline.as_ref().is_some_and(Baseline::has_puzzles);
    job.per_puzzle |= pairs;
    let sources = args.sources()?;
    let paint = args.paint();
    let started = SystemTime::now();
    let name = args.run_name(&sources);
    let record = match args.record.path(&name, started) {
        Some(path) => Some(RecordWriter::create(&path, args.per_puzzle)?),
        None => None,
    };
    let provenance = provenance(name, started);
    let interrupt = interrupt_on_ctrl_c()?;
    if args.format == OutputFormat::Table && !args.quiet {
        // With a closed pipe, the run and its record may still be wanted.
        let _ = print_header(&job, &sources, &provenance.environment, paint);
    }
    let observer = RunObserver::new(&sources, &job, record, args.quiet);
    let mut observer = observer.verbose(args.read.verbose).with_puzzles(pairs);
    let measured = bench::run(&job, &sources, provenance, &interrupt, &mut observer);
    let (record, puzzles) = observer.finish();
    let run = measured?;
    if is_empty(&run) {
        // No tables and no record of nothing.
        return exit_of(&run);
    }
    // The record first: if the terminal is gone, nothing is lost. And if the disk is full, the terminal has the figures.
    let path = record.map(|record| record.finish(&run, started, &run.markdown())).transpose();
    print_run(&args, &run, paint)?;
    if let Some(path) = path? {
        eprintln!("record: {}", path.display());
    }
    let exit = exit_of(&run)?;
    let Some(baseline) = baseline.filter(|_| exit != Exit::Interrupted) else { return Ok(exit) };
    let judged = baseline.compare(&TimedRun { run, puzzles }, &args.gate, args.format, paint)?;
    Ok(if judged == Exit::Success { exit } else { judged })
}

fn print_header(
    job: &Job,
    sources: &[Source],
    environment: &Environment,
    paint: Paint,
) -> anyhow::Result<()> {
    let engines: Vec<&str> = job.engines.iter().map(|engine| engine.name()).collect();
    let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let (threads, cpu) = (job.settings.threads, environment.cpu.as_deref());
    let header = terminal::header(env!("CARGO_PKG_VERSION"), &engines, threads, cpu, &names, paint);
    io::stdout().write_all(header.as_bytes())?;
    Ok(())
}

fn print_run(args: &BenchArgs, run: &Run, paint: Paint) -> anyhow::Result<()> {
    if !args.quiet {
        let mut output = io::stdout();
        match args.format {
            OutputFormat::Table => output.write_all(terminal::body(run, paint).as_bytes())?,
            format => report::write(run, format, paint, &mut output)?,
        }
        output.flush()?;
    }
    if args.quiet || args.format != OutputFormat::Table {
        complain(run);
    }
    Ok(())
}

/// Warnings and malformed lines, where they are not part of the output.
pub(super) fn complain(run: &Run) {
    run.warnings.iter().for_each(|warning| eprintln!("warning: {}", visible(warning)));
    run.malformed.lines().iter().for_each(|line| eprintln!("malformed: {}", visible(line)));
    run.wrong_solutions.lines().iter().for_each(|line| eprintln!("wrong solution: {}", visible(line)));
}

/// Whether there was nothing to measure.
fn is_empty(run: &Run) -> bool {
    !run.interrupted && run.corpora.iter().all(|corpus| corpus.puzzles == 0 && corpus.malformed == 0)
}

fn exit_of(run: &Run) -> anyhow::Result<Exit> {
    if run.interrupted {
        return Ok(Exit::Interrupted);
    }
    if let Some(failure) = run.corpora.iter().find_map(|corpus| corpus.failure.as_ref()) {
        bail!("{failure}");
    }
    if is_empty(run) {
        let unsolved: u64 = run.corpora.iter().map(|corpus| corpus.unsolved).sum();
        if unsolved > 0 {
            bail!(
                "{} solves none of the {}: 9×9 only; --engine masks knows every size, and so does bench without --engine",
                run.options.engines.join(", "),
                units::counted(unsolved, "puzzle")
            );
        }
        let names: Vec<&str> = run.corpora.iter().map(|corpus| corpus.name.as_str()).collect();
        bail!("there is no puzzle in {}", visible(&names.join(", ")));
    }
    // An idle engine stops at everything, which is not a finding.
    let idle = run.engines() == ["idle"];
    Ok(if run.has_findings() && !idle { Exit::Finding } else { Exit::Success })
}
