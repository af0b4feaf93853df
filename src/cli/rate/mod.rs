//! `dlxbench rate`: says how hard puzzles are.

mod output;
mod profile;

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use dlxbench::corpus::{Entry, Malformed, Reader, Source};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::logic::Grade;
use dlxbench::rating::{EffortRule, Rated, Rater};
use dlxbench::sudoku::{Geometry, Grid};
use rayon::prelude::*;

use self::output::Output;
use self::profile::Profile;
use super::input::{self, ReadArgs};
use super::{EngineName, Exit, parse_threads};

const EXAMPLES: &str = "\
The class says which steps a person needs:
  easy     singles
  medium   locked candidates, pairs, triples, quads
  hard     X-Wing, Swordfish, Jellyfish, XY-, XYZ- and W-Wing, colouring
  expert   chains, or the trial of one candidate with singles
  extreme  none of these suffice
The rating orders puzzles: first by the hardest step, then by how many rounds of
it are needed, extreme ones by the candidates that are left in the end. Guesses
are those of a search, averaged over isomorphs of the puzzle.

Examples:
  dlxbench rate puzzles.txt
  dlxbench rate puzzles.txt --format csv > ratings.csv
  dlxbench rate corpora/ --summary        a profile of each class
  dlxbench rate .......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...

Exit codes:
  0  every puzzle has exactly one solution, and was rated
  1  one has not, or a line is malformed
  2  an input could not be read";

/// Rate puzzles: class by the hardest logical step, rating, technique, guesses
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RateArgs {
    /// Puzzles, files, folders, patterns, or - [default: the shipped corpora]
    #[arg(value_name = "CORPUS|PUZZLE")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// The engine whose guesses are counted [default: sweep for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME", value_enum, help_heading = "Effort")]
    engine: Option<EngineName>,

    /// Average the guesses over N isomorphs of each puzzle (0: only the puzzle itself)
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = "Effort")]
    #[arg(value_parser = clap::value_parser!(u16).range(..=10_000))]
    isomorphs: u16,

    /// The seed of the isomorphs
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Effort")]
    seed: u64,

    /// Give up on a puzzle after N nodes (status stopped)
    #[arg(long, value_name = "N", help_heading = "Effort")]
    max_nodes: Option<u64>,

    /// Threads (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads, help_heading = "Effort")]
    threads: usize,

    /// What to print for each puzzle
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: Format,

    /// Instead of each puzzle, print a profile of each class: how many, clues, techniques, guesses
    #[arg(long, help_heading = "Output")]
    summary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns for people
    Table,
    /// Comma-separated values with a header
    Csv,
    /// A JSON object a line
    Json,
}

/// Puzzles that are rated together; output comes in pieces of this size.
const CHUNK: usize = 2048;

/// A line of a corpus, and what is known about it.
struct Row {
    line: u64,
    label: String,
    found: Found,
}

enum Found {
    Rated(Grid, Rated),
    Malformed(String, Malformed),
}

impl Row {
    fn grade(&self) -> Option<Grade> {
        match &self.found {
            Found::Rated(_, rated) => rated.grade,
            Found::Malformed(..) => None,
        }
    }

    fn status(&self) -> Status {
        match &self.found {
            Found::Rated(_, rated) => rated.status,
            Found::Malformed(..) => Status::Malformed,
        }
    }
}

pub(crate) fn run(args: RateArgs) -> anyhow::Result<Exit> {
    let engine = args.engine.map(EngineKind::from);
    if engine == Some(EngineKind::Idle) {
        bail!("engine idle solves nothing, so it guesses nothing");
    }
    let rule = EffortRule { engine, isomorphs: args.isomorphs.into(), seed: args.seed };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let mut writer = BufWriter::new(io::stdout().lock());
    let mut rating = Rating {
        read: &args.read,
        rule,
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        pool,
        sink: match args.summary {
            true => Sink::Summary(Profile::default(), args.format, &mut writer),
            false => Sink::Rows(Output::new(args.format, &mut writer)),
        },
        findings: 0,
        failures: 0,
    };
    for argument in &args.inputs {
        // A file of this name comes first, as for solve.
        match argument.parse::<Grid>() {
            Ok(puzzle) if !std::path::Path::new(argument).exists() => {
                rating.chunk("", vec![Entry::new(1, puzzle)])?;
            }
            _ => match Source::from_argument(argument) {
                Ok(sources) => sources.iter().try_for_each(|source| rating.source(source))?,
                Err(error) => rating.complain(&anyhow::Error::new(error).context(input::shortened(argument))),
            },
        }
    }
    if args.inputs.is_empty() {
        Source::shipped().iter().try_for_each(|source| rating.source(source))?;
    }
    let (findings, failures) = (rating.findings, rating.failures);
    rating.sink.finish()?;
    Ok(match (failures, findings) {
        (0, 0) => Exit::Success,
        (0, _) => Exit::Finding,
        _ => Exit::Failed,
    })
}

