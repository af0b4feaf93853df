//! Writing puzzle files: one file a format, each the reverse of what [`Reader`](super::Reader) makes of it.
//!
//! An [`Entry`] is a puzzle with all that belongs to it; a [`Style`] turns it into text, which is the same whatever stands
//! before it, so that entries can be written in parallel, sorted as text, and put together in any order. What a format
//! cannot hold is left out and named ([`Dropped`]); a puzzle that it cannot hold at all is refused ([`Unwritable`]).
//! [`Packer`] compresses what is written.

mod block;
mod label;
mod line;
mod packer;
mod pencilmarks;
mod table;

use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

pub use packer::Packer;

use super::compression::Compression;
use super::entry::Entry;
use crate::named::named;
use crate::sudoku::{Geometry, Grid};

/// The formats in which puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// One a line, with the solution and the label behind it.
    #[default]
    Line,
    /// CSV with a header: puzzle, solution, rating, class, label.
    Csv,
    /// Rows without borders; the label above them as in [`Sdk`](Format::Sdk).
    Block,
    /// Rows with borders around the boxes; the label above them as in [`Sdk`](Format::Sdk).
    Boxed,
    /// Rows; above them the label in a line `#D`, and the class in a line `#L` if it had a column of its own.
    Sdk,
    /// One a line, and nothing else.
    Sdm,
    /// Nine signs a cell, with the solution and the label behind them; 9×9 only.
    Pencilmarks,
}

named! { Format, "format",
    Line => "line", "One puzzle per line, followed by its solution and label";
    Csv => "csv", "CSV with a header: puzzle, solution, rating, class, label";
    Block => "block", "Rows without borders, the label in a line #D";
    Boxed => "boxed", "Rows with borders around the boxes, the label in a line #D";
    Sdk => "sdk", "The same as block";
    Sdm => "sdm", "One puzzle per line and nothing else";
    Pencilmarks => "pencilmarks", "729 characters per line, 9×9 only";
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 7] = [
        Format::Line,
        Format::Csv,
        Format::Block,
        Format::Boxed,
        Format::Sdk,
        Format::Sdm,
        Format::Pencilmarks,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Csv => "csv",
            Format::Block => "block",
            Format::Boxed => "boxed",
            Format::Sdk => "sdk",
            Format::Sdm => "sdm",
            Format::Pencilmarks => "pencilmarks",
        }
    }

    /// The format that a file's name asks for, its compression aside.
    pub fn of_file(path: &Path) -> Option<Format> {
        let stem = path.file_stem().map(Path::new).filter(|_| Compression::of_file(path).is_some());
        let ending = stem.unwrap_or(path).extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" => Some(Format::Line),
            "csv" => Some(Format::Csv),
            "sdk" => Some(Format::Sdk),
            "sdm" => Some(Format::Sdm),
            _ => None,
        }
    }

    /// How files of this format end.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Sdk => "sdk",
            Format::Sdm => "sdm",
            Format::Line | Format::Block | Format::Boxed | Format::Pencilmarks => "txt",
        }
    }

    /// What stands at the beginning of a file.
    pub fn head(self) -> &'static str {
        if self == Format::Csv { table::HEADER } else { "" }
    }

    /// Whether it has room for labels.
    pub fn keeps_labels(self) -> bool {
        self != Format::Sdm
    }

    /// Whether it has room for solutions.
    pub fn keeps_solutions(self) -> bool {
        matches!(self, Format::Line | Format::Csv | Format::Pencilmarks)
    }
}

/// The sign for blank cells, in formats that have a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blank(char);

impl Default for Blank {
    fn default() -> Blank {
        Blank('.')
    }
}

impl FromStr for Blank {
    type Err = String;

    fn from_str(text: &str) -> Result<Blank, String> {
        let mut signs = text.chars();
        match (signs.next(), signs.next()) {
            (Some(sign @ ('.' | '0' | '*' | '_' | 'x' | 'X' | '-')), None) => Ok(Blank(sign)),
            _ => Err("expected one of . 0 * _ x X -".to_owned()),
        }
    }
}

impl Blank {
    /// The sign in grids of a size, where it must not mean a digit.
    fn sign(self, geometry: Geometry) -> Result<char, Unwritable> {
        let is_digit = match self.0 {
            '0' => geometry.size() > 12,
            'x' | 'X' => geometry.size() > 16,
            _ => false,
        };
        if is_digit { Err(Unwritable::Blank { sign: self.0, geometry }) } else { Ok(self.0) }
    }
}

/// Why a puzzle cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unwritable {
    /// The sign for blanks is a digit in this size.
    #[error("'{sign}' cannot be the sign for blanks of a {geometry} puzzle, in which it is a digit")]
    Blank {
        /// The sign.
        sign: char,
        /// The size.
        geometry: Geometry,
    },
    /// Pencilmarks are for 9×9.
    #[error("a {0} puzzle cannot be written in pencilmarks, which are for 9×9 only")]
    Pencilmarks(Geometry),
}

/// What was left out, because the format has no room for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dropped {
    /// A label.
    pub label: bool,
    /// A solution.
    pub solution: bool,
}

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The format.
    pub format: Format,
    /// The sign for blanks. Blocks and pencilmarks always have `.`.
    pub blank: Blank,
}

impl Style {
    /// Writes a puzzle behind what is there, and says what was left out.
    ///
    /// ```
    /// use dlxbench::corpus::{Entry, Format, Style};
    ///
    /// let entry = Entry::new(1, "1..2......34....".parse().unwrap());
    /// let mut text = String::new();
    /// let style = Style { format: Format::Line, blank: "0".parse().unwrap() };
    /// style.append(&entry, &mut text).unwrap();
    /// assert_eq!(text, "1002000000340000\n");
    /// ```
    pub fn append(self, entry: &Entry, text: &mut String) -> Result<Dropped, Unwritable> {
        let geometry = entry.puzzle.geometry();
        match self.format {
            Format::Line => line::append(entry, self.blank.sign(geometry)?, text),
            Format::Sdm => {
                append_cells(&entry.puzzle, self.blank.sign(geometry)?, text);
                text.push('\n');
            }
            Format::Csv => table::append(entry, self.blank.sign(geometry)?, text),
            Format::Block | Format::Sdk => block::append(entry, text),
            Format::Boxed => block::append_boxed(entry, text),
            Format::Pencilmarks if geometry == Geometry::NINE => pencilmarks::append(entry, text),
            Format::Pencilmarks => return Err(Unwritable::Pencilmarks(geometry)),
        }
        Ok(Dropped {
            label: !entry.label.is_empty() && !self.format.keeps_labels(),
            solution: entry.solution.is_some() && !self.format.keeps_solutions(),
        })
    }
}

/// Writes cells in one line, in symbols that a reader takes for what they are.
fn append_cells(grid: &Grid, blank: char, text: &mut String) {
    let symbols = grid.symbols().unmistakable(grid.geometry(), grid.cells());
    // Nothing but dashes would be a border.
    let blank = if grid.clues() == 0 { '.' } else { blank };
    let mut signs = [blank as u8; Geometry::MAX_SIZE + 1];
    for (sign, digit) in signs.iter_mut().zip(0..).skip(1).take(grid.geometry().size()) {
        *sign = symbols.symbol(digit) as u8;
    }
    let line: Vec<u8> = grid.cells().iter().map(|&digit| signs[usize::from(digit)]).collect();
    text.push_str(std::str::from_utf8(&line).expect("all signs are ASCII"));
}

#[cfg(test)]
mod tests;
