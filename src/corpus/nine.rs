//! The fast path for what most files are made of: a line that is a 9×9 puzzle.

use super::line::label;
use super::reader::MAX_LINE;

/// The cells and the label of a line that begins with a 9×9 puzzle; `None` if it must be looked at more closely.
pub(super) fn nine_cells(line: &[u8]) -> Option<([u8; 81], &str)> {
    let (puzzle, rest) = line.split_first_chunk::<81>()?;
    if line.len() > MAX_LINE || !(rest.is_empty() || b" \t,;:#".contains(&rest[0])) {
        return None;
    }
    // Without a branch, so that the compiler makes vector code of it: 16 cells at a time.
    let mut cells = [0; 81];
    let mut all_are_cells = true;
    for (cell, &byte) in cells.iter_mut().zip(puzzle) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_blank =
            (byte == b'.') | (byte == b'*') | (byte == b'_') | (byte == b'-') | (byte | 0x20 == b'x');
        *cell = if is_digit { digit } else { 0 };
        all_are_cells &= is_digit | is_blank;
    }
    if !all_are_cells {
        return None;
    }
    // A control character is for the slow path to complain about.
    if rest.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t') {
        return None;
    }
    let label = if rest.is_empty() { "" } else { label(std::str::from_utf8(rest).ok()?) };
    Some((cells, label))
}
