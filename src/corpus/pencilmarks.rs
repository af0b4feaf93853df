//! Puzzles that are written as pencilmarks: nine signs a cell, each the digit where it may stand, or a blank.

use super::malformed::Malformed;
use crate::sudoku::{Geometry, Grid, Symbols};

/// The signs of a 9×9 puzzle.
pub(super) const SIGNS: usize = 729;

/// Whether a word may be a puzzle in pencilmarks.
pub(super) fn is_pencilmarks(word: &str) -> bool {
    word.len() == SIGNS && word.bytes().all(|sign| sign == b'.' || sign.is_ascii_digit())
}

/// Reads a puzzle. A cell with one mark is a given. The other cells must leave open whatever the givens leave open:
/// marks that rule out more are part of the puzzle, and without them it would be another one.
pub(super) fn grid(word: &str, line: u64) -> Result<Grid, Malformed> {
    let geometry = Geometry::NINE;
    let mut marks = [0_u16; 81];
    for (position, sign) in word.bytes().enumerate() {
        let (cell, digit) = (position / 9, position % 9 + 1);
        match sign {
            b'.' | b'0' => {}
            _ if usize::from(sign - b'0') == digit => marks[cell] |= 1 << digit,
            _ => {
                let (column, character) = (position + 1, char::from(sign));
                return Err(Malformed::Pencilmark { line, column, character, digit });
            }
        }
    }
    let place = |cell: usize| (line, cell * 9 + 1, geometry.row(cell) + 1, geometry.column(cell) + 1);
    if let Some(cell) = marks.iter().position(|&marks| marks == 0) {
        let (line, column, row, cell) = place(cell);
        return Err(Malformed::NoPencilmark { line, column, row, cell });
    }
    let given = |marks: u16| if marks.count_ones() == 1 { marks.trailing_zeros() as u8 } else { 0 };
    let cells = marks.map(given);
    let ruled_out = ruled_out(&cells);
    for (cell, &marks) in marks.iter().enumerate().filter(|(cell, _)| cells[*cell] == 0) {
        let missing = !(marks | ruled_out[cell]) & ALL_MARKS;
        if missing != 0 {
            let (line, column, row, cell) = place(cell);
            let digit = missing.trailing_zeros() as usize;
            return Err(Malformed::MorePencilmarks { line, column: column + digit - 1, row, cell, digit });
        }
    }
    Ok(Grid::new(geometry, Symbols::FromOne, &cells))
}

/// All nine digits as bits: digit 1 is bit 1.
pub(super) const ALL_MARKS: u16 = 0x3fe;

/// The digits that the givens of its row, column and box rule out for each cell, as bits.
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

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

    fn marks(of_blank: &str) -> String {
        let cell = |sign: char| match sign {
            '.' => of_blank.to_owned(),
            given => ('1'..='9').map(|digit| if digit == given { digit } else { '.' }).collect(),
        };
        PUZZLE.chars().map(cell).collect()
    }

    #[test]
    fn single_marks_are_givens_and_open_cells_are_blank() {
        let all = marks("123456789");
        assert_eq!(grid(&all, 1).unwrap().to_line(), PUZZLE);
        assert_eq!(grid(&all.replace('.', "0"), 1).unwrap().to_line(), PUZZLE);
        // 6, 3, 8, 4 of the row and 5, 7, 1 of column and box cannot stand in the first cell.
        let some = all.replacen("123456789", ".2......9", 1);
        assert_eq!(grid(&some, 1).unwrap().to_line(), PUZZLE);
    }

    #[test]
    fn marks_that_say_more_than_the_givens_are_no_plain_sudoku() {
        let error = |text: &str| grid(text, 7).unwrap_err().to_string();
        let all = marks("123456789");
        let more = error(&all.replacen("123456789", "12345678.", 1));
        assert_eq!(
            more,
            "line 7, column 9: the pencilmarks exclude 9 at row 1, column 1, which no given rules out: this is a \
             variant (Sukaku), not a plain Sudoku"
        );
        assert!(
            error(&all.replacen("123456789", ".........", 1)).contains("leave no digit at row 1, column 1")
        );
        let wrong = error(&all.replacen("123456789", "213456789", 1));
        assert_eq!(
            wrong,
            "line 7, column 1: '2' stands where only 1 or a blank (. or 0) can stand in pencilmarks"
        );
    }
}
