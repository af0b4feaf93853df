//! Sudoku solvers behind one trait.
//!
//! | engine | sizes | what it is |
//! |---|---|---|
//! | [`Dlx`] | 9×9 | dancing links on a matrix specialized for Sudoku; the default for 9×9 |
//! | [`Sweep`] | 9×9 | every rule on the whole grid at once, with vector instructions; the fastest for 9×9 |
//! | [`Masks`] | all | exact cover with one word per item; the default and the fastest for sizes other than 9×9 |
//! | [`Cover`] | all | dancing links on the general matrix of [`cover`](crate::cover) |
//! | [`Naive`] | all | plain backtracking, cell by cell, for comparison |
//! | [`Idle`] | all | does nothing: measures the overhead around an engine |
//!
//! An engine is created once and reused for any number of puzzles. It counts the solutions of a puzzle up to a limit (a
//! limit of 2 is enough to prove uniqueness) and passes each one to the caller. A [`Status`] interprets the result.
//!
//! External solvers, programs and shared libraries, are in [`external`] (feature `cli`).

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
pub use kind::{EngineKind, LacksVectors};
pub use limits::{CHECK_INTERVAL, Limits};
pub use masks::Masks;
pub use naive::Naive;
pub use solver::{Engine, Fault, Idle, MakeEngine, Sink};
pub use status::Status;
pub use sweep::{Sweep, Vectors};
