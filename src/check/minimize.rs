//! Takes away givens that a puzzle does not need.

use super::checker::{CheckRule, Checker};
use crate::engine::Status;
use crate::random::Random;
use crate::sudoku::{Geometry, Grid, PerSize};

/// A puzzle without givens that it does not need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimized {
    /// The puzzle, which has the same solution.
    pub puzzle: Grid,
    /// How many givens were taken away.
    pub removed: usize,
    /// Givens that may not be needed: the search was given up, and they were kept.
    pub doubtful: usize,
}

/// Minimizes puzzles of any size.
pub struct Minimizer<'a> {
    rule: CheckRule<'a>,
    /// Nodes after which a search is given up in grids larger than 9×9.
    nodes_if_large: u64,
    checkers: PerSize<Checker<'a>>,
}

impl<'a> Minimizer<'a> {
    /// The rule says when to give up; in grids larger than 9×9, where a search may never end, after `nodes_if_large`
    /// at the latest.
    pub fn new(rule: CheckRule<'a>, nodes_if_large: u64) -> Minimizer<'a> {
        let rule = CheckRule { minimal: false, ..rule };
        Minimizer { rule, nodes_if_large, checkers: PerSize::default() }
    }

    /// Takes away givens in random order, each that is not needed when its turn comes. What is left is minimal: a given
    /// that was needed before is needed still. A puzzle that has not exactly one solution comes back as its status.
    ///
    /// # Panics
    /// If the rule's engine does not solve this size.
    pub fn minimize(&mut self, puzzle: &Grid, random: &mut Random) -> Result<Minimized, Status> {
        let geometry = puzzle.geometry();
        let mut rule = self.rule;
        if geometry.size() > Geometry::NINE.size() {
            rule.nodes = rule.nodes.min(self.nodes_if_large);
        }
        let make = || Checker::new(geometry, rule).expect("the engine solves this size");
        let checker = self.checkers.of(geometry, make);
        let mut cells = puzzle.cells().to_vec();
        let status = checker.check(&cells).status;
        if status != Status::Unique {
            return Err(status);
        }
        let mut givens: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        random.shuffle(&mut givens);
        let (mut removed, mut doubtful) = (0, 0);
        for cell in givens {
            let given = std::mem::replace(&mut cells[cell], 0);
            match checker.check(&cells).status {
                Status::Unique => removed += 1,
                status => {
                    cells[cell] = given;
                    doubtful += usize::from(status == Status::Stopped);
                }
            }
        }
        Ok(Minimized { puzzle: puzzle.with_cells(&cells), removed, doubtful })
    }
}