/// Where the rows go.
enum Sink<'w> {
    Rows(Output<'w>),
    Summary(Profile, Format, &'w mut dyn Write),
}

impl Sink<'_> {
    fn rows(&mut self, source: &str, rows: &[Row]) -> anyhow::Result<()> {
        match self {
            Sink::Rows(output) => output.rows(source, rows),
            Sink::Summary(profile, ..) => {
                profile.add(rows);
                Ok(())
            }
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Sink::Rows(mut output) => output.finish(),
            Sink::Summary(profile, format, writer) => profile.write(format, writer),
        }
    }
}

/// A job of rating.
struct Rating<'w> {
    read: &'w ReadArgs,
    rule: EffortRule,
    nodes: u64,
    pool: rayon::ThreadPool,
    sink: Sink<'w>,
    findings: u64,
    failures: u64,
}

impl Rating<'_> {
    fn complain(&mut self, error: &anyhow::Error) {
        self.failures += 1;
        eprintln!("dlxbench: {error:#}");
    }

    fn source(&mut self, source: &Source) -> anyhow::Result<()> {
        let reader = match source.open() {
            Ok(reader) => reader,
            Err(error) => {
                self.complain(&error.into());
                return Ok(());
            }
        };
        let (mut entries, mut is_empty) = (Vec::with_capacity(CHUNK), true);
        let mut reader = Reader::new(reader).with_column(self.read.column.clone());
        for entry in &mut reader {
            match entry.with_context(|| format!("cannot read {}", source.name)) {
                Ok(entry) => entries.push(entry),
                Err(error) => self.complain(&error),
            }
            is_empty = false;
            if entries.len() == CHUNK {
                self.chunk(&source.name, std::mem::take(&mut entries))?;
            }
        }
        if self.read.verbose {
            eprintln!("{}: {}", source.name, reader.detected());
        }
        if is_empty {
            self.complain(&anyhow::anyhow!("{}: there is no puzzle in it", source.name));
        }
        self.chunk(&source.name, entries)
    }

    /// Rates puzzles on all threads, and hands them on in order.
    fn chunk(&mut self, source: &str, entries: Vec<Entry>) -> anyhow::Result<()> {
        let (rule, nodes) = (self.rule, self.nodes);
        let rows: anyhow::Result<Vec<Row>> = self.pool.install(|| {
            let entries = entries.into_par_iter();
            entries.map_init(HashMap::new, |raters, entry| rate(entry, raters, rule, nodes)).collect()
        });
        let rows = match rows.with_context(|| source.to_owned()) {
            Ok(rows) => rows,
            Err(error) => {
                self.complain(&error);
                return Ok(());
            }
        };
        self.findings += rows.iter().filter(|row| row.status() != Status::Unique).count() as u64;
        self.sink.rows(source, &rows)
    }
}

fn rate(
    entry: Entry,
    raters: &mut HashMap<Geometry, Rater>,
    rule: EffortRule,
    nodes: u64,
) -> anyhow::Result<Row> {
    let Entry { line, puzzle, label, text, .. } = entry;
    let found = match puzzle {
        Err(error) => Found::Malformed(text, error),
        Ok(puzzle) => {
            let geometry = puzzle.geometry();
            let rater = match raters.entry(geometry) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    let name = rule.engine.map_or("", EngineKind::name);
                    let cannot = || format!("line {line}: engine {name} does not solve {geometry} puzzles");
                    entry.insert(Rater::new(geometry, rule).with_context(cannot)?)
                }
            };
            let rated = rater.rate(puzzle.cells(), nodes);
            Found::Rated(puzzle, rated)
        }
    };
    Ok(Row { line, label, found })
}
