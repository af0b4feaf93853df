//! `dlxbench check`: says whether a corpus is sound, with evidence where it is not.

mod output;
mod totals;

use std::collections::{HashMap, hash_map};
use std::io::{self, BufWriter};
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::Args;
use dlxbench::check::{CheckRule, Checked, Checker, Duplicates, Fingerprint, Seen};
use dlxbench::corpus::{ClassBy, Entry, Source};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::sudoku::minlex::puzzle_minlex;
use dlxbench::sudoku::{Geometry, Grid};
use rayon::prelude::*;

use self::output::Output;
use self::totals::Totals;
use super::bench::ClassRule;
use super::input::ReadArgs;
use super::intake::Intake;
use super::rows::RowFormat;
use super::{EngineName, Exit, parse_threads};

const EXAMPLES: &str = "\
Every puzzle is one of
  unique     exactly one solution
  multiple   several: two are shown, with the cells in which they differ
  none       no solution, though the givens do not clash
  invalid    two givens clash: both are named, and the row, column or box
  malformed  no puzzle: the column and the character are named
  stopped    given up after --max-nodes
A solution that stands in the file is compared, whatever else is asked.

Puzzles are streamed. --duplicates and --isomorphs keep 24 bytes of each, so ten
million take less than a gigabyte.

Examples:
  dlxbench check puzzles.txt
  dlxbench check corpora/ --minimal --isomorphs
  dlxbench check puzzles.csv.gz --format csv > faults.csv
  dlxbench check puzzles.txt --summary --format json

Exit codes:
  0    all is well
  1    something is wrong with a puzzle
  2    an input could not be read
  130  interrupted by Ctrl-C; what was found until then has been shown";

/// Check that every puzzle has exactly one solution; find needless givens, duplicates, wrong solutions
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Puzzles, files, folders, patterns, or - [default: the shipped corpora]
    #[arg(value_name = "CORPUS|PUZZLE")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Every given must be needed: name those without which the solution would still be the only one
    #[arg(long, help_heading = "What to check")]
    minimal: bool,

    /// No puzzle may come twice
    #[arg(long, help_heading = "What to check")]
    duplicates: bool,

    /// No two puzzles may be equal up to renamed digits, transposition and the order of rows, columns, bands and stacks
    #[arg(long, help_heading = "What to check")]
    isomorphs: bool,

    /// The engine [default: sweep for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME", value_enum, help_heading = "How")]
    engine: Option<EngineName>,

    /// Give up on a puzzle after N nodes (status stopped)
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,

    /// Threads (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads, help_heading = "How")]
    threads: usize,

    /// What to print
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: RowFormat,

    /// Print the puzzles with which nothing is wrong, too
    #[arg(long, conflicts_with = "summary", help_heading = "Output")]
    all: bool,

    /// Print only the totals of each file and class
    #[arg(long, help_heading = "Output")]
    summary: bool,

    /// In the table, show so many faulty puzzles; the others are counted
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Output")]
    show: u64,

    /// What decides the class of a puzzle
    #[arg(long, value_enum, default_value = "auto", value_name = "RULE", help_heading = "Output")]
    class_by: ClassRule,
}

/// What is known about an entry of a corpus.
struct Row {
    entry: Entry,
    class: u16,
    /// Nothing for what is malformed.
    findings: Option<Findings>,
    /// Where the same puzzle was first.
    duplicate_of: Option<Seen>,
    /// Where an isomorph of it was first.
    isomorph_of: Option<Seen>,
}

struct Findings {
    checked: Checked,
    /// Whether a solution stands in the file.
    has_solution: bool,
    /// A cell in which the solution in the file is wrong, and that solution.
    wrong_solution: Option<(usize, Grid)>,
    fingerprint: Fingerprint,
    /// Of the form that all isomorphs share.
    form: Option<Fingerprint>,
}

impl Row {
    fn status(&self) -> Status {
        self.findings.as_ref().map_or(Status::Malformed, |findings| findings.checked.status)
    }

    /// Everything that is wrong, in a word each.
    fn faults(&self) -> Vec<&'static str> {
        let mut faults = Vec::new();
        if self.status() != Status::Unique {
            faults.push(self.status().name());
        }
        if let Some(findings) = &self.findings {
            let checked = &findings.checked;
            let found = [
                (!checked.redundant.is_empty(), "not minimal"),
                (checked.is_minimal_unknown, "perhaps not minimal"),
                (findings.wrong_solution.is_some(), "wrong solution"),
            ];
            faults.extend(found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word));
        }
        faults.extend(self.duplicate_of.map(|_| "duplicate"));
        // A duplicate is an isomorph as well, which need not be said.
        faults.extend(self.isomorph_of.filter(|_| self.duplicate_of.is_none()).map(|_| "isomorph"));
        faults
    }
}

