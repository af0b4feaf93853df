//! Checks whether puzzles are sound, with evidence that can be verified by hand.
//!
//! A [`Checker`] tells whether a puzzle has exactly one solution. It returns two solutions if there are several, and
//! the clash if the givens contradict each other. It also finds redundant givens. [`Duplicates`] remembers all puzzles
//! of a corpus and tells where a duplicate was seen first; a [`Survey`] does the same for more puzzles than fit in
//! memory.
//!
//! The rest serves the corpus tools: the checker also finds the canonical form of a puzzle and removes redundant
//! givens, [`SortKeys`] computes the keys by which puzzles are sorted, and a [`Census`] counts what a corpus is made
//! of.

mod census;
mod checker;
mod duplicates;
mod order;
mod rewrite;
#[cfg(feature = "cli")]
mod survey;

pub use census::{Census, PuzzleTraits};
pub use checker::{CheckRule, Checked, Checker, Verdict};
pub use duplicates::{Duplicates, Fingerprint, Seen};
pub use order::{SortKeys, SortOrder};
pub use rewrite::Minimized;
#[cfg(feature = "cli")]
pub use survey::{Survey, Surveyed};
