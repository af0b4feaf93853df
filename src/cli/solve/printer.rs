//! Prints solved puzzles: as grids for people, one solution per line, or as rows for programs.

use std::io;

use dlxbench::corpus::BadLine;
use dlxbench::cover::Ended;
use dlxbench::engine::Status;
use dlxbench::report::{Cell, OutputFormat, Role, RowSink, Screen, Table, units, visible};
use dlxbench::sudoku::Grid;
use serde::Serialize;

use super::solver::{EngineRun, Solved, place};

pub(super) struct Printer<'w> {
    pub(super) sink: RowSink<'w>,
    /// Whether to print one solution per line and nothing else.
    pub(super) lines: bool,
    pub(super) count: u64,
}

/// A solution for programs. A puzzle without one, and every engine but the first, get a row without a solution.
#[derive(Default, Serialize)]
struct SolutionRow<'r> {
    file: &'r str,
    line: u64,
    engine: &'r str,
    puzzle: &'r str,
    clues: Option<usize>,
    status: &'r str,
    solutions: Option<u64>,
    number: Option<usize>,
    solution: Option<String>,
    time_ns: Option<u64>,
    nodes: Option<u64>,
    guesses: Option<u64>,
    updates: Option<u64>,
    label: &'r str,
    reason: String,
    /// Whether all solutions were counted.
    complete: Option<bool>,
}

impl Printer<'_> {
    pub(super) fn solved(&mut self, solved: &Solved) -> io::Result<()> {
        self.count += 1;
        if self.sink.format() != OutputFormat::Table {
            return self.rows(solved);
        }
        if self.lines {
            return self.sink.text(&unsolved(solved));
        }
        let gap = if self.count > 1 { "\n" } else { "" };
        self.sink.text(&format!("{gap}{}", as_grids(solved, self.sink.look().width)))?;
        let mut screen = Screen::new(self.sink.look());
        screen.prose(10, [Role::Muted.of("status    "), Role::from(solved.status).of(verdict(solved))]);
        self.sink.screen(&screen)?;
        self.sink.table(&figures(&solved.runs))
    }

    fn rows(&mut self, solved: &Solved) -> io::Result<()> {
        let puzzle = solved.entry.puzzle.to_line();
        for (index, run) in solved.runs.iter().enumerate() {
            let shown = if index == 0 { solved.solutions.as_slice() } else { &[] };
            let counters = run.outcome.counters;
            for number in 0..shown.len().max(1) {
                self.sink.row(&SolutionRow {
                    file: &solved.file,
                    line: solved.entry.line,
                    engine: &run.engine,
                    puzzle: &puzzle,
                    clues: Some(solved.entry.puzzle.clues()),
                    status: run.status.name(),
                    solutions: Some(run.outcome.solutions),
                    number: shown.get(number).map(|_| number + 1),
                    solution: shown.get(number).map(Grid::to_line),
                    time_ns: Some(run.time.as_nanos() as u64),
                    nodes: Some(counters.nodes),
                    guesses: Some(counters.guesses),
                    updates: Some(counters.updates),
                    label: &solved.entry.label,
                    reason: run
                        .fault
                        .as_ref()
                        .map_or_else(|| solved.evidence.clone(), |fault| fault.reason.clone()),
                    complete: Some(run.outcome.ended.is_complete()),
                })?;
            }
        }
        Ok(())
    }

    /// Prints a malformed line for programs; people get it on standard error.
    pub(super) fn malformed(&mut self, file: &str, bad_line: &BadLine) -> io::Result<()> {
        let (line, puzzle, status) = (bad_line.line, bad_line.text.as_str(), Status::Malformed.name());
        let reason = bad_line.reason.to_string();
        self.sink.row(&SolutionRow { file, line, puzzle, status, reason, ..SolutionRow::default() })
    }
}

