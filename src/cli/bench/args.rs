//! What is typed after `dlxbench bench`, and what it means.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use dlxbench::bench::{Job, MOST_HARDEST, environment};
use dlxbench::corpus::{Bins, ClassBy, Source};
use dlxbench::engine::EngineKind;
use dlxbench::record::{Keep, Settings};
use dlxbench::report::OutputFormat;

use super::super::compare::GateArgs;
use super::super::input::{ReadArgs, found_sources, with_folders};
use super::super::sample_size::SampleSize;
use super::super::value;
use super::record_args::RecordArgs;
use super::warning_args::WarningArgs;

const EXAMPLES: &str = "\
A corpus is a file of puzzles, a folder of them, a pattern, or - for standard
input. Puzzles are written one per line, as blocks, as pencilmarks or in a table
(CSV with a header); gz, zst and xz are unpacked. Without a corpus, those that
ship with the program are run; shipped:NAME is one of them (easy, medium, hard,
expert, extreme), or shipped:famous, puzzles that are known by a name.

Examples:
  dlxbench bench                                # the shipped corpora, all cores
  dlxbench bench puzzles.txt --threads 1        # one file on one core
  dlxbench bench --threads 1,2,4                # speed-up by threads and class
  dlxbench bench --engine dlx,naive             # two engines, puzzle by puzzle
  dlxbench bench puzzles.txt --save             # with a record in results/
  dlxbench bench --out run1 --per-puzzle        # a record with every puzzle
  dlxbench bench puzzles.txt --format csv       # the summary for a spreadsheet
  dlxbench bench table.csv.gz --column quiz -v  # a table, and what is found in it
  dlxbench bench --passes 20 --keep best --baseline before --fail-on 5%  # for CI

Exit codes:
  0    every puzzle has exactly one solution
  1    one does not, or a line is malformed or has a wrong solution, or no engine
       knows its size, or there is a regression against --baseline
  2    the run failed, there was nothing to solve, or an engine gave a wrong
       answer
  130  ended by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       what was measured is shown and saved";

/// Solve corpora on all cores and report latency by difficulty class
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES))]
pub(crate) struct BenchArgs {
    /// Files, folders, patterns, shipped:NAME, or -
    #[arg(value_name = "CORPUS")]
    corpora: Vec<String>,

    #[command(flatten)]
    pub(super) read: ReadArgs,

    /// The engine, or several to compare puzzle by puzzle [default: dlx for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME,…", value_parser = value::named::<EngineKind>(), value_delimiter = ',', help_heading = "What to measure")]
    engine: Vec<EngineKind>,

    /// What decides the class of a puzzle
    #[arg(long, value_parser = value::named::<ClassBy>(), default_value_t, value_name = "RULE", help_heading = "What to measure")]
    class_by: ClassBy,

    /// At most N classes by rating, clues or guesses: ranges with round bounds [default: 12]
    ///
    /// Ranges of ratings and clues have one width; files are read twice to find it. Those of standard input and of guesses
    /// (6 at most) are fixed, and the last one is open.
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = value::number::<usize>(1..=100))]
    bins: Option<usize>,

    /// Measure only N puzzles, or a share of all such as 10%, chosen at random by --seed
    #[arg(long, value_name = "N|P%", help_heading = "What to measure")]
    pub(super) sample: Option<SampleSize>,

    /// Replace each puzzle by a random equivalent one, so that no engine is lucky with the order of cells
    #[arg(long, help_heading = "What to measure")]
    isomorphs: bool,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "What to measure")]
    seed: u64,

    /// Stop after N solutions (2 is enough to prove uniqueness)
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "What to measure")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    limit: u64,

    /// Give up on a puzzle after N nodes (status stopped)
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    /// Threads that solve (0: one per core). Several numbers are compared by class; the tables are those of the first
    #[arg(long, value_name = "N,…", default_value = "0", value_parser = value::threads(), value_delimiter = ',', help_heading = "How to measure")]
    threads: Vec<usize>,

    /// Solves of each thread before it measures
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "How to measure")]
    #[arg(value_parser = value::number::<usize>(0..=1_000_000))]
    warmup: usize,

    /// Solve each puzzle N times
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How to measure")]
    #[arg(value_parser = value::number::<u32>(1..=1_000_000))]
    repeat: u32,

    /// Go through the corpora N times: with two passes or more the run measures its own noise, and can be compared
    ///
    /// From two passes on, about 85 bytes of memory for each puzzle and engine.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How to measure")]
    #[arg(value_parser = value::number::<u32>(1..=10_000))]
    passes: u32,

    /// Which of the repeated times count
    #[arg(long, value_parser = value::named::<Keep>(), default_value_t, help_heading = "How to measure")]
    keep: Keep,

    /// What to print
    #[arg(long, value_parser = value::named::<OutputFormat>(), default_value = "table", help_heading = "Output")]
    pub(super) format: OutputFormat,

    /// List the N puzzles of each class that took each engine the most nodes
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    #[arg(value_parser = value::number::<usize>(0..=MOST_HARDEST as u64))]
    slowest: usize,

    /// Print nothing but warnings, errors, the comparison with --baseline, and what was written
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub(super) quiet: bool,

    #[command(flatten)]
    warnings: WarningArgs,

    #[command(flatten)]
    pub(super) record: RecordArgs,

    /// Add a row for each puzzle to the record, in the order of the input
    #[arg(long, help_heading = "Record")]
    pub(super) per_puzzle: bool,

    /// Compare with this record at the end (see dlxbench compare)
    #[arg(long, value_name = "RECORD", help_heading = "Comparison")]
    pub(super) baseline: Option<PathBuf>,

    #[command(flatten)]
    pub(super) gate: GateArgs,
}

