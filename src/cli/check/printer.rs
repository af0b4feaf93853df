//! Prints faulty puzzles with their evidence, and the totals.

use std::borrow::Borrow;
use std::io;

use dlxbench::engine::Status;
use dlxbench::logic::Contradiction;
use dlxbench::report::{Look, OutputFormat, Role, RowSink, Screen, Span, units};
use serde::{Serialize, Serializer};

use super::finding::{Examined, Finding};
use super::totals::{Asked, Total, table, verdict};
use crate::cli::evidence::no_solution;
use crate::cli::stream::Origin;

pub(super) struct Printer<'w> {
    pub(super) sink: RowSink<'w>,
    /// Whether sound puzzles are printed too.
    pub(super) all: bool,
    /// How many more faulty puzzles a table shows.
    pub(super) room: u64,
    pub(super) left_out: u64,
}

/// A finding with its evidence.
#[derive(Default, Serialize)]
struct CheckRow<'r> {
    file: &'r str,
    line: u64,
    byte: u64,
    class: &'r str,
    puzzle: String,
    clues: Option<usize>,
    status: &'static str,
    #[serde(serialize_with = "joined")]
    faults: Vec<&'static str>,
    solution: Option<String>,
    other_solution: Option<String>,
    /// The cells in which two solutions differ, or that clash, such as r1c2.
    cells: String,
    unit: Option<String>,
    redundant: String,
    wrong_solution_cell: Option<String>,
    same_as: Option<String>,
    label: &'r str,
    /// The evidence for each fault, one sentence each.
    #[serde(serialize_with = "joined")]
    evidence: Vec<String>,
    /// The solution in the file, if it is wrong.
    #[serde(skip)]
    stated: Option<String>,
    /// The faulty answer of an external solver.
    #[serde(skip)]
    answer: Option<String>,
}

fn joined<T: Borrow<str>, S: Serializer>(parts: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&parts.join("; "))
}

