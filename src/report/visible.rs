//! Escapes text from outside, so that terminals, Markdown and shells show it and do not obey it.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// Escapes control characters and invisible characters as in Rust (`\u{1b}`, `\n`), so that a name cannot clear the
/// screen, ring the bell, color what follows, reverse the writing direction, or start a new line.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Does the same for text of several lines: line breaks and tabs stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| is_hidden(character) && !matches!(character, '\n' | '\t'))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    // A fast path: nearly all text is plain ASCII, and there is a lot of it when puzzles are printed.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    if text.bytes().all(is_plain) || !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_escaped(character) {
            true => visible.extend(character.escape_default()),
            false => visible.push(character),
        }
    }
    Cow::Owned(visible)
}

/// Returns the number of terminal columns that visible text takes: two for each Chinese, Japanese or Korean character,
/// none for combining characters, and one for most others.
pub(super) fn columns(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Returns the visible text, cut to this many columns.
pub fn shortened(text: &str, width: usize) -> String {
    let text = visible(text);
    if columns(&text) <= width {
        return text.into_owned();
    }
    let ends = text.char_indices().map(|(end, _)| end);
    let kept = ends.take_while(|&end| columns(&text[..end]) < width).last().unwrap_or(0);
    format!("{}…", &text[..kept])
}

/// Escapes text for Markdown. A line break becomes a space, because a table cell has only one line.
pub(super) fn markdown_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = text.replace(['\n', '\r'], " ");
    for character in visible(&text).chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' => escaped.extend(['\\', character]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Quotes a command line for a shell.
pub fn shell(command: &[String]) -> String {
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c));
    let quote = |word: &String| match plain(word) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    visible(&command.iter().map(quote).collect::<Vec<_>>().join(" ")).into_owned()
}

/// Whether a terminal would obey this character or show nothing for it.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            // Directional marks, overrides and isolates; line and paragraph separators.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Characters without width or shape, which would make different names look alike.
            | '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_by_their_width_on_screen() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
        // Each of these takes two columns.
        assert_eq!(shortened("数独数独", 6), "数独…");
        assert_eq!(columns("数独é"), 5);
    }
}
