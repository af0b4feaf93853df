//! Exact cover for Sudoku of any size, with a word for each item.
//!
//! A grid of size `n` has four families of `n²` items: cells, and the digits of boxes, rows and columns. Each item has at
//! most `n` options, so those that are left fit into one mask of 32 bits:
//!
//! ```text
//!   cell (row, column)    which digits    ⎫
//!   digit in box          which places    ⎬  option (row, column, digit) is a bit in one mask of each family
//!   digit in row          which columns   ⎪
//!   digit in column       which rows      ⎭
//! ```
//!
//! To take an option is to cover its four items and to clear each option that conflicts from the masks of its other
//! items ([`items`]). An item that comes down to one option waits in a queue to be taken; one that comes down to none
//! ends the branch at once. A guess copies the masks, 10 KB for 25×25, and nothing is ever put back. ([`search`])

mod items;
mod layout;
mod search;

use std::fmt::Debug;

use super::kind::EngineKind;
use super::limits::Limits;
use super::solver::{Engine, Sink, outcome_without_search};
use crate::cover::Outcome;
use crate::sudoku::Geometry;
use layout::Layout;
use search::Search;

/// Exact cover with a word for each item, for every size.
///
/// Its counters: a node is a state of the search after all forced items are covered, so a puzzle that needs no guess
/// has one; a guess is a node with a choice; an update is an option that was taken from an item. All start anew with
/// each puzzle, and so does everything that steers the search.
#[derive(Debug)]
pub struct Masks {
    geometry: Geometry,
    solver: Box<dyn Solver>,
}

/// A search for one size, as the compiler knows it.
trait Solver: Debug + Send {
    fn run(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome;
}

impl<const N: usize> Solver for Search<N> {
    fn run(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        Search::run(self, givens, limits, sink)
    }
}

impl Masks {
    /// An engine for puzzles of this size.
    pub fn new(geometry: Geometry) -> Masks {
        fn solver<const N: usize>(geometry: Geometry) -> Box<dyn Solver> {
            Box::new(Search::<N>::new(Layout::new(geometry)))
        }
        let solver = match geometry.size() {
            4 => solver::<4>(geometry),
            6 => solver::<6>(geometry),
            9 => solver::<9>(geometry),
            12 => solver::<12>(geometry),
            16 => solver::<16>(geometry),
            25 => solver::<25>(geometry),
            size => unreachable!("there are no grids of size {size}"),
        };
        Masks { geometry, solver }
    }
}

impl Engine for Masks {
    fn kind(&self) -> EngineKind {
        EngineKind::Masks
    }

    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        let known = outcome_without_search(self.geometry, givens, limits);
        known.unwrap_or_else(|| self.solver.run(givens, limits, sink))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn there_are_288_grids_of_size_4() {
        let mut masks = Masks::new(Geometry::from_size(4).unwrap());
        let mut count =
            || masks.solve(&[0; 16], &Limits::solutions(1000), &mut |_| ControlFlow::Continue(())).solutions;
        assert_eq!((count(), count()), (288, 288));
    }
}
