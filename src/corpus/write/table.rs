//! Tables: CSV with a header.

use super::super::entry::Entry;
use super::append_cells;
use super::label::Pieces;

pub(super) const HEADER: &str = "puzzle,solution,rating,class,label\n";

pub(super) fn append(entry: &Entry, blank: char, text: &mut String) {
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
