//! Turns a puzzle into its canonical form, or into a minimal puzzle.

use super::checker::Checker;
use crate::engine::Status;
use crate::random::Random;
use crate::sudoku::Grid;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::minlex::{to_puzzle_minlex, to_solution_minlex};

/// A puzzle without its redundant givens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimized {
    /// The puzzle, which has the same solution.
    pub puzzle: Grid,
    /// The number of givens that were removed.
    pub removed: usize,
    /// The number of givens that may be redundant but were kept, because a limit stopped the search.
    pub doubtful: usize,
}

/// # Panics
/// Both methods panic if the rule's engine does not solve the size of the puzzle.
impl Checker<'_> {
    /// Returns the transformation to the canonical form of the Sudoku community: by the solution if there is exactly
    /// one, otherwise by the puzzle itself. Returns `None` if a limit stopped the search.
    pub fn to_canonical(&mut self, puzzle: &Grid) -> Option<Isomorphism> {
        let (geometry, givens) = (puzzle.geometry(), puzzle.cells());
        let checked = self.check(geometry, givens).expect("the engine solves this size");
        match (checked.status, checked.only_solution()) {
            (Status::Stopped, _) => None,
            (_, Some(solution)) => Some(to_solution_minlex(geometry, givens, solution)),
            _ => Some(to_puzzle_minlex(geometry, givens)),
        }
    }

    /// Removes givens in random order, each if it is redundant when its turn comes. The result is minimal, because a
    /// given that was required with more givens present is still required. If the puzzle does not have exactly one
    /// solution, fails with its status.
    ///
    /// Each search stops after `nodes` nodes; on grids larger than 9×9 it might otherwise never end.
    pub fn minimize(&mut self, puzzle: &Grid, nodes: u64, random: &mut Random) -> Result<Minimized, Status> {
        let mut cells = puzzle.cells().to_vec();
        let mut status =
            |cells: &[u8]| self.status(puzzle.geometry(), cells, nodes).expect("the engine solves this size");
        match status(&cells) {
            Status::Unique => {}
            other => return Err(other),
        }
        let mut givens: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        random.shuffle(&mut givens);
        let (mut removed, mut doubtful) = (0, 0);
        for cell in givens {
            let given = std::mem::replace(&mut cells[cell], 0);
            match status(&cells) {
                Status::Unique => removed += 1,
                status => {
                    cells[cell] = given;
                    doubtful += usize::from(status == Status::Stopped);
                }
            }
        }
        Ok(Minimized { puzzle: puzzle.with_cells(&cells), removed, doubtful })
    }
}
