//! Why a run ends without a result.

use std::io;

use thiserror::Error;

use crate::corpus::stream::StreamError;
use crate::corpus::{Puzzle, Source};
use crate::engine::EngineKind;

/// Why a run ended without a result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// An engine gave a wrong answer.
    #[error(
        "engine {engine} gave a wrong solution, so its times are worthless\n  at        {place}\n  puzzle    {puzzle}\n  solution  {solution}"
    )]
    WrongSolution {
        /// The engine.
        engine: EngineKind,
        /// File and line.
        place: String,
        /// The puzzle.
        puzzle: String,
        /// The wrong solution.
        solution: String,
    },
    /// Two engines found different numbers of solutions.
    #[error("engines disagree at {place}: {} found {} solutions, {} found {}\n  puzzle  {puzzle}", .first.0, .first.1, .other.0, .other.1)]
    Disagreement {
        /// File and line.
        place: String,
        /// The puzzle.
        puzzle: String,
        /// An engine and its number of solutions.
        first: (EngineKind, u64),
        /// Another engine and its number of solutions.
        other: (EngineKind, u64),
    },
    /// A corpus was not the same in every pass.
    #[error("{0} changed while it was measured: all passes must see the same puzzles")]
    Changed(String),
    /// What was measured could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The stream of puzzles broke down.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl RunError {
    pub(super) fn wrong_solution(
        engine: EngineKind,
        puzzle: &Puzzle<'_>,
        source: &Source,
        wrong: &[u8],
    ) -> RunError {
        // A wrong digit may be too large for any grid to hold.
        let symbols = puzzle.symbols;
        let text = |cells: &[u8]| cells.iter().map(|&digit| symbols.symbol(digit)).collect();
        RunError::WrongSolution {
            engine,
            place: format!("{}, line {}", source.name, puzzle.line),
            puzzle: text(puzzle.cells),
            solution: text(wrong),
        }
    }
}
