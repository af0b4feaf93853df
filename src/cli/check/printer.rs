//! Prints faulty puzzles with their evidence.

use std::io;

use dlxbench::report::{OutputFormat, RowSink, units, visible};
use dlxbench::sudoku::Grid;
use serde::Serialize;

use super::finding::{Finding, place};
use super::totals::Totals;
use crate::cli::stream::Origin;

/// Prints findings as they come, and the totals.
pub(super) struct Printer<'w> {
    sink: RowSink<'w>,
    /// Whether sound puzzles are printed too.
    all: bool,
    /// How many more faulty ones are shown to people.
    room: u64,
    left_out: u64,
}

/// A finding for programs.
#[derive(Default, Serialize)]
struct CheckRow<'r> {
    file: &'r str,
    line: u64,
    byte: u64,
    class: &'r str,
    puzzle: String,
    clues: Option<usize>,
    status: &'static str,
    /// Everything that is wrong, separated by semicolons.
    faults: String,
    solution: Option<String>,
    other_solution: Option<String>,
    /// Cells in which the two solutions differ or that clash, as r1c2.
    cells: String,
    unit: Option<String>,
    redundant: String,
    wrong_solution_cell: Option<String>,
    same_as: Option<String>,
    label: &'r str,
    evidence: String,
}

impl<'r> CheckRow<'r> {
    fn new(finding: &'r Finding, origin: &'r Origin<'_>) -> CheckRow<'r> {
        let class = finding.class.unwrap_or(origin.file_class);
        let mut row = CheckRow {
            file: origin.file(),
            line: finding.line,
            byte: finding.byte,
            class: &origin.classes[usize::from(class)],
            status: finding.status().name(),
            faults: finding.faults().join("; "),
            same_as: finding.duplicate_of.or(finding.isomorph_of).map(|seen| place(seen, origin)),
            evidence: finding.evidence(origin).join("; "),
            ..CheckRow::default()
        };
        match &finding.examined {
            Err(bad_line) => row.puzzle = bad_line.text.clone(),
            Ok(examined) => {
                let checked = &examined.checked;
                let mut solutions = examined.solutions().map(|solution| solution.to_line());
                (row.solution, row.other_solution) = (solutions.next(), solutions.next());
                row.puzzle = examined.entry.puzzle.to_line();
                row.clues = Some(examined.entry.puzzle.clues());
                row.cells = match checked.clash {
                    Some(clash) => examined.cells(&[clash.first, clash.second]),
                    None => examined.cells(&checked.differing_cells()),
                };
                row.unit = checked.clash.map(|clash| clash.unit.to_string());
                row.redundant = examined.cells(&checked.redundant);
                row.wrong_solution_cell = examined.wrong_solution.map(|wrong| examined.cells(&[wrong.cell]));
                row.label = &examined.entry.label;
            }
        }
        row
    }
}

impl<'w> Printer<'w> {
    pub(super) fn new(sink: RowSink<'w>, all: bool, show: u64) -> Printer<'w> {
        Printer { sink, all, room: show, left_out: 0 }
    }

    pub(super) fn finding(&mut self, finding: &Finding, origin: &Origin<'_>) -> io::Result<()> {
        let is_sound = finding.faults().is_empty();
        if is_sound && !self.all {
            return Ok(());
        }
        if self.sink.format() != OutputFormat::Table {
            return self.sink.row(&CheckRow::new(finding, origin));
        }
        if is_sound {
            let puzzle = finding.examined.as_ref().map(|examined| examined.entry.puzzle.to_line());
            let puzzle = puzzle.unwrap_or_default();
            return self.sink.text(&format!("{}: unique  {puzzle}\n", located(finding, origin)));
        }
        if self.room == 0 {
            self.left_out += 1;
            return Ok(());
        }
        self.room -= 1;
        self.sink.text(&described(finding, origin))
    }

    /// Passes on what has been printed.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// Prints the totals: for people always, for programs instead of the findings.
    pub(super) fn totals(mut self, totals: &Totals, is_summary: bool) -> io::Result<()> {
        if self.left_out > 0 {
            let more = units::count(self.left_out);
            let hint = "--show N shows more of them, --format csv all";
            self.sink.text(&format!("and {more} more; {hint}\n\n"))?;
        }
        if is_summary || self.sink.format() == OutputFormat::Table {
            self.sink.table(&totals.table())?;
        }
        self.sink.text(&totals.verdict())?;
        if is_summary && self.sink.format().is_for_programs() {
            totals.rows().iter().try_for_each(|row| self.sink.row(row))?;
        }
        self.sink.flush()
    }
}

/// Where a finding is.
fn located(finding: &Finding, origin: &Origin<'_>) -> String {
    match origin.file() {
        "" => "puzzle".to_owned(),
        name => {
            format!("{}, line {} (byte {})", visible(name), finding.line, units::count(finding.byte))
        }
    }
}

/// A faulty puzzle for people.
fn described(finding: &Finding, origin: &Origin<'_>) -> String {
    let mut text = format!("{}: {}\n", located(finding, origin), finding.faults().join(", "));
    let mut line = |name: &str, content: &str| {
        text.push_str(format!("  {name:<9} {}", visible(content)).trim_end());
        text.push('\n');
    };
    match &finding.examined {
        Err(bad_line) => line("text", &bad_line.text),
        Ok(examined) => {
            let entry = &examined.entry;
            line("puzzle", &format!("{}  {}", entry.puzzle.to_line(), entry.label));
            let solutions: Vec<Grid> = examined.solutions().collect();
            let differing = examined.checked.differing_cells();
            if let ([one, other, ..], false) = (solutions.as_slice(), differing.is_empty()) {
                let mark = |cell: usize| if differing.contains(&cell) { '^' } else { ' ' };
                line("solution", &one.to_line());
                line("another", &other.to_line());
                line("", &(0..one.cells().len()).map(mark).collect::<String>());
            }
            if let (Some(_), Some(stated)) = (examined.wrong_solution, &entry.solution) {
                line("in file", &stated.to_line());
                if let [only] = solutions.as_slice() {
                    line("solution", &only.to_line());
                }
            }
        }
    }
    for sentence in finding.evidence(origin) {
        text.push_str(&format!("  {}\n", visible(&sentence)));
    }
    text.push('\n');
    text
}
