//! The canonical form of the Sudoku community, with the solving that it needs.

use super::checker::{CheckRule, Checker};
use crate::engine::Status;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::minlex::{to_puzzle_minlex, to_solution_minlex};
use crate::sudoku::{Grid, PerSize};

/// Brings puzzles of any size to their canonical form.
pub struct Canonicalizer<'a> {
    rule: CheckRule<'a>,
    checkers: PerSize<Checker<'a>>,
}

impl<'a> Canonicalizer<'a> {
    /// The rule says when to give up, and which engine solves the puzzles.
    pub fn new(rule: CheckRule<'a>) -> Canonicalizer<'a> {
        Canonicalizer { rule, checkers: PerSize::default() }
    }

    /// The transformation to the canonical form: by the solution if there is exactly one, otherwise by the puzzle
    /// itself. `None` if the search was given up.
    ///
    /// # Panics
    /// If the rule's engine does not solve this size.
    pub fn to_canonical(&mut self, puzzle: &Grid) -> Option<Isomorphism> {
        let (geometry, rule) = (puzzle.geometry(), self.rule);
        let make = || Checker::new(geometry, rule).expect("the engine solves this size");
        let checked = self.checkers.of(geometry, make).check(puzzle.cells());
        match (checked.status, checked.solutions.first()) {
            (Status::Stopped, _) => None,
            (Status::Unique, Some(solution)) => Some(to_solution_minlex(geometry, puzzle.cells(), solution)),
            _ => Some(to_puzzle_minlex(geometry, puzzle.cells())),
        }
    }
}
