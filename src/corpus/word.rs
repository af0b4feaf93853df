//! Puzzles that stand as one word on a line or in a field: cells, or pencilmarks.

use super::malformed::Malformed;
use super::nine::nine_cells;
use super::pencilmarks;
use crate::sudoku::{Geometry, Grid, Symbols, is_cell};

/// A puzzle that was read.
pub(super) struct Word {
    pub(super) grid: Grid,
    pub(super) is_pencilmarks: bool,
}

/// Reads a puzzle.
pub(super) fn read(text: &str, line: u64) -> Result<Word, Malformed> {
    if let Some((cells, "")) = nine_cells(text.as_bytes()) {
        return Ok(Word { grid: Grid::new(Geometry::NINE, Symbols::FromOne, &cells), is_pencilmarks: false });
    }
    if pencilmarks::is_pencilmarks(text) {
        return Ok(Word { grid: pencilmarks::grid(text, line)?, is_pencilmarks: true });
    }
    Ok(Word { grid: Grid::from_line(text, line)?, is_pencilmarks: false })
}

/// Whether a word looks like a puzzle: nothing but cells, and as many as a puzzle has.
pub(super) fn looks_like_puzzle(word: &str) -> bool {
    let has_length = Geometry::from_cell_count(word.len()).is_some();
    (has_length && word.chars().all(is_cell)) || pencilmarks::is_pencilmarks(word)
}

/// Whether a word is a puzzle.
pub(super) fn is_puzzle(word: &str) -> bool {
    looks_like_puzzle(word) && read(word, 1).is_ok()
}
