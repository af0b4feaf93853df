//! Changes puzzles: removes some clues and adds others.

use std::ops::ControlFlow;

use super::island::{Cells, Island};
use crate::engine::{Engine, Limits};

/// The number of solutions to list after removing clues; one of them is chosen.
const SOLUTIONS: u64 = 16;

/// Returns the cells for which `holds` is true. They are drawn with `swap_remove`, so their order affects what a seed
/// produces.
fn cells_that(holds: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..81).filter(|&cell| holds(cell)).collect()
}

impl Island<'_> {
    pub(super) fn solutions(&mut self, cells: &Cells, limit: u64) -> Vec<Cells> {
        let mut solutions = Vec::new();
        self.sweep.solve(cells, &Limits::solutions(limit), &mut |solution| {
            solutions.push(solution.try_into().expect("81 cells"));
            ControlFlow::Continue(())
        });
        solutions
    }

    /// Solves a puzzle with one solution; returns the number of guesses and the solution.
    pub(super) fn search(&mut self, cells: &Cells) -> (u64, Cells) {
        let mut solution: Cells = [0; 81];
        let outcome = self.sweep.solve(cells, &Limits::UNIQUENESS, &mut |found| {
            solution.copy_from_slice(found);
            ControlFlow::Continue(())
        });
        (outcome.counters.guesses, solution)
    }

    /// Removes redundant clues, in random order.
    pub(super) fn minimize(&mut self, cells: &mut Cells) {
        let mut clues = cells_that(|cell| cells[cell] != 0);
        while !clues.is_empty() {
            let cell = clues.swap_remove(self.random.below(clues.len()));
            let digit = std::mem::replace(&mut cells[cell], 0);
            let outcome = self.sweep.solve(cells, &Limits::UNIQUENESS, &mut |_| ControlFlow::Continue(()));
            if outcome.solutions > 1 {
                cells[cell] = digit;
            }
        }
    }

    /// Creates a minimal puzzle similar to `parent`: removes `dropped` clues, chooses one of the resulting solutions,
    /// and adds digits from it until it is the only one. Returns `None` if this leads back to the same puzzle, or if a
    /// search takes fewer than `least` guesses before redundant clues are removed. Removing them takes the most time,
    /// and rarely turns such a puzzle into a hard one.
    pub(super) fn child(&mut self, parent: &Cells, dropped: usize, least: f64) -> Option<Cells> {
        let mut child = *parent;
        let mut clues = cells_that(|cell| child[cell] != 0);
        for _ in 0..dropped {
            child[clues.swap_remove(self.random.below(clues.len()))] = 0;
        }
        let mut others = self.solutions(&child, SOLUTIONS);
        let target = others[self.random.below(others.len())];
        loop {
            let agrees = |other: &Cells| (0..81).all(|cell| child[cell] == 0 || child[cell] == other[cell]);
            others.retain(|other| *other != target && agrees(other));
            if others.is_empty() {
                // There may be more solutions than were listed.
                others = self.solutions(&child, 2);
                others.retain(|other| *other != target);
                if others.is_empty() {
                    break;
                }
            }
            let other = others[self.random.below(others.len())];
            let differing = cells_that(|cell| other[cell] != target[cell]);
            let cell = differing[self.random.below(differing.len())];
            child[cell] = target[cell];
        }
        if (self.search(&child).0 as f64) < least {
            return None;
        }
        self.minimize(&mut child);
        (child != *parent).then_some(child)
    }
}