impl<'r> CheckRow<'r> {
    fn new(finding: &'r Finding, faults: Vec<&'static str>, origin: &'r Origin<'_>) -> CheckRow<'r> {
        let class = finding.class.unwrap_or(origin.file_class);
        let mut row = CheckRow {
            file: origin.file(),
            line: finding.line,
            byte: finding.byte,
            class: &origin.classes[usize::from(class)],
            status: finding.status().name(),
            faults,
            ..CheckRow::default()
        };
        match &finding.examined {
            Err(bad_line) => {
                row.puzzle = bad_line.text.clone();
                row.evidence.push(bad_line.reason.to_string());
            }
            Ok(examined) => row.add(examined),
        }
        if let Some((fault, seen)) = finding.earlier {
            let place = format!("{}, line {}", origin.sources[seen.source].name, seen.line);
            let relation = if fault == "duplicate" { "the same puzzle as" } else { "an isomorph of" };
            row.evidence.push(format!("{relation} {place}"));
            row.same_as = Some(place);
        }
        row
    }

    /// Adds what is known about the puzzle by itself.
    fn add(&mut self, Examined { entry, checked, wrong_solution, .. }: &'r Examined) {
        let puzzle = &entry.puzzle;
        let named = |cells: &[usize]| {
            let names = cells.iter().map(|&cell| puzzle.geometry().cell_name(cell));
            names.collect::<Vec<_>>().join(" ")
        };
        (self.puzzle, self.clues, self.label) = (puzzle.to_line(), Some(puzzle.clues()), &entry.label);
        let mut solutions = checked.solutions.iter().map(|cells| puzzle.with_cells(cells).to_line());
        (self.solution, self.other_solution) = (solutions.next(), solutions.next());
        let differing = checked.differing_cells();
        if !differing.is_empty() {
            self.cells = named(&differing);
            let cells = units::counted(differing.len() as u64, "cell");
            self.evidence.push(format!("two solutions differ in {cells}"));
        }
        if let Some(clash) = checked.clash {
            self.cells = named(&[clash.first, clash.second]);
            self.unit = Some(clash.unit.to_string());
            self.evidence.extend(puzzle.clash_in_words());
        }
        if checked.status == Status::None {
            match checked.refutation.as_ref().map(|refutation| refutation.contradiction) {
                Some(Contradiction::Cell(cell)) => self.cells = named(&[cell]),
                Some(Contradiction::Digit { unit, .. }) => self.unit = Some(unit.to_string()),
                None => {}
            }
            self.evidence.push(no_solution(puzzle, checked.refutation.as_ref(), checked.nodes));
        }
        if let Some(fault) = &checked.fault {
            self.evidence.push(fault.reason.clone());
            self.answer = Some(fault.answer.clone()).filter(|answer| !answer.is_empty());
        }
        if checked.status == Status::Solved {
            let words = "the solver does not say whether this is the only solution (solutions=N does)";
            self.evidence.push(words.to_owned());
        }
        if !checked.redundant.is_empty() {
            self.redundant = named(&checked.redundant);
            let (count, cells) = (checked.redundant.len(), &self.redundant);
            let givens = units::counted(count as u64, "given");
            self.evidence.push(format!("{givens} redundant, each by itself: {cells}"));
        }
        if checked.is_minimal_unknown {
            self.evidence.push("--max-nodes ended the search for redundant givens".to_owned());
        }
        if let (Some(wrong), Some(stated)) = (wrong_solution, &entry.solution) {
            let right = checked.only_solution().map(|cells| puzzle.symbol(cells[wrong.cell]));
            let right = right.map_or(String::new(), |symbol| format!("; {symbol} is right"));
            let symbol = puzzle.symbol(stated.cells()[wrong.cell]);
            self.evidence.push(format!("{wrong}: it has {symbol}{right}"));
            self.wrong_solution_cell = Some(named(&[wrong.cell]));
            self.stated = Some(stated.to_line());
        }
    }

    /// Returns the finding as people read it.
    fn described(&self, status: Status, look: Look) -> Screen {
        let mut screen = Screen::new(look);
        let place = match self.file {
            "" => "puzzle: ".to_owned(),
            file => format!("{file}, line {} (byte {}): ", self.line, units::count(self.byte)),
        };
        if self.faults.is_empty() {
            screen.spans([place.into(), Role::Good.of(self.status), format!("  {}", self.puzzle).into()]);
            return screen;
        }
        let role = if status == Status::Unique { Role::Bad } else { status.into() };
        screen.prose(2, [place.into(), role.of(self.faults.join(", "))]);
        let mut line = |name: &str, content: Span, rest: &str| {
            let rest = if rest.is_empty() { String::new() } else { format!("  {rest}") };
            screen.spans([Role::Muted.of(format!("  {name:<9} ")), content, rest.into()]);
        };
        match self.clues {
            None => line("text", (&self.puzzle).into(), ""),
            Some(_) => line("puzzle", (&self.puzzle).into(), self.label),
        }
        if let (Some(one), Some(other)) = (&self.solution, &self.other_solution) {
            let marks = one.chars().zip(other.chars()).map(|(a, b)| if a == b { ' ' } else { '^' });
            line("solution", one.into(), "");
            line("another", other.into(), "");
            line("", Role::Bad.of(marks.collect::<String>().trim_end()), "");
        }
        if let Some(answer) = &self.answer {
            line("answer", answer.into(), "");
        }
        if let Some(stated) = &self.stated {
            line("in file", stated.into(), "");
            if let (Some(only), None) = (&self.solution, &self.other_solution) {
                line("solution", only.into(), "");
            }
        }
        self.evidence.iter().for_each(|sentence| screen.prose(2, [format!("  {sentence}").into()]));
        screen.line("");
        screen
    }
}

impl Printer<'_> {
    pub(super) fn finding(&mut self, finding: &Finding, origin: &Origin<'_>) -> io::Result<()> {
        let faults = finding.faults();
        let is_sound = faults.is_empty();
        if is_sound && !self.all {
            return Ok(());
        }
        if self.sink.format() == OutputFormat::Table && !is_sound {
            if self.room == 0 {
                self.left_out += 1;
                return Ok(());
            }
            self.room -= 1;
        }
        let row = CheckRow::new(finding, faults, origin);
        self.sink.screen(&row.described(finding.status(), self.sink.look()))?;
        self.sink.row(&row)
    }

    /// Prints the totals, of which the last is the sum of all others. People always get them, programs instead of the
    /// findings.
    pub(super) fn totals(mut self, totals: &[Total], asked: Asked, is_summary: bool) -> io::Result<()> {
        if self.left_out > 0 {
            let mut screen = Screen::new(self.sink.look());
            let more = units::count(self.left_out);
            screen.hint(format!("and {more} more; --show N shows more of them, --format csv shows all"));
            screen.line("");
            self.sink.screen(&screen)?;
        }
        let format = self.sink.format();
        let all = &totals[totals.len() - 1];
        if !all.is_empty() {
            if is_summary || format == OutputFormat::Table {
                self.sink.table(&table(totals))?;
            }
            self.sink.screen(&verdict(all, asked, self.sink.look()))?;
        }
        if is_summary && format.is_for_programs() {
            totals.iter().try_for_each(|row| self.sink.row(row))?;
        }
        self.sink.flush()
    }
}