pub(crate) fn run(args: CheckArgs) -> anyhow::Result<Exit> {
    let engine = args.engine.map(EngineKind::from);
    if engine == Some(EngineKind::Idle) {
        bail!("engine idle solves nothing, so it cannot check anything");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let inputs = if args.inputs.is_empty() { Source::shipped_names() } else { args.inputs };
    let mut intake = Intake::new(&inputs, &args.read, !args.summary)?;
    let interrupt = intake.interrupt();
    let rule = CheckRule {
        engine,
        minimal: args.minimal,
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        interrupt: Some(&interrupt),
    };
    let mut writer = BufWriter::new(io::stdout().lock());
    let mut output = Output::new(args.format, args.all, args.show, &mut writer);
    let by = ClassBy::from(args.class_by);
    let asked = Asked { minimal: args.minimal, duplicates: args.duplicates, isomorphs: args.isomorphs };
    let mut totals = Totals::new(by, asked);
    let mut ledger = Ledger {
        exact: args.duplicates.then(Duplicates::default),
        forms: args.isomorphs.then(Duplicates::default),
    };
    let mut complaints = Vec::new();
    intake.each_chunk(|source, entries| {
        let rows: anyhow::Result<Vec<Row>> = pool.install(|| {
            let checkers = HashMap::<Geometry, Checker<'_>>::new;
            let entries = entries.into_par_iter();
            entries.map_init(checkers, |checkers, entry| row(entry, checkers, rule, args.isomorphs)).collect()
        });
        let mut rows = match rows.with_context(|| source.name.clone()) {
            Ok(rows) => rows,
            Err(error) => {
                complaints.push(error);
                return Ok(());
            }
        };
        if interrupt.load(Ordering::Relaxed) {
            // Some of these were not checked to the end.
            return Ok(());
        }
        let number = totals.enter(source);
        for row in &mut rows {
            ledger.see(row, number);
            totals.add(row);
        }
        if !args.summary {
            output.rows(&rows, &source.name, &totals)?;
        }
        Ok(())
    })?;
    complaints.iter().for_each(|complaint| intake.complain(complaint));
    output.finish(&totals, args.summary)?;
    Ok(intake.exit(totals.faults()))
}

/// What is asked beyond whether puzzles have exactly one solution.
#[derive(Clone, Copy)]
struct Asked {
    minimal: bool,
    duplicates: bool,
    isomorphs: bool,
}

/// What has been seen of the corpus.
struct Ledger {
    exact: Option<Duplicates>,
    forms: Option<Duplicates>,
}

impl Ledger {
    fn see(&mut self, row: &mut Row, source: usize) {
        let place = Seen { source, line: row.entry.line };
        let Some(findings) = &row.findings else { return };
        if let Some(exact) = &mut self.exact {
            row.duplicate_of = exact.see(findings.fingerprint, place);
        }
        if let (Some(forms), Some(form)) = (&mut self.forms, findings.form) {
            row.isomorph_of = forms.see(form, place);
        }
    }
}

/// Checks an entry, with checkers that are made when they are first needed.
fn row<'r>(
    entry: Entry,
    checkers: &mut HashMap<Geometry, Checker<'r>>,
    rule: CheckRule<'r>,
    wants_form: bool,
) -> anyhow::Result<Row> {
    let entry = entry.with_solution_apart();
    let findings = match &entry.puzzle {
        Err(_) => None,
        Ok(puzzle) => {
            let geometry = puzzle.geometry();
            let checker = match checkers.entry(geometry) {
                hash_map::Entry::Occupied(entry) => entry.into_mut(),
                hash_map::Entry::Vacant(vacant) => {
                    let (line, name) = (entry.line, rule.engine.map_or("", EngineKind::name));
                    let cannot = || format!("line {line}: engine {name} does not solve {geometry} puzzles");
                    vacant.insert(Checker::new(geometry, rule).with_context(cannot)?)
                }
            };
            let checked = checker.check(puzzle.cells());
            let has_solution = entry.solution.is_some();
            let wrong_solution = entry.solution.as_ref().and_then(|stated| {
                let cell = checked.wrong_cell(geometry, puzzle.cells(), stated.cells())?;
                Some((cell, stated.clone()))
            });
            Some(Findings {
                fingerprint: Fingerprint::of(puzzle.cells()),
                form: wants_form.then(|| Fingerprint::of(&puzzle_minlex(geometry, puzzle.cells()))),
                checked,
                has_solution,
                wrong_solution,
            })
        }
    };
    Ok(Row { entry, class: 0, findings, duplicate_of: None, isomorph_of: None })
}
