//! `dlxbench solve`: solves puzzles and shows how.

mod explain;
mod matrix;
mod output;

use std::collections::HashMap;
use std::io::{self, BufWriter};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use dlxbench::corpus::{Entry, Malformed, Reader};
use dlxbench::engine::{Engine, EngineKind, Limits, Outcome, Status};
use dlxbench::logic::Logician;
use dlxbench::sudoku::{Geometry, Grid};

use self::output::Output;
use super::input::{self, Input, ReadArgs};
use super::{EngineName, Exit};

const EXAMPLES: &str = "\
A puzzle is one line of 16, 36, 81, 144, 256 or 625 cells, or a block of rows;
blank cells are . or 0 and a few other signs. A file may hold any number of
puzzles: one a line, as blocks, as pencilmarks or in a table (CSV with a
header), with comments (#); gz, zst and xz are unpacked.

Examples:
  dlxbench solve puzzles.txt --format line > solutions.txt
  dlxbench solve --engine naive,dlx puzzles.txt   recursive calls side by side
  dlxbench solve --explain hard.txt               every step in words
  dlxbench solve --matrix 1..2......34....        the matrix of a puzzle
  cat puzzles.txt | dlxbench solve - --format json

Exit codes:
  0  every puzzle has exactly one solution
  1  one has none or several, or is malformed or was stopped
  2  an input could not be read, or an engine cannot solve its size";

/// Solve Sudoku puzzles of any size from 4×4 to 25×25
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    /// Puzzles, files of puzzles, shipped:NAME (such as shipped:famous), or - for standard input
    #[arg(value_name = "PUZZLE|FILE|-")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// The engine, or several to compare; sweep is the fastest [default: dlx for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME,…", value_enum, value_delimiter = ',', help_heading = "Search")]
    engine: Vec<EngineName>,

    /// Look for up to N solutions; 2 tell whether there is exactly one
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Find all solutions
    #[arg(long, conflicts_with = "limit", help_heading = "Search")]
    all: bool,

    /// Give up on a puzzle after N nodes of the search tree (recursive calls)
    #[arg(long, value_name = "N", help_heading = "Search")]
    max_nodes: Option<u64>,

    /// What to print for each puzzle
    #[arg(long, value_enum, default_value = "grid", help_heading = "Output")]
    format: Format,

    /// Solve by logic, as a person would, and print every step in words
    #[arg(long, conflicts_with_all = ["engine", "limit", "all", "format", "matrix"], help_heading = "Output")]
    explain: bool,

    /// Do not solve: print the columns of the exact-cover matrix, for 4×4 the whole matrix
    #[arg(long, conflicts_with_all = ["engine", "limit", "all", "format", "max_nodes"], help_heading = "Output")]
    matrix: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Grids with borders, the solution as a line, time and nodes
    Grid,
    /// One solution a line; comments where there is none
    Line,
    /// Comma-separated values with a header, a row for each solution
    Csv,
    /// A JSON object a line
    Json,
}

/// More solutions of one puzzle than this are only printed with `--format line`, which does not keep them; otherwise the
/// search stops here.
const MAX_KEPT: u64 = 1_000_000;

/// Where a puzzle came from.
struct Origin {
    /// The file; `None` for a puzzle typed on the command line.
    file: Option<String>,
    line: u64,
}

/// A puzzle and what the engines found.
struct Solved {
    origin: Origin,
    puzzle: Grid,
    label: String,
    /// What is known about the puzzle, by the first engine that was not stopped.
    status: Status,
    solutions: Vec<Grid>,
    runs: Vec<Run>,
}

/// What one engine did.
struct Run {
    engine: EngineKind,
    outcome: Outcome,
    status: Status,
    time: Duration,
}

pub(crate) fn run(args: SolveArgs) -> anyhow::Result<Exit> {
    let inputs = input::or_standard_input(args.inputs.clone(), "a puzzle or a file of puzzles")?;
    let mut output = BufWriter::new(io::stdout().lock());
    let mut solver = Solver::new(&args, Output::new(args.format, &mut output));
    for argument in &inputs {
        match input::puzzle_or_file(argument) {
            Ok(Input::Puzzle(puzzle)) => {
                solver.puzzle(Origin { file: None, line: 1 }, *puzzle, String::new(), None)?
            }
            Ok(Input::Stream { name, reader }) => solver.stream(&name, reader)?,
            Err(error) => solver.complain(&error)?,
        }
    }
    solver.output.finish()?;
    Ok(match (solver.complaints, solver.findings) {
        (0, 0) => Exit::Success,
        (0, _) => Exit::Finding,
        _ => Exit::Failed,
    })
}

