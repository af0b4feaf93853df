//! Classic exact-cover problems, made to measure.
//!
//! Each file holds one kind: a function that makes the problem, and one that draws a solution so that a person
//! can read it. Drawing works from the names of items alone, so it also works on a problem that was written to a
//! file and read back.

mod board;
mod build;
mod langford;
mod latin;
mod pentominoes;
mod queens;
pub mod timetable;

use super::problem::{OptionId, Problem};
use crate::named::named;

pub use build::SizeError;
pub use langford::langford;
pub use latin::latin;
pub use pentominoes::pentominoes;
pub use queens::queens;

named! {
    /// The kinds of problem whose solutions can be drawn.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum Kind, "kind of problem" {
        Queens => "queens", "Queens that do not attack each other";
        Langford => "langford", "Langford pairs";
        Pentominoes => "pentominoes", "The twelve pentominoes in a box";
        Latin => "latin", "Latin squares";
        Timetable => "timetable", "A school timetable";
    }
}

impl Kind {
    /// A solution drawn as text; `None` if the problem is not of this kind after all.
    pub fn draw(self, problem: &Problem, solution: &[OptionId]) -> Option<String> {
        match self {
            Kind::Queens => queens::draw(problem, solution),
            Kind::Langford => langford::draw(problem, solution),
            Kind::Pentominoes => pentominoes::draw(problem, solution),
            Kind::Latin => latin::draw(problem, solution),
            Kind::Timetable => timetable::draw(problem, solution),
        }
    }
}
