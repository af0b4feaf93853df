//! The arguments of `dlxbench bench`, and the job that they describe.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use dlxbench::bench::{Job, MOST_ENGINES, MOST_HARDEST, environment};
use dlxbench::corpus::{Bins, ClassBy, Source};
use dlxbench::engine::external::{EngineChoice, Form};
use dlxbench::record::{Keep, Settings, USUAL_TIMEOUT};

use super::super::compare::GateArgs;
use super::super::input::{ReadArgs, found_sources, with_folders};
use super::super::resume::ResumeArgs;
use super::super::run_format::RunFormat;
use super::super::sample_size::SampleSize;
use super::super::shard::ShardArgs;
use super::super::value::{self, Engines};
use super::record_args::RecordArgs;
use super::warning_args::WarningArgs;

const EXAMPLES: &str = "\
A corpus is a file of puzzles, a folder of such files, a glob pattern, or - for
standard input. Puzzles are written one per line, as blocks, as pencilmarks, as
JSON lines or in a table (CSV with a header); gz, zst and xz are unpacked. The
shipped corpora are shipped:easy, shipped:medium, shipped:hard, shipped:expert
and shipped:extreme; shipped:famous has puzzles that are known by a name.

Examples:
  dlxbench bench                                # the shipped corpora, all cores
  dlxbench bench puzzles.txt --threads 1        # one file on one core
  dlxbench bench --threads 1,2,4                # speed-up by threads and class
  dlxbench bench --engine dlx,naive             # two engines, puzzle by puzzle
  dlxbench bench puzzles.txt --save             # write a record to results/
  dlxbench bench --out run1 --per-puzzle        # a record with every puzzle
  dlxbench bench puzzles.txt --format csv       # the summary for a spreadsheet
  dlxbench bench table.csv.gz --column quiz -v  # a table; report what was detected
  dlxbench bench --passes 20 --keep best --baseline before --fail-on 5%  # for CI
  dlxbench bench puzzles.txt --shard 2/8 --resume --out part2  # on one of 8 nodes

Exit codes:
  0    every puzzle has exactly one solution
  1    a puzzle does not, a line is malformed, a solution in a file is wrong, no
       engine supports the size of a puzzle, or --baseline shows a regression
  2    the run failed, there was nothing to solve, or an engine gave a wrong
       answer
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the results so far are shown and saved";

/// Solve corpora on all cores and report latency by difficulty class
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES))]
pub(crate) struct BenchArgs {
    /// Files, folders, patterns, shipped:NAME, or - [default: the shipped corpora]
    #[arg(value_name = "CORPUS")]
    corpora: Vec<String>,

    #[command(flatten)]
    pub(super) read: ReadArgs,

    /// Engine, several to compare puzzle by puzzle, or your own as NAME=exec:COMMAND [default: dlx for 9×9, masks for other
    /// sizes]
    ///
    /// NAME=exec:COMMAND is a program that answers line by line; with {} in the command, it is started for each
    /// puzzle. NAME=batch:COMMAND reads a whole class, NAME=lib:FILE[:FUNCTION] is a shared library. It takes the rest of the
    /// argument, so --engine may be given several times. See docs/external-solvers.md.
    #[arg(long, value_name = "NAME,…", value_parser = value::engines(), help_heading = "What to measure")]
    engine: Vec<Engines>,

    /// Stop an external solver that takes longer for a puzzle, in seconds [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = value::seconds(), help_heading = "What to measure")]
    timeout: Option<Duration>,

    /// What determines the class of a puzzle
    #[arg(long, value_parser = value::named::<ClassBy>(), default_value_t, value_name = "RULE", help_heading = "What to measure")]
    class_by: ClassBy,

