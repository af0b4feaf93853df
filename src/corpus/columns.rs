//! The columns of a table and the fields of JSON objects. Their names, or the user, tell what they hold.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::label::{Parts, label_word};
use crate::sudoku::Geometry;

/// The names of columns that hold puzzles, solutions, ratings and classes, the likeliest first.
const PUZZLES: &str = "puzzle puzzles quiz quizzes question questions sudoku sudokus unsolved givens board boards grid \
     grids problem problems clue_string puzzle_string sudoku_puzzle";
const SOLUTIONS: &str = "solution solutions answer answers solved solution_string sudoku_solution";
const RATINGS: &str = "rating ratings difficulty_rating se_rating score se er difficulty level";
const CLASSES: &str = "class difficulty level category label difficulty_level rating";

/// Which column of a table holds the puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The column with this name in the header.
    Name(String),
    /// The column with this number, from 1.
    Number(usize),
}

/// The error for a text that does not name a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a column name, or a column number from 1")]
pub struct BadColumn;

impl FromStr for Column {
    type Err = BadColumn;

    fn from_str(text: &str) -> Result<Column, BadColumn> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BadColumn);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Column::Name(text.to_owned()));
        }
        let number = text.parse().ok().filter(|&number| number > 0);
        number.map(Column::Number).ok_or(BadColumn)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Name(name) => f.write_str(name),
            Column::Number(number) => write!(f, "{number}"),
        }
    }
}

/// What each column holds.
#[derive(Debug)]
pub(super) struct Columns {
    /// Empty if there is no header.
    pub(super) names: Vec<String>,
    pub(super) puzzle: usize,
    pub(super) solution: Option<usize>,
    rating: Option<usize>,
    class: Option<usize>,
}

impl Columns {
    /// Creates columns of which only the puzzle column is known.
    pub(super) fn without_names(puzzle: usize) -> Columns {
        Columns { names: Vec::new(), puzzle, solution: None, rating: None, class: None }
    }

    /// Creates columns with names; `None` if no name is known to be that of puzzles, or the wanted column does not
    /// exist.
    pub(super) fn of(names: Vec<String>, wanted: Option<&Column>) -> Option<Columns> {
        let puzzle = match wanted {
            Some(Column::Name(name)) => names.iter().position(|other| plain(other) == plain(name)),
            Some(Column::Number(number)) => Some(number - 1).filter(|&index| index < names.len()),
            None => find(&names, PUZZLES),
        }?;
        let other = |known: &str| find(&names, known).filter(|&column| column != puzzle);
        let (solution, rating, class) = (other(SOLUTIONS), other(RATINGS), other(CLASSES));
        Some(Columns { names, puzzle, solution, rating, class })
    }

    /// Describes what the columns hold.
    pub(super) fn described(&self, column: &str) -> String {
        let used = [
            (Some(self.puzzle), "puzzle"),
            (self.solution, "solution"),
            (self.rating, "rating"),
            (self.class, "class"),
        ];
        let described = used.into_iter().filter_map(|(index, what)| {
            let name = self.names.get(index?).map(|name| format!(" ({name})")).unwrap_or_default();
            Some(format!("{what} in {column} {}{name}", index? + 1))
        });
        described.collect::<Vec<_>>().join(", ")
    }

    /// Joins all fields except puzzle and solution to a label, and returns where in it rating and class are. Without
    /// names, that is guessed later.
    pub(super) fn label<'f>(
        &self,
        fields: impl Iterator<Item = &'f str>,
        separator: char,
        geometry: Geometry,
    ) -> (String, Option<Parts>) {
        let (mut label, mut parts) = (String::new(), Parts::default());
        for (index, field) in fields.map(str::trim).enumerate() {
            if index == self.puzzle || Some(index) == self.solution || field.is_empty() {
                continue;
            }
            if !label.is_empty() {
                label.push(separator);
            }
            let start = label.len() as u32;
            label.push_str(field);
            let place = (start, label.len() as u32);
            if Some(index) == self.rating {
                parts.rating = place;
            }
            if Some(index) == self.class && label_word(field, geometry).is_some() {
                (parts.class, parts.has_class_column) = (place, true);
            }
        }
        if !parts.has_class_column {
            parts.class = (0, label.len() as u32);
        }
        (label, Some(parts).filter(|_| !self.names.is_empty()))
    }
}

/// Returns whether a heading is the name of a puzzle column, and so the header of a table with one column.
pub(super) fn is_puzzle_name(heading: &str) -> bool {
    find(&[heading.trim().to_owned()], PUZZLES).is_some()
}

/// Lists names for a message.
pub(super) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut shown: Vec<String> =
        names.iter().take(SHOWN).map(|name| name.chars().take(30).collect::<String>()).collect();
    if names.len() > SHOWN {
        shown.push(format!("and {} more", names.len() - SHOWN));
    }
    shown.join(", ")
}

/// Returns the column with the first of the known names that occurs.
fn find(names: &[String], known: &str) -> Option<usize> {
    let names: Vec<String> = names.iter().map(|name| plain(name)).collect();
    known.split_whitespace().find_map(|known| names.iter().position(|name| name == known))
}

/// Normalizes the name of a column: ignores case, and replaces spaces and hyphens with underscores.
fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_")
}
