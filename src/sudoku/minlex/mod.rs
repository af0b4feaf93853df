//! The canonical form that the Sudoku community uses: *minlex*, the smallest of all isomorphs when cells are read row
//! by row and a blank counts as 0.
//!
//! There are two of them. For a puzzle with one solution, [`solution_minlex`] makes the solution as small as it gets,
//! and then the puzzle, as far as the symmetries of the solution leave a choice: puzzles whose solutions are isomorphs
//! have the same solution then. For any other puzzle, whether it has many solutions or none, [`puzzle_minlex`] makes
//! the puzzle itself as small as it gets. Both are exact for every size. The caller solves the puzzle: nothing here
//! knows engines.
//!
//! Either form tells isomorphs from others: two puzzles are isomorphic exactly if their forms are equal. For that
//! purpose [`puzzle_minlex`] is the one to take, since it needs no solution.
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
//! Solved 9×9 grids are the business of `nine`; everything else is that of `search`, which takes 7 to 20 µs for 9×9
//! puzzles, well below a millisecond for nearly every puzzle of any size, and up to a second for 25×25 grids that are
//! solved and full of symmetry. There is no bound for all: 25×25 grids can be made on which it takes minutes, of givens
//! that clash and follow a rule such as `row + 10 · column mod 11`. Rows look alike there until most are written, so a
//! smallest image cannot be told from others early. A form of our own, found by telling lines apart (as McKay's nauty
//! does), took 3 µs and bore such grids; it was not worth a second form and 400 lines.

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

/// The smallest of all isomorphs of a puzzle, row by row, 0 for blank.
///
/// Givens may clash.
///
/// # Panics
/// If there are more or fewer cells than the geometry has, or a given is larger than its size.
pub fn puzzle_minlex(geometry: Geometry, cells: &[u8]) -> Vec<u8> {
    to_puzzle_minlex(geometry, cells).image(cells)
}

/// A transformation that brings a puzzle to [`puzzle_minlex`].
///
/// # Panics
/// If there are more or fewer cells than the geometry has, or a given is larger than its size.
pub fn to_puzzle_minlex(geometry: Geometry, cells: &[u8]) -> Isomorphism {
    assert_eq!(cells.len(), geometry.cell_count(), "a {geometry} puzzle has other cells");
    assert!(cells.iter().all(|&given| usize::from(given) <= geometry.size()), "a given is too large");
    search::smallest(geometry, cells)
}

/// Of the isomorphs of a puzzle whose solution is the smallest, the smallest.
///
/// # Panics
/// If the second grid does not solve the puzzle.
pub fn solution_minlex(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> Vec<u8> {
    to_solution_minlex(geometry, puzzle, solution).image(puzzle)
}

/// A transformation that brings a puzzle to [`solution_minlex`], and its solution to the smallest grid.
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
