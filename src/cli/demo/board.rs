//! The board: digits that can be edited, what is known about them, hints, and the puzzles of the input.
//!
//! It knows no terminal and does no work: it asks for both with [`Command`]s, and is told the results.

use std::mem::take;
use std::path::PathBuf;
use std::time::Duration;

use dlxbench::engine::Status;
use dlxbench::report::Role;
use dlxbench::sudoku::{Geometry, Grid};

use super::choices::{Choice, class, file_name, size};
use super::command::Command;
use super::edits::Edits;
use super::generator::Generator;
use super::hint::{Hint, Turned};
use super::key::Key;
use super::known::{Grading, Known};
use super::paste::pasted;
use super::prompt::{Asked, Prompt};
use super::puzzles::{Next, Visited};
use super::sheet::Sheet;
use super::shelf::{Shelf, Turn};
use super::work::{Finding, Job, Ticket};

/// The keys and what they do, for the footer and the help.
pub(super) const KEYS: [(&str, &str); 16] = [
    ("1-9 A-Y", "set a digit"),
    ("0 . Space", "clear the cell (also Backspace and Delete)"),
    ("h", "show the next logical step, apply it"),
    ("s", "show the solution, hide it"),
    ("Enter", "keep the solution that is shown"),
    ("c", "show candidates, hide them"),
    ("u", "undo"),
    ("Ctrl-R", "redo"),
    ("n p", "next and previous puzzle of the input"),
    ("g", "generate a puzzle"),
    ("e", "begin with an empty board"),
    ("w", "write the puzzle to a new file"),
    ("Esc", "cancel what is running"),
    ("←↓↑→", "move (also b j k l, or a click)"),
    ("Home End", "to the edge (also PageUp PageDown)"),
    ("paste", "a whole puzzle, in any format"),
];

/// The board and everything around it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    edits: Edits,
    cursor: usize,
    known: Known,
    /// Which cells clash with others.
    clashes: Vec<bool>,
    /// The number of the last job; findings about earlier states of the board have smaller ones.
    last: Ticket,
    /// The ticket of the present state.
    ticket: Ticket,
    has_candidates: bool,
    /// Which of the solutions fills the open cells.
    solution: Option<usize>,
    hint: Hint,
    prompt: Option<Prompt<Choice>>,
    generator: Generator,
    shelf: Shelf,
    message: Option<(Role, String)>,
    commands: Vec<Command>,
}

impl Board {
    /// Creates a board with the last of the visited puzzles.
    pub(super) fn new(visited: Vec<Visited>, seed: u64) -> Board {
        let sheet = visited.last().map_or_else(|| Sheet::empty(Geometry::NINE), Sheet::of);
        let mut board = Board {
            known: Known::Searching(Duration::ZERO),
            cursor: sheet.puzzle.geometry().cell_count() / 2,
            edits: Edits::new(sheet),
            clashes: Vec::new(),
            last: 0,
            ticket: 0,
            has_candidates: false,
            solution: None,
            hint: Hint::None,
            prompt: None,
            generator: Generator::new(seed),
            message: None,
            commands: Vec::new(),
            shelf: Shelf::new(visited),
        };
        board.look();
        board
    }

    /// Returns what has to be done.
    pub(super) fn take_commands(&mut self) -> Vec<Command> {
        take(&mut self.commands)
    }

    pub(super) fn press(&mut self, key: Key) {
        if let Some(prompt) = &mut self.prompt {
            let asked = prompt.update(key);
            return self.answer(asked);
        }
        self.message = None;
        match key {
            Key::Esc => self.cancel(),
            Key::Enter => self.keep_solution(),
            Key::Backspace | Key::Delete => self.set(0),
            Key::Ctrl('r') if self.edits.redo() => self.leave_hint(),
            Key::Ctrl('r') => self.note("there is nothing to redo"),
            Key::Char(character) => self.press_character(character),
            key => self.go(key),
        }
    }

    fn press_character(&mut self, character: char) {
        if let Some(digit) = self.sheet().digit(character) {
            return self.set(digit);
        }
        match character {
            '0' | '.' | ' ' => self.set(0),
            'b' => self.go(Key::Left),
            'j' => self.go(Key::Down),
            'k' => self.go(Key::Up),
            'l' => self.go(Key::Right),
            'c' => self.has_candidates = !self.has_candidates,
            'e' => self.prompt = Some(size()),
            'g' => self.prompt = Some(class(self.sheet().puzzle.geometry())),
            'h' => self.step_on(),
            'n' => self.turn(Shelf::next, "this is the last puzzle"),
            'p' => self.turn(Shelf::previous, "this is the first puzzle"),
            's' => self.show_solution(),
            'u' if self.edits.undo() => self.leave_hint(),
            'u' => self.note("there is nothing to undo"),
            'w' => self.prompt = Some(file_name()),
            '1'..='9' | 'A'..='Z' => self.note(self.sheet().digits_in_words()),
            _ => {}
        }
    }

