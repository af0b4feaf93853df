//! A table for people, once as data, and drawn where it is read: in columns for a terminal, or as Markdown.

use std::borrow::Cow;

use super::units;
use super::visible::{markdown_escaped, shortened, visible};

/// How many characters of a name a terminal shows.
const NAME_WIDTH: usize = 20;

/// What stands in one place of a table. A figure is formatted the same everywhere; only text is escaped as needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Words and figures.
    Text(String),
    /// A name from outside, which may be long: a terminal shows only its beginning.
    Name(String),
    /// Something to copy, such as a puzzle.
    Code(String),
}

impl Cell {
    /// Nothing is known: an empty cell.
    pub const MISSING: Cell = Cell::Text(String::new());

    /// A name from outside.
    pub fn name(name: impl Into<String>) -> Cell {
        Cell::Name(name.into())
    }

    /// A time with a fitting unit.
    pub fn time(ns: impl Into<Option<f64>>) -> Cell {
        ns.into().map_or(Cell::MISSING, |ns| Cell::Text(units::time(ns)))
    }

    /// A time in whole nanoseconds, with a fitting unit.
    pub fn time_ns(ns: impl Into<Option<u64>>) -> Cell {
        Cell::time(ns.into().map(|ns| ns as f64))
    }

    /// A number that is mostly not whole, such as nodes per puzzle.
    pub fn rate(value: impl Into<Option<f64>>) -> Cell {
        value.into().map_or(Cell::MISSING, |value| Cell::Text(units::rate(value)))
    }

    /// The cell as plain text.
    pub fn as_str(&self) -> &str {
        match self {
            Cell::Text(text) | Cell::Name(text) | Cell::Code(text) => text,
        }
    }

    fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Text(text) | Cell::Code(text) => visible(text),
            Cell::Name(name) => Cow::Owned(shortened(name, NAME_WIDTH)),
        }
    }

    fn markdown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Name(text) => markdown_escaped(text),
            Cell::Code(text) => format!("`{}`", visible(text).replace('`', "'")),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<u64> for Cell {
    /// A count, with its thousands apart.
    fn from(count: u64) -> Cell {
        Cell::Text(units::count(count))
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::MISSING, T::into)
    }
}

/// Rows of cells under headings. The first columns are words and stand to the left, the others to the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(super) left: usize,
    pub(super) headings: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows, of which so many columns stand to the left.
    pub fn new<H: Into<String>>(left: usize, headings: impl IntoIterator<Item = H>) -> Table {
        Table { left, headings: headings.into_iter().map(H::into).collect(), rows: Vec::new() }
    }

    /// The same table with these rows added.
    pub fn with(mut self, rows: impl IntoIterator<Item: IntoIterator<Item = Cell>>) -> Table {
        self.rows.extend(rows.into_iter().map(|row| row.into_iter().collect()));
        self
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// The lines for a terminal: the heading, unless all headings are empty, and the rows. Columns are as wide as their
    /// widest cell, two blanks apart; control characters are made [visible].
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<Vec<_>> = vec![self.headings.iter().map(|heading| visible(heading)).collect()];
        lines.extend(self.rows.iter().map(|row| row.iter().map(Cell::text).collect()));
        let has_headings = self.headings.iter().any(|heading| !heading.is_empty());
        let width = |column: usize| {
            lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..).map_while(width).collect();
        let aligned = |(column, cell): (usize, &_)| match widths[column] {
            width if column < self.left => format!("{cell:<width$}"),
            width => format!("{cell:>width$}"),
        };
        let joined = |line: &Vec<_>| {
            let cells: Vec<String> = line.iter().enumerate().map(aligned).collect();
            cells.join("  ").trim_end().to_owned()
        };
        lines.iter().skip(usize::from(!has_headings)).map(joined).collect()
    }

    /// The table for a terminal.
    pub fn text(&self) -> String {
        self.lines().iter().map(|line| format!("{line}\n")).collect()
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let headings: Vec<String> = self.headings.iter().map(|heading| markdown_escaped(heading)).collect();
        let rule = |column: usize| if column < self.left { "---" } else { "---:" };
        let rules: Vec<&str> = (0..headings.len()).map(rule).collect();
        let mut text = format!("| {} |\n|{}|\n", headings.join(" | "), rules.join("|"));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(Cell::markdown).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        text
    }
}
