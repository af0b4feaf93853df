//! The fast path for what most files are made of: a line that is a 9×9 puzzle.

use super::line::label;

/// The value of each byte as a cell of a 9×9 puzzle; `NO_CELL` for all others.
const NINE_VALUES: [u8; 256] = {
    let mut values = [NO_CELL; 256];
    let (mut digit, mut blank) = (0, 0);
    while digit < 10 {
        values[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    while blank < 6 {
        values[b".*_-xX"[blank] as usize] = 0;
        blank += 1;
    }
    values
};
const NO_CELL: u8 = 0x80;

/// The cells and the label of a line that begins with a 9×9 puzzle; `None` if it must be looked at more closely.
pub(super) fn nine_cells(line: &[u8], length: u64) -> Option<([u8; 81], &str)> {
    let (puzzle, rest) = line.split_first_chunk::<81>()?;
    if length as usize != line.len() || !(rest.is_empty() || b" \t,;:#".contains(&rest[0])) {
        return None;
    }
    let cells = puzzle.map(|byte| NINE_VALUES[usize::from(byte)]);
    if cells.iter().fold(0, |all, cell| all | cell) & NO_CELL != 0 {
        return None;
    }
    let label = if rest.is_empty() { "" } else { label(std::str::from_utf8(rest).ok()?) };
    Some((cells, label))
}
