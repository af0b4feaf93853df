//! `dlxbench bench`: measures engines on corpora.

mod args;
mod observer;
mod record_args;
mod run_bar;
mod session;
mod warning_args;

use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use anyhow::bail;
use dlxbench::bench::{self, Job};
use dlxbench::compare::{CompareError, Comparison, PuzzleTimes, TimedRun, option_refusals};
use dlxbench::corpus::Source;
use dlxbench::corpus::stream::Options;
use dlxbench::record::{Environment, Run, SavedRun, Settings};
use dlxbench::report::{Outlet, OutputFormat, Report, Screen, faulty_lines, metrics, terminal, units};
use indicatif::ProgressBar;

pub(crate) use self::args::BenchArgs;
pub(super) use self::observer::RunObserver;
pub(super) use self::record_args::{RecordArgs, conclude};
pub(super) use self::run_bar::RunBar;
use self::session::{Resumed, Session, Unfinished};
pub(super) use self::warning_args::WarningArgs;
use super::compare::{GateArgs, with_hint};
use super::console::{Stdout, error_look, look, say, say_own};
use super::exit::Exit;
use super::interrupt::stop_on_signals;
use super::output::Output;
use super::progress;
use super::provenance::provenance;
use super::run_format::RunFormat;

pub(crate) fn run(args: BenchArgs) -> anyhow::Result<Exit> {
    let mut job = args.job()?;
    let baseline = match &args.baseline {
        Some(path) => Some(open_baseline(path, &job.settings, &args.gate)?),
        None if args.gate.is_set() => {
            bail!("--fail-on, --fail-on-counters and --force need --baseline RECORD")
        }
        None => None,
    };
    // If the baseline has a time for each puzzle, the comparison needs them from this run too, even without a record.
    let pairs = baseline.as_ref().is_some_and(|baseline| baseline.puzzles.is_some());
    job.per_puzzle |= pairs;
    let session = Session::new(&args, &job, args.sources()?)?;
    let sources = &session.sources;
    let started = SystemTime::now();
    let name = args.run_name(sources);
    let interrupt = stop_on_signals()?;
    job.try_start(&interrupt)?;
    let provenance = provenance(name.clone(), started);
    let (record, journal, state) = match args.resume.resume {
        false => (args.record.create(&name, started, args.per_puzzle)?, None, None),
        true => match session.resume(&args, &job)? {
            Resumed::Complete(run) => return exit_of(&run, session.is_shard()),
            Resumed::Open(unfinished) => {
                let Unfinished { record, journal, state } = *unfinished;
                (Some(record), Some(journal), state)
            }
        },
    };
    let bytes: Option<u64> = sources.iter().map(|source| source.bytes).sum();
    if let Some(size) = args.sample {
        let mut options = Options::default();
        (options.format, options.column) = (args.read.input, args.read.column.clone());
        let bar = if args.quiet { ProgressBar::hidden() } else { progress::bar_over(bytes) };
        let show = |puzzles, bytes| progress::show_puzzles(&bar, puzzles, bytes);
        job.settings.sample = Some(size.of(sources, &options, &interrupt, show)?);
        bar.finish_and_clear();
    }
    if args.format == RunFormat::Table && !args.quiet {
        // A closed pipe does not end the run: its record may still be wanted.
        let _ = Stdout::new().own(header(&job, sources, &provenance.environment).as_str());
    }
    if !args.quiet {
        args.notes().iter().for_each(say);
    }
    let mut bar = RunBar::new(&job.settings, bytes, args.quiet);
    if !args.quiet {
        bar.estimate(&job, &own(sources), &interrupt);
    }
    let mut observer = RunObserver {
        bar,
        record,
        journal,
        puzzles: pairs.then(PuzzleTimes::default),
        verbose: args.read.verbose,
    };
    let measured = bench::run_from(&job, sources, provenance, state.as_ref(), &interrupt, &mut observer);
    let RunObserver { bar, record, puzzles, .. } = observer;
    bar.clear();
    let (mut run, state) = measured?;
    if args.resume.resume && run.interrupted {
        print(&run, &args)?;
        say("dlxbench: interrupted; the same command goes on from the last state that was saved");
        return Ok(Exit::Interrupted);
    }
    let shard = session.shard_of(&mut run, &job, state);
    if is_empty(&run) && shard.is_none() {
        // Neither tables nor a record are made of an empty run.
        complain(&run);
        if run.interrupted {
            say("dlxbench: interrupted before a puzzle was solved, so there are no figures and no record");
        }
        return exit_of(&run, false);
    }
    let new = TimedRun { run, puzzles };
    let is_shard = shard.is_some();
    conclude(&new.run, record, started, shard, || {
        print(&new.run, &args)?;
        let exit = exit_of(&new.run, is_shard)?;
        let Some(baseline) = baseline.filter(|_| exit != Exit::Interrupted) else { return Ok(exit) };
        let format = args.format.output().unwrap_or(OutputFormat::Json);
        let judged = compare_with(&baseline, &new, &args.gate, format)?;
        Ok(if judged == Exit::Success { exit } else { judged })
    })
}

