//! Labels: the text beside the puzzle on its line. A label may hold a name, a rating, a class of difficulty or a
//! solution.

use crate::sudoku::{Geometry, Grid};

/// The parts of a label that say how hard a puzzle is: where each begins and ends, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// The part with the rating; empty if there is none.
    pub rating: (u32, u32),
    /// The part with the name of the class.
    pub class: (u32, u32),
    /// Whether that part is a column of its own, so that the name is all of it.
    pub has_class_column: bool,
}

impl Parts {
    /// Returns the parts of a label for the rating and for the class; if the parts are not known, each is the whole
    /// label.
    pub(super) fn of(parts: Option<Parts>, label: &str) -> (&str, &str) {
        let part = |(start, end): (u32, u32)| label.get(start as usize..end as usize).unwrap_or("");
        parts.map_or((label, label), |parts| (part(parts.rating), part(parts.class)))
    }
}

/// Returns the label of a puzzle with these texts before and after it, and where in it rating and class are.
pub(super) fn around(before: &str, after: &str, geometry: Geometry) -> (String, Option<Parts>) {
    if before.is_empty() {
        return (after.to_owned(), None);
    }
    let gap = if after.is_empty() { "" } else { " " };
    let label = format!("{before}{gap}{after}");
    let start = before.len() + gap.len();
    let after = (start as u32, label.len() as u32);
    let has_word = label_word(&label[start..], geometry).is_some();
    let class = if has_word { after } else { (0, before.len() as u32) };
    (label, Some(Parts { rating: after, class, has_class_column: false }))
}

/// Returns the text after a puzzle, without the separator.
pub(super) fn after_separator(rest: &str) -> &str {
    rest.trim_start_matches(SEPARATORS).trim()
}

/// Returns where a subslice of a line begins, found by its address.
pub(super) fn start_in(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

pub(super) fn label_words(label: &str) -> impl Iterator<Item = &str> {
    label
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '#'))
        .filter(|word| !word.is_empty())
}

/// Returns the first word of a label that is neither a number nor a solution.
pub(super) fn label_word(label: &str, geometry: Geometry) -> Option<&str> {
    let is_number =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok();
    label_words(label).find(|word| !is_number(word) && solution(word, geometry).is_none())
}

/// Returns the rating in a label: the first number with a fraction, such as `8.4`, `20.00s` or `ED=8.4/8.4/2.6`,
/// otherwise the first or the last word if it is a number. Other whole numbers belong to names, such as years or
/// positions in a list.
pub(super) fn rating(label: &str) -> Option<f64> {
    rating_word(label).and_then(first_number)
}

pub(super) fn rating_word(label: &str) -> Option<&str> {
    let is_number = |word: &&str| {
        let number = word.split_once('=').map_or(*word, |(_, number)| number);
        let number = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || b"./".contains(&byte))
    };
    // Longer words may be solutions.
    let words = || label_words(label).filter(|word| word.len() < 16);
    let ends = || [words().next(), words().last()].into_iter().flatten().find(is_number);
    words().filter(is_number).find(|word| word.contains('.')).or_else(ends)
}

pub(super) fn first_number(word: &str) -> Option<f64> {
    let start = word.find(|c: char| c.is_ascii_digit())?;
    let rest = &word[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().ok()
}

/// Returns the solution in the label of a puzzle of this size: a word that is a complete grid.
pub fn solution_in(label: &str, geometry: Geometry) -> Option<Grid> {
    // Most labels are empty, and no word is longer than its label.
    if label.len() < geometry.cell_count() {
        return None;
    }
    label_words(label).find_map(|word| solution(word, geometry))
}

pub(super) fn solution(word: &str, geometry: Geometry) -> Option<Grid> {
    let grid = Some(word).filter(|word| word.len() == geometry.cell_count())?;
    Grid::from_line(grid, 1).ok().filter(|grid| grid.clues() == grid.cells().len())
}

/// The characters that end the first word of a line and separate the words of a label.
pub(super) const SEPARATORS: [char; 6] = [' ', '\t', ',', ';', ':', '#'];

/// Removes a range from a label. Returns the rest and where its parts are then.
pub(super) fn cut(
    label: &str,
    parts: Option<Parts>,
    (start, end): (usize, usize),
) -> (String, Option<Parts>) {
    let left = label[..start].trim_end_matches(SEPARATORS);
    let right = label[end..].trim_start_matches(SEPARATORS);
    let separator = label[left.len()..start].chars().next().or(label[end..].chars().next());
    let gap = match separator.filter(|_| !left.is_empty() && !right.is_empty()) {
        Some(sign @ (',' | ';' | ':')) => String::from(sign),
        Some(_) => " ".to_owned(),
        None => String::new(),
    };
    let right_start = label.len() - right.len();
    let (before, after) = (left.len(), left.len() + gap.len());
    let moved = |place: u32, inside: usize| match place as usize {
        place if place <= before => place as u32,
        place if place < right_start => inside as u32,
        place => (place - right_start + after) as u32,
    };
    let moved_part = |(start, end): (u32, u32)| {
        let (start, end) = (moved(start, after), moved(end, before));
        (start, end.max(start))
    };
    let parts = parts.map(|parts| Parts {
        rating: moved_part(parts.rating),
        class: moved_part(parts.class),
        ..parts
    });
    (format!("{left}{gap}{right}"), parts)
}