    /// Moves the cursor.
    fn go(&mut self, key: Key) {
        let size = self.sheet().puzzle.geometry().size();
        let (row, column) = (self.cursor / size, self.cursor % size);
        let (row, column) = match key {
            Key::Up => (row.saturating_sub(1), column),
            Key::Down => ((row + 1).min(size - 1), column),
            Key::Left => (row, column.saturating_sub(1)),
            Key::Right => (row, (column + 1).min(size - 1)),
            Key::Home => (row, 0),
            Key::End => (row, size - 1),
            Key::PageUp => (0, column),
            Key::PageDown => (size - 1, column),
            _ => (row, column),
        };
        self.cursor = row * size + column;
    }

    /// Moves the cursor to a cell.
    pub(super) fn point(&mut self, cell: usize) {
        if self.prompt.is_none() {
            self.cursor = cell;
        }
    }

    /// Takes pasted text: a puzzle, or a part of a file name.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(prompt) = &mut self.prompt {
            return prompt.paste(text);
        }
        match pasted(text) {
            Ok((puzzle, label)) => self.open(Sheet::new(puzzle, label, "pasted"), ""),
            Err(reason) => self.message = Some((Role::Bad, format!("nothing pasted: {reason}"))),
        }
    }

    /// Sets the digit under the cursor; 0 clears it.
    fn set(&mut self, digit: u8) {
        let changed = self.sheet().with_digit(self.cursor, digit);
        if self.edits.change(changed) {
            self.leave_hint();
        }
    }

    /// Replaces the puzzle.
    fn open(&mut self, sheet: Sheet, message: &str) {
        self.message = Some((Role::Doubtful, message.to_owned())).filter(|_| !message.is_empty());
        if self.edits.change(sheet) {
            self.leave_hint();
        }
    }

    /// Looks at a board that was edited: the steps do not belong to it.
    fn leave_hint(&mut self) {
        self.hint = Hint::None;
        self.look();
    }

    /// Looks at the board after a change, and asks how many solutions it has.
    fn look(&mut self) {
        let sheet = self.edits.sheet();
        let puzzle = sheet.puzzle.clone();
        self.cursor = self.cursor.min(puzzle.cells().len() - 1);
        self.clashes = sheet.clashes();
        self.known = Known::at_sight(&puzzle);
        self.solution = None;
        self.ticket = self.new_ticket();
        // Also for a clash, because the job cancels the one before.
        self.commands.push(Command::Work(self.ticket, Job::Analyze(puzzle)));
    }

    fn new_ticket(&mut self) -> Ticket {
        self.last += 1;
        self.last
    }

    fn note(&mut self, words: impl Into<String>) {
        self.message = Some((Role::Muted, words.into()));
    }

    /// Shows a solution in the open cells, the other one, or none.
    fn show_solution(&mut self) {
        match &self.known {
            Known::Clash(_) => self.note("clashing digits have no solution"),
            Known::Searching(_) => self.note("the search is still running"),
            Known::Stopped(_) => self.look(),
            Known::Found(analysis, _) => {
                let next = self.solution.map_or(0, |shown| shown + 1);
                self.solution = Some(next).filter(|&next| next < analysis.solutions.len());
                if analysis.solutions.is_empty() {
                    self.note("there is no solution to show");
                }
            }
        }
    }

    /// Puts the solution that is shown on the board.
    fn keep_solution(&mut self) {
        let Some(solution) = self.solution() else { return };
        let solved = self.sheet().with_cells(solution.cells());
        if self.edits.change(solved) {
            self.leave_hint();
        }
    }

    /// Shows the next logical step, or applies the one that is shown.
    fn step_on(&mut self) {
        self.solution = None;
        if matches!((&self.hint, &self.known), (Hint::None, Known::Clash(_))) {
            return self.note("a hint needs a board without clashing digits");
        }
        match self.hint.step_on() {
            Turned::Asked => {
                let job = Job::Explain(self.sheet().puzzle.clone());
                self.commands.push(Command::Work(self.ticket, job));
            }
            Turned::Shown => self.cursor = self.hint.place().unwrap_or(self.cursor),
            Turned::Placed(cell, digit) => {
                self.edits.change(self.sheet().with_digit(cell, digit));
                self.look();
            }
            Turned::Nothing => {}
        }
    }

    /// Cancels work or, without any, hides solution and hint.
    fn cancel(&mut self) {
        if [self.known.stop(), self.generator.stop(), self.hint.stop()].contains(&true) {
            return self.commands.push(Command::Cancel);
        }
        (self.solution, self.hint) = (None, Hint::None);
    }

    fn answer(&mut self, asked: Asked<Choice>) {
        if asked != Asked::Open {
            self.prompt = None;
        }
        match asked {
            Asked::Open | Asked::Left => {}
            Asked::Chosen(Choice::Size(geometry)) => self.open(Sheet::empty(geometry), ""),
            Asked::Chosen(Choice::Class(class)) => {
                let (ticket, geometry) = (self.new_ticket(), self.sheet().puzzle.geometry());
                let job = self.generator.start(ticket, geometry, class);
                self.commands.push(Command::Work(ticket, job));
            }
            Asked::Typed(path) => {
                let Sheet { puzzle, label, is_edited, .. } = self.sheet().clone();
                let label = if is_edited { String::new() } else { label };
                self.commands.push(Command::Write(PathBuf::from(path), puzzle, label));
            }
        }
    }

    /// Opens another puzzle of the input.
    fn turn(&mut self, turn: impl FnOnce(&mut Shelf) -> Turn<'_>, no_more: &str) {
        match turn(&mut self.shelf) {
            Turn::Open(visited) => {
                let (sheet, skipped) = (Sheet::of(visited), visited.skipped.clone());
                self.open(sheet, &skipped);
            }
            Turn::Read => self.commands.push(Command::ReadNext),
            Turn::NoMore => self.note(no_more),
        }
    }

    /// Takes the puzzle that was asked for.
    pub(super) fn read(&mut self, next: Next) {
        match next {
            Next::Puzzle(visited) => {
                let (sheet, skipped) = (Sheet::of(&visited), visited.skipped.clone());
                self.shelf.take(*visited);
                self.open(sheet, &skipped);
            }
            Next::End(faults) => {
                self.shelf.end();
                self.note(if faults.is_empty() { "this is the last puzzle".to_owned() } else { faults });
            }
        }
    }

    /// Takes the result of writing a file.
    pub(super) fn written(&mut self, result: Result<String, String>) {
        self.message = Some(match result {
            Ok(words) => (Role::Good, words),
            Err(reason) => (Role::Bad, reason),
        });
    }

    /// Takes what was found out in the background.
    pub(super) fn found(&mut self, ticket: Ticket, finding: Finding) {
        let is_present = ticket == self.ticket;
        match finding {
            Finding::Analyzed(analysis) if is_present && matches!(self.known, Known::Searching(_)) => {
                let is_unique = analysis.status == Status::Unique;
                let grading = if is_unique { Grading::Running } else { Grading::Done(None) };
                self.known = Known::Found(analysis, grading);
                if is_unique {
                    let job = Job::Grade(self.sheet().puzzle.clone());
                    self.commands.push(Command::Work(ticket, job));
                }
            }
            Finding::Graded(grade) if is_present => {
                if let Known::Found(_, grading) = &mut self.known {
                    *grading = Grading::Done(grade);
                }
            }
            Finding::Explained(explanation) if is_present => {
                self.hint.take(explanation);
                self.cursor = self.hint.place().unwrap_or(self.cursor);
            }
            Finding::Trying(tries) => self.generator.count(ticket, tries),
            Finding::Generated(made) => self.generated(ticket, made),
            _ => {}
        }
    }

    fn generated(&mut self, ticket: Ticket, made: Option<Grid>) {
        let Some(wanted) = self.generator.finish(ticket) else { return };
        match made {
            Some(puzzle) => self.open(Sheet::new(puzzle, "", format!("generated: {wanted}")), ""),
            None => self.note(format!("gave up: a puzzle like that ({wanted}) may be rare or impossible")),
        }
    }

    /// Counts the time that work takes.
    pub(super) fn tick(&mut self, time: Duration) {
        self.known.wait(time);
        self.generator.wait(time);
        self.hint.wait(time);
    }

    pub(super) fn sheet(&self) -> &Sheet {
        self.edits.sheet()
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(super) fn known(&self) -> &Known {
        &self.known
    }

    pub(super) fn hint(&self) -> &Hint {
        &self.hint
    }

    pub(super) fn prompt(&self) -> Option<&Prompt<Choice>> {
        self.prompt.as_ref()
    }

    pub(super) fn generator(&self) -> &Generator {
        &self.generator
    }

    pub(super) fn message(&self) -> Option<&(Role, String)> {
        self.message.as_ref()
    }

    /// Returns the solution that fills the open cells.
    pub(super) fn solution(&self) -> Option<&Grid> {
        self.solution.and_then(|shown| self.known.solutions().get(shown))
    }

    /// Returns for each cell whether it clashes with others.
    pub(super) fn clashes(&self) -> &[bool] {
        &self.clashes
    }

    pub(super) fn has_candidates(&self) -> bool {
        self.has_candidates
    }
}

#[cfg(test)]
mod tests;
