//! Sudoku of any size on the general matrix of [`cover`](crate::cover).
//!
//! The complete matrix of a size is linked once. Solving a puzzle covers the items of its givens, searches, and then
//! undoes everything, so the matrix is unchanged afterward.

use super::limits::Limits;
use super::solver::{Engine, Sink, outcome_without_search};
use crate::cover::{self, Matrix, OptionId, Outcome};
use crate::sudoku::{Geometry, encode};

/// Dancing links on the general matrix, for every size.
#[derive(Clone, Debug)]
pub struct Cover {
    geometry: Geometry,
    matrix: Matrix,
    /// The options of the givens of the current puzzle.
    givens: Vec<OptionId>,
    cells: Vec<u8>,
}

impl Cover {
    /// Creates an engine for puzzles of this size.
    pub fn new(geometry: Geometry) -> Cover {
        Cover {
            geometry,
            matrix: Matrix::new(&encode::all_options(geometry)),
            givens: Vec::with_capacity(geometry.cell_count()),
            cells: vec![0; geometry.cell_count()],
        }
    }
}

impl Engine for Cover {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        if let Some(outcome) = outcome_without_search(self.geometry, givens, limits) {
            return outcome;
        }
        let size = self.geometry.size();
        let option =
            |(cell, &given): (usize, &u8)| OptionId::from_index(cell * size + usize::from(given) - 1);
        self.givens.clear();
        self.givens.extend(givens.iter().enumerate().filter(|(_, given)| **given != 0).map(option));
        let nodes = Some(limits.nodes).filter(|&nodes| nodes != u64::MAX);
        let inner = cover::Limits { solutions: Some(limits.solutions), nodes, time: None };
        let mut terms = cover::Terms::new(inner);
        if let Some(interrupt) = limits.interrupt {
            terms = terms.interrupted_by(interrupt);
        }
        let mut search = self.matrix.search_after(&self.givens, terms);
        while let Some(solution) = search.next_solution() {
            for option in solution {
                self.cells[option.index() / size] = (option.index() % size) as u8 + 1;
            }
            if sink(&self.cells).is_break() {
                break;
            }
        }
        search.outcome()
    }
}
