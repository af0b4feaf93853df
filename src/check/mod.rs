//! Is a puzzle sound? An answer with evidence that can be checked by hand.
//!
//! A [`Checker`] says of one puzzle whether it has exactly one solution, shows two where it has several and the clash
//! where the givens contradict each other, compares the solution that stands in the file, and finds givens that are not
//! needed. [`Duplicates`] remembers all puzzles of a corpus, and says where a duplicate was seen first; a [`Survey`]
//! does so for more puzzles than memory holds.
//!
//! The rest is what the corpus tools do with a puzzle once they know its solutions: the checker brings it to its
//! canonical form or removes the givens it does not need, [`SortKeys`] finds its place in an order, and a [`Census`]
//! counts what a corpus is made of.

mod census;
mod checker;
mod duplicates;
mod order;
mod rewrite;
#[cfg(feature = "cli")]
mod survey;

pub use census::{Census, PuzzleTraits};
pub use checker::{CheckRule, Checked, Checker};
pub use duplicates::{Duplicates, Fingerprint, Seen};
pub use order::{SortKeys, SortOrder};
pub use rewrite::Minimized;
#[cfg(feature = "cli")]
pub use survey::{Survey, Surveyed};
