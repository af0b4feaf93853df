//! Logic: solves a puzzle as a person would, explains the steps, and grades the puzzle by the hardest one.
//!
//! A [`Logician`] always uses the simplest [`Technique`] that makes progress. The class of a puzzle, its
//! [`Difficulty`], is that of the hardest technique it needed, or extreme if the techniques do not suffice. The rating
//! orders puzzles by the hardest technique, then by its number of rounds, then by the rounds of simpler techniques.
//! Extreme puzzles are ordered by the number of candidates left.
//!
//! Isomorphs have the same class and rating. Each technique is searched for completely, and what it proves on a board
//! is still provable, by this or a simpler technique, after more candidates are removed; so the order of steps does not
//! matter. For grading, everything that a technique finds on a board is applied in one *round*, so even the number of
//! rounds is the same.

mod board;
mod cells;
mod chains;
mod coloring;
mod effort;
mod finding;
mod locked;
mod logician;
mod refutation;
mod singles;
mod subsets;
mod technique;
mod trial;
mod wings;
mod words;

#[cfg(test)]
mod tests;

pub use effort::{Effort, EffortRule};
pub use logician::{Explanation, Grade, Logician, Rating, Step};
pub use refutation::{Contradiction, Refutation};
pub use technique::{Difficulty, Technique};