/// Prints a run below its header. Tables include warnings and malformed lines; for other formats they go to standard
/// error.
fn print(run: &Run, args: &BenchArgs) -> anyhow::Result<()> {
    let mut output = Output::standard()?;
    match (args.format.output(), args.format.metrics()) {
        _ if args.quiet => {}
        (Some(OutputFormat::Table), _) => {
            let mut screen = Screen::new(output.look());
            terminal::body(run, &mut screen);
            output.write_styled(screen.as_str())?;
            return output.finish();
        }
        (Some(format), _) => output.report(run, format)?,
        (None, format) => {
            let text = format.map_or(String::new(), |format| metrics(run, format));
            output.write_all(text.as_bytes())?;
        }
    }
    output.finish()?;
    complain(run);
    Ok(())
}

fn header(job: &Job, sources: &[Source], environment: &Environment) -> Screen {
    let engines: Vec<&str> = job.engines.iter().map(|engine| engine.name()).collect();
    let names: Vec<String> = own(sources).iter().map(|source| source.name.clone()).collect();
    let (threads, cpu) = (job.settings.threads, environment.cpu.as_deref());
    let mut screen = Screen::new(look());
    terminal::header(env!("CARGO_PKG_VERSION"), &engines, threads, cpu, &names, &mut screen);
    screen
}

/// Prints warnings, malformed lines and wrong solutions to standard error, for formats that do not include them.
pub(super) fn complain(run: &Run) {
    faulty_lines(run).iter().for_each(say);
    run.warnings.iter().for_each(|warning| say(format!("warning: {warning}")));
    run.malformed.lines().iter().for_each(|line| say(format!("malformed: {line}")));
    run.wrong_solutions.lines().iter().for_each(|line| say(format!("wrong solution: {line}")));
}

/// Returns the sources that are read.
fn own(sources: &[Source]) -> Vec<Source> {
    sources.iter().filter(|source| !source.is_left_out()).cloned().collect()
}

/// Returns whether there was nothing to measure.
fn is_empty(run: &Run) -> bool {
    run.corpora.iter().all(|corpus| corpus.puzzles == 0)
}

/// Returns how a run ends. It fails if it is empty, unless it `may_be_empty`, as a shard of a small corpus.
pub(super) fn exit_of(run: &Run, may_be_empty: bool) -> anyhow::Result<Exit> {
    if run.interrupted {
        return Ok(Exit::Interrupted);
    }
    if let Some(failure) = run.corpora.iter().find_map(|corpus| corpus.failure.as_ref()) {
        bail!("{failure}");
    }
    if is_empty(run) && !may_be_empty {
        let unsolved: u64 = run.corpora.iter().map(|corpus| corpus.unsolved).sum();
        if unsolved > 0 {
            bail!(
                "found {}, but none that {} can solve (9×9 only); use --engine masks, or no --engine, for other sizes",
                units::counted(unsolved, "puzzle"),
                run.options.engines.join(", ")
            );
        }
        let names: Vec<&str> = run.corpora.iter().map(|corpus| corpus.name.as_str()).collect();
        let malformed: u64 = run.corpora.iter().map(|corpus| corpus.malformed).sum();
        let lines =
            (malformed > 0).then(|| format!(", only {}", units::counted(malformed, "malformed line")));
        bail!("no puzzles in {}{}", names.join(", "), lines.unwrap_or_default());
    }
    // The idle engine gives up on every puzzle; that is not a finding.
    let idle = run.engines() == ["idle"];
    Ok(if run.has_findings() && !idle { Exit::Finding } else { Exit::Success })
}

/// Opens the baseline record. Fails before the run if the options already rule out a comparison.
fn open_baseline(path: &Path, settings: &Settings, gate: &GateArgs) -> anyhow::Result<TimedRun> {
    let record = SavedRun::open(path)?;
    let reasons = option_refusals(&record.run.options.settings, settings);
    if !reasons.is_empty() && !gate.force {
        return Err(with_hint(CompareError::Refused(reasons)));
    }
    Ok(TimedRun::open(path)?)
}

/// Compares the run with the baseline, prints the comparison, and returns the exit code that it leads to. If the output
/// is for programs, the comparison goes to standard error.
fn compare_with(
    base: &TimedRun,
    new: &TimedRun,
    gate: &GateArgs,
    format: OutputFormat,
) -> anyhow::Result<Exit> {
    let comparison = Comparison::new(base, new, gate.force).map_err(with_hint)?;
    let exit = gate.judge(&comparison);
    if format.is_for_programs() {
        say_own(comparison.text(error_look()).as_str());
    } else {
        let mut output = Output::standard()?;
        writeln!(output)?;
        output.report(&comparison, format)?;
        output.finish()?;
    }
    Ok(exit)
}
