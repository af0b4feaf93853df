//! Classic exact-cover problems of any size.
//!
//! Each file contains one kind: a function that creates the problem and one that draws a solution as readable text.
//! Drawing only uses the names of items, so it also works for a problem that was written to a file and read back.

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
    /// Draws a solution as text; `None` if the problem turns out not to be of this kind.
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
