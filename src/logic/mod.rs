//! Logic: solves a puzzle as a person would, says how, and grades it by the hardest step that it needed.
//!
//! A [`Logician`] knows the [`Technique`]s from singles to chains and the trial of one candidate. It always takes the simplest
//! one that gets it any further. The class of a puzzle, its [`Difficulty`], is that of the hardest technique it needed, or
//! extreme if none of them helps any more.
//!
//! # Why the class does not depend on how a puzzle is turned
//!
//! Each technique is searched for in full, and what it proves on a board it also proves, or something simpler does, when
//! more candidates have gone. So it does not matter in which order steps are taken: the techniques up to a certain one lead to
//! the same board in the end. And to grade a puzzle, everything that a technique finds on a board is taken in one *round*,
//! so even the number of rounds, and with it the rating, is the same for all isomorphs of a puzzle.
//!
//! # The rating
//!
//! A number that orders puzzles, first by the hardest technique they need, then by how many rounds of it, then by the rounds of
//! simpler ones. A puzzle that is extreme is rated by the candidates that are left when nothing helps any more.

mod board;
mod cells;
mod chains;
mod coloring;
mod effort;
mod finding;
mod fish;
mod locked;
mod logician;
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
pub use technique::{Difficulty, Technique};
