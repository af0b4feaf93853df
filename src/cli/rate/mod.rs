//! `dlxbench rate`: says how hard puzzles are.

mod output;
mod profile;

use std::collections::{HashMap, hash_map};
use std::io::{self, BufWriter, Write};

use anyhow::{Context, bail};
use clap::Args;
use dlxbench::corpus::{Entry, Malformed, Source};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::logic::Grade;
use dlxbench::logic::{EffortRule, Rated, Rater};
use dlxbench::sudoku::{Geometry, Grid};
use rayon::prelude::*;

use self::output::Output;
use self::profile::Profile;
use super::input::ReadArgs;
use super::intake::Intake;
use super::rows::RowFormat;
use super::{EngineName, Exit, parse_threads};

const EXAMPLES: &str = "\
The class says which steps a person needs:
  easy     singles
  medium   locked candidates, pairs, triples, quads
  hard     X-Wing, Swordfish, Jellyfish, XY-, XYZ- and W-Wing, coloring
  expert   chains, or the trial of one candidate with singles
  extreme  none of these suffice
The rating orders puzzles: by the hardest step, then by how many rounds of it are
needed, then by the rounds of simpler steps; extreme ones by the candidates that
are left in the end. Guesses are those of a search, averaged over isomorphs of
the puzzle.

Examples:
  dlxbench rate puzzles.txt
  dlxbench rate puzzles.txt --format csv > ratings.csv
  dlxbench rate corpora/ --summary        a profile of each class
  dlxbench rate .......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...

Exit codes:
  0    every puzzle has exactly one solution, and was rated
  1    one has not, a line is malformed, or a solution in the file is wrong
  2    an input could not be read
  130  interrupted by Ctrl-C; what was rated until then has been shown";

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
    format: RowFormat,

    /// Instead of each puzzle, print a profile of each class: how many, clues, techniques, guesses
    #[arg(long, help_heading = "Output")]
    summary: bool,
}

/// A line of a corpus, and what is known about it.
struct Row {
    line: u64,
    label: String,
    found: Found,
}

enum Found {
    Rated { puzzle: Grid, rated: Rated, has_wrong_solution: bool },
    Malformed(String, Malformed),
}

impl Row {
    fn grade(&self) -> Option<Grade> {
        match &self.found {
            Found::Rated { rated, .. } => rated.grade,
            Found::Malformed(..) => None,
        }
    }

    fn status(&self) -> Status {
        match &self.found {
            Found::Rated { rated, .. } => rated.status,
            Found::Malformed(..) => Status::Malformed,
        }
    }

    /// Whether something is wrong with it that a script wants to know.
    fn is_finding(&self) -> bool {
        let has_wrong_solution = matches!(self.found, Found::Rated { has_wrong_solution: true, .. });
        has_wrong_solution || self.status() != Status::Unique
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
    let inputs = if args.inputs.is_empty() { Source::shipped_names() } else { args.inputs };
    let mut intake = Intake::new(&inputs, &args.read, !args.summary)?;
    let mut sink = match args.summary {
        true => Sink::Summary(Profile::default(), args.format, &mut writer),
        false => Sink::Rows(Output::new(args.format, intake.source_count() > 1, &mut writer)),
    };
    let rating = Rating { rule, nodes: args.max_nodes.unwrap_or(u64::MAX) };
    let (mut findings, mut complaints) = (0, Vec::new());
    intake.each_chunk(|source, entries| {
        let rows: anyhow::Result<Vec<Row>> = pool.install(|| {
            let entries = entries.into_par_iter();
            entries.map_init(HashMap::new, |raters, entry| rating.row(entry, raters)).collect()
        });
        match rows.with_context(|| source.name.clone()) {
            Ok(rows) => {
                findings += rows.iter().filter(|row| row.is_finding()).count() as u64;
                sink.rows(&source.name, &rows)
            }
            Err(error) => {
                complaints.push(error);
                Ok(())
            }
        }
    })?;
    complaints.iter().for_each(|complaint| intake.complain(complaint));
    sink.finish()?;
    Ok(intake.exit(findings))
}

/// Where the rows go.
enum Sink<'w> {
    Rows(Output<'w>),
    Summary(Profile, RowFormat, &'w mut dyn Write),
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

/// How puzzles are rated.
#[derive(Clone, Copy)]
struct Rating {
    rule: EffortRule,
    nodes: u64,
}

impl Rating {
    /// Rates a puzzle, with raters that are made when they are first needed.
    fn row(self, entry: Entry, raters: &mut HashMap<Geometry, Rater>) -> anyhow::Result<Row> {
        let Entry { line, puzzle, label, solution, text, .. } = entry.with_solution_apart();
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(Row { line, label, found: Found::Malformed(text, error) }),
        };
        let geometry = puzzle.geometry();
        let rater = match raters.entry(geometry) {
            hash_map::Entry::Occupied(entry) => entry.into_mut(),
            hash_map::Entry::Vacant(entry) => {
                let name = self.rule.engine.map_or("", EngineKind::name);
                let cannot = || format!("line {line}: engine {name} does not solve {geometry} puzzles");
                entry.insert(Rater::new(geometry, self.rule).with_context(cannot)?)
            }
        };
        let rated = rater.rate(puzzle.cells(), self.nodes);
        let is_wrong = |stated: Grid| rated.status == Status::Unique && !stated.solves(&puzzle);
        let has_wrong_solution = solution.is_some_and(is_wrong);
        Ok(Row { line, label, found: Found::Rated { puzzle, rated, has_wrong_solution } })
    }
}
