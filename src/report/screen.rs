//! Text for a terminal: as wide as it is, with bold type and colors where it shows them.

use std::fmt::{self, Display, Formatter};

use super::palette::Role;
use super::span::{Span, broken};
use super::table::Table;

/// How text may look where it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether there are bold type and colors.
    pub color: bool,
    /// How many columns there are; no limit in a file or a pipe.
    pub width: Option<usize>,
}

impl Look {
    /// For files and pipes.
    pub const PLAIN: Look = Look { color: false, width: None };
}

/// What a person reads on a terminal, line by line.
///
/// All text is made [visible](super::visible) when it becomes a span, and styles are added nowhere else: whatever a record or a file
/// name holds, the controls in this text are the program's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    look: Look,
    text: String,
}

impl Screen {
    /// Nothing yet.
    pub fn new(look: Look) -> Screen {
        Screen { look, text: String::new() }
    }

    /// How it may look.
    pub fn look(&self) -> Look {
        self.look
    }

    /// Adds a line as it is.
    pub fn line(&mut self, line: impl Display) {
        self.spans([line.into()]);
    }

    /// Adds a line of several pieces as it is.
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

    /// Adds words, in as many lines as it takes. All but the first are indented by this much.
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

    /// Adds what to know, after a word that says of which kind it is.
    pub fn notice(&mut self, kind: &str, words: &str) {
        self.prose(2, [Role::Doubtful.of(format!("{kind}:")), format!(" {words}").into()]);
    }

    /// Adds a table, so that each row fits.
    pub fn table(&mut self, table: &Table) {
        for line in table.fitted(self.look.width) {
            self.spans(line);
        }
    }

    /// The text, with its styles.
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
    fn a_style_goes_on_after_a_line_break_and_never_over_the_indent() {
        let mut screen = Screen::new(Look { color: true, width: Some(8) });
        screen.prose(2, ["a ".into(), Role::Muted.of("bcd efgh"), " ij\x1b".into()]);
        assert_eq!(screen.as_str(), "a \x1b[2mbcd\x1b[0m\n  \x1b[2mefgh\x1b[0m\n  ij\\u{1b}\n");
        let mut plain = Screen::new(Look::PLAIN);
        plain.prose(2, ["a ".into(), Role::Muted.of("bcd efgh"), " ij\x1b".into()]);
        assert_eq!(plain.as_str(), "a bcd efgh ij\\u{1b}\n");
    }
}
