//! Lines of 16 cells: the rows of a 16×16 puzzle, or 4×4 puzzles, one a line.

use super::block::BlockLine;

/// Whether the lines are rows of a 16×16 puzzle: a letter or three different digits beyond 4 are among them, and such
/// signs stand in a quarter of 16 lines, or in three quarters of fewer lines. A slip in a list of 4×4 puzzles has
/// neither.
pub(super) fn is_large(lines: &[BlockLine]) -> bool {
    let mut seen = [false; 128];
    let (mut rows, mut rows_beyond_four) = (0, 0);
    for line in lines.iter().filter(|line| line.is_row()) {
        let before = rows_beyond_four;
        rows += 1;
        for sign in line.text.chars().filter(|sign| matches!(sign, '5'..='9' | 'A'..='G' | 'a'..='g')) {
            seen[sign.to_ascii_uppercase() as usize] = true;
            rows_beyond_four = before + 1;
        }
    }
    let has_letter = ('A'..='G').any(|letter| seen[letter as usize]);
    let has_evidence = has_letter || seen.iter().filter(|seen| **seen).count() >= 3;
    let has_enough =
        if rows < 16 { rows > 3 && rows_beyond_four * 4 >= rows * 3 } else { rows_beyond_four * 4 >= rows };
    has_evidence && has_enough
}
