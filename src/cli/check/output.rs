//! Faulty puzzles with their evidence: for people, as csv and as JSON.

use std::io::Write;

use dlxbench::check::Seen;
use dlxbench::corpus::Entry;
use dlxbench::report::{units, visible};
use dlxbench::sudoku::Grid;
use serde::Serialize;

use super::totals::Totals;
use super::{Findings, Row};
use crate::cli::rows::{RowFormat, RowSink};

/// Prints rows as they come, and the totals.
pub(super) struct Output<'w> {
    format: RowFormat,
    /// Whether sound puzzles are printed too.
    all: bool,
    /// How many more are shown in the table.
    room: u64,
    left_out: u64,
    sink: RowSink<'w>,
}

/// A row of `--format csv`, and a line of `--format json`.
#[derive(Serialize)]
struct Record<'r> {
    file: &'r str,
    line: u64,
    byte: u64,
    class: &'r str,
    puzzle: String,
    clues: Option<usize>,
    status: &'static str,
    /// Everything that is wrong, with blanks between csv's.
    faults: String,
    solution: Option<String>,
    other_solution: Option<String>,
    /// Cells in which the two solutions differ, that clash, or that are not needed, as r1c2.
    cells: String,
    unit: Option<String>,
    redundant: String,
    wrong_solution_cell: Option<String>,
    same_as: Option<String>,
    label: &'r str,
    evidence: String,
}

