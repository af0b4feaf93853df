//! Tables: CSV with a header.

use super::append_cells;
use super::label::Pieces;
use super::record::Record;

pub(super) const HEADER: &str = "puzzle,solution,rating,class,label\n";

pub(super) fn append(record: &Record, blank: char, text: &mut String) {
    append_cells(&record.puzzle, blank, text);
    text.push(',');
    if let Some(solution) = &record.solution {
        append_cells(solution, blank, text);
    }
    let Pieces { rating, class, rest } = Pieces::of(record);
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
