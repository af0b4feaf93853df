//! Why a line is not a puzzle, or a whole file cannot be read.

use thiserror::Error;

use super::compression::Compression;
use super::format::InputFormat;
use crate::sudoku::{Geometry, GridError, GridMistake};

/// The longest line that is kept, in bytes; the rest of a longer one is skipped.
pub const MAX_LINE: usize = 1 << 16;

/// Why a line is not a puzzle: what is wrong, and where. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct Malformed {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text is no grid.
    #[error(transparent)]
    Grid(#[from] GridMistake),
    /// The line is not text, because of this byte; its column is counted in bytes.
    #[error("byte 0x{0:02x} is not text")]
    NotText(u8),
    /// The line is too long; its length in bytes.
    #[error("the line has {0} characters; the largest puzzle has 625")]
    LongLine(u64),
    /// The file is text, but with two bytes a character; nothing of it is read.
    #[error("the file is UTF-16; save it as UTF-8")]
    Utf16,
    /// The file is compressed in a way that cannot be read, or twice; nothing of it is read.
    #[error("the file is compressed ({0}); unpack it first")]
    Compressed(&'static str),
    /// A sign in pencilmarks that stands in the place of another digit.
    #[error("{character:?} stands where only {digit} or a blank (. or 0) can stand in pencilmarks")]
    Pencilmark {
        /// The sign.
        character: char,
        /// The digit that could stand there.
        digit: usize,
    },
    /// A word in a file of pencilmarks that has not nine signs for each cell.
    #[error("{0} characters, and pencilmarks have 729, nine per cell: digits, and . or 0")]
    MarkCount(usize),
    /// Pencilmarks leave no digit in the cell of this row and column.
    #[error("the pencilmarks leave no digit at row {0}, column {1}")]
    NoPencilmark(usize, usize),
    /// Pencilmarks that rule out more than the givens do: without them the puzzle would be another one.
    #[error(
        "the pencilmarks exclude {digit} at row {row}, column {column}, which no given rules out: this is a variant (Sukaku), not a plain Sudoku"
    )]
    MorePencilmarks {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
        /// The digit that is ruled out.
        digit: usize,
    },
    /// A header without a column that is known to hold puzzles; the names of its columns.
    #[error("none of these columns is known to hold puzzles: {0}; name it with --column")]
    NoPuzzleColumn(String),
    /// A row of a table without all fields that are needed.
    #[error("this row ends after field {found}, and the {what} is field {wanted}")]
    FewFields {
        /// The fields that there are.
        found: usize,
        /// The number of the field that is missing.
        wanted: usize,
        /// What it holds.
        what: &'static str,
    },
    /// A quoted field that does not end where the row does.
    #[error("this quoted field does not end on its line; a closing \" is missing")]
    OpenQuote,
    /// A solution column with something else in it than a grid of the puzzle's size.
    #[error("the solution is not a {0} grid, and the puzzle is one")]
    Solution(Geometry),
    /// A line of another format than that of its source.
    #[error("{found} in a file of {format}")]
    OtherFormat {
        /// What the line is.
        found: &'static str,
        /// The format of the source.
        format: InputFormat,
    },
    /// A line that ends before the word that would be the puzzle.
    #[error("this line ends after word {found}, and the puzzle is word {wanted} in the lines before")]
    FewWords {
        /// The words that there are.
        found: usize,
        /// The number of the word that is missing.
        wanted: usize,
    },
    /// A word beside the puzzle that is another puzzle of the same size.
    #[error("there are two puzzles on this line")]
    TwoPuzzles,
    /// A solved grid in a source of puzzles.
    #[error("this is a solution, a complete grid; the source holds puzzles")]
    Complete,
    /// A short word without givens that is a border, or has several signs for blanks, such as a nil UUID.
    #[error(
        "this has no given, and its signs for blank cells are those of a border or differ; . is a blank cell"
    )]
    NoGivens,
    /// A heading without anything below it.
    #[error("a title without a block below it")]
    Title,
    /// A line of a file of blocks that is none of these.
    #[error("neither a row of a block, nor a border, nor a title")]
    NoRow,
    /// A line that is no JSON object, or has something in the place of a puzzle that is none.
    #[error("{0}")]
    Json(String),
}

impl Fault {
    /// What the first bytes of a file tell about all of it; `None` if there is nothing against reading on.
    pub(super) fn of_file(start: &[u8]) -> Option<Fault> {
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Some(Fault::Utf16);
        }
        if start.starts_with(b"PK\x03\x04") {
            return Some(Fault::Compressed("zip"));
        }
        Compression::of_start(start).map(|compression| Fault::Compressed(compression.method()))
    }
}

impl Malformed {
    /// The same, so many columns further to the right.
    pub(super) fn moved_by(mut self, columns: usize) -> Malformed {
        self.column += columns;
        self
    }

    /// What the first byte that no text has tells about a line: a control character, or not UTF-8.
    pub(super) fn of_bytes(bytes: &[u8], line: u64) -> Option<Malformed> {
        let position = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.iter().position(|&byte| byte.is_ascii_control() && byte != b'\t')?,
            Err(error) => error.valid_up_to(),
        };
        Some(Malformed { line, column: position + 1, fault: Fault::NotText(bytes[position]) })
    }
}

impl From<GridError> for Malformed {
    fn from(GridError { line, column, kind }: GridError) -> Malformed {
        Malformed { line, column, fault: Fault::Grid(kind) }
    }
}

/// The column of a byte of a line, in characters from 1.
pub(super) fn column_of(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}
