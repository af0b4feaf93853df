//! Bold type and colors on a terminal.

use anstyle::{AnsiColor, Style};

/// Whether to use bold type and colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(pub bool);

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// For headings.
    pub fn bold(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    /// For hints.
    pub fn dim(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// For warnings.
    pub fn warn(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default().bold(), text)
    }
}
