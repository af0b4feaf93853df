//! The lines above a puzzle in `.sdk` files: a `#`, a letter that says what the line is about, and text. `#D` is a
//! description and `#L` the level; they make the label of the puzzle. The others say who made it, and when.

use super::label::Parts;

/// What was found above a puzzle so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SdkHeader {
    description: String,
    level: String,
}

impl SdkHeader {
    /// Takes what a comment says if it is a description or a level.
    pub(super) fn take(&mut self, comment: &str) {
        let mut signs = comment.trim().chars();
        let (Some('#'), letter) = (signs.next(), signs.next()) else { return };
        let field = match letter {
            Some('D') => &mut self.description,
            Some('L') => &mut self.level,
            _ => return,
        };
        // `#Different puzzles` is a word and no description.
        let text = signs.as_str();
        if !text.starts_with(char::is_lowercase) {
            text.trim().clone_into(field);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.description.is_empty() && self.level.is_empty()
    }

    /// The label of the puzzle, and where in it rating and class stand if there is a level.
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
