//! Plain backtracking: the first blank cell, every digit that fits, then the next cell.
//!
//! It exists for comparison: its number of recursive calls shows the value of choosing the right item.

use std::ops::ControlFlow;

use super::limits::Limits;
use super::solver::{Engine, Sink, outcome_without_search};
use crate::cover::Outcome;
use crate::sudoku::Geometry;

/// Backtracking cell by cell, for every size.
#[derive(Clone, Debug)]
pub struct Naive {
    geometry: Geometry,
    /// The row, the column and the box of each cell.
    units: Vec<[u8; 3]>,
    /// The blank cells of the current puzzle.
    blanks: Vec<usize>,
    board: Board,
}

/// The digits entered so far.
#[derive(Clone, Debug)]
struct Board {
    cells: Vec<u8>,
    /// The digits of each row, column and box, as bits.
    used: [[u32; Geometry::MAX_SIZE]; 3],
}

/// The part of a search that is the same in all recursive calls.
struct Search<'a, 'b> {
    units: &'a [[u8; 3]],
    /// All digits, as bits.
    digits: u32,
    limits: &'a Limits<'b>,
}

impl Naive {
    /// Creates an engine for puzzles of this size.
    pub fn new(geometry: Geometry) -> Naive {
        let units = |cell| geometry.unit_indices(cell).map(|unit| unit as u8);
        Naive {
            geometry,
            units: (0..geometry.cell_count()).map(units).collect(),
            blanks: Vec::with_capacity(geometry.cell_count()),
            board: Board { cells: vec![0; geometry.cell_count()], used: [[0; Geometry::MAX_SIZE]; 3] },
        }
    }
}

impl Search<'_, '_> {
    /// One recursive call: fills the first blank cell in every possible way. Breaks if a limit is reached.
    fn fill(
        &self,
        blanks: &[usize],
        board: &mut Board,
        outcome: &mut Outcome,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        self.limits.enter_node(outcome)?;
        let Some((&cell, blanks)) = blanks.split_first() else {
            return self.limits.count_solution(outcome, sink(&board.cells));
        };
        let [row, column, block] = self.units[cell].map(usize::from);
        let [in_row, in_column, in_box] = [board.used[0][row], board.used[1][column], board.used[2][block]];
        let mut candidates = self.digits & !(in_row | in_column | in_box);
        outcome.counters.guesses += u64::from(candidates.count_ones() > 1);
        let mut flow = ControlFlow::Continue(());
        while candidates != 0 && flow.is_continue() {
            let bit = candidates & candidates.wrapping_neg();
            candidates ^= bit;
            outcome.counters.updates += 1;
            board.cells[cell] = bit.trailing_zeros() as u8;
            board.used[0][row] = in_row | bit;
            board.used[1][column] = in_column | bit;
            board.used[2][block] = in_box | bit;
            flow = self.fill(blanks, board, outcome, sink);
        }
        board.used[0][row] = in_row;
        board.used[1][column] = in_column;
        board.used[2][block] = in_box;
        flow
    }
}

impl Engine for Naive {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        if let Some(outcome) = outcome_without_search(self.geometry, givens, limits) {
            return outcome;
        }
        let Naive { geometry, units, blanks, board } = self;
        blanks.clear();
        board.cells.copy_from_slice(givens);
        board.used = [[0; Geometry::MAX_SIZE]; 3];
        for (cell, &given) in givens.iter().enumerate() {
            if given == 0 {
                blanks.push(cell);
                continue;
            }
            for (used, &unit) in board.used.iter_mut().zip(&units[cell]) {
                used[usize::from(unit)] |= 1 << given;
            }
        }
        let mut outcome = Outcome::default();
        let search = Search { units, digits: (1 << (geometry.size() + 1)) - 2, limits };
        let _ = search.fill(blanks, board, &mut outcome, sink);
        outcome
    }
}