impl<'r> Record<'r> {
    fn new(row: &'r Row, file: &'r str, totals: &'r Totals) -> Record<'r> {
        let (byte, text) = match &row.found {
            Ok(entry) => (entry.byte, ""),
            Err(bad_line) => (bad_line.byte, bad_line.text.as_str()),
        };
        let empty = Record {
            file,
            line: row.line(),
            byte,
            class: totals.class(row.class),
            puzzle: text.to_owned(),
            clues: None,
            status: row.status().name(),
            faults: row.faults().join("; "),
            solution: None,
            other_solution: None,
            cells: String::new(),
            unit: None,
            redundant: String::new(),
            wrong_solution_cell: None,
            same_as: row.duplicate_of.or(row.isomorph_of).map(|seen| place(seen, totals)),
            label: row.found.as_ref().map_or("", |entry| &entry.label),
            evidence: evidence(row, totals).join("; "),
        };
        let (Ok(Entry { puzzle, .. }), Some(findings)) = (&row.found, &row.findings) else { return empty };
        let checked = &findings.checked;
        let mut solutions = checked.solutions.iter().map(|cells| puzzle.with_cells(cells).to_line());
        let clashing = checked.clash.map(|clash| vec![clash.first, clash.second]);
        Record {
            puzzle: puzzle.to_line(),
            clues: Some(puzzle.clues()),
            solution: solutions.next(),
            other_solution: solutions.next(),
            cells: cells(puzzle, &clashing.unwrap_or_else(|| checked.differing_cells())),
            unit: checked.clash.map(|clash| clash.unit.to_string()),
            redundant: cells(puzzle, &checked.redundant),
            wrong_solution_cell: findings.wrong_solution.as_ref().map(|(cell, _)| short(puzzle, *cell)),
            ..empty
        }
    }
}

impl<'w> Output<'w> {
    pub(super) fn new(format: RowFormat, all: bool, show: u64, writer: &'w mut dyn Write) -> Output<'w> {
        let sink = RowSink::new(format == RowFormat::Csv, writer);
        Output { format, all, room: show, left_out: 0, sink }
    }

    /// Prints rows of the source last entered.
    pub(super) fn rows(&mut self, rows: &[Row], source: &str, totals: &Totals) -> anyhow::Result<()> {
        for row in rows {
            let is_sound = row.faults().is_empty();
            if is_sound && !self.all {
                continue;
            }
            match self.format {
                RowFormat::Csv | RowFormat::Json => self.sink.record(&Record::new(row, source, totals))?,
                RowFormat::Table if is_sound => {
                    let puzzle = row.found.as_ref().map(|entry| entry.puzzle.to_line()).unwrap_or_default();
                    self.sink.text(&format!("{}: unique  {puzzle}\n", located(row, source)))?;
                }
                RowFormat::Table if self.room == 0 => self.left_out += 1,
                RowFormat::Table => {
                    self.room -= 1;
                    self.sink.text(&described(row, source, totals))?;
                }
            }
        }
        self.sink.flush()
    }

    /// Prints the totals: with a table always, otherwise in place of the rows.
    pub(super) fn finish(mut self, totals: &Totals, is_summary: bool) -> anyhow::Result<()> {
        match self.format {
            RowFormat::Table => {
                if self.left_out > 0 {
                    let more = units::count(self.left_out);
                    self.sink.text(&format!(
                        "and {more} more; --show N shows more of them, --format csv all\n\n"
                    ))?;
                }
                self.sink.text(&totals.table())?;
            }
            RowFormat::Csv | RowFormat::Json if is_summary => {
                totals.rows().iter().try_for_each(|total| self.sink.record(total))?;
            }
            RowFormat::Csv | RowFormat::Json => {}
        }
        self.sink.flush()
    }
}

/// Where a puzzle stands.
fn located(row: &Row, source: &str) -> String {
    match source {
        "" => "puzzle".to_owned(),
        name => {
            let byte = row.found.as_ref().map_or_else(|bad_line| bad_line.byte, |entry| entry.byte);
            format!("{}, line {} (byte {})", visible(name), row.line(), units::count(byte))
        }
    }
}

fn place(seen: Seen, totals: &Totals) -> String {
    format!("{}, line {}", totals.source(seen.source), seen.line)
}

fn short(puzzle: &Grid, cell: usize) -> String {
    let size = puzzle.geometry().size();
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}

fn cells(puzzle: &Grid, cells: &[usize]) -> String {
    cells.iter().map(|&cell| short(puzzle, cell)).collect::<Vec<_>>().join(" ")
}

fn in_words(puzzle: &Grid, cell: usize) -> String {
    let size = puzzle.geometry().size();
    format!("row {}, column {}", cell / size + 1, cell % size + 1)
}

/// What proves each fault, a sentence each.
fn evidence(row: &Row, totals: &Totals) -> Vec<String> {
    let mut sentences = Vec::new();
    match (&row.found, &row.findings) {
        (Err(error), _) => sentences.push(error.to_string()),
        (Ok(entry), Some(findings)) => sentences.extend(evidence_of(&entry.puzzle, findings)),
        _ => {}
    }
    sentences.extend(row.duplicate_of.map(|seen| format!("the same puzzle as {}", place(seen, totals))));
    let isomorph = row.isomorph_of.filter(|_| row.duplicate_of.is_none());
    sentences.extend(isomorph.map(|seen| format!("an isomorph of {}", place(seen, totals))));
    sentences
}

fn evidence_of(puzzle: &Grid, findings: &Findings) -> Vec<String> {
    let checked = &findings.checked;
    let mut sentences = Vec::new();
    let differing = checked.differing_cells();
    if !differing.is_empty() {
        sentences.push(format!("two solutions differ in {} cells", differing.len()));
    }
    sentences.extend(puzzle.clash_in_words().filter(|_| checked.clash.is_some()));
    if !checked.redundant.is_empty() {
        let (count, named) = (checked.redundant.len(), cells(puzzle, &checked.redundant));
        let noun = if count == 1 { "given is" } else { "givens are" };
        sentences.push(format!("{count} {noun} not needed, each by itself: {named}"));
    }
    if checked.is_minimal_unknown {
        sentences.push("whether all givens are needed was not found out within --max-nodes".to_owned());
    }
    if let Some((cell, stated)) = &findings.wrong_solution {
        let found = checked.solutions.first().filter(|_| checked.solutions.len() == 1);
        let right =
            found.map(|cells| format!(", and {} is right", puzzle.symbol(cells[*cell]))).unwrap_or_default();
        let (place, wrong) = (in_words(puzzle, *cell), puzzle.symbol(stated.cells()[*cell]));
        sentences.push(format!("the solution in the file has {wrong} at {place}{right}"));
    }
    sentences
}

/// A faulty puzzle for people.
fn described(row: &Row, source: &str, totals: &Totals) -> String {
    let mut text = format!("{}: {}\n", located(row, source), row.faults().join(", "));
    match &row.found {
        Err(bad_line) => text.push_str(&format!("  text      {}\n", visible(&bad_line.text))),
        Ok(Entry { puzzle, label, .. }) => {
            let gap = if label.is_empty() { "" } else { "  " };
            text.push_str(&format!("  puzzle    {}{gap}{}\n", puzzle.to_line(), visible(label)));
        }
    }
    if let (Ok(Entry { puzzle, .. }), Some(findings)) = (&row.found, &row.findings) {
        let differing = findings.checked.differing_cells();
        if let ([one, other, ..], false) = (findings.checked.solutions.as_slice(), differing.is_empty()) {
            let marks = |cell: usize| if differing.contains(&cell) { '^' } else { ' ' };
            let marks: String = (0..one.len()).map(marks).collect();
            text.push_str(&format!("  solution  {}\n", puzzle.with_cells(one).to_line()));
            text.push_str(&format!("  another   {}\n", puzzle.with_cells(other).to_line()));
            text.push_str(&format!("            {}\n", marks.trim_end()));
        }
        if let Some((_, stated)) = &findings.wrong_solution {
            text.push_str(&format!("  in file   {}\n", stated.to_line()));
            if let [only] = findings.checked.solutions.as_slice() {
                text.push_str(&format!("  solution  {}\n", puzzle.with_cells(only).to_line()));
            }
        }
    }
    for sentence in evidence(row, totals) {
        text.push_str(&format!("  {}\n", visible(&sentence)));
    }
    text.push('\n');
    text
}