    /// Divide ratings, clues or guesses into at most N ranges with round bounds [default: 12]
    ///
    /// Ranges of ratings and clues have equal width; files are read twice to find it. The ranges of standard input and
    /// of guesses (at most 6) are fixed, and the last one is open-ended.
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = value::number::<usize>(1..=100))]
    bins: Option<usize>,

    /// Measure only N puzzles, or a share such as 10%, chosen at random (see --seed)
    #[arg(long, value_name = "N|P%", help_heading = "What to measure")]
    pub(super) sample: Option<SampleSize>,

    /// Replace each puzzle with a random isomorph, so that no engine profits from the order of its cells
    #[arg(long, help_heading = "What to measure")]
    isomorphs: bool,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "What to measure")]
    seed: u64,

    /// Stop after N solutions (2 is enough to prove uniqueness) [default: 2, or 1 with exec and batch solvers]
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    limit: Option<u64>,

    /// Give up on a puzzle after N nodes (status stopped) [default: never]
    #[arg(long, value_name = "N", help_heading = "What to measure")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    /// Number of threads (0: one per core); a list such as 1,2,4 also shows the speed-up of each by class [default: 0, or 1
    /// with external solvers]
    ///
    /// All other tables are those of the first number.
    #[arg(long, value_name = "N,…", value_parser = value::threads(), value_delimiter = ',', help_heading = "How to measure")]
    threads: Vec<usize>,

    /// Solve N puzzles on each thread before measuring
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "How to measure")]
    #[arg(value_parser = value::number::<usize>(0..=1_000_000))]
    warmup: usize,

    /// Solve each puzzle N times in a row
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How to measure")]
    #[arg(value_parser = value::number::<u32>(1..=1_000_000))]
    repeat: u32,

    /// Solve the corpora N times over; with two passes or more, the run measures its own noise
    ///
    /// Two or more passes take about 85 bytes of memory per puzzle and engine.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How to measure")]
    #[arg(value_parser = value::number::<u32>(1..=10_000))]
    passes: u32,

    /// Which of the repeated times of a puzzle to use
    #[arg(long, value_parser = value::named::<Keep>(), default_value_t, value_name = "RULE", help_heading = "How to measure")]
    keep: Keep,

    /// Format of the output
    #[arg(long, value_parser = RunFormat::printed(), default_value = "table", help_heading = "Output")]
    pub(super) format: RunFormat,

    /// For each class and engine, list the N puzzles that took the most nodes
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    #[arg(value_parser = value::number::<usize>(0..=MOST_HARDEST as u64))]
    slowest: usize,

    /// Print only warnings, errors, the comparison with --baseline, and what was written
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub(super) quiet: bool,

    #[command(flatten)]
    warnings: WarningArgs,

    #[command(flatten)]
    pub(super) record: RecordArgs,

    #[command(flatten)]
    pub(super) shard: ShardArgs,

    #[command(flatten)]
    pub(super) resume: ResumeArgs,

    /// Add a row for each puzzle to the record, in input order
    #[arg(long, help_heading = "Record")]
    pub(super) per_puzzle: bool,

    /// Compare the run with this record (see dlxbench compare)
    #[arg(long, value_name = "RECORD", help_heading = "Comparison")]
    pub(super) baseline: Option<PathBuf>,

    #[command(flatten)]
    pub(super) gate: GateArgs,
}

impl BenchArgs {
    /// Translates the options into a job; fails if they contradict each other.
    pub(super) fn job(&self) -> anyhow::Result<Job> {
        if self.per_puzzle && !self.record.is_set() {
            bail!("--per-puzzle writes to a record: add --save or --out DIR");
        }
        let engines = self.engines();
        let names: Vec<&str> = engines.iter().map(EngineChoice::name).collect();
        if let Some(engine) = repeated(&names) {
            bail!("--engine lists {engine} twice; name each engine once (NAME=exec:COMMAND gives a name)");
        }
        if names.len() > MOST_ENGINES {
            bail!("--engine lists {} engines; a run can have {MOST_ENGINES}", names.len());
        }
        let has_externals = engines.iter().any(|engine| engine.external().is_some());
        if self.timeout.is_some() && !has_externals {
            bail!("--timeout is for external solvers; for built-in engines there is --max-nodes");
        }
        if self.class_by == ClassBy::Guesses
            && engines.first().is_some_and(|first| first.external().is_some())
        {
            bail!("--class-by guesses needs the guesses of a built-in engine: name one first");
        }
        if self.class_by == ClassBy::Guesses
            && engines.iter().any(|engine| engine.form() == Some(Form::Batch))
        {
            bail!(
                "batch solvers need classes that are known before solving: choose a --class-by other than guesses"
            );
        }
        let of_cores = |&threads: &usize| if threads == 0 { environment::cores() } else { threads };
        let usual: &[usize] = if has_externals { &[1] } else { &[0] };
        let threads = if self.threads.is_empty() { usual } else { &self.threads };
        let counts: Vec<usize> = threads.iter().map(of_cores).collect();
        if let Some(threads) = repeated(&counts) {
            bail!("--threads lists {threads} twice; name each number once");
        }
        if counts.len() > 1 && engines.len() > 1 {
            bail!("a list of --threads compares one engine with itself: name a single --engine");
        }
        if counts.len() > 1 && self.class_by == ClassBy::Guesses {
            bail!(
                "a list of --threads needs classes that are known before solving: choose a --class-by other than guesses"
            );
        }
        if self.bins.is_some() && !self.class_by.is_number() {
            bail!("--bins needs numeric classes: add --class-by rating, clues or guesses");
        }
        // Guesses have a few fixed ranges already.
        let by_range = matches!(self.class_by, ClassBy::Rating | ClassBy::Clues);
        let bins = self.bins.or(by_range.then_some(Bins::USUAL));
        let settings = Settings {
            threads: counts[0],
            thread_counts: if counts.len() > 1 { counts } else { Vec::new() },
            warmup: self.warmup,
            repeat: self.repeat as usize,
            keep: self.keep,
            limit: self.limit.unwrap_or(usual_limit(&engines)),
            max_nodes: self.max_nodes,
            timeout_ms: has_externals.then(|| self.timeout.unwrap_or(USUAL_TIMEOUT).as_millis() as u64),
            seed: self.seed,
            isomorphs: self.isomorphs,
            // Set once the puzzles have been counted.
            sample: None,
            class_by: self.class_by,
            bins,
            input: self.read.input,
            column: self.read.column.clone(),
            passes: self.passes as usize,
            slowest: self.slowest,
        };
        let (per_puzzle, silenced) = (self.per_puzzle, self.warnings.silenced());
        Ok(Job { settings, per_puzzle, silenced, ..Job::of_engines(engines) })
    }