/// Solves one puzzle after the other, with engines that are made when they are first needed.
struct Solver<'a> {
    args: &'a SolveArgs,
    limits: Limits<'static>,
    engines: HashMap<(EngineKind, Geometry), Box<dyn Engine>>,
    logicians: HashMap<Geometry, Logician>,
    output: Output<'a>,
    /// How many puzzles have not exactly one solution.
    findings: u64,
    /// How many inputs and puzzles could not be worked on at all.
    complaints: u64,
}

impl<'a> Solver<'a> {
    fn new(args: &'a SolveArgs, output: Output<'a>) -> Solver<'a> {
        let limits = Limits {
            solutions: if args.all { u64::MAX } else { args.limit },
            nodes: args.max_nodes.unwrap_or(u64::MAX),
            interrupt: None,
        };
        Solver {
            args,
            limits,
            engines: HashMap::new(),
            logicians: HashMap::new(),
            output,
            findings: 0,
            complaints: 0,
        }
    }

    fn stream(&mut self, name: &str, reader: impl io::BufRead) -> anyhow::Result<()> {
        let mut found = false;
        let mut reader = Reader::new(reader).with_column(self.args.read.column.clone());
        for entry in &mut reader {
            found = true;
            let entry = match entry.with_context(|| format!("cannot read {name}")) {
                Ok(entry) => entry.map(Entry::with_solution_apart),
                Err(error) => {
                    self.complain(&error)?;
                    break;
                }
            };
            let origin = |line: u64| Origin { file: Some(name.to_owned()), line };
            match entry {
                Ok(entry) => self.puzzle(origin(entry.line), entry.puzzle, entry.label, entry.solution)?,
                Err(bad) => self.malformed(&origin(bad.line), &bad.text, &bad.reason)?,
            }
        }
        if self.args.read.verbose {
            self.output.finish()?;
            eprintln!("{name}: {}", reader.detected());
        }
        if !found {
            self.complain(&anyhow!("{name}: there is no puzzle in it"))?;
        }
        Ok(())
    }

    /// Says what cannot be done, and goes on.
    fn complain(&mut self, error: &anyhow::Error) -> anyhow::Result<()> {
        self.complaints += 1;
        self.output.finish()?;
        eprintln!("dlxbench: {error:#}");
        Ok(())
    }

    fn malformed(&mut self, origin: &Origin, text: &str, error: &Malformed) -> anyhow::Result<()> {
        self.findings += 1;
        if self.args.matrix {
            bail!("{}: {error}", origin.file.as_deref().unwrap_or("puzzle"));
        }
        self.output.malformed(origin, text, error)
    }

    /// Solves a puzzle; `stated` is the solution that stands in its file.
    fn puzzle(
        &mut self,
        origin: Origin,
        puzzle: Grid,
        label: String,
        stated: Option<Grid>,
    ) -> anyhow::Result<()> {
        if self.args.matrix {
            return self.output.text(&matrix::described(&puzzle));
        }
        if self.args.explain {
            return self.explain(&puzzle);
        }
        let kinds = match self.kinds(&origin, puzzle.geometry()) {
            Ok(kinds) => kinds,
            Err(error) => return self.complain(&error),
        };
        let mut runs = Vec::with_capacity(kinds.len());
        let mut solutions = Vec::new();
        for (index, &kind) in kinds.iter().enumerate() {
            // The first engine's solutions are shown; the others' are compared in number only.
            let run = self.run(kind, &puzzle, if index == 0 { Some(&mut solutions) } else { None })?;
            runs.push(run);
        }
        let status = agreed_status(&runs, &puzzle)?;
        self.findings += u64::from(!matches!(status, Status::Unique | Status::Solved));
        let solved = Solved { origin, puzzle, label, status, solutions, runs };
        self.output.solved(&solved)?;
        if let Some(complaint) = stated.and_then(|stated| wrong_solution(&solved, &stated)) {
            self.findings += 1;
            eprintln!("dlxbench: {complaint}");
        }
        Ok(())
    }

    /// Prints how logic solves a puzzle; whether it has one solution, an engine says.
    fn explain(&mut self, puzzle: &Grid) -> anyhow::Result<()> {
        let geometry = puzzle.geometry();
        let mut solutions = Vec::new();
        let run = self.run(EngineKind::fastest_for(geometry), puzzle, Some(&mut solutions))?;
        self.findings += u64::from(run.status != Status::Unique);
        let logician = self.logicians.entry(geometry).or_insert_with(|| Logician::new(geometry));
        let explanation = logician.explain(puzzle.cells(), puzzle.symbols());
        let grade = if run.status == Status::Unique { logician.grade(puzzle.cells()) } else { None };
        let solution = solutions.first();
        let text = explain::explained(puzzle, run.status, solution, &explanation, grade.as_ref());
        self.output.text(&format!("{text}\n"))
    }

    /// The engines to use for a puzzle of this size.
    fn kinds(&self, origin: &Origin, geometry: Geometry) -> anyhow::Result<Vec<EngineKind>> {
        if self.args.engine.is_empty() {
            return Ok(vec![EngineKind::default_for(geometry)]);
        }
        let kinds: Vec<EngineKind> = self.args.engine.iter().map(|&name| name.into()).collect();
        if kinds.contains(&EngineKind::Idle) {
            bail!("engine idle solves nothing; it is there for bench");
        }
        if let Some(kind) = kinds.iter().find(|kind| !kind.supports(geometry)) {
            let place = origin.file.as_ref().map(|file| format!("{file}, line {}: ", origin.line));
            let name = kind.name();
            bail!("{}engine {name} does not solve {geometry} puzzles; cover does", place.unwrap_or_default());
        }
        Ok(kinds)
    }

    /// Solves a puzzle with one engine; every solution is verified, outside the time that is reported.
    fn run(
        &mut self,
        kind: EngineKind,
        puzzle: &Grid,
        mut kept: Option<&mut Vec<Grid>>,
    ) -> anyhow::Result<Run> {
        let geometry = puzzle.geometry();
        let engine = self.engines.entry((kind, geometry));
        let engine = engine.or_insert_with(|| kind.build(geometry).expect("it was asked whether it can"));
        let streamed = self.args.format == Format::Line && self.limits.solutions > MAX_KEPT;
        let output = &mut self.output;
        let mut failure = None;
        let mut aside = Duration::ZERO;
        let mut sink = |cells: &[u8]| {
            let begun = Instant::now();
            let result = take_solution(puzzle, cells, kind, streamed, &mut kept, output);
            aside += begun.elapsed();
            match result {
                Ok(flow) => flow,
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let begun = Instant::now();
        let outcome = engine.solve(puzzle.cells(), &self.limits, &mut sink);
        let time = begun.elapsed().saturating_sub(aside);
        if let Some(error) = failure {
            return Err(error);
        }
        let status = Status::of(&outcome, puzzle.cells());
        Ok(Run { engine: kind, outcome, status, time })
    }
}

fn take_solution(
    puzzle: &Grid,
    cells: &[u8],
    engine: EngineKind,
    streamed: bool,
    kept: &mut Option<&mut Vec<Grid>>,
    output: &mut Output<'_>,
) -> anyhow::Result<ControlFlow<()>> {
    let solution = puzzle.with_cells(cells);
    if !solution.solves(puzzle) {
        bail!(
            "engine {} gave a wrong solution for {}: {}",
            engine.name(),
            puzzle.to_line(),
            solution.to_line()
        );
    }
    match kept {
        Some(_) if streamed => output.text(&format!("{}\n", solution.to_line()))?,
        Some(kept) if (kept.len() as u64) < MAX_KEPT => kept.push(solution),
        Some(_) => return Ok(ControlFlow::Break(())),
        None => {}
    }
    Ok(ControlFlow::Continue(()))
}

/// What is wrong with the solution in the file, where there is exactly one.
fn wrong_solution(solved: &Solved, stated: &Grid) -> Option<String> {
    let found = solved.solutions.first().filter(|_| solved.status == Status::Unique)?;
    let cell = found.cells().iter().zip(stated.cells()).position(|(found, stated)| found != stated)?;
    let (size, Origin { file, line }) = (found.geometry().size(), &solved.origin);
    let (file, row, column) = (file.as_deref().unwrap_or("puzzle"), cell / size + 1, cell % size + 1);
    Some(format!("{file}, line {line}: the solution in the file is wrong at row {row}, column {column}"))
}

/// The status that the engines agree on; those that were stopped have no say.
fn agreed_status(runs: &[Run], puzzle: &Grid) -> anyhow::Result<Status> {
    let mut finished = runs.iter().filter(|run| !run.outcome.ended.is_stopped());
    let Some(first) = finished.next() else { return Ok(runs[0].status) };
    for other in finished {
        let (one, two) = (first.outcome.solutions, other.outcome.solutions);
        if one != two {
            let (first, other) = (first.engine.name(), other.engine.name());
            bail!("engines disagree on {}: {first} found {one} solutions, {other} {two}", puzzle.to_line());
        }
    }
    Ok(first.status)
}
