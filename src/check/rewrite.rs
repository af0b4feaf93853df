//! What the corpus tools make of a puzzle once its solutions are known: its canonical form, or a minimal puzzle.

use super::checker::Checker;
use crate::engine::Status;
use crate::random::Random;
use crate::sudoku::Grid;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::minlex::{to_puzzle_minlex, to_solution_minlex};

/// A puzzle without givens that it does not need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimized {
    /// The puzzle, which has the same solution.
    pub puzzle: Grid,
    /// How many givens were taken away.
    pub removed: usize,
    /// Givens that may not be needed: the search was given up, and they were kept.
    pub doubtful: usize,
}

/// # Panics
/// Both panic if the rule's engine does not solve the size of the puzzle.
impl Checker<'_> {
    /// The transformation to the canonical form of the Sudoku community: by the solution if there is exactly one,
    /// otherwise by the puzzle itself. `None` if the search was given up.
    pub fn to_canonical(&mut self, puzzle: &Grid) -> Option<Isomorphism> {
        let (geometry, givens) = (puzzle.geometry(), puzzle.cells());
        let checked = self.check(geometry, givens).expect("the engine solves this size");
        match (checked.status, checked.only_solution()) {
            (Status::Stopped, _) => None,
            (_, Some(solution)) => Some(to_solution_minlex(geometry, givens, solution)),
            _ => Some(to_puzzle_minlex(geometry, givens)),
        }
    }

    /// Takes away givens in random order, each that is not needed when its turn comes. What is left is minimal: a given
    /// that was needed before is needed still. A puzzle that has not exactly one solution comes back as its status.
    ///
    /// Each search is given up after so many nodes; in grids larger than 9×9 it may never end.
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
