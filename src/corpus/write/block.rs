//! Writes puzzles as rows, with and without borders. The label is above them as in `.sdk` files: `#D`, and `#L` for the
//! class if it had a column of its own.

use super::super::entry::Entry;
use super::label::Pieces;
use super::line::{readable_label, symbols_of};
use crate::sudoku::Grid;

/// Writes rows and a blank line.
pub(super) fn append(entry: &Entry, text: &mut String) {
    append_label(entry, text);
    let (size, symbols) = (entry.puzzle.geometry().size(), symbols_of(&entry.puzzle));
    for row in entry.puzzle.cells().chunks(size) {
        for (column, &digit) in row.iter().enumerate() {
            // 16 characters without blanks between them may be a 4×4 puzzle.
            if size == 16 && column > 0 {
                text.push(' ');
            }
            text.push(symbols.symbol(digit));
        }
        text.push('\n');
    }
    text.push('\n');
}

/// Writes a drawing with borders and a blank line.
pub(super) fn append_boxed(entry: &Entry, text: &mut String) {
    append_label(entry, text);
    let puzzle = &entry.puzzle;
    let drawn = Grid::new(puzzle.geometry(), symbols_of(puzzle), puzzle.cells()).to_string();
    text.push_str(&drawn);
    text.push('\n');
}

fn append_label(entry: &Entry, text: &mut String) {
    let (level, description) = match entry.parts {
        Some(parts) if parts.has_class_column => {
            let Pieces { rating, class, rest } = Pieces::of(entry);
            let gap = if rating.is_empty() || rest.is_empty() { "" } else { " " };
            (class, format!("{rating}{gap}{rest}"))
        }
        _ => (String::new(), readable_label(entry)),
    };
    for (sign, words) in [("#L ", level), ("#D ", description)] {
        if !words.is_empty() {
            text.push_str(sign);
            text.push_str(&words);
            text.push('\n');
        }
    }
}