    fn engines(&self) -> Vec<EngineChoice> {
        self.engine.iter().flat_map(|engines| engines.0.clone()).collect()
    }

    /// Says what external solvers change unless the user says otherwise.
    pub(super) fn notes(&self) -> Vec<String> {
        let engines = self.engines();
        let mut notes = Vec::new();
        if self.threads.is_empty() && engines.iter().any(|engine| engine.external().is_some()) {
            notes.push(
                "one thread, because external solvers are processes of their own and would disturb each other: \
                 --threads N for more",
            );
        }
        if self.limit.is_none() && usual_limit(&engines) == 1 {
            notes.push(
                "all engines stop at the first solution, because programs usually do: --limit 2 to prove uniqueness",
            );
        }
        notes.into_iter().map(|note| format!("note: {note}")).collect()
    }

    /// Returns the sources that the arguments stand for; without arguments, the shipped corpora.
    pub(super) fn sources(&self) -> anyhow::Result<Vec<Source>> {
        if self.corpora.is_empty() {
            return Ok(Source::shipped());
        }
        let mut sources = Vec::new();
        for argument in &self.corpora {
            sources.extend(found_sources(argument, self.read.verbose)?);
        }
        // Only files have a known size. Standard input, a FIFO or a device has none, and can be read only once.
        let streams: Vec<&Source> = sources.iter().filter(|source| source.bytes.is_none()).collect();
        let has_batches = self.engines().iter().any(|engine| engine.form() == Some(Form::Batch));
        let is_read_again = self.passes > 1 || self.threads.len() > 1 || has_batches;
        if let Some(source) = streams.first().filter(|_| is_read_again) {
            let name = &source.name;
            match has_batches {
                true => bail!("{name} can be read only once; batch solvers need files"),
                false => bail!("{name} can be read only once; --passes and a list of --threads need files"),
            }
        }
        let is_repeated =
            |source: &&&Source| streams.iter().filter(|other| other.name == source.name).count() > 1;
        if let Some(source) = streams.iter().find(is_repeated) {
            bail!("{} can be read only once, but is given more than once", source.name);
        }
        Ok(sources)
    }

    /// Returns the name of the run: `--name`, or a name derived from the corpora.
    pub(super) fn run_name(&self, sources: &[Source]) -> String {
        let from_corpora = match (self.corpora.as_slice(), sources) {
            ([], _) => "shipped".to_owned(),
            (_, [one]) => one.class.clone(),
            (_, several) => format!("{}-corpora", several.len()),
        };
        self.record.name.clone().unwrap_or(from_corpora)
    }
}

/// Returns the number of solutions to look for unless the user says otherwise: external programs usually find one.
fn usual_limit(engines: &[EngineChoice]) -> u64 {
    let is_program = |engine: &EngineChoice| engine.form().is_some_and(|form| form != Form::Library);
    if engines.iter().any(is_program) { 1 } else { 2 }
}

/// Returns the first value that occurs a second time.
fn repeated<T: Copy + PartialEq>(values: &[T]) -> Option<T> {
    let again = (0..values.len()).find(|&index| values[..index].contains(&values[index]));
    again.map(|index| values[index])
}
