//! `dlxbench bench`: measures engines on corpora.

mod baseline;
mod observer;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::bail;
use clap::{Args, ValueEnum};
use dlxbench::bench::environment::Environment;
use dlxbench::bench::record::RecordWriter;
use dlxbench::bench::{self, Circumstances, Clock, Job, Keep, Run};
use dlxbench::compare::Subject;
use dlxbench::corpus::{ClassBy, Source};
use dlxbench::engine::EngineKind;
use dlxbench::report::{Paint, csv, markdown, terminal, units, visible};
use time::OffsetDateTime;

use self::baseline::Baseline;
use self::observer::RunObserver;
use super::color::auto_paint;
use super::compare::GateArgs;
use super::exit::Exit;
use super::input::ReadArgs;
use super::interrupt::interrupt_on_ctrl_c;
use super::provenance::{command_line, utc};
use super::value;

const EXAMPLES: &str = "\
A corpus is a file of puzzles, a folder of them, a pattern, or - for standard
input. Puzzles are written one a line, as blocks, as pencilmarks or in a table
(CSV with a header); gz, zst and xz are unpacked. Without a corpus, those that
ship with the program are run; shipped:NAME is one of them (easy, medium, hard,
expert, extreme), or shipped:famous, puzzles that are known by a name.

Examples:
  dlxbench bench                                the shipped corpora, all cores
  dlxbench bench puzzles.txt --threads 1        one file on one core
  dlxbench bench --engine dlx,naive             two engines, puzzle by puzzle
  dlxbench bench puzzles.txt --save             with a record in results/
  dlxbench bench --out run1 --per-puzzle        a record with every puzzle
  dlxbench bench puzzles.txt --format csv       the summary for a spreadsheet
  dlxbench bench table.csv.gz --column quiz -v  a table, and what is found in it
  dlxbench bench --passes 20 --keep best --baseline before --fail-on 5%
                                                against a record, for CI

Exit codes:
  0    every puzzle has exactly one solution
  1    one has not, or a line is malformed or has a wrong solution, or no engine
       knows its size, or there is a regression against --baseline
  2    the run failed, there was nothing to solve, or an engine gave a wrong
       answer
  130  interrupted by Ctrl-C; what was measured is shown and saved";

/// Solve corpora on all cores and report latency by difficulty class
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BenchArgs {
    /// Files, folders, patterns, shipped:NAME, or -
    #[arg(value_name = "CORPUS")]
    corpora: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// The engine, or several to compare puzzle by puzzle [default: dlx for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME,…", value_parser = value::named::<EngineKind>(), value_delimiter = ',', help_heading = "What to measure")]
    engine: Vec<EngineKind>,

    /// What decides the class of a puzzle
    #[arg(long, value_parser = value::named::<ClassBy>(), default_value_t, value_name = "RULE", help_heading = "What to measure")]
    class_by: ClassBy,

    /// Measure only N puzzles, chosen at random by --seed
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// Replace each puzzle by a random equivalent one, so that no engine is lucky with the order of cells
    #[arg(long, help_heading = "What to measure")]
    isomorphs: bool,

    /// The seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "What to measure")]
    seed: u64,

    /// Look for up to N solutions of each puzzle; 2 prove that there is only one
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "What to measure")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Give up on a puzzle after N nodes (status stopped)
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,

    /// Threads that solve (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads, help_heading = "How to measure")]
    threads: usize,

    /// Solves of each thread before it measures
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "How to measure")]
    warmup: usize,

    /// Solve each puzzle N times
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How to measure")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,

    /// Go through the corpora N times: with two passes or more the run measures its own noise, and can be compared
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How to measure")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: u32,

    /// Make every solve longer by this share, to see whether a comparison finds it
    #[arg(long, value_name = "P%", default_value = "0%", value_parser = parse_delay, hide = true)]
    inject_delay: u32,

    /// Which of the repeated times count
    #[arg(long, value_parser = value::named::<Keep>(), default_value_t, help_heading = "How to measure")]
    keep: Keep,

    /// What to print
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: Format,

    /// Print nothing but warnings, errors and the comparison with --baseline
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    quiet: bool,

    /// Colours and bold type
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    color: Color,

    /// Write a record of the run to results/DATE-NAME
    #[arg(long, help_heading = "Record")]
    save: bool,

    /// The name of the run [default: from the corpora]
    #[arg(long, value_name = "NAME", help_heading = "Record")]
    name: Option<String>,

    /// Write a record of the run to this folder, which must not exist
    #[arg(long, value_name = "DIR", conflicts_with = "save", help_heading = "Record")]
    out: Option<PathBuf>,

    /// Add a row for each puzzle to the record, in the order of the input
    #[arg(long, help_heading = "Record")]
    per_puzzle: bool,

    /// Compare with this record at the end (see dlxbench compare)
    #[arg(long, value_name = "RECORD", help_heading = "Comparison")]
    baseline: Option<PathBuf>,

    #[command(flatten)]
    gate: GateArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables and histograms for a person
    Table,
    /// The rows of summary.csv
    Csv,
    /// The whole of run.json
    Json,
    /// The text of report.md
    Markdown,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// What the arguments stand for; those that ship, if there are none.
pub(super) fn sources_of(corpora: &[String]) -> anyhow::Result<Vec<Source>> {
    if corpora.is_empty() {
        return Ok(Source::shipped());
    }
    let mut sources = Vec::new();
    for argument in corpora {
        sources.extend(Source::from_argument(argument)?);
    }
    if sources.iter().filter(|source| source.name == "standard input").count() > 1 {
        bail!("standard input can be read only once");
    }
    Ok(sources)
}

