//! What a file holds, one by one.

use super::class::{label_words, solution};
use super::malformed::Malformed;
use crate::sudoku::{Geometry, Grid};

/// One puzzle of a file, or what stands where a puzzle should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The byte where that line begins, from 0; of a compressed file, in what is unpacked.
    pub byte: u64,
    /// The puzzle, or why it is none.
    pub puzzle: Result<Grid, Malformed>,
    /// What else stands on its line.
    pub label: String,
    /// Where in the label the rating and the class stand; `None` if that is to be guessed.
    pub parts: Option<Parts>,
    /// What the file's solution column says.
    pub solution: Option<Grid>,
    /// For a malformed entry the text as it was found, cut to a readable length.
    pub text: String,
}

impl Entry {
    /// A puzzle and nothing else.
    pub fn new(line: u64, puzzle: Grid) -> Entry {
        Entry {
            line,
            byte: 0,
            puzzle: Ok(puzzle),
            label: String::new(),
            parts: None,
            solution: None,
            text: String::new(),
        }
    }

    /// A puzzle with what stands before it and behind it. What stands before is never a rating: files begin their
    /// lines with numbers and hashes of their own.
    pub(super) fn labelled(line: u64, puzzle: Grid, before: &str, behind: &str) -> Entry {
        let (label, parts) = around(before, behind, puzzle.geometry());
        Entry { label, parts, ..Entry::new(line, puzzle) }
    }

    /// The same with a solution that stands in the label taken out of it; that of a column counts more.
    pub fn with_solution_apart(mut self) -> Entry {
        let Ok(puzzle) = &self.puzzle else { return self };
        if self.solution.is_some() || self.label.len() < puzzle.cells().len() {
            return self;
        }
        let geometry = puzzle.geometry();
        let word = |word| Some(word).zip(solution(word, geometry));
        let Some((word, solution)) = label_words(&self.label).find_map(word) else { return self };
        let start = word.as_ptr() as usize - self.label.as_ptr() as usize;
        let (label, parts) = cut(&self.label, self.parts, (start, start + word.len()));
        (self.label, self.parts, self.solution) = (label, parts, Some(solution));
        self
    }

    /// Something that is no puzzle.
    pub(super) fn malformed(line: u64, text: &str, reason: Malformed) -> Entry {
        const SHOWN: usize = 100;
        Entry {
            line,
            byte: 0,
            puzzle: Err(reason),
            label: String::new(),
            parts: None,
            solution: None,
            text: text.chars().take(SHOWN).collect(),
        }
    }
}

/// The label of a puzzle with this before and behind it, and where in it rating and class stand.
pub(super) fn around(before: &str, behind: &str, geometry: Geometry) -> (String, Option<Parts>) {
    if before.is_empty() {
        return (behind.to_owned(), None);
    }
    let gap = if behind.is_empty() { "" } else { " " };
    let label = format!("{before}{gap}{behind}");
    let start = before.len() + gap.len();
    let behind = (start as u32, label.len() as u32);
    let has_word = super::class::label_word(&label[start..], geometry).is_some();
    let class = if has_word { behind } else { (0, before.len() as u32) };
    (label, Some(Parts { rating: behind, class, has_class_column: false }))
}

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// Its number, from 1; 0 before the first line.
    pub(super) line: u64,
    /// The byte where it begins, from 0.
    pub(super) byte: u64,
}

/// Which parts of a label say how hard a puzzle is: where each begins and ends, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// The part with the rating; empty if there is none.
    pub rating: (u32, u32),
    /// The part with the name of the class.
    pub class: (u32, u32),
    /// Whether that part is a column of its own, so that all of it is the name.
    pub has_class_column: bool,
}

impl Parts {
    /// The parts of a label for the rating and for the class: all of it if nothing is known.
    pub(super) fn of(parts: Option<Parts>, label: &str) -> (&str, &str) {
        let part = |(start, end): (u32, u32)| label.get(start as usize..end as usize).unwrap_or("");
        parts.map_or((label, label), |parts| (part(parts.rating), part(parts.class)))
    }
}

/// What separates the words of a label.
const SEPARATORS: [char; 6] = [' ', '\t', ',', ';', ':', '#'];

/// A label without what stands in one place, and where its parts are then.
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
    let (before, behind) = (left.len(), left.len() + gap.len());
    let moved = |place: u32, inside: usize| match place as usize {
        place if place <= before => place as u32,
        place if place < right_start => inside as u32,
        place => (place - right_start + behind) as u32,
    };
    let moved_part = |(start, end): (u32, u32)| {
        let (start, end) = (moved(start, behind), moved(end, before));
        (start, end.max(start))
    };
    let parts = parts.map(|parts| Parts {
        rating: moved_part(parts.rating),
        class: moved_part(parts.class),
        ..parts
    });
    (format!("{left}{gap}{right}"), parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_what_is_cut_before_them() {
        let parts = Some(Parts { rating: (10, 13), class: (0, 4), has_class_column: false });
        let (label, parts) = cut("hash GRID 8.4", parts, (5, 9));
        assert_eq!(
            (label.as_str(), parts),
            ("hash 8.4", Some(Parts { rating: (5, 8), class: (0, 4), has_class_column: false }))
        );
        let parts = Some(Parts { rating: (5, 9), class: (0, 4), has_class_column: false });
        let (label, parts) = cut("hash GRID", parts, (5, 9));
        assert_eq!(
            (label.as_str(), parts),
            ("hash", Some(Parts { rating: (4, 4), class: (0, 4), has_class_column: false }))
        );
        assert_eq!(cut("GRID:7", None, (0, 4)).0, "7");
        assert_eq!(cut("a,GRID,b", None, (2, 6)).0, "a,b");
    }
}
