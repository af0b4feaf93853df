//! What decides the class of a puzzle.

use crate::named::named;

/// What decides the class of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ClassBy {
    /// The puzzle's label if it names one of the five difficulties, otherwise the file: a difficulty if its whole name
    /// is one, otherwise as [`ClassBy::File`].
    #[default]
    Auto,
    /// The name of the file without its extension, and as much of its path as makes it distinct.
    File,
    /// The class column of a table, otherwise the first word after the puzzle, or before it.
    Label,
    /// The number of givens.
    Clues,
    /// The rating column of a table, otherwise the first number after the puzzle. A number before the puzzle is never a
    /// rating.
    Rating,
    /// The number of guesses of the first engine, which is known only after solving.
    Guesses,
}

named! { ClassBy, "class rule",
    Auto => "auto", "A difficulty named after the puzzle or as the whole file name, otherwise like file";
    File => "file", "The file name without its extension, and as much of its path as makes it distinct";
    Label => "label", "The class column of a table, or the first word after the puzzle";
    Clues => "clues", "The number of givens";
    Rating => "rating", "The rating column of a table, or the first number after the puzzle";
    Guesses => "guesses", "The number of guesses of the first engine";
}

impl ClassBy {
    /// Returns whether classes are ranges of a number.
    pub fn is_number(self) -> bool {
        matches!(self, ClassBy::Clues | ClassBy::Rating | ClassBy::Guesses)
    }

    /// Returns whether a puzzle may belong to the class of its file; a line that is not a puzzle always does.
    pub fn is_by_file(self) -> bool {
        matches!(self, ClassBy::Auto | ClassBy::File)
    }
}
