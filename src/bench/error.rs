//! Why a run ends without a result.

use std::io;

use thiserror::Error;

use crate::corpus::stream::StreamError;

/// Why a run ended without a result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// An engine gave a wrong solution, or two engines found different numbers of solutions.
    #[error("{what}\n  at        {place}\n  puzzle    {puzzle}")]
    WrongAnswer {
        /// What the engines answered.
        what: String,
        /// File and line.
        place: String,
        /// The puzzle.
        puzzle: String,
    },
    /// An external solver cannot be used.
    #[error("engine {name}: {reason}")]
    External {
        /// The name of the solver.
        name: String,
        /// Why it cannot be used.
        reason: String,
    },
    /// A source had different puzzles in different passes.
    #[error("{0} changed during the run: every pass must read the same puzzles")]
    Changed(String),
    /// The [`Observer`](super::Observer) could not write what it was told.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The stream of puzzles failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}
