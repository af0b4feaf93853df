//! Text for a terminal, with bold type and colors.

use std::fmt::{self, Display, Formatter};

use anstyle::{AnsiColor, Style};

use super::table::Table;
use super::visible::visible;

/// Whether to use bold type and colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(pub bool);

/// What a person reads on a terminal, line by line.
///
/// Every line is made [visible] when it is added, and styles are added nowhere else: whatever a record or a file name
/// holds, the controls in this text are the program's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    paint: Paint,
    text: String,
}

impl Screen {
    /// Nothing yet.
    pub fn new(paint: Paint) -> Screen {
        Screen { paint, text: String::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, line: impl Display) {
        self.push(Style::new(), "", line);
    }

    /// Adds a heading.
    pub fn heading(&mut self, line: impl Display) {
        self.push(Style::new().bold(), line, "");
    }

    /// Adds a hint.
    pub fn hint(&mut self, line: impl Display) {
        self.push(Style::new().dimmed(), line, "");
    }

    /// Adds what to know, after a word that says of which kind it is.
    pub fn notice(&mut self, kind: &str, words: &str) {
        self.push(AnsiColor::Yellow.on_default().bold(), format!("{kind}:"), format!(" {words}"));
    }

    /// Adds a table with its heading.
    pub fn table(&mut self, table: &Table) {
        for (index, line) in table.lines().iter().enumerate() {
            if index == 0 { self.heading(line) } else { self.line(line) }
        }
    }

    /// The text, with its styles.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    fn push(&mut self, style: Style, styled: impl Display, plain: impl Display) {
        let (styled, plain) = (styled.to_string(), plain.to_string());
        let (styled, plain) = (visible(&styled), visible(&plain));
        match self.paint.0 && style != Style::new() {
            true => self.text.push_str(&format!("{style}{styled}{style:#}{plain}\n")),
            false => self.text.push_str(&format!("{styled}{plain}\n")),
        }
    }
}

impl Display for Screen {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
