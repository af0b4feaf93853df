//! Text from outside, so that terminals, Markdown and shells show it and do not obey it.

use std::borrow::Cow;

/// The text with a visible sign for each control character, so that a name cannot clear the screen, ring a bell, color
/// what follows, or turn the direction of writing: `␛` for escape, `␇` for bell, `�` for those without a sign.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(|character| sign(character).is_some()) {
        Cow::Owned(text.chars().map(|character| sign(character).unwrap_or(character)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The visible text, cut to so many characters.
pub(super) fn shortened(text: &str, width: usize) -> String {
    let text = visible(text);
    match text.chars().count() {
        length if length <= width => text.into_owned(),
        _ => text.chars().take(width - 1).chain(['…']).collect(),
    }
}

/// Text that Markdown shows as it is. A line break becomes a blank: a cell of a table has one line.
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

/// A command line as a shell would read it.
pub(super) fn shell(command: &[String]) -> String {
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c));
    let quote = |word: &String| match plain(word) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    visible(&command.iter().map(quote).collect::<Vec<_>>().join(" ")).into_owned()
}

/// What stands for a character that is not shown as it is.
fn sign(character: char) -> Option<char> {
    match character {
        // Unicode has a picture for each of these, in the same order.
        '\0'..='\x1f' => char::from_u32(0x2400 + character as u32),
        '\x7f' => Some('\u{2421}'),
        // C1 controls, separators of lines, marks and overrides of direction.
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' => Some('\u{fffd}'),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some('\u{fffd}'),
        _ => None,
    }
}
