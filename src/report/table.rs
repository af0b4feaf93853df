//! A table for people, shown in columns on a terminal or as Markdown.
//!
//! A terminal never wraps a row. A table that is too wide drops its expendable columns in the order in which they are
//! named; if that is not enough, each row becomes a block of lines, one for each column.

use std::borrow::Cow;

use super::palette::Role;
use super::span::{Span, broken};
use super::units;
use super::visible::{columns, markdown_escaped, shortened, visible};

/// The maximum number of terminal columns for a name.
pub(super) const NAME_WIDTH: usize = 20;
/// The gap between columns.
const GAP: &str = "  ";

/// A cell of a table. Figures look the same in every format; text is escaped as the format requires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    text: String,
    kind: Kind,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Name,
    Code,
}

impl Cell {
    /// An empty cell, for a missing value.
    pub const MISSING: Cell = Cell { text: String::new(), kind: Kind::Text, role: Role::Plain };

    /// Returns a cell with a name from outside, which may be long: a terminal shows only its beginning.
    pub fn name(name: impl Into<String>) -> Cell {
        Cell { text: name.into(), kind: Kind::Name, ..Cell::MISSING }
    }

    /// Returns a cell with something to copy, such as a puzzle.
    pub fn code(code: impl Into<String>) -> Cell {
        Cell { text: code.into(), kind: Kind::Code, ..Cell::MISSING }
    }

    /// Returns a cell with a time in a suitable unit.
    pub fn time(ns: impl Into<Option<f64>>) -> Cell {
        ns.into().map(units::time).into()
    }

    /// Returns a cell with a time in a suitable unit, given in whole nanoseconds.
    pub fn time_ns(ns: impl Into<Option<u64>>) -> Cell {
        Cell::time(ns.into().map(|ns| ns as f64))
    }

    /// Returns a cell with a number that is usually not whole, such as nodes per puzzle.
    pub fn rate(value: impl Into<Option<f64>>) -> Cell {
        value.into().map(units::rate).into()
    }

    /// Returns the cell in this role.
    pub fn role(mut self, role: impl Into<Role>) -> Cell {
        self.role = role.into();
        self
    }

    /// The cell as plain text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the cell carries no information: empty, zero, or no change.
    fn is_idle(&self) -> bool {
        matches!(self.text.as_str(), "" | "0" | "=")
    }

    fn shown(&self) -> Cow<'_, str> {
        match self.kind {
            Kind::Text | Kind::Code => visible(&self.text),
            Kind::Name => Cow::Owned(shortened(&self.text, NAME_WIDTH)),
        }
    }

    fn markdown(&self) -> String {
        match self.kind {
            Kind::Text | Kind::Name => markdown_escaped(&self.text),
            Kind::Code => format!("`{}`", visible(&self.text).replace('`', "'")),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, ..Cell::MISSING }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        text.to_owned().into()
    }
}

impl From<u64> for Cell {
    /// Returns a cell with a count, with thousands separators.
    fn from(count: u64) -> Cell {
        units::count(count).into()
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::MISSING, T::into)
    }
}

/// Rows of cells under headings. The first columns are left-aligned text, the others right-aligned figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The number of left-aligned columns.
    pub(super) left: usize,
    pub(super) headings: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
    expendable: Vec<String>,
    /// The roles of the first heading and of the others.
    heading_roles: [Role; 2],
}

impl Table {
    /// Returns a table without rows, with this many left-aligned columns.
    pub fn new<H: Into<String>>(left: usize, headings: impl IntoIterator<Item = H>) -> Table {
        let headings = headings.into_iter().map(H::into).collect();
        Table { left, headings, rows: Vec::new(), expendable: Vec::new(), heading_roles: [Role::Strong; 2] }
    }

    /// Returns the table with these rows added.
    pub fn with(mut self, rows: impl IntoIterator<Item: IntoIterator<Item = Cell>>) -> Table {
        self.rows.extend(rows.into_iter().map(|row| row.into_iter().collect()));
        self
    }

    /// Returns the table with these columns expendable: if the table is too wide, they are dropped in this order.
    pub fn expendable(mut self, headings: impl IntoIterator<Item = &'static str>) -> Table {
        self.expendable = headings.into_iter().map(str::to_owned).collect();
        self
    }

