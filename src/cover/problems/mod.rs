//! Classic exact-cover problems, made to measure.
//!
//! Each file holds one kind: a function that makes the problem, and one that draws a solution so that a person
//! can read it. Drawing works from the names of items alone, so it also works on a problem that was written to a
//! file and read back.

mod langford;
mod latin;
mod pentominoes;
mod queens;
pub mod timetable;

use super::problem::{OptionId, Problem};

pub use langford::langford;
pub use latin::latin;
pub use pentominoes::pentominoes;
pub use queens::queens;

/// The kinds of problem whose solutions can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Queens that do not attack each other.
    Queens,
    /// Langford pairs.
    Langford,
    /// The twelve pentominoes in a box.
    Pentominoes,
    /// Latin squares.
    Latin,
    /// A school timetable.
    Timetable,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Queens, Kind::Langford, Kind::Pentominoes, Kind::Latin, Kind::Timetable];

    /// The word for this kind on the command line and in the first comment of a problem's text.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Queens => "queens",
            Kind::Langford => "langford",
            Kind::Pentominoes => "pentominoes",
            Kind::Latin => "latin",
            Kind::Timetable => "timetable",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

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

/// A wish that no problem of its kind can meet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// A size out of range.
    #[error("{kind} of order {order}: the order must be from {least} to {most}")]
    Order {
        /// The kind of problem.
        kind: &'static str,
        /// The order asked for.
        order: usize,
        /// The smallest order.
        least: usize,
        /// The largest order.
        most: usize,
    },
    /// A box that the pentominoes cannot fill.
    #[error(
        "pentominoes {width}x{height}: {area} cells; the box needs 60 for all twelve pieces, \
         or fewer in fives (then some pieces stay out), or 8x8 with a hole of four in the middle"
    )]
    Box {
        /// The width of the box.
        width: usize,
        /// The height of the box.
        height: usize,
        /// Its area.
        area: usize,
    },
}

fn check_order(kind: &'static str, order: usize, least: usize, most: usize) -> Result<(), SizeError> {
    if (least..=most).contains(&order) { Ok(()) } else { Err(SizeError::Order { kind, order, least, most }) }
}

/// The row and the column in a name such as `R3C12`.
fn cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// The names of the items of an option.
fn names(problem: &Problem, option: OptionId) -> impl Iterator<Item = &str> {
    problem.entries(option).iter().map(|entry| problem.item_name(entry.item))
}

/// No board is larger than this in either direction; names in a file may claim anything.
const LARGEST_BOARD: usize = 4096;

/// Draws a board of symbols from what stands where; cells without a symbol show `blank`.
fn board(cells: &[((usize, usize), String)], blank: &str) -> Option<String> {
    if cells.iter().any(|((row, column), _)| *row.max(column) >= LARGEST_BOARD) {
        return None;
    }
    let height = cells.iter().map(|((row, _), _)| row + 1).max()?;
    let width = cells.iter().map(|((_, column), _)| column + 1).max()?;
    let symbol_width = cells.iter().map(|(_, symbol)| symbol.chars().count()).max()?;
    let mut rows = vec![vec![blank; width]; height];
    for ((row, column), symbol) in cells {
        rows[*row][*column] = symbol;
    }
    let line = |row: &Vec<&str>| {
        let symbols: Vec<String> = row.iter().map(|symbol| format!("{symbol:>symbol_width$}")).collect();
        symbols.join(" ").trim_end().to_owned() + "\n"
    };
    Some(rows.iter().map(line).collect())
}
