//! Writes formats with one puzzle per line: plain lines, rows of a table, pencilmarks.
//!
//! A reader of plain lines has to guess which word of a label is the rating and which the class. If the guess would be
//! wrong, the label is written before the puzzle, as in the file that it came from, or its words are reordered.

use super::super::entry::Entry;
use super::super::label::{Parts, around, label_word, rating, start_in};
use super::super::lines::{Sight, beside, sight};
use super::super::pencilmarks::{ALL_MARKS, ruled_out};
use super::format::PuzzleFormat;
use super::label::Pieces;
use crate::sudoku::{Geometry, Grid, Symbols};

pub(super) fn append_line(entry: &Entry, blank: char, text: &mut String) {
    let mut puzzle = String::new();
    append_cells(&entry.puzzle, blank, &mut puzzle);
    let surroundings = entry.parts.and_then(|parts| surroundings(entry, parts, &puzzle));
    let (before, after) = surroundings.unwrap_or_else(|| (String::new(), readable_label(entry)));
    if !before.is_empty() {
        text.push_str(&before);
        text.push(' ');
    }
    text.push_str(&puzzle);
    append_rest(entry, &after, text);
}

/// Writes what follows a puzzle and ends the line.
fn append_rest(entry: &Entry, label: &str, text: &mut String) {
    if let Some(solution) =
        entry.solution.as_ref().filter(|solution| PuzzleFormat::Line.keeps_solution(solution))
    {
        text.push(' ');
        append_cells(solution, '.', text);
    }
    if !label.is_empty() {
        text.push(' ');
        text.push_str(label);
    }
    text.push('\n');
}

/// Returns the text before and after the puzzle, if it came from a line with text before it and reads back the same.
fn surroundings(entry: &Entry, parts: Parts, puzzle: &str) -> Option<(String, String)> {
    let (start, end) = (parts.rating.0 as usize, parts.rating.1 as usize);
    let label = entry.label.as_str();
    let before = label.get(..start).filter(|_| start > 0 && end == label.len())?.trim_end();
    let after = &label[start..];
    let is_same = around(before, after, entry.puzzle.geometry()) == (label.to_owned(), Some(parts));
    let line = format!("{before} {puzzle} {after}");
    let Sight::Puzzle(_, spots) = sight(&line) else { return None };
    let word = spots[0].find(&line)?;
    let is_read = start_in(&line, word) == before.len() + 1 && beside(&line, word) == (before, after);
    (is_same && is_read).then(|| (before.to_owned(), after.to_owned()))
}

/// Returns the label in an order in which rating and class are guessed right, if there is one.
pub(super) fn readable_label(entry: &Entry) -> String {
    let label = entry.label.as_str();
    if entry.parts.is_none() || is_guessed(entry, label) {
        return label.to_owned();
    }
    let Pieces { rating, class, rest } = Pieces::of(entry);
    let mut words = vec![rating, class, rest];
    words.retain(|word| !word.is_empty());
    let ordered = words.join(" ");
    if is_guessed(entry, &ordered) { ordered } else { label.to_owned() }
}

/// Returns whether a reader finds rating and class in a label without knowing its parts.
fn is_guessed(entry: &Entry, label: &str) -> bool {
    let (rating_part, class_part) = Parts::of(entry.parts, &entry.label);
    let geometry = entry.puzzle.geometry();
    rating(label) == rating(rating_part) && label_word(label, geometry) == label_word(class_part, geometry)
}

pub(super) fn append_row(entry: &Entry, blank: char, text: &mut String) {
    append_cells(&entry.puzzle, blank, text);
    text.push(',');
    if let Some(solution) = &entry.solution {
        append_cells(solution, blank, text);
    }
    let Pieces { rating, class, rest } = Pieces::of(entry);
    for field in [rating, class, rest] {
        text.push(',');
        append_field(&field, text);
    }
    text.push('\n');
}

/// Writes a field, in quotes if it needs them.
fn append_field(field: &str, text: &mut String) {
    if field.contains([',', '"']) {
        text.push('"');
        text.push_str(&field.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(field);
    }
}

/// Writes for each cell of a 9×9 puzzle the digits that the givens leave possible, then the solution and the label.
pub(super) fn append_pencilmarks(entry: &Entry, text: &mut String) {
    let cells = entry.puzzle.cells();
    for (&given, ruled_out) in cells.iter().zip(ruled_out(cells)) {
        let left = !ruled_out & ALL_MARKS;
        let marks = match given {
            // A single mark would be a given, and none an error, so such a cell gets all marks.
            0 if left.count_ones() < 2 => ALL_MARKS,
            0 => left,
            given => 1 << given,
        };
        text.extend(
            (1..=9_u8).map(|digit| if marks & 1 << digit == 0 { '.' } else { char::from(b'0' + digit) }),
        );
    }
    append_rest(entry, &readable_label(entry), text);
}

pub(super) fn append_cells(grid: &Grid, blank: char, text: &mut String) {
    let symbols = symbols_of(grid);
    // A line of only dashes would be a border.
    let blank = if grid.clues() == 0 { '.' } else { blank };
    let mut signs = [blank as u8; Geometry::MAX_SIZE + 1];
    for (sign, digit) in signs.iter_mut().zip(0..).skip(1).take(grid.geometry().size()) {
        *sign = symbols.symbol(digit) as u8;
    }
    let line: Vec<u8> = grid.cells().iter().map(|&digit| signs[usize::from(digit)]).collect();
    text.push_str(std::str::from_utf8(&line).expect("all signs are ASCII"));
}

/// Returns symbols that a reader does not misinterpret.
pub(super) fn symbols_of(grid: &Grid) -> Symbols {
    grid.symbols().unmistakable(grid.geometry(), grid.cells())
}