    /// Returns the table with its first heading and the others in these roles.
    pub fn headed(mut self, first: Role, others: Role) -> Table {
        self.heading_roles = [first, others];
        self
    }

    /// Returns the table without the right-aligned columns that carry no information in any row.
    pub fn without_zeros(mut self) -> Table {
        let is_used = |column: usize| {
            column < self.left
                || self.rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_idle()))
        };
        let kept: Vec<bool> = (0..self.headings.len()).map(is_used).collect();
        retain(&mut self.headings, &kept);
        self.rows.iter_mut().for_each(|row| retain(row, &kept));
        self
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Returns the lines of the whole table without styles: the headings, unless all are empty, and the rows.
    pub fn lines(&self) -> Vec<String> {
        self.fitted(None).iter().map(|line| line.iter().map(Span::as_str).collect()).collect()
    }

    /// Returns the same lines as one text.
    pub fn text(&self) -> String {
        self.lines().iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the lines for a terminal of this width, with control characters made [visible].
    pub(super) fn fitted(&self, width: Option<usize>) -> Vec<Vec<Span>> {
        let mut shown: Vec<usize> = (0..self.headings.len()).collect();
        let widths: Vec<usize> = shown.iter().map(|&column| self.width(column)).collect();
        let fits = |shown: &[usize]| {
            let sum: usize = shown.iter().map(|&column| widths[column] + GAP.len()).sum();
            width.is_none_or(|width| sum <= width + GAP.len())
        };
        for heading in &self.expendable {
            if !fits(&shown) {
                shown.retain(|&column| self.headings[column] != *heading);
            }
        }
        match width {
            Some(width) if !fits(&shown) => self.stacked(&shown, width),
            _ => self.in_columns(&shown, &widths),
        }
    }

    /// The number of terminal columns that a column of the table takes.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(&cell.shown()));
        cells.chain([columns(&visible(&self.headings[column]))]).max().unwrap_or(0)
    }

    fn has_headings(&self) -> bool {
        self.headings.iter().any(|heading| !heading.is_empty())
    }

    fn in_columns(&self, shown: &[usize], widths: &[usize]) -> Vec<Vec<Span>> {
        let line = |cell: &dyn Fn(usize) -> Span| {
            let mut line = Vec::new();
            let mut padding = 0;
            for &column in shown {
                let cell = cell(column);
                if cell.as_str().is_empty() {
                    padding += widths[column] + GAP.len();
                    continue;
                }
                let room = widths[column] - cell.columns();
                let (before, after) = if column < self.left { (0, room) } else { (room, 0) };
                line.extend([" ".repeat(padding + before).into(), cell]);
                padding = after + GAP.len();
            }
            line
        };
        let heading = |column: usize| self.heading_roles[column.min(1)].of(&self.headings[column]);
        let headings = self.has_headings().then(|| line(&heading));
        let rows = self.rows.iter().map(|row| line(&|column| span(row, column)));
        headings.into_iter().chain(rows).collect()
    }

    /// One or more lines for each cell of each row, with an empty line between rows.
    fn stacked(&self, shown: &[usize], width: usize) -> Vec<Vec<Span>> {
        let heading = |column: usize| Role::Muted.of(&self.headings[column]);
        let widest = shown.iter().map(|&column| heading(column).columns()).max().unwrap_or(0);
        let indent = if self.has_headings() { widest + GAP.len() } else { 0 };
        let mut lines = Vec::new();
        for row in &self.rows {
            if !lines.is_empty() {
                lines.push(Vec::new());
            }
            let cells = shown.iter().map(|&column| (heading(column), span(row, column)));
            for (mut heading, cell) in cells.filter(|(_, cell)| !cell.as_str().is_empty()) {
                for part in broken(vec![cell], Some(width.saturating_sub(indent)), 0) {
                    let padding = " ".repeat(indent - heading.columns()).into();
                    lines.push([std::mem::take(&mut heading), padding].into_iter().chain(part).collect());
                }
            }
        }
        lines
    }

    /// Returns the table as Markdown.
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

/// The shown text of a cell; empty if the row is too short.
fn span(row: &[Cell], column: usize) -> Span {
    row.get(column).map_or(Span::default(), |cell| cell.role.of(cell.shown()))
}

fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next() == Some(&true));
}
