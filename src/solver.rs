//! Solves a puzzle in one call.
//!
//! [`solve`], [`count_solutions`] and [`is_unique`] answer the usual questions about a puzzle given as text. For many
//! puzzles, create one [`Solver`] and reuse it: it keeps an engine for each grid size. For node limits, counters or
//! early termination, use an [engine](crate::engine) directly.

use std::ops::ControlFlow;

use thiserror::Error;

use crate::engine::{Engine, EngineKind, Limits};
use crate::sudoku::{Grid, GridError, PerSize};

/// Why [`solve`] cannot return a single solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The text is not a grid.
    #[error("not a puzzle")]
    Malformed(#[from] GridError),
    /// The puzzle has no solution.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The puzzle has several solutions; these are two of them.
    #[error("the puzzle has more than one solution")]
    NotUnique(Box<[Grid; 2]>),
}

/// Returns the only solution of a puzzle.
///
/// ```
/// let solution =
///     dlxbench::solve(".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.")?;
/// assert_eq!(
///     solution.to_line(),
///     "261375894537894162948216357694751238825943671713628945356482719489167523172539486"
/// );
/// # Ok::<(), dlxbench::SolveError>(())
/// ```
pub fn solve(puzzle: &str) -> Result<Grid, SolveError> {
    Solver::new().solve(&puzzle.parse()?)
}

/// Counts the solutions of a puzzle, up to `limit`.
///
/// ```
/// assert_eq!(dlxbench::count_solutions("................", 1000)?, 288);
/// assert_eq!(dlxbench::count_solutions("................", 100)?, 100);
/// # Ok::<(), dlxbench::sudoku::GridError>(())
/// ```
pub fn count_solutions(puzzle: &str, limit: u64) -> Result<u64, GridError> {
    Ok(Solver::new().count_solutions(&puzzle.parse()?, limit))
}

/// Returns whether a puzzle has exactly one solution.
///
/// ```
/// assert!(dlxbench::is_unique("1..2......34....")?);
/// assert!(!dlxbench::is_unique("1..2............")?);
/// # Ok::<(), dlxbench::sudoku::GridError>(())
/// ```
pub fn is_unique(puzzle: &str) -> Result<bool, GridError> {
    Ok(Solver::new().is_unique(&puzzle.parse()?))
}

/// Solves any number of puzzles, of any size.
///
/// ```
/// use dlxbench::{Solver, sudoku::Grid};
///
/// let mut solver = Solver::new();
/// for line in ["1..2......34....", "12............21"] {
///     let puzzle: Grid = line.parse()?;
///     println!("{puzzle} has {} solutions", solver.count_solutions(&puzzle, u64::MAX));
/// }
/// # Ok::<(), dlxbench::sudoku::GridError>(())
/// ```
#[derive(Default)]
pub struct Solver {
    engine: Option<EngineKind>,
    engines: PerSize<Box<dyn Engine>>,
}

impl Solver {
    /// Creates a solver that uses the fastest engine for each size.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Creates a solver that uses this engine for the sizes it supports, and the fastest engine for the others.
    pub fn with_engine(engine: EngineKind) -> Solver {
        Solver { engine: Some(engine), ..Solver::default() }
    }

    /// Returns the only solution of a puzzle.
    pub fn solve(&mut self, puzzle: &Grid) -> Result<Grid, SolveError> {
        let mut found = Vec::with_capacity(2);
        self.each_solution(puzzle, 2, |solution| found.push(solution));
        match <[Grid; 2]>::try_from(found) {
            Ok(two) => Err(SolveError::NotUnique(Box::new(two))),
            Err(mut found) => found.pop().ok_or(SolveError::NoSolution),
        }
    }

    /// Counts the solutions of a puzzle, up to `limit`.
    pub fn count_solutions(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        self.search(puzzle, limit, &mut |_| {})
    }

    /// Returns whether a puzzle has exactly one solution.
    pub fn is_unique(&mut self, puzzle: &Grid) -> bool {
        self.count_solutions(puzzle, 2) == 1
    }

    /// Calls `visit` with each solution of a puzzle, up to `limit`, and returns how many there were.
    pub fn each_solution(&mut self, puzzle: &Grid, limit: u64, mut visit: impl FnMut(Grid)) -> u64 {
        self.search(puzzle, limit, &mut |cells| visit(puzzle.with_cells(cells)))
    }

    fn search(&mut self, puzzle: &Grid, limit: u64, visit: &mut dyn FnMut(&[u8])) -> u64 {
        let geometry = puzzle.geometry();
        let wanted = self.engine.filter(|kind| kind.supports(geometry));
        let kind = wanted.unwrap_or(EngineKind::fastest_for(geometry));
        let make = || kind.build(geometry).expect("the engine supports this size");
        let engine = self.engines.of(geometry, make);
        let outcome = engine.solve(puzzle.cells(), &Limits::solutions(limit), &mut |cells| {
            visit(cells);
            ControlFlow::Continue(())
        });
        outcome.solutions
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("engine", &self.engine).finish_non_exhaustive()
    }
}
