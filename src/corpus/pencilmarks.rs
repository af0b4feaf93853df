//! Puzzles that are written as pencilmarks: nine characters per cell, each a digit that is possible there, or a blank.

use super::malformed::{Fault, Misplaced};
use crate::sudoku::{Geometry, Grid, Symbols};

pub(super) fn is_pencilmarks(word: &str) -> bool {
    word.len() == 9 * 81 && word.bytes().all(|sign| sign == b'.' || sign.is_ascii_digit())
}

/// Reads a puzzle. A cell with one mark is a given. The other cells must have every mark that the givens leave
/// possible: marks that exclude more describe a variant (Sukaku), not a plain puzzle.
pub(super) fn grid(word: &str) -> Result<Grid, Misplaced> {
    let geometry = Geometry::NINE;
    let mut marks = [0_u16; 81];
    for (position, sign) in word.bytes().enumerate() {
        let (cell, digit) = (position / 9, position % 9 + 1);
        match sign {
            b'.' | b'0' => {}
            _ if usize::from(sign - b'0') == digit => marks[cell] |= 1 << digit,
            _ => return Err((position + 1, Fault::Pencilmark { character: char::from(sign), digit })),
        }
    }
    let place = |cell: usize| (geometry.row(cell) + 1, geometry.column(cell) + 1);
    if let Some(cell) = marks.iter().position(|&marks| marks == 0) {
        let (row, column) = place(cell);
        return Err((9 * cell + 1, Fault::NoPencilmark(row, column)));
    }
    let given = |marks: u16| if marks.count_ones() == 1 { marks.trailing_zeros() as u8 } else { 0 };
    let cells = marks.map(given);
    let ruled_out = ruled_out(&cells);
    for (cell, &marks) in marks.iter().enumerate().filter(|(cell, _)| cells[*cell] == 0) {
        let missing = !(marks | ruled_out[cell]) & ALL_MARKS;
        if missing != 0 {
            let ((row, column), digit) = (place(cell), missing.trailing_zeros() as usize);
            return Err((9 * cell + digit, Fault::MorePencilmarks { row, column, digit }));
        }
    }
    Ok(Grid::new(geometry, Symbols::FromOne, &cells))
}

/// All nine digits as bits: digit 1 is bit 1.
pub(super) const ALL_MARKS: u16 = 0x3fe;

/// Returns for each cell the digits that the givens of its row, column and box rule out, as bits.
pub(super) fn ruled_out(cells: &[u8]) -> [u16; 81] {
    let geometry = Geometry::NINE;
    let units = |cell: usize| [geometry.row(cell), geometry.column(cell), geometry.box_of(cell)];
    let mut seen = [[0_u16; 9]; 3];
    for (cell, &digit) in cells.iter().enumerate() {
        units(cell).into_iter().zip(&mut seen).for_each(|(unit, seen)| seen[unit] |= 1 << digit);
    }
    std::array::from_fn(|cell| {
        units(cell).into_iter().zip(&seen).fold(0, |all, (unit, seen)| all | seen[unit])
    })
}
