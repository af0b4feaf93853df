//! The four forms in which `solve` prints what was found.

use std::io::Write;

use dlxbench::corpus::Malformed;
use dlxbench::engine::Status;
use dlxbench::report::{Align, aligned, units};
use dlxbench::sudoku::Grid;
use serde::Serialize;

use super::{Format, Origin, Run, Solved};
use crate::cli::rows::RowSink;

/// Prints results as they come.
pub(super) struct Output<'a> {
    format: Format,
    sink: RowSink<'a>,
    /// How many puzzles have been printed.
    count: u64,
}

/// A line of `--format csv`: one for each solution, or one without a solution.
#[derive(Serialize)]
struct CsvRow<'r> {
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
    reason: &'r str,
}

#[derive(Serialize)]
struct JsonLine<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    line: u64,
    puzzle: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clues: Option<usize>,
    status: &'r str,
    solutions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    engines: Vec<JsonRun>,
}

#[derive(Serialize)]
struct JsonRun {
    engine: &'static str,
    status: &'static str,
    solutions: u64,
    time_ns: u64,
    nodes: u64,
    guesses: u64,
    updates: u64,
}

impl From<&Run> for JsonRun {
    fn from(run: &Run) -> JsonRun {
        let counters = run.outcome.counters;
        JsonRun {
            engine: run.engine.name(),
            status: run.status.name(),
            solutions: run.outcome.solutions,
            time_ns: run.time.as_nanos() as u64,
            nodes: counters.nodes,
            guesses: counters.guesses,
            updates: counters.updates,
        }
    }
}

impl<'a> Output<'a> {
    pub(super) fn new(format: Format, writer: &'a mut dyn Write) -> Output<'a> {
        let sink = RowSink::new(format == Format::Csv, writer);
        Output { format, sink, count: 0 }
    }

    pub(super) fn text(&mut self, text: &str) -> anyhow::Result<()> {
        self.sink.text(text)
    }

    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        self.sink.flush()
    }

    /// Prints a puzzle, and at once: whoever pipes puzzles in one by one gets each answer as it comes.
    pub(super) fn solved(&mut self, solved: &Solved) -> anyhow::Result<()> {
        self.count += 1;
        self.write_solved(solved)?;
        self.finish()
    }

    fn write_solved(&mut self, solved: &Solved) -> anyhow::Result<()> {
        match self.format {
            Format::Grid => {
                let gap = if self.count > 1 { "\n" } else { "" };
                self.text(&format!("{gap}{}", as_grids(solved)))
            }
            Format::Line => self.text(&as_lines(solved)),
            Format::Csv => self.csv(solved),
            Format::Json => self.sink.record(&JsonLine {
                file: solved.origin.file.as_deref(),
                line: solved.origin.line,
                puzzle: &solved.puzzle.to_line(),
                label: &solved.label,
                clues: Some(solved.puzzle.clues()),
                status: solved.status.name(),
                solutions: solved.solutions.iter().map(Grid::to_line).collect(),
                reason: reason(solved),
                engines: solved.runs.iter().map(JsonRun::from).collect(),
            }),
        }
    }

    pub(super) fn malformed(&mut self, origin: &Origin, text: &str, error: &Malformed) -> anyhow::Result<()> {
        self.count += 1;
        let (file, status) = (origin.file.as_deref().unwrap_or(""), Status::Malformed.name());
        let reason = error.to_string();
        match self.format {
            Format::Grid | Format::Line => {
                self.finish()?;
                eprintln!("dlxbench: malformed: {file}, {reason}");
                Ok(())
            }
            Format::Csv => self.sink.record(&CsvRow {
                file,
                line: origin.line,
                engine: "",
                puzzle: text,
                clues: None,
                status,
                solutions: None,
                number: None,
                solution: None,
                time_ns: None,
                nodes: None,
                guesses: None,
                updates: None,
                label: "",
                reason: &reason,
            }),
            Format::Json => self.sink.record(&JsonLine {
                file: origin.file.as_deref(),
                line: origin.line,
                puzzle: text,
                label: "",
                clues: None,
                status,
                solutions: Vec::new(),
                reason: Some(reason),
                engines: Vec::new(),
            }),
        }
    }

