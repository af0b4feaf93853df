//! The finding on a line of a corpus, and its faults.

use dlxbench::check::{Checked, Fingerprint, Seen};
use dlxbench::corpus::{
    BadLine, ClassBy, Digest, Entry, Puzzle, WrongSolution, class_of_guesses, solution_in,
};
use dlxbench::engine::Status;
use dlxbench::sudoku::minlex::puzzle_minlex;

/// What is known about a line.
pub(super) enum Answer {
    /// A sound puzzle, of which only the totals will tell.
    Sound(Sound),
    Finding(Box<Finding>),
    /// Why the engine cannot solve it.
    Unsolved(String),
}

/// What the totals need of a sound puzzle.
pub(super) struct Sound {
    pub(super) class: u16,
    pub(super) digest: Digest,
    /// Whether the file has the solution, which is then right.
    pub(super) is_stated: bool,
}

impl Sound {
    /// Returns `None` if the solution in the file is wrong.
    pub(super) fn of(puzzle: &Puzzle<'_>, solution: &[u8], guesses: u64, class_by: ClassBy) -> Option<Sound> {
        if puzzle.wrong_solution(Some(solution)).is_some() {
            return None;
        }
        let mut digest = Digest::default();
        digest.add(puzzle.cells);
        let is_stated = puzzle.solution.is_some() || solution_in(puzzle.label, puzzle.geometry).is_some();
        Some(Sound { class: class_of(puzzle, guesses, class_by), digest, is_stated })
    }
}

fn class_of(puzzle: &Puzzle<'_>, guesses: u64, class_by: ClassBy) -> u16 {
    if class_by == ClassBy::Guesses { class_of_guesses(guesses) } else { puzzle.class }
}

pub(super) struct Finding {
    pub(super) line: u64,
    pub(super) byte: u64,
    /// `None` for the class of the file.
    pub(super) class: Option<u16>,
    pub(super) examined: Result<Examined, BadLine>,
    /// Whether this is a `duplicate` or an `isomorph`, and the first such puzzle.
    pub(super) earlier: Option<(&'static str, Seen)>,
}

pub(super) struct Examined {
    pub(super) entry: Entry,
    pub(super) checked: Checked,
    pub(super) wrong_solution: Option<WrongSolution>,
    pub(super) fingerprint: Fingerprint,
    /// The fingerprint of the canonical form.
    pub(super) form: Option<Fingerprint>,
}

pub(super) fn fingerprint(puzzle: &Puzzle<'_>) -> Fingerprint {
    Fingerprint::of(puzzle.cells)
}

/// Returns the fingerprint of the canonical form, which all isomorphs share.
pub(super) fn form(puzzle: &Puzzle<'_>) -> Fingerprint {
    Fingerprint::of(&puzzle_minlex(puzzle.geometry, puzzle.cells))
}

impl Finding {
    pub(super) fn malformed(bad_line: &BadLine) -> Finding {
        let (line, byte) = (bad_line.line, bad_line.byte);
        Finding { line, byte, class: None, examined: Err(bad_line.clone()), earlier: None }
    }

    pub(super) fn of(puzzle: &Puzzle<'_>, checked: Checked, isomorphs: bool, class_by: ClassBy) -> Finding {
        let (line, byte) = (puzzle.line, puzzle.byte);
        let class = class_of(puzzle, checked.guesses, class_by);
        let examined = Examined {
            wrong_solution: puzzle.wrong_solution(checked.only_solution()),
            fingerprint: fingerprint(puzzle),
            form: isomorphs.then(|| form(puzzle)),
            entry: puzzle.to_entry().with_solution_apart(),
            checked,
        };
        Finding { line, byte, class: Some(class), examined: Ok(examined), earlier: None }
    }

    pub(super) fn status(&self) -> Status {
        self.examined.as_ref().map_or(Status::Malformed, |examined| examined.checked.status)
    }

    /// Returns all faults, each in a few words.
    pub(super) fn faults(&self) -> Vec<&'static str> {
        let mut faults = Vec::new();
        if self.status() != Status::Unique {
            faults.push(self.status().name());
        }
        if let Ok(Examined { checked, wrong_solution, .. }) = &self.examined {
            faults.extend((!checked.redundant.is_empty()).then_some("not minimal"));
            faults.extend(checked.is_minimal_unknown.then_some("perhaps not minimal"));
            faults.extend(wrong_solution.map(|_| "wrong solution"));
        }
        faults.extend(self.earlier.map(|(fault, _)| fault));
        faults
    }
}
