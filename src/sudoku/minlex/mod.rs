//! The canonical form that the Sudoku community uses: *minlex*, the smallest of all isomorphs when cells are read row by
//! row and a blank counts as 0.
//!
//! There are two of them. For a puzzle with one solution, [`solution_minlex`] makes the solution as small as it gets, and then
//! the puzzle, as far as the symmetries of the solution leave a choice: puzzles whose solutions are isomorphs have the
//! same solution then. For any other puzzle, whether it has many solutions or none, [`puzzle_minlex`] makes the puzzle itself as
//! small as it gets. Both are exact for every size. Whoever solves the puzzle passes the solution: nothing here knows engines.
//!
//! These forms are for people and files: other programs make the same ones. [`canonical`](super::canonical) is another
//! form, of our own. It needs no solution and is found several times faster, and does to tell whether puzzles are isomorphic.
//!
//! How it is done: solved 9×9 grids in the module `nine`, everything else in `search`, which takes well below a
//! millisecond for nearly every puzzle of any size, and up to a second for 25×25 grids that are solved and full of
//! symmetry. There is no bound that would hold for all: grids can be made, of givens that clash, on which it takes seconds.

mod columns;
mod leaf;
mod nine;
mod row;
mod search;
mod state;
mod symmetries;

use super::geometry::Geometry;
use super::grid::clash;
use super::isomorph::Isomorphism;

/// The smallest of all isomorphs of a puzzle, row by row, 0 for blank.
///
/// Givens may clash.
///
/// # Panics
/// If there are more or fewer cells than the geometry has, or a given is larger than its size.
pub fn puzzle_minlex(geometry: Geometry, cells: &[u8]) -> Vec<u8> {
    image(&to_puzzle_minlex(geometry, cells), cells)
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
    image(&to_solution_minlex(geometry, puzzle, solution), puzzle)
}

/// A transformation that brings a puzzle to [`solution_minlex`], and its solution to the smallest grid.
///
/// # Panics
/// If the second grid does not solve the puzzle.
pub fn to_solution_minlex(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> Isomorphism {
    assert!(solves(geometry, puzzle, solution), "this is not a solution of the puzzle");
    if geometry == Geometry::NINE {
        nine::smallest(puzzle, solution)
    } else {
        search::smallest_with_puzzle(geometry, puzzle, solution)
    }
}

fn solves(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> bool {
    let agrees = |(&given, &digit): (&u8, &u8)| given == 0 || given == digit;
    let is_digit = |&digit: &u8| digit != 0 && usize::from(digit) <= geometry.size();
    solution.len() == geometry.cell_count()
        && puzzle.len() == solution.len()
        && solution.iter().all(is_digit)
        && puzzle.iter().zip(solution).all(agrees)
        && clash(geometry, solution).is_none()
}

fn image(way: &Isomorphism, cells: &[u8]) -> Vec<u8> {
    let mut image = vec![0; cells.len()];
    way.apply(cells, &mut image);
    image
}

/// Whether the grid can be transposed: boxes that are not square do not fit any more then.
fn is_square(geometry: Geometry) -> bool {
    geometry.box_height() == geometry.box_width()
}

#[cfg(test)]
mod tests;
