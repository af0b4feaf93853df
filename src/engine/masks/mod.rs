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
    use crate::cover::Ended;
    use crate::sudoku::Grid;

    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn every_size_fills_the_empty_grid_in_different_ways() {
        let sizes = Geometry::ALL.into_iter().filter(|geometry| !cfg!(miri) || geometry.size() <= 6);
        for geometry in sizes {
            let (empty, mut grids) = (vec![0; geometry.cell_count()], std::collections::HashSet::new());
            let puzzle = Grid::pattern(geometry).with_cells(&empty);
            let outcome = Masks::new(geometry).solve(&empty, &Limits::solutions(20), &mut |cells| {
                assert!(puzzle.with_cells(cells).solves(&puzzle));
                assert!(grids.insert(cells.to_vec()));
                ControlFlow::Continue(())
            });
            assert_eq!((outcome.solutions, outcome.ended), (20, Ended::SolutionLimit), "{geometry}");
        }
    }

    #[test]
    fn there_are_288_grids_of_size_4() {
        let mut masks = Masks::new(Geometry::from_size(4).unwrap());
        let count = |masks: &mut Masks| {
            masks.solve(&[0; 16], &Limits::solutions(u64::MAX), &mut |_| ControlFlow::Continue(())).solutions
        };
        assert_eq!((count(&mut masks), count(&mut masks)), (288, 288));
    }

    #[test]
    fn the_counters_do_not_depend_on_the_puzzles_before() {
        let puzzle: Grid = HARD.parse().unwrap();
        let mut masks = Masks::new(Geometry::NINE);
        let mut solve = |nodes| {
            let limits = Limits { nodes, ..Limits::UNIQUENESS };
            masks.solve(puzzle.cells(), &limits, &mut |_| ControlFlow::Continue(()))
        };
        let fresh = solve(u64::MAX);
        assert_eq!((fresh.solutions, fresh.ended), (1, Ended::Complete));
        for nodes in [0, 1, 2, 7] {
            let outcome = solve(nodes);
            assert_eq!((outcome.ended, outcome.counters.nodes), (Ended::NodeLimit, nodes));
        }
        assert_eq!(solve(u64::MAX), fresh);
    }
}
