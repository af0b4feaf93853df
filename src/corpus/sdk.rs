//! The header lines above a puzzle in `.sdk` files: `#`, a letter for the kind of line, and text. `#D` is a description
//! and `#L` the level; they become the label of the puzzle. Other lines, such as author and date, are ignored.

use super::label::Parts;

/// The header lines found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SdkHeader {
    description: String,
    level: String,
}

impl SdkHeader {
    /// Takes a comment if it is a description or a level.
    pub(super) fn take(&mut self, comment: &str) {
        let mut signs = comment.trim().chars();
        let (Some('#'), letter) = (signs.next(), signs.next()) else { return };
        let field = match letter {
            Some('D') => &mut self.description,
            Some('L') => &mut self.level,
            _ => return,
        };
        // `#Different puzzles` is a plain comment, not a description.
        let text = signs.as_str();
        if !text.starts_with(char::is_lowercase) {
            text.trim().clone_into(field);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.description.is_empty() && self.level.is_empty()
    }

    /// Returns the label of the puzzle, and where in it rating and class are if there is a level.
    pub(super) fn into_label(self) -> (String, Option<Parts>) {
        let SdkHeader { description, level } = self;
        if level.is_empty() {
            return (description, None);
        }
        let label = format!("{level} {description}").trim_end().to_owned();
        let end = label.len() as u32;
        let class = (0, level.len() as u32);
        (label, Some(Parts { rating: ((class.1 + 1).min(end), end), class, has_class_column: true }))
    }
}
