//! Exact cover for Sudoku of any size, with one word per item.
//!
//! A grid of size `n` has four families of `n²` items: cells, and the digits of boxes, rows and columns. Each item has
//! at most `n` options, so its remaining options fit into a mask of 16 bits, or of 32 bits for 25×25:
//!
//! ```text
//!   cell (row, column)    which digits    ⎫
//!   digit in box          which places    ⎬  option (row, column, digit) is a bit in one mask of each family
//!   digit in row          which columns   ⎪
//!   digit in column       which rows      ⎭
//! ```
//!
//! Taking an option covers its four items and clears each conflicting option from the masks of its other items
//! ([`items`]). An item that drops to one option waits in a queue to be taken; an item that drops to none ends the
//! branch. A guess copies the masks, 10 KB for 25×25, and nothing is ever undone ([`search`]).
//!
//! The puzzles that are generated above 9×9 depend on the tree of the search, which must not change: the same seed
//! produces the same puzzles.

mod items;
mod layout;
mod search;
mod word;

use super::limits::Limits;
use super::solver::{Engine, Sink, assert_fits};
use crate::cover::{Ended, Outcome};
use crate::sudoku::Geometry;
use search::{Search, Solver};

/// Exact cover with one word per item, for every size.
///
/// Counters: a node is a state of the search after all forced items are covered, so a puzzle that needs no guess has
/// one node; a guess is a node with a choice; an update is an option removed from an item.
#[derive(Debug)]
pub struct Masks {
    geometry: Geometry,
    solver: Box<dyn Solver>,
}

impl Masks {
    /// Creates an engine for puzzles of this size.
    pub fn new(geometry: Geometry) -> Masks {
        let solver: Box<dyn Solver> = match geometry.size() {
            4 => Box::new(Search::<u16, 4>::new()),
            6 => Box::new(Search::<u16, 6>::new()),
            9 => Box::new(Search::<u16, 9>::new()),
            12 => Box::new(Search::<u16, 12>::new()),
            16 => Box::new(Search::<u16, 16>::new()),
            25 => Box::new(Search::<u32, 25>::new()),
            size => unreachable!("there are no grids of size {size}"),
        };
        Masks { geometry, solver }
    }
}

impl Engine for Masks {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        assert_fits(self.geometry, givens);
        if limits.solutions == 0 {
            return Outcome { ended: Ended::SolutionLimit, ..Outcome::default() };
        }
        self.solver.run(givens, limits, sink)
    }
}