/// Returns the status in words.
fn verdict(solved: &Solved) -> String {
    let found = solved.runs.iter().map(|run| run.outcome.solutions).max().unwrap_or(0);
    let found = units::counted(found, "solution");
    let is_complete = solved.runs.iter().any(|run| run.outcome.ended.is_complete());
    match solved.status {
        Status::Unique => "unique: exactly one solution".to_owned(),
        Status::Solved => "solved: the first solution; --limit 1 stops there".to_owned(),
        Status::Multiple if is_complete => format!("multiple: {found}"),
        Status::Multiple => {
            let by = match solved.runs[0].outcome.ended {
                Ended::SolutionLimit => "--limit ended the search",
                Ended::NodeLimit => "--max-nodes ended the search",
                _ => "no more are kept; --lines prints all",
            };
            format!("multiple: at least {found}; {by}")
        }
        Status::None => format!("none: {}", solved.evidence),
        Status::Invalid => format!("invalid: {}", solved.evidence),
        Status::Stopped => format!("stopped by --max-nodes: {found} so far"),
        status => status.name().to_owned(),
    }
}

/// Returns a comment for a puzzle without exactly one solution, so that the output is a puzzle file.
fn unsolved(solved: &Solved) -> String {
    if solved.is_solved() {
        return String::new();
    }
    let (place, puzzle) = (place(&solved.file, solved.entry.line), solved.entry.puzzle.to_line());
    format!("# {}{puzzle} has {}\n", visible(&place), verdict(solved))
}

/// Returns INPUT and OUTPUT as grids, and the solutions as lines.
fn as_grids(solved: &Solved, width: Option<usize>) -> String {
    let mut text = String::new();
    let label = &solved.entry.label;
    if !solved.file.is_empty() {
        let label = if label.is_empty() { String::new() } else { format!(" ({label})") };
        let place = format!("{}, line {}{label}", solved.file, solved.entry.line);
        text.push_str(&format!("{}\n", visible(&place)));
    }
    text.push_str(&drawings(solved, width.unwrap_or(SCREEN)));
    for (index, grid) in solved.solutions.iter().enumerate() {
        let name =
            if solved.solutions.len() == 1 { "solution".to_owned() } else { format!("no. {}", index + 1) };
        text.push_str(&format!("{name:<9} {}\n", grid.to_line()));
    }
    text
}

/// The width of drawings if it is not limited.
const SCREEN: usize = 100;

/// Returns INPUT beside OUTPUT. Of several solutions it shows the first two, and marks the cells in which they differ.
fn drawings(solved: &Solved, screen: usize) -> String {
    let puzzle = &solved.entry.puzzle;
    let mut pictures =
        vec![(format!("INPUT ({})", units::counted(puzzle.clues() as u64, "given")), puzzle.to_string())];
    match solved.solutions.as_slice() {
        [] => {}
        [only] => pictures.push(("OUTPUT".to_owned(), only.to_string())),
        [first, second, ..] => {
            let differs = |cell: usize| first.cells()[cell] != second.cells()[cell];
            let count = (0..first.cells().len()).filter(|&cell| differs(cell)).count();
            pictures.push((format!("OUTPUT 1 ({count} cells differ)"), first.drawn(&differs)));
            pictures.push(("OUTPUT 2".to_owned(), second.drawn(&differs)));
        }
    }
    const GAP: &str = "   ";
    let width = pictures[0].1.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    if pictures.len() * (width + GAP.len()) > screen + GAP.len() {
        return pictures.iter().map(|(title, picture)| format!("{title}\n{picture}")).collect();
    }
    let columns: Vec<Vec<&str>> = pictures
        .iter()
        .map(|(title, picture)| std::iter::once(title.as_str()).chain(picture.lines()).collect())
        .collect();
    let width = columns.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
    let row = |index: usize| {
        let cells = columns.iter().map(|column| format!("{:<width$}", column[index]));
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned() + "\n"
    };
    (0..columns[0].len()).map(row).collect()
}

/// Returns the time and the counters of each engine. A node is a recursive call.
fn figures(runs: &[EngineRun]) -> Table {
    let mut table = Table::new(1, ["engine", "time", "recursive calls", "guesses", "updates"]);
    for run in runs {
        let counters = run.outcome.counters;
        let stopped = if run.outcome.ended.is_stopped() { " (stopped)" } else { "" };
        table.push([
            run.engine.as_str().into(),
            Cell::time(run.time.as_nanos() as f64),
            (units::count(counters.nodes) + stopped).into(),
            counters.guesses.into(),
            counters.updates.into(),
        ]);
    }
    table.expendable(["updates"])
}
