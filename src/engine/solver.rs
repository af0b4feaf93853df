//! The trait that every engine implements, and an engine that does nothing.

use std::ops::ControlFlow;

use super::limits::Limits;
use crate::cover::{Ended, Outcome};
use crate::sudoku::{Geometry, clash};

/// Receives each solution, row by row; a break ends the search.
pub type Sink<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// A Sudoku solver for one size of grid.
pub trait Engine: Send {
    /// Finds solutions of a puzzle, up to the limits, and passes each to `sink`.
    ///
    /// `givens` are the cells row by row, 0 for blank. Clashing givens are not an error: they have no solution. In the
    /// counters a node is a call of the recursive search, or for [`Dlx`](super::Dlx) and [`Masks`](super::Masks) a
    /// state of it after all forced items are covered; a guess is a node with several choices.
    ///
    /// # Panics
    /// If there are more or fewer cells than the geometry has, or a given is larger than its size.
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome;
}

/// Does nothing, for every size: the time of a benchmark with this engine is the overhead around an engine. The status
/// of every puzzle is `stopped`.
#[derive(Clone, Debug)]
pub struct Idle;

impl Engine for Idle {
    fn solve(&mut self, _givens: &[u8], _limits: &Limits<'_>, _sink: Sink<'_>) -> Outcome {
        Outcome { ended: Ended::Interrupted, ..Outcome::default() }
    }
}

/// Panics unless the givens are those of a puzzle of this size.
pub(super) fn assert_fits(geometry: Geometry, givens: &[u8]) {
    assert_eq!(givens.len(), geometry.cell_count(), "a {geometry} puzzle has other cells");
    // All of them, not up to the first that is too large: this is compiled to vectors, and takes next to no time.
    let largest = givens.iter().fold(0, |largest, &given| u8::max(largest, given));
    assert!(usize::from(largest) <= geometry.size(), "a given is too large");
}

/// The outcome where no search is needed: no solution is wanted, or the givens clash. Panics as [`Engine::solve`] does.
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
