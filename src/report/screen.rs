//! Text for a terminal, wrapped to its width and styled if it supports styles.

use std::fmt::{self, Display, Formatter};

use super::palette::Role;
use super::span::{Span, broken};
use super::table::Table;

/// The styles and the width that text may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether to use bold type and colors.
    pub color: bool,
    /// The number of columns; `None` in a file or a pipe, where there is no limit.
    pub width: Option<usize>,
}

impl Look {
    /// The look for files and pipes: no styles, no limit on the width.
    pub const PLAIN: Look = Look { color: false, width: None };
}

/// Lines of text for a terminal.
///
/// All text is made [visible](super::visible) when it becomes a span, and only this type adds styles. So whatever a
/// record or a file name contains, all control characters in this text are the program's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    look: Look,
    text: String,
}

impl Screen {
    /// Returns an empty screen.
    pub fn new(look: Look) -> Screen {
        Screen { look, text: String::new() }
    }

    /// The styles and the width that the text may use.
    pub fn look(&self) -> Look {
        self.look
    }

    /// Adds a line without wrapping it.
    pub fn line(&mut self, line: impl Display) {
        self.spans([line.into()]);
    }

    /// Adds a line of several spans without wrapping it.
    pub fn spans(&mut self, spans: impl IntoIterator<Item = Span>) {
        for span in spans {
            if self.look.color && span.role != Role::Plain && !span.as_str().is_empty() {
                let style = span.role.style();
                self.text.push_str(&format!("{style}{}{style:#}", span.as_str()));
            } else {
                self.text.push_str(span.as_str());
            }
        }
        self.text.push('\n');
    }

    /// Adds text, wrapped to the width. All lines but the first are indented by `indent` columns.
    pub fn prose(&mut self, indent: usize, spans: impl IntoIterator<Item = Span>) {
        let spans: Vec<Span> = spans.into_iter().collect();
        for (number, line) in broken(spans, self.look.width, indent).into_iter().enumerate() {
            let indent = if number == 0 { 0 } else { indent };
            self.spans([" ".repeat(indent).into()].into_iter().chain(line));
        }
    }

    /// Adds a heading.
    pub fn heading(&mut self, line: impl Display) {
        self.prose(0, [Role::Strong.of(line)]);
    }

    /// Adds a hint.
    pub fn hint(&mut self, line: impl Display) {
        self.prose(0, [Role::Muted.of(line)]);
    }

    /// Adds a notice after its kind, as in `warning: …`.
    pub fn notice(&mut self, kind: &str, words: &str) {
        self.prose(2, [Role::Doubtful.of(format!("{kind}:")), format!(" {words}").into()]);
    }

    /// Adds a table, fitted to the width.
    pub fn table(&mut self, table: &Table) {
        for line in table.fitted(self.look.width) {
            self.spans(line);
        }
    }

    /// The text with its styles.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl Display for Screen {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_continues_after_a_line_break_but_not_over_the_indent() {
        let mut screen = Screen::new(Look { color: true, width: Some(8) });
        screen.prose(2, ["a ".into(), Role::Muted.of("bcd efgh"), " ij\x1b".into()]);
        assert_eq!(screen.as_str(), "a \x1b[2mbcd\x1b[0m\n  \x1b[2mefgh\x1b[0m\n  ij\\u{1b}\n");
        let mut plain = Screen::new(Look::PLAIN);
        plain.prose(2, ["a ".into(), Role::Muted.of("bcd efgh"), " ij\x1b".into()]);
        assert_eq!(plain.as_str(), "a bcd efgh ij\\u{1b}\n");
    }
}
