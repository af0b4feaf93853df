//! What is known about a puzzle after an engine has searched it.

use crate::cover::{Ended, Outcome};
use crate::named::named;
use crate::sudoku::{Geometry, clash};

named! {
    /// What is known about a puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum Status, "status" {
        Unique => "unique", "Exactly one solution";
        Multiple => "multiple", "Two or more solutions";
        None => "none", "No solution, though the givens do not clash";
        Invalid => "invalid", "Two equal givens share a row, column or box";
        Solved => "solved", "A solution was found; the search did not look for a second one";
        Stopped => "stopped", "A limit ended the search before the answer was known";
        Wrong => "wrong", "The answer of an external solver breaks a rule, or counts wrongly";
        Failed => "failed", "An external solver gave no answer, or nothing that is one";
        Timeout => "timeout", "An external solver gave no answer in time";
        Malformed => "malformed", "Not a puzzle";
    }
}

impl Status {
    /// Returns whether the puzzle was solved, or proven to have no solution.
    pub fn is_answer(self) -> bool {
        matches!(self, Status::Unique | Status::Multiple | Status::None | Status::Invalid | Status::Solved)
    }

    /// Interprets the outcome of a search for the puzzle with these givens.
    pub fn of(outcome: &Outcome, givens: &[u8]) -> Status {
        match (outcome.solutions, outcome.ended) {
            (2.., _) => Status::Multiple,
            (1, Ended::SolutionLimit) => Status::Solved,
            (1, ended) if ended.is_complete() => Status::Unique,
            (0, ended) if ended.is_complete() => {
                let geometry = Geometry::from_cell_count(givens.len());
                let has_clash = geometry.is_some_and(|geometry| clash(geometry, givens).is_some());
                if has_clash { Status::Invalid } else { Status::None }
            }
            _ => Status::Stopped,
        }
    }
}
