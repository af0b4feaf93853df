//! Why a line is not a puzzle, or a whole file cannot be read.

use thiserror::Error;

use super::format::InputFormat;
use crate::counts::counted;
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
    /// The text is not a grid.
    #[error(transparent)]
    Grid(#[from] GridMistake),
    /// The line is not text because of this byte; the column is counted in bytes.
    #[error("byte 0x{0:02x} is not text")]
    NotText(u8),
    /// The line is too long; its length in bytes.
    #[error("the line has {0} bytes; at most {MAX_LINE} are read")]
    LongLine(u64),
    /// The file is not text, or is compressed in a way that is not supported; nothing of it is read.
    #[error("the file is {what}; {remedy}")]
    NotPuzzles {
        /// What it is.
        what: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// A character in pencilmarks at the position of another digit.
    #[error("expected {digit} or a blank (. or 0) at this position of pencilmarks, found {character:?}")]
    Pencilmark {
        /// The character.
        character: char,
        /// The digit that is possible there.
        digit: usize,
    },
    /// A word in a file of pencilmarks that does not have nine characters for each cell.
    #[error("{0} characters; pencilmarks have 729, nine per cell: digits, and . or 0")]
    MarkCount(usize),
    /// Pencilmarks that leave no digit for the cell in this row and column.
    #[error("the pencilmarks leave no digit at r{0}c{1}")]
    NoPencilmark(usize, usize),
    /// Pencilmarks that exclude more than the givens do, and so describe a variant (Sukaku).
    #[error(
        "the pencilmarks exclude {digit} at r{row}c{column}, which no given rules out: this is a variant (Sukaku), not a plain Sudoku"
    )]
    MorePencilmarks {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
        /// The digit that is excluded.
        digit: usize,
    },
    /// A header without a column that is known to hold puzzles; the names of its columns.
    #[error("none of these columns is known to hold puzzles: {0}; choose one with --column")]
    NoPuzzleColumn(String),
    /// A row of a table that lacks a required field.
    #[error("this row has {}; the {what} is field {wanted}", counted(*.found as u64, "field"))]
    FewFields {
        /// The number of fields in the row.
        found: usize,
        /// The number of the field that is missing.
        wanted: usize,
        /// What it holds.
        what: &'static str,
    },
    /// A quoted field that does not end on its line.
    #[error("this quoted field does not end on its line; a closing \" is missing")]
    OpenQuote,
    /// A solution column that does not hold a grid of the puzzle's size.
    #[error("the solution is not a {0} grid like the puzzle")]
    Solution(Geometry),
    /// A line in another format than its source.
    #[error("found {found}; this input is in the format {format}{}", detail(*.format))]
    OtherFormat {
        /// What the line is.
        found: &'static str,
        /// The format of the source.
        format: InputFormat,
    },
    /// A line without the word that should be the puzzle.
    #[error("this line has {}; on the lines before it, the puzzle is word {wanted}", counted(*.found as u64, "word"))]
    FewWords {
        /// The number of words on the line.
        found: usize,
        /// The number of the word that is missing.
        wanted: usize,
    },
    /// A line whose puzzle is another word than on the lines before it.
    #[error("the puzzle is word {found} on this line, but word {wanted} on the lines before it")]
    OtherWord {
        /// The number of the word that is a puzzle.
        found: usize,
        /// The number of the word that should be the puzzle.
        wanted: usize,
    },
    /// A second puzzle of the same size on a line.
    #[error("there are two puzzles on this line")]
    TwoPuzzles,
    /// A complete grid in a source of puzzles.
    #[error("this is a complete grid; the source holds puzzles with blank cells")]
    Complete,
    /// A short word without givens that is a border, or that has several characters for blanks, such as a nil UUID.
    #[error("this has no givens, and its blanks are border characters or differ; write . for a blank cell")]
    NoGivens,
    /// A heading without a block below it.
    #[error("a title without a block below it")]
    Title,
    /// A line in a file of blocks that is neither a row, a border nor a title.
    #[error("expected a row of a block, a border or a title")]
    NoRow,
    /// A line that is not a JSON object, or whose puzzle field does not hold a puzzle.
    #[error("{0}")]
    Json(String),
}

const SAVE_AS_CSV: &str = "save the sheet with the puzzles as CSV and read that";
const SAVE_AS_TEXT: &str = "save its puzzles as text and read that";
const SAVE_AS_UTF8: &str = "save it as UTF-8, or: iconv -f UTF-16 -t UTF-8 FILE | dlxbench … -";
const UNPACK_TWICE: &str = "it was compressed twice: unpack it first";

const ZIP: &str = "a zip archive";

