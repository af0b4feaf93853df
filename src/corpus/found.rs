//! What the parsers have found and the reader has not returned yet.

use std::collections::VecDeque;

use super::entry::{BadLine, Entry, Place};
use super::malformed::{Fault, Malformed, Misplaced};
use crate::sudoku::clash;

/// Puzzles and bad lines in the order of the input, and how many there were of each.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) ready: VecDeque<Result<Entry, BadLine>>,
    pub(super) puzzles: u64,
    pub(super) malformed: u64,
    /// Whether one of the puzzles had a blank cell. From then on, a complete grid is a solution, not a puzzle. In a
    /// source with only complete grids, they are read as puzzles.
    pub(super) has_blanks: bool,
}

impl Found {
    /// Adds a puzzle that begins in this column of a line.
    pub(super) fn puzzle(&mut self, entry: Entry, column: usize, text: &str) {
        let is_complete = !entry.puzzle.cells().contains(&0);
        if is_complete && self.has_blanks && clash(entry.puzzle.geometry(), entry.puzzle.cells()).is_none() {
            let place = Place { line: entry.line, byte: entry.byte };
            return self.malformed(place, text, (column, Fault::Complete));
        }
        self.has_blanks |= !is_complete;
        self.puzzles += 1;
        self.ready.push_back(Ok(entry));
    }

    pub(super) fn malformed(&mut self, place: Place, text: &str, (column, fault): Misplaced) {
        const SHOWN: usize = 100;
        self.malformed += 1;
        let Place { line, byte } = place;
        let text = text.chars().take(SHOWN).collect();
        let reason = Malformed { line, column, fault };
        self.ready.push_back(Err(BadLine { line, byte, text, reason }));
    }
}
