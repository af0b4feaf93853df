//! Published timing tables, run again.
//!
//! Others have published how long their solvers take. [`reproduce`] solves our corpora, or where it is known the same
//! puzzle, by the same rules as any [run](crate::bench::run) and sets the figures side by side: bounds by class, times,
//! and recursive calls of plain backtracking against dancing links, on the same puzzles.

mod figures;
mod reproduce;

pub use reproduce::reproduce;
