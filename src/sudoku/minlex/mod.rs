//! The canonical form used by the Sudoku community: *minlex*, the smallest of all isomorphs when the cells are read row
//! by row and a blank counts as 0.
//!
//! There are two such forms. For a puzzle with one solution, [`solution_minlex`] first minimizes the solution and then,
//! as far as the symmetries of the solution leave a choice, the puzzle; puzzles with isomorphic solutions then have the
//! same solution. For any other puzzle, with several solutions or none, [`puzzle_minlex`] minimizes the puzzle itself.
//! Both are exact for every size. The caller has to solve the puzzle; this module does not depend on engines.
//!
//! Either form identifies isomorphs: two puzzles are isomorphic if and only if their forms are equal. Use
//! [`puzzle_minlex`] for this purpose, since it needs no solution.
//!
//! ```
//! use dlxbench::sudoku::Grid;
//! use dlxbench::sudoku::minlex::{puzzle_minlex, solution_minlex};
//!
//! let puzzle: Grid = "1......2..3.4...".parse()?;
//! let solution: Grid = "1243341221344321".parse()?;
//! let form = puzzle.with_cells(&puzzle_minlex(puzzle.geometry(), puzzle.cells()));
//! assert_eq!(form.to_line(), ".....1.2..3.4...");
//! let form = solution_minlex(puzzle.geometry(), puzzle.cells(), solution.cells());
//! assert_eq!(puzzle.with_cells(&form).to_line(), ".....41.2......3");
//! # Ok::<(), dlxbench::sudoku::GridError>(())
//! ```
//!
//! `nine` handles solved 9×9 grids, and `search` everything else. The search takes 7 to 20 µs for 9×9 puzzles, well
//! below a millisecond for nearly every puzzle of any size, and up to a second for solved 25×25 grids with many
//! symmetries. It has no upper bound: it takes minutes for some artificial 25×25 grids, whose givens clash and follow a
//! rule such as `row + 10 · column mod 11`. The rows of such a grid look alike until most of them are written, so the
//! smallest image cannot be distinguished from others early. A custom form, based on telling lines apart as McKay's
//! nauty does, took 3 µs and coped with such grids, but was not worth a second form and 400 lines.

mod columns;
mod leaf;
mod nine;
mod row;
mod search;
mod state;
mod symmetries;

use super::geometry::Geometry;
use super::isomorph::Isomorphism;
use super::verify::Verifier;

/// Returns the smallest of all isomorphs of a puzzle, row by row, 0 for blank.
///
/// Givens may clash.
///
/// # Panics
/// If the number of cells is not that of the geometry, or a given is larger than the size of the grid.
pub fn puzzle_minlex(geometry: Geometry, cells: &[u8]) -> Vec<u8> {
    to_puzzle_minlex(geometry, cells).image(cells)
}

/// Returns a transformation of a puzzle to its [`puzzle_minlex`].
///
/// # Panics
/// If the number of cells is not that of the geometry, or a given is larger than the size of the grid.
pub fn to_puzzle_minlex(geometry: Geometry, cells: &[u8]) -> Isomorphism {
    assert_eq!(cells.len(), geometry.cell_count(), "wrong number of cells for a {geometry} puzzle");
    assert!(cells.iter().all(|&given| usize::from(given) <= geometry.size()), "a given is too large");
    search::smallest(geometry, cells)
}

/// Returns the smallest among those isomorphs of a puzzle that have the smallest solution.
///
/// # Panics
/// If the second grid does not solve the puzzle.
pub fn solution_minlex(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> Vec<u8> {
    to_solution_minlex(geometry, puzzle, solution).image(puzzle)
}

/// Returns a transformation of a puzzle to its [`solution_minlex`], which makes its solution the smallest grid.
///
/// # Panics
/// If the second grid does not solve the puzzle.
pub fn to_solution_minlex(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> Isomorphism {
    assert!(Verifier::new(geometry).solves(puzzle, solution), "this is not a solution of the puzzle");
    if geometry == Geometry::NINE {
        nine::smallest(puzzle, solution)
    } else {
        search::smallest_with_puzzle(geometry, puzzle, solution)
    }
}

#[cfg(test)]
mod tests;