impl BenchArgs {
    /// What is to be measured, if the options go together.
    pub(super) fn job(&self) -> anyhow::Result<Job> {
        if self.per_puzzle && !self.record.is_set() {
            bail!("--per-puzzle writes to a record: add --save or --out DIR");
        }
        if let Some(engine) = repeated(&self.engine) {
            bail!("--engine names {engine} twice; every engine runs once");
        }
        let of_cores = |&threads: &usize| if threads == 0 { environment::cores() } else { threads };
        let counts: Vec<usize> = self.threads.iter().map(of_cores).collect();
        if let Some(threads) = repeated(&counts) {
            bail!("--threads names {threads} twice");
        }
        if counts.len() > 1 && self.engine.len() > 1 {
            bail!("several --threads compare one engine with itself: name one --engine");
        }
        if counts.len() > 1 && self.class_by == ClassBy::Guesses {
            bail!(
                "several --threads need classes known before solving, not guesses: choose another --class-by"
            );
        }
        if self.bins.is_some() && !self.class_by.is_number() {
            bail!("--bins is for classes by number: add --class-by rating, clues or guesses");
        }
        // Guesses have fixed ranges, and few.
        let by_range = matches!(self.class_by, ClassBy::Rating | ClassBy::Clues);
        let bins = self.bins.or(by_range.then_some(Bins::USUAL));
        let settings = Settings {
            threads: counts[0],
            thread_counts: if counts.len() > 1 { counts } else { Vec::new() },
            warmup: self.warmup,
            repeat: self.repeat as usize,
            keep: self.keep,
            limit: self.limit,
            max_nodes: self.max_nodes,
            seed: self.seed,
            isomorphs: self.isomorphs,
            // Known when the puzzles have been counted.
            sample: None,
            class_by: self.class_by,
            bins,
            input: self.read.input,
            column: self.read.column.clone(),
            passes: self.passes as usize,
            slowest: self.slowest,
        };
        let (per_puzzle, silenced) = (self.per_puzzle, self.warnings.silenced());
        Ok(Job { settings, per_puzzle, silenced, ..Job::of_engines(self.engine.clone()) })
    }

    /// What the corpora stand for; those that ship, if there are none.
    pub(super) fn sources(&self) -> anyhow::Result<Vec<Source>> {
        if self.corpora.is_empty() {
            return Ok(Source::shipped());
        }
        let mut sources = Vec::new();
        for argument in &self.corpora {
            sources.extend(found_sources(argument, self.read.verbose)?);
        }
        // The size of anything but a file is unknown: standard input, a FIFO, a device.
        let passing: Vec<&Source> = sources.iter().filter(|source| source.bytes.is_none()).collect();
        if let Some(source) = passing.first().filter(|_| self.passes > 1 || self.threads.len() > 1) {
            let name = &source.name;
            bail!("{name} can be read only once: --passes and several --threads need files");
        }
        let is_repeated =
            |source: &&&Source| passing.iter().filter(|other| other.name == source.name).count() > 1;
        if let Some(source) = passing.iter().find(is_repeated) {
            bail!("{} can be read only once", source.name);
        }
        Ok(sources)
    }

    /// What the run is called: as asked for, or by the corpora.
    pub(super) fn run_name(&self, sources: &[Source]) -> String {
        let from_corpora = match (self.corpora.as_slice(), sources) {
            ([], _) => "shipped".to_owned(),
            (_, [one]) => one.class.clone(),
            (_, several) => format!("{}-corpora", several.len()),
        };
        self.record.name.clone().unwrap_or(from_corpora)
    }
}

/// The first value that is there again.
fn repeated<T: Copy + PartialEq>(values: &[T]) -> Option<T> {
    let again = (0..values.len()).find(|&index| values[..index].contains(&values[index]));
    again.map(|index| values[index])
}
