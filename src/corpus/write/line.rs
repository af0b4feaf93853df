//! One puzzle a line: the puzzle, its solution, its label.
//!
//! A reader has to guess which word of a label is the rating and which the class. Where the guess would be wrong, the
//! label goes before the puzzle, as it did in the file it came from, or its words change places.

use super::super::entry::Entry;
use super::super::label::{Parts, around, label_word, rating};
use super::super::line::{Line, classify};
use super::append_cells;
use super::label::Pieces;

pub(super) fn append(entry: &Entry, blank: char, text: &mut String) {
    let mut puzzle = String::new();
    append_cells(&entry.puzzle, blank, &mut puzzle);
    let (before, behind) = placed(entry, &puzzle);
    if !before.is_empty() {
        text.push_str(&before);
        text.push(' ');
    }
    text.push_str(&puzzle);
    append_rest(entry, &behind, text);
}

/// Writes what stands behind a puzzle, and ends the line.
pub(super) fn append_rest(entry: &Entry, label: &str, text: &mut String) {
    if let Some(solution) = &entry.solution {
        text.push(' ');
        append_cells(solution, '.', text);
    }
    if !label.is_empty() {
        text.push(' ');
        text.push_str(label);
    }
    text.push('\n');
}

/// What stands before and behind the puzzle.
fn placed(entry: &Entry, puzzle: &str) -> (String, String) {
    let label = entry.label.as_str();
    let behind = || (String::new(), label.to_owned());
    let Some(parts) = entry.parts else { return behind() };
    if let Some(led) = led(entry, parts, puzzle) {
        return led;
    }
    (String::new(), readable_label(entry))
}

/// Before and behind, if the puzzle came from such a line and is read again as it was.
fn led(entry: &Entry, parts: Parts, puzzle: &str) -> Option<(String, String)> {
    let (start, end) = (parts.rating.0 as usize, parts.rating.1 as usize);
    let label = entry.label.as_str();
    let before = label.get(..start).filter(|_| start > 0 && end == label.len())?.trim_end();
    let behind = &label[start..];
    let is_same = around(before, behind, entry.puzzle.geometry()) == (label.to_owned(), Some(parts));
    let line = format!("{before} {puzzle} {behind}");
    let is_read = classify(&line) == Line::Puzzle { before, puzzle, label: behind };
    (is_same && is_read).then(|| (before.to_owned(), behind.to_owned()))
}

/// The label in an order in which rating and class are guessed right, if there is one.
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

/// Whether a reader finds rating and class in a label of which nothing else is known.
fn is_guessed(entry: &Entry, label: &str) -> bool {
    let (rating_part, class_part) = Parts::of(entry.parts, &entry.label);
    let geometry = entry.puzzle.geometry();
    rating(label) == rating(rating_part) && label_word(label, geometry) == label_word(class_part, geometry)
}
