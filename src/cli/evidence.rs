//! The evidence that a puzzle has no solution, in words.

use dlxbench::logic::Refutation;
use dlxbench::report::units;
use dlxbench::sudoku::Grid;

/// Returns the proof by a few singles, or without one the number of nodes that the search took.
pub(super) fn no_solution(puzzle: &Grid, refutation: Option<&Refutation>, nodes: u64) -> String {
    match refutation {
        Some(refutation) => refutation.in_words(puzzle),
        None => format!("no solution found by exhaustive search ({})", units::counted(nodes, "node")),
    }
}
