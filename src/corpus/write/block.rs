//! Puzzles as rows, with and without borders. The label is a comment above them.

use super::record::Record;
use crate::sudoku::Grid;

/// Writes rows and a blank line; the label in a line that begins with `sign`.
pub(super) fn append(record: &Record, sign: &str, text: &mut String) {
    append_label(record, sign, text);
    let (size, symbols) = (record.puzzle.geometry().size(), symbols_of(&record.puzzle));
    for row in record.puzzle.cells().chunks(size) {
        for (column, &digit) in row.iter().enumerate() {
            // 16 signs without anything between them may be a 4×4 puzzle.
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
pub(super) fn append_boxed(record: &Record, text: &mut String) {
    append_label(record, "# ", text);
    let puzzle = &record.puzzle;
    let drawn = Grid::new(puzzle.geometry(), symbols_of(puzzle), puzzle.cells()).to_string();
    text.push_str(&drawn);
    text.push('\n');
}

fn append_label(record: &Record, sign: &str, text: &mut String) {
    if !record.label.is_empty() {
        text.push_str(sign);
        text.push_str(&record.label);
        text.push('\n');
    }
}

fn symbols_of(grid: &Grid) -> crate::sudoku::Symbols {
    grid.symbols().unmistakable(grid.geometry(), grid.cells())
}
