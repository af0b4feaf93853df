//! The questions of the board.

use dlxbench::logic::Difficulty;
use dlxbench::sudoku::Geometry;

use super::prompt::Prompt;

/// What a question may be answered with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Generate a puzzle of this class.
    Class(Option<Difficulty>),
    /// Begin with an empty board of this size.
    Size(Geometry),
}

/// Asks for the class of a puzzle to generate.
pub(super) fn class(geometry: Geometry) -> Prompt<Choice> {
    let mut choices = vec![("any class".to_owned(), Choice::Class(None))];
    choices.extend(Difficulty::ALL.iter().map(|&class| (class.to_string(), Choice::Class(Some(class)))));
    Prompt::choice(format!("Generate a {geometry} puzzle"), choices)
}

/// Asks for the size of an empty board.
pub(super) fn size() -> Prompt<Choice> {
    let choices = Geometry::ALL.map(|size| (size.to_string(), Choice::Size(size)));
    Prompt::choice("Begin with an empty board".to_owned(), choices.to_vec())
}

/// Asks for the name of a file.
pub(super) fn file_name() -> Prompt<Choice> {
    Prompt::text("Write the puzzle to a new file".to_owned())
}
