//! Puzzles that are one word on a line or in a field: cells or pencilmarks.

use super::columns::is_puzzle_name;
use super::format::InputFormat;
use super::label::{SEPARATORS, after_separator};
use super::malformed::{Fault, MAX_LINE, Misplaced, misplaced};
use super::pencilmarks::{self, is_pencilmarks};
use crate::sudoku::{Geometry, Grid, RowShape, Symbols, is_cell, shape};

/// Reads a puzzle that is written as cells or as pencilmarks.
pub(super) fn read(text: &str) -> Result<Grid, Misplaced> {
    if is_pencilmarks(text) { pencilmarks::grid(text) } else { read_cells(text) }
}

pub(super) fn read_cells(text: &str) -> Result<Grid, Misplaced> {
    match nine_cells(text.as_bytes()) {
        Some(Nine { cells, label: "", .. }) => Ok(Grid::new(Geometry::NINE, Symbols::FromOne, &cells)),
        _ => Grid::from_line(text, 1).map_err(misplaced),
    }
}

/// The separators of the fields of a table.
const FIELD_ENDS: [char; 3] = [',', ';', '\t'];

/// Returns what a line is if it does not belong in a source of this format.
pub(super) fn other_format(line: &str, format: InputFormat) -> Option<Fault> {
    let may_be_row = line.len() <= Geometry::MAX_SIZE || !line.bytes().all(|byte| is_cell(byte.into()));
    let (found, its_format) = if line.starts_with('{') {
        ("a JSON object", InputFormat::Jsonl)
    } else if may_be_row
        && matches!(shape(line), RowShape::Row(cells) if Geometry::from_size(cells).is_some())
    {
        ("a row of a block", InputFormat::Blocks)
    } else if line.contains(FIELD_ENDS) && line.split(FIELD_ENDS).any(is_puzzle_name) {
        ("the header of a table", InputFormat::Table)
    } else {
        let mut words = line.split(SEPARATORS).filter(|word| word.len() >= 36);
        match words.find(|word| is_puzzle(word))? {
            word if is_pencilmarks(word) => ("pencilmarks", InputFormat::Pencilmarks),
            _ => ("a puzzle on one line", InputFormat::Lines),
        }
    };
    (its_format != format).then_some(Fault::OtherFormat { found, format })
}

/// Reads the solution of a puzzle of this size. It may be wrong or have blanks.
pub(super) fn solution(text: &str, geometry: Geometry) -> Result<Grid, Fault> {
    let solution = read(text).ok().filter(|solution| solution.geometry() == geometry);
    solution.ok_or(Fault::Solution(geometry))
}

/// Returns whether a word looks like a puzzle: nothing but cells, and as many as a puzzle has.
pub(super) fn looks_like_puzzle(word: &str) -> bool {
    let has_length = Geometry::from_cell_count(word.len()).is_some();
    (has_length && word.chars().all(is_cell)) || is_pencilmarks(word)
}

pub(super) fn is_puzzle(word: &str) -> bool {
    looks_like_puzzle(word) && read(word).is_ok()
}

/// A line that begins with a 9×9 puzzle.
pub(super) struct Nine<'l> {
    pub(super) cells: [u8; 81],
    pub(super) has_blank: bool,
    pub(super) label: &'l str,
}

/// Reads a line that begins with a 9×9 puzzle; `None` if it needs the slow path.
#[inline]
pub(super) fn nine_cells(line: &[u8]) -> Option<Nine<'_>> {
    let (puzzle, rest) = line.split_first_chunk::<81>()?;
    if line.len() > MAX_LINE || !(rest.is_empty() || b" \t,;:#".contains(&rest[0])) {
        return None;
    }
    // Without a branch, so that the compiler vectorizes the loops: 16 cells at a time.
    let mut cells = [0; 81];
    let (mut others, mut blanks) = (0, 0);
    for (cell, &byte) in cells.iter_mut().zip(puzzle) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        *cell = if is_digit { digit } else { 0 };
        blanks |= u8::from(*cell == 0);
        others |= u8::from(!is_digit & (byte != b'.'));
    }
    // Few files write blanks in another way, so most lines end here.
    if others != 0 && !puzzle.iter().fold(true, |all, &byte| all & is_nine_cell(byte)) {
        return None;
    }
    let has_blank = blanks != 0;
    if rest.is_empty() {
        return Some(Nine { cells, has_blank, label: "" });
    }
    // The slow path reports a control character.
    if rest.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t') {
        return None;
    }
    let label = after_separator(std::str::from_utf8(rest).ok()?);
    Some(Nine { cells, has_blank, label })
}

fn is_nine_cell(byte: u8) -> bool {
    let is_blank = (byte == b'.') | (byte == b'*') | (byte == b'_') | (byte == b'-') | (byte | 0x20 == b'x');
    byte.is_ascii_digit() | is_blank
}
