//! Tables: comma-separated values whose first line names the columns.
//!
//! A record is a line. What the columns mean is told by their names; with [`Column`] the user says it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::entry::Entry;
use super::fields::{Field, split};
use super::label::{Parts, label_word};
use super::line::{Line, RowKind, classify};
use super::malformed::{Fault, Malformed};
use super::word;
use crate::sudoku::Geometry;

/// The names of columns that hold puzzles, the likeliest first; likewise solutions, ratings and classes.
const PUZZLES: &str = "puzzle puzzles quiz quizzes question questions sudoku sudokus unsolved givens board boards grid \
     grids problem problems clue_string puzzle_string sudoku_puzzle";
const SOLUTIONS: &str = "solution solutions answer answers solved solution_string sudoku_solution";
const RATINGS: &str = "rating ratings difficulty_rating se_rating score se er difficulty level";
const CLASSES: &str = "class difficulty level category label difficulty_level rating";

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

/// The columns of a table.
#[derive(Debug, Default)]
pub(super) struct Table {
    separator: char,
    names: Vec<String>,
    puzzle: usize,
    solution: Option<usize>,
    rating: Option<usize>,
    class: Option<usize>,
    /// Whether a row has been read.
    has_rows: bool,
}

impl Table {
    /// The table that begins with this line: with a header, or with a row that has a puzzle in the wanted column.
    /// Otherwise the names in the line if it looks like a header.
    pub(super) fn begun_by(line: &str, wanted: Option<&Column>) -> Result<Table, Vec<String>> {
        let names = |fields: Vec<Field<'_>>| fields.iter().map(|(name, _)| name.trim().to_owned()).collect();
        let splits = [',', ';', '\t'].map(|separator| (separator, split(line, separator).map(names)));
        let mut splits: Vec<(char, Vec<String>)> =
            splits.into_iter().filter_map(|(separator, names)| Some((separator, names.ok()?))).collect();
        // The separator that there is most of.
        splits.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let column = |names: &[String]| match wanted {
            Some(Column::Name(name)) => names.iter().position(|other| plain(other) == plain(name)),
            Some(Column::Number(number)) => Some(number - 1).filter(|&index| index < names.len()),
            None if names.len() == 1 && !line.contains('"') => None,
            None if !names.iter().all(|name| is_name_or_empty(name)) => None,
            None => find(names, PUZZLES),
        };
        let found = splits.iter().find_map(|(separator, names)| Some((*separator, names, column(names)?)));
        let Some((separator, names, puzzle)) = found else {
            let names = splits.into_iter().next().map(|(_, names)| names).unwrap_or_default();
            return Err(if looks_like_names(&names) { names } else { Vec::new() });
        };
        let mut table = Table { separator, puzzle, ..Table::default() };
        if matches!(wanted, Some(Column::Number(_))) && !is_name(&names[puzzle]) {
            return Ok(table);
        }
        let other = |known: &str| find(names, known).filter(|&column| column != puzzle);
        (table.solution, table.rating, table.class) = (other(SOLUTIONS), other(RATINGS), other(CLASSES));
        table.names = names.clone();
        Ok(table)
    }

    /// Why the wanted column cannot be had from the first line of a file.
    pub(super) fn complaint(line: &str, number: u64, wanted: &Column) -> String {
        let names = Table::begun_by(line, None).map_or_else(|names| names, |table| table.names);
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
    find(&[heading.trim().to_owned()], PUZZLES).is_some()
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

/// The first of the known names that there is a column for.
fn find(names: &[String], known: &str) -> Option<usize> {
    let names: Vec<String> = names.iter().map(|name| plain(name)).collect();
    known.split_whitespace().find_map(|known| names.iter().position(|name| name == known))
}

/// The name of a column by which it is found: case, and blanks for underscores, do not matter.
fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_")
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
    /// Whether its first line named the columns, and was not a row.
    pub(super) fn has_header(&self) -> bool {
        !self.names.is_empty()
    }

    /// What the columns are, in words.
    pub(super) fn described(&self) -> String {
        let separator = match self.separator {
            '\t' => "tabs".to_owned(),
            sign => format!("{sign:?}"),
        };
        let kind = if self.has_header() { "CSV with a header" } else { "table without a header" };
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
        self.has_header() && self.names.iter().all(|name| is_name_or_empty(name))
    }

    /// Whether this was no table, but a title such as `Puzzle, easy`, with a block below it.
    pub(super) fn is_title_before(&self, line: &str) -> bool {
        let is_block = match classify(line) {
            Line::Block(RowKind::Row(cells)) => Geometry::from_size(cells).is_some(),
            Line::Block(RowKind::Border | RowKind::Sixteen) => true,
            _ => false,
        };
        is_block && !self.has_rows && !line.contains(self.separator)
    }

    /// Whether a line is a comment rather than a row.
    pub(super) fn is_comment(&self, line: &str) -> bool {
        let line = line.trim_start();
        let is_row = self.separator == ';';
        line.starts_with('#') || line.starts_with("//") || (line.starts_with(';') && !is_row)
    }

    /// Reads a row.
    pub(super) fn row(&mut self, text: &str, line: u64) -> Result<Entry, Malformed> {
        let wrong = |column, fault| Malformed { line, column, fault };
        let fields = split(text, self.separator);
        let fields = fields.map_err(|start| wrong(column_of(text, start), Fault::OpenQuote))?;
        let found = fields.len();
        for (column, what) in [(Some(self.puzzle), "puzzle"), (self.solution, "solution")] {
            if let Some(missing) = column.filter(|&column| column >= found) {
                let column = text.trim_end().chars().count() + 1;
                return Err(wrong(column, Fault::FewFields { found, wanted: missing + 1, what }));
            }
        }
        let (field, start) = &fields[self.puzzle];
        let grid = word::read(field, line).map_err(|error| error.moved_by(column_of(text, *start) - 1))?;
        let geometry = grid.geometry();
        // A solution may have blanks: then it is a wrong one.
        let solution = match self.solution.map(|column| &fields[column]) {
            Some((field, start)) if !field.trim().is_empty() => {
                let read = word::read(field, line).ok().filter(|solution| solution.geometry() == geometry);
                Some(read.ok_or_else(|| wrong(column_of(text, *start), Fault::Solution(geometry)))?)
            }
            _ => None,
        };
        let (label, parts) = self.label(&fields, geometry);
        self.has_rows = true;
        Ok(Entry { label, parts, solution, ..Entry::new(line, grid) })
    }

    /// All other fields, and where among them rating and class are. Without a header they are guessed.
    fn label(&self, fields: &[Field<'_>], geometry: Geometry) -> (String, Option<Parts>) {
        let (mut label, mut parts) = (String::new(), Parts::default());
        for (index, (field, _)) in fields.iter().enumerate() {
            let field = field.trim();
            if index == self.puzzle || Some(index) == self.solution || field.is_empty() {
                continue;
            }
            if !label.is_empty() {
                label.push(if self.separator == '\t' { ' ' } else { self.separator });
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
        (label, Some(parts).filter(|_| self.has_header()))
    }
}

/// The column of a byte of a line, in characters from 1.
fn column_of(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}
