//! Why a line, or a whole file, is no puzzle.

use thiserror::Error;

use super::reader::MAX_LINE;
use crate::sudoku::{Geometry, GridError};

/// Why a line is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
    #[error(
        "line {line}, column {column}: pencilmarks in which no digit is left at row {row}, column {cell}"
    )]
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
        "line {line}, column {column}: pencilmarks that say more than the givens: {digit} is out at row {row}, column {cell}, and no given rules it out; this is no plain Sudoku"
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
        "line {line}, column {column}: this row ends after {found} of its fields, and the {what} is field {wanted}"
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
    #[error("line {line}, column {column}: the solution is no {geometry} grid, and the puzzle is one")]
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
        const MAGIC: [(&[u8], &str); 4] = [
            (b"\x1f\x8b", "gzip"),
            (b"\x28\xb5\x2f\xfd", "zstd"),
            (b"\xfd7zXZ\x00", "xz"),
            (b"PK\x03\x04", "zip"),
        ];
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Some(Malformed::Utf16);
        }
        let known = MAGIC.iter().find(|(magic, _)| start.starts_with(magic));
        known.map(|(_, name)| Malformed::Compressed(name))
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

#[cfg(test)]
mod tests {
    use super::super::{Batch, ClassBy, Classes, Reader};

    #[test]
    fn files_that_cannot_be_read_are_named_once() {
        let puzzle = ".".repeat(81);
        let utf16: Vec<u8> =
            format!("\u{feff}{puzzle}\n{puzzle}\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
        let twice = ruzstd::encoding::compress_to_vec(
            &b"\xfd7zXZ\0\n\n"[..],
            ruzstd::encoding::CompressionLevel::Fastest,
        );
        let cases: [(&[u8], &str); 3] = [
            (&utf16, "line 1, column 1: the file is UTF-16; save it as UTF-8"),
            (b"PK\x03\x04\n\n123", "line 1, column 1: the file is compressed (zip); unpack it first"),
            (&twice, "line 1, column 1: the file is compressed (xz); unpack it first"),
        ];
        for (bytes, expected) in cases {
            let found: Vec<_> = Reader::new(bytes).map(Result::unwrap).collect();
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].as_ref().unwrap_err().to_string(), expected);
            let (mut batch, mut classes) = (Batch::default(), Classes::new(ClassBy::File));
            let mut reader = Reader::new(bytes);
            assert!(!reader.read_batch(10, ClassBy::File, 0, &mut classes, &mut batch).unwrap());
            assert_eq!((batch.len(), batch.bad_lines().len()), (0, 1));
        }
    }
}
