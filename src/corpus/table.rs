//! Tables: comma-separated values whose first line names the columns.
//!
//! A record is a line. What the columns mean is told by their names; with [`Column`] the user says it.

mod fields;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use self::fields::Fields;
use super::entry::Entry;
use super::label::{Parts, label_word};
use super::line::{Line, classify};
use super::malformed::Malformed;
use super::word::{self, Word};
use crate::sudoku::{Geometry, Grid};

/// The names of columns that hold puzzles, the likeliest first.
const PUZZLES: [&str; 19] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "unsolved",
    "givens",
    "board",
    "boards",
    "grid",
    "grids",
    "problem",
    "problems",
    "clue_string",
    "puzzle_string",
    "sudoku_puzzle",
];
const SOLUTIONS: [&str; 7] =
    ["solution", "solutions", "answer", "answers", "solved", "solution_string", "sudoku_solution"];
const RATINGS: [&str; 9] =
    ["rating", "ratings", "difficulty_rating", "se_rating", "score", "se", "er", "difficulty", "level"];
const CLASSES: [&str; 7] =
    ["class", "difficulty", "level", "category", "label", "difficulty_level", "rating"];

/// Which column of a table holds the puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The one that the header calls so.
    Name(String),
    /// The one in this place, from 1.
    Number(usize),
}

/// A text that does not name a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected the name of a column, or its number counted from 1")]
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

/// What the first line of a file says about its columns.
pub(super) enum Header {
    /// It is the header of a table.
    Table(Box<Table>),
    /// There is no header, but the wanted column holds a puzzle at once.
    Headless(Box<Table>),
    /// It looks like a header, and none of these names is known to stand for puzzles.
    Unknown(Vec<String>),
    /// It is no header.
    None,
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Table {
    fields: Fields,
    names: Vec<String>,
    puzzle: usize,
    solution: Option<usize>,
    rating: Option<usize>,
    class: Option<usize>,
    /// Whether a row has been read.
    has_rows: bool,
}

impl Header {
    /// Looks at a line that may be a header.
    pub(super) fn of(line: &str, wanted: Option<&Column>) -> Header {
        let mut splits: Vec<(Fields, Vec<String>)> = Vec::new();
        for separator in [b',', b';', b'\t'] {
            let mut fields = Fields::new(separator);
            if fields.split(line).is_ok() {
                let names = (0..fields.len()).map(|index| fields.get(index).0.trim().to_owned()).collect();
                splits.push((fields, names));
            }
        }
        // The separator that there is most of.
        splits.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let column = |names: &[String]| match wanted {
            Some(Column::Name(name)) => find(names, &[name]),
            Some(Column::Number(number)) => Some(number - 1).filter(|&index| index < names.len()),
            None if names.len() == 1 && !line.contains('"') => None,
            None if !names.iter().all(|name| is_name_or_empty(name)) => None,
            None => find(names, &PUZZLES),
        };
        let found = splits.iter().position(|(_, names)| column(names).is_some());
        let Some(position) = found else {
            let names = splits.into_iter().next().map(|(_, names)| names).unwrap_or_default();
            return if looks_like_names(&names) { Header::Unknown(names) } else { Header::None };
        };
        let (fields, names) = splits.swap_remove(position);
        let puzzle = column(&names).unwrap_or(0);
        if matches!(wanted, Some(Column::Number(_))) && !is_name(&names[puzzle]) {
            let table = Table {
                fields,
                names: Vec::new(),
                puzzle,
                solution: None,
                rating: None,
                class: None,
                has_rows: false,
            };
            return Header::Headless(Box::new(table));
        }
        let other = |known: &[&str]| find(&names, known).filter(|&column| column != puzzle);
        let (solution, rating, class) = (other(&SOLUTIONS), other(&RATINGS), other(&CLASSES));
        Header::Table(Box::new(Table { fields, names, puzzle, solution, rating, class, has_rows: false }))
    }

    /// Why the wanted column cannot be had from the first line of a file.
    pub(super) fn complaint(line: &str, number: u64, wanted: &Column) -> String {
        let names = match Header::of(line, None) {
            Header::Table(table) => table.names.clone(),
            Header::Unknown(names) => names,
            Header::Headless(_) | Header::None => Vec::new(),
        };
        let wanted = match wanted {
            Column::Name(name) => format!("no column is called {name:?}"),
            Column::Number(column) => format!("there is no column {column}"),
        };
        match names.is_empty() {
            true => format!("line {number}, column 1: {wanted}; this line is no header of a table"),
            false => format!("line {number}, column 1: {wanted}; the header names {}", listed(&names)),
        }
    }
}

/// Whether a heading is the name of a column of puzzles, so that it is the header of a table with one column.
pub(super) fn is_puzzle_name(heading: &str) -> bool {
    find(&[heading.trim().to_owned()], &PUZZLES).is_some()
}

/// Names for a message.
pub(super) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut shown: Vec<String> =
        names.iter().take(SHOWN).map(|name| name.chars().take(30).collect::<String>()).collect();
    if names.len() > SHOWN {
        shown.push(format!("and {} more", names.len() - SHOWN));
    }
    shown.join(", ")
}

