//! Plain backtracking: the first blank cell, every digit that fits, then the next cell.
//!
//! It is here to be compared with: the recursive calls that it needs show what choosing the right item is worth.

use std::ops::ControlFlow;

use super::limits::Limits;
use super::solver::{Engine, Sink, outcome_without_search};
use crate::cover::Outcome;
use crate::sudoku::Geometry;

/// Backtracking cell by cell, for every size.
#[derive(Clone, Debug)]
pub struct Naive {
    geometry: Geometry,
    cells: Vec<u8>,
    /// For each cell its row, its column and its box.
    units: Vec<[u8; 3]>,
    /// For each kind of unit and each unit the digits that stand in it, as bits.
    used: [[u32; Geometry::MAX_SIZE]; 3],
}

impl Naive {
    /// An engine for puzzles of this size.
    pub fn new(geometry: Geometry) -> Naive {
        let units = |cell| geometry.unit_indices(cell).map(|unit| unit as u8);
        Naive {
            geometry,
            cells: vec![0; geometry.cell_count()],
            units: (0..geometry.cell_count()).map(units).collect(),
            used: [[0; Geometry::MAX_SIZE]; 3],
        }
    }

    /// The digits that fit into a cell, as bits.
    fn candidates(&self, cell: usize) -> u32 {
        let all = (1 << (self.geometry.size() + 1)) - 2;
        let units = self.units[cell].map(usize::from);
        all & !(self.used[0][units[0]] | self.used[1][units[1]] | self.used[2][units[2]])
    }

    fn toggle(&mut self, cell: usize, digit: u8) {
        for (kind, unit) in self.units[cell].into_iter().enumerate() {
            self.used[kind][usize::from(unit)] ^= 1 << digit;
        }
    }

    /// One recursive call: fills the first blank cell from `cell` on in every way. Breaks when a limit is reached.
    fn search(
        &mut self,
        cell: usize,
        limits: &Limits<'_>,
        outcome: &mut Outcome,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        limits.enter_node(outcome)?;
        let Some(cell) = (cell..self.cells.len()).find(|&cell| self.cells[cell] == 0) else {
            return limits.count_solution(outcome, sink(&self.cells));
        };
        let mut candidates = self.candidates(cell);
        outcome.counters.guesses += u64::from(candidates.count_ones() > 1);
        let mut flow = ControlFlow::Continue(());
        while candidates != 0 && flow.is_continue() {
            let digit = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            outcome.counters.updates += 1;
            self.cells[cell] = digit;
            self.toggle(cell, digit);
            flow = self.search(cell + 1, limits, outcome, sink);
            self.toggle(cell, digit);
        }
        self.cells[cell] = 0;
        flow
    }
}

impl Engine for Naive {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        if let Some(outcome) = outcome_without_search(self.geometry, givens, limits) {
            return outcome;
        }
        self.cells.copy_from_slice(givens);
        self.used = [[0; Geometry::MAX_SIZE]; 3];
        for (cell, &given) in givens.iter().enumerate().filter(|(_, given)| **given != 0) {
            self.toggle(cell, given);
        }
        let mut outcome = Outcome::default();
        let _ = self.search(0, limits, &mut outcome, sink);
        outcome
    }
}
