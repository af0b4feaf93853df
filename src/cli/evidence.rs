//! What proves that a puzzle has no solution, in words.

use dlxbench::logic::Refutation;
use dlxbench::report::units;
use dlxbench::sudoku::Grid;

/// The proof by a few singles, or else how many nodes the search took.
pub(super) fn no_solution(puzzle: &Grid, refutation: Option<&Refutation>, nodes: u64) -> String {
    match refutation {
        Some(refutation) => refutation.in_words(puzzle),
        None => format!("no solution by search, {}", units::counted(nodes, "node")),
    }
}