    /// A row for each engine and solution; solutions are the first engine's.
    fn csv(&mut self, solved: &Solved) -> anyhow::Result<()> {
        let puzzle = solved.puzzle.to_line();
        let reason = reason(solved).unwrap_or_default();
        for (index, run) in solved.runs.iter().enumerate() {
            let shown = if index == 0 { solved.solutions.as_slice() } else { &[] };
            let numbered =
                shown.iter().enumerate().map(|(number, grid)| (Some(number + 1), Some(grid.to_line())));
            let mut rows: Vec<_> = numbered.collect();
            if rows.is_empty() {
                rows.push((None, None));
            }
            for (number, solution) in rows {
                self.sink.record(&CsvRow {
                    file: solved.origin.file.as_deref().unwrap_or(""),
                    line: solved.origin.line,
                    engine: run.engine.name(),
                    puzzle: &puzzle,
                    clues: Some(solved.puzzle.clues()),
                    status: run.status.name(),
                    solutions: Some(run.outcome.solutions),
                    number,
                    solution,
                    time_ns: Some(run.time.as_nanos() as u64),
                    nodes: Some(run.outcome.counters.nodes),
                    guesses: Some(run.outcome.counters.guesses),
                    updates: Some(run.outcome.counters.updates),
                    label: &solved.label,
                    reason: &reason,
                })?;
            }
        }
        Ok(())
    }
}

/// Why a puzzle has no solution, where that can be said in a sentence.
fn reason(solved: &Solved) -> Option<String> {
    solved.puzzle.clash_in_words().filter(|_| solved.status == Status::Invalid)
}

/// What the status means, in a sentence.
fn verdict(solved: &Solved) -> String {
    let found = solved.runs.iter().map(|run| run.outcome.solutions).max().unwrap_or(0);
    match solved.status {
        Status::Unique => "unique: exactly one solution".to_owned(),
        Status::Solved => "solved: the first solution; whether there are more was not asked".to_owned(),
        Status::Multiple if solved.runs.iter().any(|run| run.outcome.ended.is_stopped()) => {
            format!("multiple: at least {} solutions; stopped there", units::count(found))
        }
        Status::Multiple => format!("multiple: {} solutions found", units::count(found)),
        Status::None => "none: there is no solution".to_owned(),
        Status::Invalid => format!("invalid: {}", reason(solved).unwrap_or_default()),
        Status::Stopped => format!("stopped by --max-nodes: {} solutions so far", units::count(found)),
        other => other.name().to_owned(),
    }
}

/// One solution a line; where there is none, a comment, so that the output is a puzzle file itself.
fn as_lines(solved: &Solved) -> String {
    let mut lines: String = solved.solutions.iter().map(|grid| grid.to_line() + "\n").collect();
    if !matches!(solved.status, Status::Unique | Status::Solved) {
        let place = solved.origin.file.as_ref().map(|file| format!("{file}, line {}: ", solved.origin.line));
        let place = place.unwrap_or_default();
        lines.push_str(&format!("# {place}{} has {}\n", solved.puzzle.to_line(), verdict(solved)));
    }
    lines
}

/// INPUT and OUTPUT drawn, the solution as a line, the figures.
fn as_grids(solved: &Solved) -> String {
    let mut text = String::new();
    if let Some(file) = &solved.origin.file {
        let label = if solved.label.is_empty() { String::new() } else { format!(" ({})", solved.label) };
        text.push_str(&format!("{file}, line {}{label}\n", solved.origin.line));
    }
    text.push_str(&drawings(solved));
    match solved.solutions.as_slice() {
        [] => {}
        [only] => text.push_str(&format!("solution  {}\n", only.to_line())),
        several => {
            for (index, grid) in several.iter().enumerate() {
                text.push_str(&format!("{:<9} {}\n", format!("no. {}", index + 1), grid.to_line()));
            }
        }
    }
    text.push_str(&format!("status    {}\n", verdict(solved)));
    text.push_str(&figures(&solved.runs));
    text
}

/// INPUT beside OUTPUT; with several solutions the first two, with the cells marked in which they differ.
fn drawings(solved: &Solved) -> String {
    let input = (format!("INPUT ({} givens)", solved.puzzle.clues()), solved.puzzle.to_string());
    let mut pictures = vec![input];
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
    const SCREEN: usize = 100;
    const GAP: &str = "   ";
    let width = pictures[0].1.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    if pictures.len() * (width + GAP.len()) > SCREEN {
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

/// Time and counters of each engine, in columns. A node is a recursive call.
fn figures(runs: &[Run]) -> String {
    let mut table =
        vec![["engine", "time", "recursive calls", "guesses", "updates"].map(str::to_owned).to_vec()];
    for run in runs {
        let counters = run.outcome.counters;
        let stopped = if run.outcome.ended.is_stopped() { " (stopped)" } else { "" };
        table.push(vec![
            run.engine.name().to_owned(),
            units::time(run.time.as_nanos() as f64),
            units::count(counters.nodes) + stopped,
            units::count(counters.guesses),
            units::count(counters.updates),
        ]);
    }
    aligned(&table, Align::Right).iter().map(|line| format!("{line}\n")).collect()
}