/// Types of files that are recognized by their first bytes but not read: the position of the bytes, the bytes, the
/// type, the remedy. Compressed files have been unpacked before this table is used.
const NOT_PUZZLES: [(usize, &[u8], &str, &str); 23] = [
    (0, b"\xff\xfe", "UTF-16", SAVE_AS_UTF8),
    (0, b"\xfe\xff", "UTF-16", SAVE_AS_UTF8),
    (30, b"[Content_Types].xml", "an Office document (.xlsx, .docx)", SAVE_AS_CSV),
    (30, b"_rels/", "an Office document (.xlsx, .docx)", SAVE_AS_CSV),
    (30, b"docProps/", "an Office document (.xlsx, .docx)", SAVE_AS_CSV),
    (30, b"xl/", "an Office document (.xlsx)", SAVE_AS_CSV),
    (30, b"mimetype", "an Office document (.ods, .odt)", SAVE_AS_CSV),
    (0, b"PK\x03\x04", ZIP, "zip is not read from a pipe or inside another archive: save or unpack it first"),
    (0, b"PK\x05\x06", "an empty zip archive", "there is nothing to read"),
    (4, b"1AY&SY", "compressed with bzip2", "unpack it: bzip2 -dc FILE | dlxbench … -"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it: 7z x -so FILE | dlxbench … -"),
    (0, b"Rar!\x1a\x07", "a RAR archive", "unpack it: unrar p -inul FILE | dlxbench … -"),
    (0, b"\x04\x22\x4d\x18", "compressed with lz4", "unpack it: lz4 -dc FILE | dlxbench … -"),
    (257, b"ustar", "a tar archive", "unpack it: tar -xOf FILE | dlxbench … -"),
    (0, b"PAR1", "Parquet", "export it: duckdb -csv -c \"FROM 'FILE'\" | dlxbench … -"),
    (
        0,
        b"SQLite format 3\0",
        "an SQLite database",
        "export it: sqlite3 -csv -header FILE \"SELECT …\" | dlxbench … -",
    ),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (.xls, .doc)", SAVE_AS_CSV),
    (0, b"%PDF-", "a PDF document", "copy the puzzles to a text file, or: pdftotext FILE - | dlxbench … -"),
    (0, b"<!doctype html", "a web page (HTML)", SAVE_AS_TEXT),
    (0, b"<html", "a web page (HTML)", SAVE_AS_TEXT),
    (0, b"\x1f\x8b", "compressed with gzip", UNPACK_TWICE),
    (0, b"\x28\xb5\x2f\xfd", "compressed with zstd", UNPACK_TWICE),
    (0, b"\xfd7zXZ\0", "compressed with xz", UNPACK_TWICE),
];

impl Fault {
    /// Returns whether a file that begins like this is a zip archive and not an Office document.
    pub(super) fn is_zip(start: &[u8]) -> bool {
        matches!(Fault::of_file(start), Some(Fault::NotPuzzles { what: ZIP, .. }))
    }

    /// Returns why a file that begins like this cannot be read; `None` if it may be readable.
    pub(super) fn of_file(start: &[u8]) -> Option<Fault> {
        let is_office = |at: usize| at != 30 || start.starts_with(b"PK\x03\x04");
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        let found = NOT_PUZZLES.iter().find(|&&(at, magic, ..)| match magic[0] {
            b'<' => text.get(..magic.len()).is_some_and(|found| found.eq_ignore_ascii_case(magic)),
            _ => start.get(at..).is_some_and(|rest| rest.starts_with(magic)) && is_office(at),
        });
        if let Some(&(_, _, what, remedy)) = found {
            return Some(Fault::NotPuzzles { what, remedy });
        }
        // UTF-16 without a byte-order mark: every other one of the first bytes is zero.
        let is_wide = |zero: usize| {
            start.len() >= 8
                && start[..8].iter().enumerate().all(|(at, &byte)| (byte == 0) == (at % 2 == zero))
        };
        let wide = Fault::NotPuzzles { what: "UTF-16", remedy: SAVE_AS_UTF8 };
        (is_wide(0) || is_wide(1)).then_some(wide)
    }
}

/// The column of a fault in the current line, in characters from 1, and the fault.
pub(super) type Misplaced = (usize, Fault);

pub(super) fn misplaced(error: GridError) -> Misplaced {
    (error.column, error.kind.into())
}

/// Returns the text of a line, or the first byte that is not text: a control character or invalid UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Misplaced> {
    let wrong = |position: usize| (position + 1, Fault::NotText(bytes[position]));
    let text = std::str::from_utf8(bytes).map_err(|error| wrong(error.valid_up_to()))?;
    match bytes.iter().position(|&byte| byte.is_ascii_control() && byte != b'\t') {
        Some(position) => Err(wrong(position)),
        None => Ok(text),
    }
}

/// Returns the column of a byte of a line, in characters from 1.
pub(super) fn column_of(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}

/// What a reader of the message may not know about a format.
fn detail(format: InputFormat) -> &'static str {
    match format {
        InputFormat::Lines => ", with a whole puzzle on each line",
        _ => "",
    }
}
