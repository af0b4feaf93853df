//! The styles of the demo: those of reports, by meaning.

use dlxbench::report::Role;
use ratatui::style::Style;

/// The styles on this terminal. All of them are empty with `NO_COLOR` and `--color never`, so whatever a style says, a
/// sign or a word must say too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Palette {
    is_colored: bool,
}

impl Palette {
    pub(super) fn new(is_colored: bool) -> Palette {
        Palette { is_colored }
    }

    /// Returns the style for a meaning. Only the 16 colors of the terminal's own theme occur, except for
    /// [`Role::Engine`].
    pub(super) fn style(self, role: Role) -> Style {
        if self.is_colored { role.style().into() } else { Style::new() }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Color;

    use super::*;

    #[test]
    fn styles_are_those_of_reports_or_none() {
        assert_eq!(Palette::new(true).style(Role::Removed), Style::new().fg(Color::Red));
        assert_eq!(Palette::new(false).style(Role::Removed), Style::new());
    }
}
