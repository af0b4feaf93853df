//! Logic: solves a puzzle as a person would, says how, and grades it by the hardest step that it needed.
//!
//! A [`Logician`] always takes the simplest [`Technique`] that gets it any further. The class of a puzzle, its
//! [`Difficulty`], is that of the hardest technique it needed, or extreme if none helps any more. The rating orders
//! puzzles by the hardest technique, then by how many rounds of it, then by the rounds of simpler ones; extreme ones by
//! the candidates that are left.
//!
//! Isomorphs have the same class and rating. Each technique is searched for in full, and what it proves on a board it
//! also proves, or something simpler does, when more candidates have gone; so the order of steps does not matter. To
//! grade a puzzle, all that a technique finds on a board is taken in one *round*, so even the number of rounds is the
//! same.

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
