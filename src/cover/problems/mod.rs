//! Classic exact-cover problems of any size.
//!
//! Each file contains one kind: a function that creates the problem, and one that says what an option puts on the board.
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

pub use board::Placed;
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
        let blank = match self {
            Kind::Timetable => return timetable::draw(problem, solution),
            Kind::Queens => ".",
            Kind::Pentominoes => " ",
            Kind::Langford | Kind::Latin => "?",
        };
        let placed = solution.iter().map(|&option| self.placed(problem, option));
        let cells: Vec<Vec<Placed>> = placed.collect::<Option<_>>()?;
        board::board(&cells.concat(), blank)
    }

    /// Returns what an option puts on the board; `None` if the problem is not of this kind, or has no board, as a
    /// timetable.
    pub fn placed(self, problem: &Problem, option: OptionId) -> Option<Vec<Placed>> {
        match self {
            Kind::Queens => queens::placed(problem, option),
            Kind::Langford => langford::placed(problem, option),
            Kind::Pentominoes => pentominoes::placed(problem, option),
            Kind::Latin => latin::placed(problem, option),
            Kind::Timetable => None,
        }
    }
}