/// A share of up to 1000 %, with or without its sign.
fn parse_delay(text: &str) -> Result<u32, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse().ok().filter(|&percent| percent <= 1000);
    percent.ok_or_else(|| "expected a whole number of per cent up to 1000, such as 10%".to_owned())
}

impl BenchArgs {
    fn job(&self) -> Job {
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        Job {
            engines: self.engine.clone(),
            threads,
            warmup: self.warmup,
            repeat: self.repeat as usize,
            keep: self.keep,
            limit: self.limit,
            max_nodes: self.max_nodes.unwrap_or(u64::MAX),
            seed: self.seed,
            isomorphs: self.isomorphs,
            sample: self.sample.map(|size| size as usize),
            class_by: self.class_by,
            column: self.read.column.clone(),
            per_puzzle: self.per_puzzle,
            passes: self.passes as usize,
            delay_percent: self.inject_delay,
        }
    }

    fn sources(&self) -> anyhow::Result<Vec<Source>> {
        let sources = sources_of(&self.corpora)?;
        if self.passes > 1 && sources.iter().any(|source| source.name == "standard input") {
            bail!("standard input can be read only once: --passes needs files");
        }
        Ok(sources)
    }

    fn paint(&self) -> Paint {
        Paint(match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => return auto_paint(),
        })
    }

    /// What the run is called: the wish, or the corpora.
    fn run_name(&self, sources: &[Source]) -> String {
        let from_corpora = match (self.corpora.as_slice(), sources) {
            ([], _) => "shipped".to_owned(),
            (_, [one]) => one.class.clone(),
            (_, several) => format!("{}-corpora", several.len()),
        };
        self.name.clone().unwrap_or(from_corpora)
    }

    /// Where the record goes, if one is wanted.
    fn record_path(&self, name: &str, today: &str) -> Option<PathBuf> {
        if !self.save {
            return self.out.clone();
        }
        let safe: String = name
            .chars()
            .map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' })
            .collect();
        let first = PathBuf::from("results").join(format!("{today}-{safe}"));
        let further = (2..).map(|number| PathBuf::from("results").join(format!("{today}-{safe}-{number}")));
        std::iter::once(first).chain(further).find(|path| path.symlink_metadata().is_err())
    }
}

pub(crate) fn run(args: BenchArgs) -> anyhow::Result<Exit> {
    if args.per_puzzle && !args.save && args.out.is_none() {
        bail!("--per-puzzle writes to a record: add --save or --out DIR");
    }
    let is_again = |index: usize| args.engine[..index].contains(&args.engine[index]);
    if let Some(index) = (0..args.engine.len()).find(|&index| is_again(index)) {
        bail!("--engine names {} twice; every engine runs once", args.engine[index]);
    }
    let mut job = args.job();
    let baseline = match &args.baseline {
        Some(path) => Some(Baseline::open(path, &job, &args.gate)?),
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
    let date = OffsetDateTime::from(started);
    let environment = Environment::observe(Clock::new().figures());
    let name = args.run_name(&sources);
    let record = match args.record_path(&name, &date.date().to_string()) {
        Some(path) => Some(RecordWriter::create(&path, args.per_puzzle)?),
        None => None,
    };
    let interrupt = interrupt_on_ctrl_c()?;
    if args.format == Format::Table && !args.quiet {
        // If nobody reads it, the run and its record may still be wanted.
        let _ = print_header(&job, &sources, &environment, paint);
    }
    let mut observer = RunObserver::new(&sources, &job, record, args.quiet, args.read.verbose);
    if pairs {
        observer.remember_puzzles();
    }
    let measured = bench::run(&job, &sources, &interrupt, &mut observer);
    let puzzles = observer.puzzles();
    let (record, malformed, wrong_solutions) = observer.finish()?;
    let measured = measured?;
    let circumstances = Circumstances {
        name,
        command: command_line(),
        started: utc(started),
        job: &job,
        sources: &sources,
        environment,
        malformed,
        wrong_solutions,
    };
    let run = Run::new(circumstances, &measured);
    if is_empty(&run) {
        // No tables and no record of nothing.
        return exit_of(&run);
    }
    // The record first: if the terminal is gone, nothing is lost. And if the disk is full, the terminal has the figures.
    let path = record.map(|record| record.finish(&run, &measured, started)).transpose();
    print_run(&args, &run, paint)?;
    if let Some(path) = path? {
        eprintln!("record: {}", path.display());
    }
    let exit = exit_of(&run)?;
    let Some(baseline) = baseline.filter(|_| exit != Exit::Interrupted) else { return Ok(exit) };
    let new = Subject::of_run(run, &measured, puzzles);
    let judged = baseline.compare(&new, &args, paint)?;
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
    let cpu = environment.cpu.as_deref();
    let header = terminal::header(env!("CARGO_PKG_VERSION"), &engines, job.threads, cpu, &names, paint);
    io::stdout().write_all(header.as_bytes())?;
    Ok(())
}

fn print_run(args: &BenchArgs, run: &Run, paint: Paint) -> anyhow::Result<()> {
    if args.quiet {
        complain(run);
        return Ok(());
    }
    let mut output = io::stdout().lock();
    match args.format {
        Format::Table => output.write_all(terminal::body(run, paint).as_bytes())?,
        Format::Markdown => output.write_all(markdown::report(run).as_bytes())?,
        Format::Csv => csv::summary(run, &mut output)?,
        Format::Json => writeln!(output, "{}", serde_json::to_string_pretty(run)?)?,
    }
    output.flush()?;
    if args.format != Format::Table {
        complain(run);
    }
    Ok(())
}

/// Warnings and malformed lines, where they are not part of the output.
fn complain(run: &Run) {
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
    // An idle engine stops at everything: that is no finding.
    let idle = run.engines() == ["idle"];
    Ok(if run.has_findings() && !idle { Exit::Finding } else { Exit::Success })
}
