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
    /// The name of the file without its ending, and as much of its path as tells it from the others.
    File,
    /// The column of a table that names the class, otherwise the first word behind the puzzle, or before it.
    Label,
    /// The number of givens.
    Clues,
    /// The column of a table that holds a rating, otherwise the first number behind the puzzle. What stands before a
    /// puzzle is never a rating.
    Rating,
    /// How many guesses the first engine needs: only known when the puzzle has been solved.
    Guesses,
}

named! { ClassBy, "class rule",
    Auto => "auto", "A difficulty named behind the puzzle or as the file's whole name, otherwise as file";
    File => "file", "The file's name without its ending, and as much of its path as makes it distinct";
    Label => "label", "The table's column of that name, or the first word behind the puzzle";
    Clues => "clues", "The number of givens";
    Rating => "rating", "The table's column of that name, or the first number behind the puzzle";
    Guesses => "guesses", "The guesses that the first engine needs";
}

impl ClassBy {
    /// Whether classes are ranges of a number.
    pub fn is_number(self) -> bool {
        matches!(self, ClassBy::Clues | ClassBy::Rating | ClassBy::Guesses)
    }

    /// Whether a puzzle may be in the class of its file; a line that is not a puzzle always is.
    pub fn is_by_file(self) -> bool {
        matches!(self, ClassBy::Auto | ClassBy::File)
    }
}
