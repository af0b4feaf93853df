//! A table for people, once as data, and drawn where it is read: in columns for a terminal, or as Markdown.
//!
//! On a terminal no row is broken in two. A table that is too wide gives up the columns that it can do without, in the
//! order in which it names them; if that is not enough, each row becomes a block of lines, one for each column.

use std::borrow::Cow;

use super::palette::Role;
use super::span::{Span, broken};
use super::units;
use super::visible::{columns, markdown_escaped, shortened, visible};

/// How many columns of a terminal a name takes at most.
pub(super) const NAME_WIDTH: usize = 20;
/// Between columns.
const GAP: &str = "  ";

/// What stands in one place of a table. A figure is formatted the same everywhere; only text is escaped as needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    text: String,
    kind: Kind,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Words and figures.
    Text,
    /// A name from outside, which may be long: a terminal shows only its beginning.
    Name,
    /// Something to copy, such as a puzzle.
    Code,
}

impl Cell {
    /// Nothing is known: an empty cell.
    pub const MISSING: Cell = Cell { text: String::new(), kind: Kind::Text, role: Role::Plain };

    /// A name from outside, which may be long: a terminal shows only its beginning.
    pub fn name(name: impl Into<String>) -> Cell {
        Cell { text: name.into(), kind: Kind::Name, ..Cell::MISSING }
    }

    /// Something to copy, such as a puzzle.
    pub fn code(code: impl Into<String>) -> Cell {
        Cell { text: code.into(), kind: Kind::Code, ..Cell::MISSING }
    }

    /// A time with a fitting unit.
    pub fn time(ns: impl Into<Option<f64>>) -> Cell {
        ns.into().map(units::time).into()
    }

    /// A time in whole nanoseconds, with a fitting unit.
    pub fn time_ns(ns: impl Into<Option<u64>>) -> Cell {
        Cell::time(ns.into().map(|ns| ns as f64))
    }

    /// A number that is mostly not whole, such as nodes per puzzle.
    pub fn rate(value: impl Into<Option<f64>>) -> Cell {
        value.into().map(units::rate).into()
    }

    /// The same cell in a role.
    pub fn role(mut self, role: impl Into<Role>) -> Cell {
        self.role = role.into();
        self
    }

    /// The cell as plain text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it says nothing: empty, zero, or no change.
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
    /// A count, with its thousands apart.
    fn from(count: u64) -> Cell {
        units::count(count).into()
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
    expendable: Vec<String>,
    /// Of the first heading, and of the others.
    heading_roles: [Role; 2],
}

impl Table {
    /// A table without rows, of which so many columns stand to the left.
    pub fn new<H: Into<String>>(left: usize, headings: impl IntoIterator<Item = H>) -> Table {
        let headings = headings.into_iter().map(H::into).collect();
        Table { left, headings, rows: Vec::new(), expendable: Vec::new(), heading_roles: [Role::Strong; 2] }
    }

    /// The same table with these rows added.
    pub fn with(mut self, rows: impl IntoIterator<Item: IntoIterator<Item = Cell>>) -> Table {
        self.rows.extend(rows.into_iter().map(|row| row.into_iter().collect()));
        self
    }

    /// The same table, which may give up the columns with these headings where it is too wide, the first ones first.
    pub fn expendable(mut self, headings: impl IntoIterator<Item = &'static str>) -> Table {
        self.expendable = headings.into_iter().map(str::to_owned).collect();
        self
    }

    /// The same table with its first heading and the others in these roles.
    pub fn headed(mut self, first: Role, others: Role) -> Table {
        self.heading_roles = [first, others];
        self
    }

    /// The same table without the columns on the right that say nothing in any row: zero, empty, no change.
    pub fn without_zeros(mut self) -> Table {
        let says = |column: usize| self.rows.iter().any(|row| row.get(column).is_some_and(|c| !c.is_idle()));
        let kept: Vec<bool> =
            (0..self.headings.len()).map(|column| column < self.left || says(column)).collect();
        retain(&mut self.headings, &kept);
        self.rows.iter_mut().for_each(|row| retain(row, &kept));
        self
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// The lines where there is room for all columns, without styles: the headings, unless all are empty, and the rows.
    pub fn lines(&self) -> Vec<String> {
        self.fitted(None).iter().map(|line| line.iter().map(Span::as_str).collect()).collect()
    }

    /// The same as one text.
    pub fn text(&self) -> String {
        self.lines().iter().map(|line| format!("{line}\n")).collect()
    }

    /// The lines for a terminal that is so wide; control characters are made [visible].
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

    /// The columns of a terminal that a column of the table takes.
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

    /// A line or more for each column of each row, and an empty one between rows.
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

/// A cell as it is shown; nothing where a row is short.
fn span(row: &[Cell], column: usize) -> Span {
    row.get(column).map_or(Span::default(), |cell| cell.role.of(cell.shown()))
}

fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next() == Some(&true));
}
