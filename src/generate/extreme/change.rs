//! Changes of puzzles: some clues go, others come.

use std::ops::ControlFlow;

use super::island::{Cells, Island};
use crate::engine::{Engine, Limits};

/// Solutions of a puzzle with clues taken away, among which one is chosen.
const SOLUTIONS: u64 = 16;

/// Cells in a list of fixed room: these lists are made a hundred thousand times a second.
struct CellList {
    cells: [u8; 81],
    len: usize,
}

impl CellList {
    fn of(mut holds: impl FnMut(usize) -> bool) -> CellList {
        let mut list = CellList { cells: [0; 81], len: 0 };
        for cell in 0..81 {
            if holds(cell) {
                list.cells[list.len] = cell as u8;
                list.len += 1;
            }
        }
        list
    }

    /// Takes the cell at this place out; the last one moves there.
    fn take(&mut self, index: usize) -> usize {
        let cell = self.cells[index];
        self.len -= 1;
        self.cells[index] = self.cells[self.len];
        usize::from(cell)
    }
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

    /// The guesses that a search takes for a puzzle with one solution, and that solution.
    pub(super) fn search(&mut self, cells: &Cells) -> (u64, Cells) {
        let mut solution: Cells = [0; 81];
        let outcome = self.sweep.solve(cells, &Limits::UNIQUENESS, &mut |found| {
            solution.copy_from_slice(found);
            ControlFlow::Continue(())
        });
        (outcome.counters.guesses, solution)
    }

    /// Takes away what is not needed, in a random order.
    pub(super) fn minimize(&mut self, cells: &mut Cells) {
        let mut clues = CellList::of(|cell| cells[cell] != 0);
        while clues.len > 0 {
            let cell = clues.take(self.random.below(clues.len));
            let digit = std::mem::replace(&mut cells[cell], 0);
            let outcome = self.sweep.solve(cells, &Limits::UNIQUENESS, &mut |_| ControlFlow::Continue(()));
            if outcome.solutions > 1 {
                cells[cell] = digit;
            }
        }
    }

    /// A minimal puzzle like another one: so many clues go, one of the solutions that are then there is chosen, and others of
    /// its digits come until it is the only one. `None` if that leads back to the same puzzle, or if a search takes fewer
    /// guesses than `least` before needless clues go: that takes the most time, and rarely makes a hard puzzle of such a one.
    pub(super) fn child(&mut self, parent: &Cells, dropped: usize, least: f64) -> Option<Cells> {
        let mut child = *parent;
        let mut clues = CellList::of(|cell| child[cell] != 0);
        for _ in 0..dropped {
            child[clues.take(self.random.below(clues.len))] = 0;
        }
        let mut others = self.solutions(&child, SOLUTIONS);
        let target = others[self.random.below(others.len())];
        loop {
            let agrees = |other: &Cells| (0..81).all(|cell| child[cell] == 0 || child[cell] == other[cell]);
            others.retain(|other| *other != target && agrees(other));
            if others.is_empty() {
                // There may be more than were listed.
                others = self.solutions(&child, 2);
                others.retain(|other| *other != target);
                if others.is_empty() {
                    break;
                }
            }
            let other = others[self.random.below(others.len())];
            let mut differing = CellList::of(|cell| other[cell] != target[cell]);
            let cell = differing.take(self.random.below(differing.len));
            child[cell] = target[cell];
        }
        if (self.search(&child).0 as f64) < least {
            return None;
        }
        self.minimize(&mut child);
        (child != *parent).then_some(child)
    }
}
