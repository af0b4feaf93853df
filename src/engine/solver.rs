//! The trait that every engine implements, and an engine that does nothing.

use std::ops::ControlFlow;

use super::limits::Limits;
use super::status::Status;
use crate::cover::{Ended, Outcome};
use crate::sudoku::{Geometry, clash};

/// Receives each solution as cells, row by row. A break ends the search.
pub type Sink<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// A Sudoku solver for one grid size.
pub trait Engine: Send {
    /// Finds the solutions of a puzzle, up to the limits, and passes each one to `sink`.
    ///
    /// `givens` contains the cells row by row, 0 for blank. Clashing givens are not an error; the puzzle just has no
    /// solution. In the counters, a node is a call of the recursive search, or for [`Dlx`](super::Dlx) and
    /// [`Masks`](super::Masks), a state of the search after all forced items are covered; a guess is a node with
    /// several choices.
    ///
    /// # Panics
    /// If the number of cells is not that of the geometry, or a given is larger than the size of the grid.
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome;

    /// Takes what was wrong with the last solve. Only external solvers have faults; the outcome is then meaningless.
    fn take_fault(&mut self) -> Option<Fault> {
        None
    }
}

/// What is wrong with the answer of an external solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// [`Status::Wrong`], [`Status::Failed`] or [`Status::Timeout`].
    pub status: Status,
    /// What the solver answered, as it wrote it; empty if it gave no answer.
    pub answer: String,
    /// Why that is wrong, or why there is no answer.
    pub reason: String,
}

/// Builds engines, one for each size of grids.
pub trait MakeEngine: std::fmt::Debug + Send + Sync {
    /// Builds an engine for grids of this size; `None` if it cannot solve them.
    fn make(&self, geometry: Geometry) -> Option<Box<dyn Engine>>;
}

/// Does nothing, for every size: a benchmark with this engine measures the overhead around an engine. The status of
/// every puzzle is `stopped`.
#[derive(Clone, Debug)]
pub struct Idle;

impl Engine for Idle {
    fn solve(&mut self, _givens: &[u8], _limits: &Limits<'_>, _sink: Sink<'_>) -> Outcome {
        Outcome { ended: Ended::Interrupted, ..Outcome::default() }
    }
}

/// Panics unless the givens are valid for this geometry.
pub(super) fn assert_fits(geometry: Geometry, givens: &[u8]) {
    assert_eq!(givens.len(), geometry.cell_count(), "wrong number of cells for a {geometry} puzzle");
    // Checks all cells instead of stopping at the first one that is too large: this compiles to vector instructions and
    // takes almost no time.
    let largest = givens.iter().fold(0, |largest, &given| u8::max(largest, given));
    assert!(usize::from(largest) <= geometry.size(), "a given is too large");
}

/// Returns the outcome if no search is needed: no solution is wanted, or the givens clash. Panics like
/// [`Engine::solve`].
pub(super) fn outcome_without_search(
    geometry: Geometry,
    givens: &[u8],
    limits: &Limits<'_>,
) -> Option<Outcome> {
    assert_fits(geometry, givens);
    match limits.solutions {
        0 => Some(Outcome { ended: Ended::SolutionLimit, ..Outcome::default() }),
        _ => clash(geometry, givens).map(|_| Outcome::default()),
    }
}
