//! Pieces of text with a role, and line breaking for a terminal.

use std::fmt::Display;
use std::iter;

use super::palette::Role;
use super::visible::{columns, visible};

/// A piece of a line and its role.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Span {
    text: String,
    pub(super) role: Role,
}

impl Span {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What it means.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The number of terminal columns that it takes.
    pub fn columns(&self) -> usize {
        columns(&self.text)
    }
}

impl Role {
    /// Returns a span of text in this role.
    pub fn of(self, text: impl Display) -> Span {
        Span { text: visible(&text.to_string()).into_owned(), role: self }
    }
}

impl<T: Display> From<T> for Span {
    fn from(text: T) -> Span {
        Role::Plain.of(text)
    }
}

/// Breaks a text at spaces into lines of at most `width` columns; all lines but the first have `indent` columns less. A
/// word that is longer than a line stays whole.
pub fn broken(spans: Vec<Span>, width: Option<usize>, indent: usize) -> Vec<Vec<Span>> {
    let Some(width) = width else { return vec![spans] };
    let text: String = spans.iter().map(Span::as_str).collect();
    let mut breaks = breaks(&text, width, indent).into_iter().peekable();
    let mut lines = vec![Vec::new()];
    // The offset of the span in the text.
    let mut begin = 0;
    for Span { text, role } in spans {
        let (mut from, end) = (begin, begin + text.len());
        while let Some(at) = breaks.next_if(|&at| at < end) {
            lines
                .last_mut()
                .expect("there is at least one line")
                .push(role.of(&text[from - begin..at - begin]));
            lines.push(Vec::new());
            from = at + 1;
        }
        lines.last_mut().expect("there is at least one line").push(role.of(&text[from - begin..]));
        begin = end;
    }
    lines
}

/// Returns the offsets of the spaces at which to break the text, so that no line takes more than `width` columns; all
/// lines but the first are indented by `indent`. A word that is longer than a line, such as a puzzle, stays whole.
fn breaks(text: &str, width: usize, indent: usize) -> Vec<usize> {
    let mut breaks = Vec::new();
    // The start of the line and its width.
    let (mut start, mut room) = (0, width);
    let blanks = text.match_indices(' ').map(|(at, _)| at).filter(|&at| !is_within_figure(text, at));
    for (begin, end) in words(blanks, text.len()) {
        if begin > start && columns(&text[start..end]) > room {
            breaks.push(begin - 1);
            (start, room) = (begin, width.saturating_sub(indent));
        }
    }
    breaks
}

/// Whether a space separates a number from its unit.
fn is_within_figure(text: &str, blank: usize) -> bool {
    const UNITS: [&str; 5] = ["ns", "µs", "ms", "s", "%"];
    let next = text[blank + 1..].split(' ').next().unwrap_or("").trim_end_matches([')', ',', ';', ':', '.']);
    text[..blank].ends_with(|before: char| before.is_ascii_digit()) && UNITS.contains(&next)
}

/// Returns the start and the end of each word. Two consecutive spaces have an empty word between them.
fn words(blanks: impl Iterator<Item = usize>, end: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut begin = 0;
    blanks.chain(iter::once(end)).map(move |at| (std::mem::replace(&mut begin, at + 1), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_words_stay_whole() {
        let lines = |text: &str, width, indent| {
            let mut from = 0;
            let mut lines: Vec<String> = Vec::new();
            for at in breaks(text, width, indent).into_iter().chain([text.len()]) {
                lines.push(text[from..at].to_owned());
                from = at + 1;
            }
            lines
        };
        assert_eq!(lines("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(lines("one two three four", 9, 4), ["one two", "three", "four"]);
        assert_eq!(lines("a wordlongerthanaline b", 5, 0), ["a", "wordlongerthanaline", "b"]);
        assert_eq!(lines("数独 数独", 5, 0), ["数独", "数独"]);
        assert_eq!(lines("", 5, 0), [""]);
        // A number and its unit are one word.
        assert_eq!(lines("to 10.6 %), 9.76 ns a", 11, 0), ["to 10.6 %),", "9.76 ns a"]);
        assert_eq!(lines("to 10.6 %), 9.76 ns a", 9, 0), ["to", "10.6 %),", "9.76 ns a"]);
    }
}
