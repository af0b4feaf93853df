//! `dlxbench solve`: solves puzzles and shows the solutions, the steps or the matrix.

mod explain;
mod marks;
mod matrix;
mod printer;
mod solver;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use dlxbench::corpus::{BadLine, Entry};
use dlxbench::engine::external::EngineChoice;
use dlxbench::engine::{EngineKind, Limits, Status};
use dlxbench::logic::Logician;
use dlxbench::report::{OutputFormat, RowSink};
use dlxbench::sudoku::{Geometry, Grid, PerSize};

use self::printer::Printer;
use self::solver::{EngineRun, Solved, Solver, place};
use super::console::stdout;
use super::evidence::no_solution;
use super::exit::Exit;
use super::input::{ReadArgs, or_standard_input, with_folders, wrong_size};
use super::stream::{PuzzleStream, Reporter};
use super::timeout::TimeoutArgs;
use super::value::{self, Engines};

const EXAMPLES: &str = "\
A puzzle is one line of 16, 36, 81, 144, 256 or 625 cells, or a block of rows. A
blank cell is . or 0, or one of a few other characters. A file may hold any
number of puzzles: one per line, as blocks, as pencilmarks, as JSON lines or in
a table (CSV with a header), with comments (#); gz, zst and xz are unpacked.

Examples:
  dlxbench solve puzzles.txt --lines > solutions.txt
  dlxbench solve --engine naive,dlx puzzles.txt   # recursive calls side by side
  dlxbench solve --explain hard.txt               # every step in words
  dlxbench solve --matrix 1..2......34....        # the matrix of a puzzle
  cat puzzles.txt | dlxbench solve - --format json

Exit codes:
  0    every puzzle has exactly one solution
  1    a puzzle has none or several, was stopped, or has a wrong solution in its
       file, or a line is malformed
  2    an input could not be read, or an engine does not support its size
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the solutions so far are shown";

/// Solve Sudoku puzzles of any size from 4×4 to 25×25
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES))]
pub(crate) struct SolveArgs {
    /// Puzzles, files, folders, patterns, shipped:NAME, or - [default: standard input]
    #[arg(value_name = "CORPUS|PUZZLE")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Engine, or several to compare; sweep is the fastest [default: dlx for 9×9, masks for other sizes]
    ///
    /// NAME=exec:COMMAND or NAME=lib:FILE[:FUNCTION] is an external solver; see docs/external-solvers.md.
    #[arg(long, value_name = "NAME,…", value_parser = value::engines(), help_heading = "Search")]
    engine: Vec<Engines>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    /// Stop after N solutions of a puzzle (2 is enough to prove uniqueness)
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Search")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    limit: u64,

    /// Find all solutions
    #[arg(long, conflicts_with = "limit", help_heading = "Search")]
    all: bool,

    /// Give up on a puzzle after N nodes of the search tree (recursive calls) [default: never]
    #[arg(long, value_name = "N", help_heading = "Search")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    /// Format of the output; table draws grids
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    format: OutputFormat,

    /// Print only the solutions, one per line, and a comment for each puzzle without exactly one
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    lines: bool,

    /// Solve by logic, as a person would, and print every step in words
    #[arg(long, conflicts_with_all = ["engine", "limit", "all", "format", "lines", "matrix"], help_heading = "Output")]
    explain: bool,

    /// Print the columns of the exact-cover matrix (the whole matrix for 4×4) instead of solving
    #[arg(long, conflicts_with_all = ["engine", "limit", "all", "format", "lines", "max_nodes"], help_heading = "Output")]
    matrix: bool,
}

pub(crate) fn run(args: SolveArgs) -> anyhow::Result<Exit> {
    let engines: Vec<EngineChoice> = args.engine.iter().flat_map(|engines| engines.0.clone()).collect();
    if engines.contains(&EngineKind::Idle.into()) {
        bail!("engine idle solves nothing; only bench can use it");
    }
    let inputs = or_standard_input(args.inputs.clone(), "a puzzle or a file of puzzles")?;
    let mut stream = PuzzleStream::open(&inputs, &args.read, true)?;
    // One thread, so that others do not disturb the times. A puzzle that is piped in is answered before the next is
    // read.
    stream.options.threads = 1;
    let is_piped = inputs.iter().any(|input| input == "-");
    stream.options.batch_size = Some(if is_piped { 1 } else { 64 });
    let interrupt = stream.interrupt();
    let limits = Limits {
        solutions: if args.all { u64::MAX } else { args.limit },
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        interrupt: Some(&interrupt),
    };
    let mut externals = HashMap::new();
    for engine in engines.iter().filter(|engine| engine.external().is_some()) {
        let maker = args.timeout.maker(Some(engine), limits.solutions)?;
        externals.extend(maker.map(|maker| (engine.to_string(), maker)));
    }
    if externals.is_empty() {
        // Says so if there is a time limit for nothing.
        args.timeout.maker(None, limits.solutions)?;
    }
    let mut writer = stdout();
    let sink = RowSink::new(args.format, &mut writer);
    let mut session = Session {
        args: &args,
        solver: Solver { limits, externals, engines: HashMap::new() },
        engines,
        logicians: PerSize::default(),
        printer: Printer { sink, lines: args.lines, count: 0 },
        interrupt: &interrupt,
    };
    let mut flushed = Instant::now();
    stream.run(
        || (),
        |(), _, line| line.map(|puzzle| puzzle.to_entry().with_solution_apart()).map_err(BadLine::clone),
        |reporter, origin, lines| {
            for line in lines {
                match line {
                    Ok(entry) => session.puzzle(reporter, origin.file(), entry)?,
                    Err(bad_line) => session.malformed(reporter, origin.file(), &bad_line)?,
                }
                if flushed.elapsed() > LONGEST_WAIT {
                    session.printer.sink.flush()?;
                    flushed = Instant::now();
                }
            }
            Ok(session.printer.sink.flush()?)
        },
    )?;
    Ok(stream.exit())
}

