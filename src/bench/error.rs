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
        /// Which engine answered what.
        what: String,
        /// File and line.
        place: String,
        /// The puzzle.
        puzzle: String,
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
