//! Why a line is not a puzzle, or a whole file cannot be read.

use thiserror::Error;

use super::compression::Compression;
use crate::sudoku::{Geometry, GridError};

/// The longest line that is kept, in bytes; the rest of a longer one is skipped.
pub const MAX_LINE: usize = 1 << 16;

/// Why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The text is no grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The line is not text.
    #[error("line {line}, column {column}: byte 0x{byte:02x} is not text")]
    NotText {
        /// The line.
        line: u64,
        /// The column, in bytes.
        column: usize,
        /// The byte.
        byte: u8,
    },
    /// The line is too long.
    #[error("line {line}, column {}: the line has {length} characters; the largest puzzle has 625", MAX_LINE + 1)]
    LongLine {
        /// The line.
        line: u64,
        /// Its length in bytes.
        length: u64,
    },
    /// The file is text, but with two bytes a character; nothing of it is read.
    #[error("line 1, column 1: the file is UTF-16; save it as UTF-8")]
    Utf16,
    /// A sign in pencilmarks that stands in the place of another digit.
    #[error(
        "line {line}, column {column}: {character:?} stands where only {digit} or a blank (. or 0) can stand in pencilmarks"
    )]
    Pencilmark {
        /// The line.
        line: u64,
        /// The column.
        column: usize,
        /// The sign.
        character: char,
        /// The digit that could stand there.
        digit: usize,
    },
    /// A cell of pencilmarks without any.
    #[error("line {line}, column {column}: the pencilmarks leave no digit at row {row}, column {cell}")]
    NoPencilmark {
        /// The line.
        line: u64,
        /// The column.
        column: usize,
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        cell: usize,
    },
    /// Pencilmarks that rule out more than the givens do: without them the puzzle would be another one.
    #[error(
        "line {line}, column {column}: the pencilmarks exclude {digit} at row {row}, column {cell}, which no given rules out: this is a variant (Sukaku), not a plain Sudoku"
    )]
    MorePencilmarks {
        /// The line.
        line: u64,
        /// The column.
        column: usize,
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        cell: usize,
        /// The digit that is ruled out.
        digit: usize,
    },
    /// A header without a column that is known to hold puzzles.
    #[error(
        "line {line}, column 1: none of these columns is known to hold puzzles: {names}; name it with --column"
    )]
    NoPuzzleColumn {
        /// The line.
        line: u64,
        /// The names of the columns.
        names: String,
    },
    /// A row of a table without all fields that are needed.
    #[error(
        "line {line}, column {column}: this row ends after field {found}, and the {what} is field {wanted}"
    )]
    FewFields {
        /// The line.
        line: u64,
        /// The column behind the last field.
        column: usize,
        /// The fields that there are.
        found: usize,
        /// The number of the field that is missing.
        wanted: usize,
        /// What it holds.
        what: &'static str,
    },
    /// A quoted field that does not end where the row does.
    #[error(
        "line {line}, column {column}: this quoted field does not end on its line; a closing \" is missing"
    )]
    OpenQuote {
        /// The line.
        line: u64,
        /// The column where the field begins.
        column: usize,
    },
    /// A solution column with something else in it.
    #[error("line {line}, column {column}: the solution is not a {geometry} grid, and the puzzle is one")]
    Solution {
        /// The line.
        line: u64,
        /// The column where the field begins.
        column: usize,
        /// The size of the puzzle.
        geometry: Geometry,
    },
    /// The file is compressed in a way that cannot be read, or twice; nothing of it is read.
    #[error("line 1, column 1: the file is compressed ({0}); unpack it first")]
    Compressed(&'static str),
}

impl Malformed {
    /// What the first bytes of a file tell about all of it; `None` if there is nothing against reading on.
    pub(super) fn of_file(start: &[u8]) -> Option<Malformed> {
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Some(Malformed::Utf16);
        }
        if start.starts_with(b"PK\x03\x04") {
            return Some(Malformed::Compressed("zip"));
        }
        Compression::of_start(start).map(|compression| Malformed::Compressed(compression.method()))
    }

    /// The same, so many columns further to the right.
    pub(super) fn moved_by(mut self, columns: usize) -> Malformed {
        match &mut self {
            Malformed::Grid(GridError { column, .. })
            | Malformed::NotText { column, .. }
            | Malformed::Pencilmark { column, .. }
            | Malformed::NoPencilmark { column, .. }
            | Malformed::MorePencilmarks { column, .. }
            | Malformed::FewFields { column, .. }
            | Malformed::OpenQuote { column, .. }
            | Malformed::Solution { column, .. } => *column += columns,
            Malformed::LongLine { .. }
            | Malformed::NoPuzzleColumn { .. }
            | Malformed::Utf16
            | Malformed::Compressed(_) => {}
        }
        self
    }

    /// What the first byte that no text has tells about a line: a control character, or not UTF-8.
    pub(super) fn of_bytes(bytes: &[u8], line: u64) -> Option<Malformed> {
        let position = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.iter().position(|&byte| byte.is_ascii_control() && byte != b'\t')?,
            Err(error) => error.valid_up_to(),
        };
        Some(Malformed::NotText { line, column: position + 1, byte: bytes[position] })
    }
}