/// The first of the known names that there is a column for; case, and blanks for underscores, do not matter.
fn find(names: &[String], known: &[&str]) -> Option<usize> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-'], "_");
    let names: Vec<String> = names.iter().map(|name| plain(name)).collect();
    known.iter().find_map(|known| names.iter().position(|name| *name == plain(known)))
}

/// Whether a field may be the name of a column.
fn is_name(field: &str) -> bool {
    field.starts_with(|c: char| c.is_alphabetic() || c == '_') && field.len() <= 60 && !word::is_puzzle(field)
}

fn is_name_or_empty(field: &str) -> bool {
    field.is_empty() || is_name(field)
}

/// Whether these may be the names of columns. The first may be missing, where rows are numbered.
fn looks_like_names(names: &[String]) -> bool {
    let named = if names.first().is_some_and(String::is_empty) { &names[1..] } else { names };
    names.len() > 1 && !named.is_empty() && named.iter().all(|name| is_name(name))
}

impl Table {
    /// What the columns are, in words.
    pub(super) fn described(&self) -> String {
        let separator = match self.fields.separator() {
            b'\t' => "tabs".to_owned(),
            sign => format!("{:?}", char::from(sign)),
        };
        let kind = if self.names.is_empty() { "table without a header" } else { "CSV with a header" };
        let mut text = format!("{kind}, separated by {separator}");
        let used = [
            (Some(self.puzzle), "puzzle"),
            (self.solution, "solution"),
            (self.rating, "rating"),
            (self.class, "class"),
        ];
        for (column, what) in used {
            if let Some(column) = column {
                let name = self.names.get(column).map(|name| format!(" ({name})")).unwrap_or_default();
                text.push_str(&format!(", {what} in column {}{name}", column + 1));
            }
        }
        text
    }

    /// Whether its header has nothing but names, so that it cannot be a row.
    pub(super) fn has_only_names(&self) -> bool {
        !self.names.is_empty() && self.names.iter().all(|name| is_name_or_empty(name))
    }

    /// Whether this was no table, but a title such as `Puzzle, easy`, with a block below it.
    pub(super) fn is_title_before(&self, line: &str) -> bool {
        let is_block = match classify(line) {
            Line::Row(cells) => Geometry::from_size(cells).is_some(),
            Line::Border | Line::SixteenCells => true,
            _ => false,
        };
        is_block && !self.has_rows && !line.contains(char::from(self.fields.separator()))
    }

    /// Whether a line is a comment rather than a row.
    pub(super) fn is_comment(&self, line: &str) -> bool {
        let line = line.trim_start();
        let is_row = self.fields.separator() == b';';
        line.starts_with('#') || line.starts_with("//") || (line.starts_with(';') && !is_row)
    }

    /// Reads a row.
    pub(super) fn row(&mut self, text: &str, line: u64) -> Result<Entry, Malformed> {
        if let Err(start) = self.fields.split(text) {
            return Err(Malformed::OpenQuote { line, column: column_of(text, start) });
        }
        let found = self.fields.len();
        for (column, what) in [(Some(self.puzzle), "puzzle"), (self.solution, "solution")] {
            if let Some(wanted) = column.filter(|&column| column >= found) {
                let column = text.trim_end().chars().count() + 1;
                return Err(Malformed::FewFields { line, column, found, wanted: wanted + 1, what });
            }
        }
        let (field, start) = self.fields.get(self.puzzle);
        let Word { grid, .. } =
            word::read(field, line).map_err(|error| error.moved_by(text[..start].chars().count()))?;
        let solution = self.solution(text, line, &grid)?;
        let (label, parts) = self.label(&grid);
        self.has_rows = true;
        Ok(Entry { label, parts, solution, ..Entry::new(line, grid) })
    }

    /// What the solution column says, if anything. It may have blanks: then it is a wrong one.
    fn solution(&self, text: &str, line: u64, puzzle: &Grid) -> Result<Option<Grid>, Malformed> {
        let Some(column) = self.solution else { return Ok(None) };
        let (field, start) = self.fields.get(column);
        if field.trim().is_empty() {
            return Ok(None);
        }
        match word::read(field, line) {
            Ok(Word { grid, .. }) if grid.geometry() == puzzle.geometry() => Ok(Some(grid)),
            _ => {
                let column = column_of(text, start);
                Err(Malformed::Solution { line, column, geometry: puzzle.geometry() })
            }
        }
    }

    /// All other fields, and where among them rating and class are. Without a header they are guessed.
    fn label(&self, puzzle: &Grid) -> (String, Option<Parts>) {
        let separator = match self.fields.separator() {
            b'\t' => ' ',
            sign => char::from(sign),
        };
        let (mut label, mut parts) = (String::new(), Parts::default());
        for index in 0..self.fields.len() {
            let field = self.fields.get(index).0.trim();
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
            if Some(index) == self.class && label_word(field, puzzle.geometry()).is_some() {
                (parts.class, parts.has_class_column) = (place, true);
            }
        }
        if !parts.has_class_column {
            parts.class = (0, label.len() as u32);
        }
        (label, Some(parts).filter(|_| !self.names.is_empty()))
    }
}

/// The column of a byte of a line, in characters from 1.
fn column_of(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(1, |before| before.chars().count() + 1)
}

#[cfg(test)]
mod tests;
