//! Pencilmarks: for each cell of a 9×9 puzzle the digits that its givens leave.

use super::super::entry::Entry;
use super::line::{append_rest, readable_label};

pub(super) fn append(entry: &Entry, text: &mut String) {
    let (geometry, cells) = (entry.puzzle.geometry(), entry.puzzle.cells());
    let mut seen = [[0_u16; 9]; 3];
    let units = |cell: usize| [geometry.row(cell), geometry.column(cell), geometry.box_of(cell)];
    for (cell, &digit) in cells.iter().enumerate() {
        units(cell).into_iter().zip(&mut seen).for_each(|(unit, seen)| seen[unit] |= 1 << digit);
    }
    for (cell, &given) in cells.iter().enumerate() {
        let ruled_out = units(cell).into_iter().zip(&seen).fold(0, |all, (unit, seen)| all | seen[unit]);
        let left = !ruled_out & 0x3fe;
        let marks = match given {
            // One mark alone would be a given, and none a mistake: then the cell is left open.
            0 if left.count_ones() < 2 => 0x3fe,
            0 => left,
            given => 1 << given,
        };
        text.extend(
            (1..=9_u8).map(|digit| if marks & 1 << digit == 0 { '.' } else { char::from(b'0' + digit) }),
        );
    }
    append_rest(entry, &readable_label(entry), text);
}