/// The longest that results wait in the buffer.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// Solutions of one puzzle after which the search stops, unless they are printed as they are found.
const MAX_KEPT: usize = 1_000_000;

struct Session<'a> {
    args: &'a SolveArgs,
    solver: Solver<'a>,
    engines: Vec<EngineChoice>,
    logicians: PerSize<Logician>,
    printer: Printer<'a>,
    interrupt: &'a AtomicBool,
}

impl Session<'_> {
    fn malformed(&mut self, reporter: &mut Reporter, file: &str, bad_line: &BadLine) -> anyhow::Result<()> {
        reporter.findings += 1;
        if self.args.format == OutputFormat::Table {
            let place = if file.is_empty() { String::new() } else { format!("{file}, ") };
            reporter.fault(|| format!("malformed: {place}{}", bad_line.reason));
        }
        Ok(self.printer.malformed(file, bad_line)?)
    }

    fn puzzle(&mut self, reporter: &mut Reporter, file: &str, entry: Entry) -> anyhow::Result<()> {
        if self.args.matrix {
            return Ok(self.printer.sink.text(&matrix::described(&entry.puzzle))?);
        }
        let place = place(file, entry.line);
        let choices = match self.engines_for(entry.puzzle.geometry()) {
            Ok(choices) => choices,
            Err(reason) => {
                reporter.fail_puzzle(|| format!("{place}{reason}"));
                return Ok(());
            }
        };
        let (lines, sink, mut solutions) = (self.args.lines, &mut self.printer.sink, Vec::new());
        let mut take = |solution: Grid| {
            if lines {
                // Printed at once, because there may be too many to keep.
                sink.text(&format!("{}\n", solution.to_line()))?;
            } else if solutions.len() == MAX_KEPT {
                return Ok(ControlFlow::Break(()));
            }
            if !lines || solutions.is_empty() {
                solutions.push(solution);
            }
            Ok(ControlFlow::Continue(()))
        };
        let (status, runs) = self.solver.solve(&entry.puzzle, &choices, &mut take)?;
        let evidence = self.evidence(&entry.puzzle, status, &runs);
        let solved = Solved { file: file.to_owned(), entry, status, solutions, runs, evidence };
        if self.interrupt.load(Ordering::Relaxed) {
            // The engines were stopped, so this is not a result.
            return Ok(());
        }
        reporter.findings += u64::from(!solved.is_solved());
        if self.args.explain {
            return self.explain(&solved);
        }
        self.printer.solved(&solved)?;
        for (run, fault) in solved.runs.iter().filter_map(|run| Some((run, run.fault.as_ref()?))) {
            self.printer.sink.flush()?;
            reporter.findings += 1;
            reporter.fault(|| format!("{place}{}: {}: {}", fault.status, run.engine, fault.reason));
        }
        let found = solved.solutions.first().filter(|_| solved.status == Status::Unique);
        let wrong = found.and_then(|found| solved.entry.wrong_solution(Some(found.cells())));
        if let Some(wrong) = wrong {
            self.printer.sink.flush()?;
            reporter.findings += 1;
            reporter.fault(|| format!("{place}{wrong}"));
        }
        Ok(())
    }

    /// Returns why a puzzle has no solution.
    fn evidence(&mut self, puzzle: &Grid, status: Status, runs: &[EngineRun]) -> String {
        let geometry = puzzle.geometry();
        match status {
            Status::Invalid => puzzle.clash_in_words().unwrap_or_default(),
            Status::None => {
                let logician = self.logicians.of(geometry, || Logician::new(geometry));
                let complete = runs.iter().find(|run| run.outcome.ended.is_complete());
                let nodes = complete.map_or(0, |run| run.outcome.counters.nodes);
                no_solution(puzzle, logician.refute(puzzle.cells()).as_ref(), nodes)
            }
            _ => String::new(),
        }
    }

    /// Prints how logic solves a puzzle, whose number of solutions is already known.
    fn explain(&mut self, solved: &Solved) -> anyhow::Result<()> {
        let puzzle = &solved.entry.puzzle;
        let geometry = puzzle.geometry();
        let logician = self.logicians.of(geometry, || Logician::new(geometry));
        let explanation = logician.explain(puzzle.cells(), puzzle.symbols());
        let grade = if solved.status == Status::Unique { logician.grade(puzzle.cells()) } else { None };
        let sink = &mut self.printer.sink;
        let screen = explain::explained(solved, &explanation, grade, sink.look());
        Ok(sink.screen(&screen)?)
    }

    fn engines_for(&self, geometry: Geometry) -> Result<Vec<EngineChoice>, String> {
        if self.args.explain {
            return Ok(vec![EngineKind::fastest_for(geometry).into()]);
        }
        if self.engines.is_empty() {
            return Ok(vec![EngineKind::default_for(geometry).into()]);
        }
        match self.engines.iter().find(|engine| !engine.supports(geometry)) {
            Some(engine) => Err(wrong_size(engine, geometry)),
            None => Ok(self.engines.clone()),
        }
    }
}
