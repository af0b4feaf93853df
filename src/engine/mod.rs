//! Sudoku solvers behind one trait.
//!
//! | engine | sizes | what it is |
//! |---|---|---|
//! | [`Dlx`] | 9×9 | dancing links on a matrix specialized for Sudoku; the default for 9×9 |
//! | [`Sweep`] | 9×9 | every rule on the whole grid at once, in vectors; the fastest |
//! | [`Masks`] | all | exact cover with a word per item; the default for sizes other than 9×9, and the fastest there |
//! | [`Cover`] | all | dancing links on the general matrix of [`cover`](crate::cover) |
//! | [`Naive`] | all | plain backtracking, cell by cell, for comparison |
//! | [`Idle`] | all | does nothing: measures the overhead around an engine |
//!
//! An engine is made once and reused for any number of puzzles. It counts the solutions of a puzzle up to a limit
//! (two prove that a solution is the only one) and hands each to the caller; what they mean is a [`Status`].
//!
//! Solvers from outside, programs and shared libraries, are in `external`.

mod cover;
mod dlx;
#[cfg(feature = "cli")]
pub mod external;
mod kind;
mod limits;
mod masks;
mod naive;
mod solver;
mod status;
pub mod sweep;

pub use crate::cover::{Counters, Ended, Outcome};
pub use cover::Cover;
pub use dlx::Dlx;
pub use kind::EngineKind;
pub use limits::{CHECK_INTERVAL, Limits};
pub use masks::Masks;
pub use naive::Naive;
pub use solver::{Engine, Idle, Sink};
pub use status::Status;
pub use sweep::Sweep;
