//! The formats in which puzzles are written, and what they can hold.

use std::path::Path;

use thiserror::Error;

use super::super::compression::Compression;
use crate::named::named;
use crate::sudoku::{Geometry, Grid};

named! {
    /// A format in which puzzles are written.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum PuzzleFormat, "puzzle format" {
        #[default]
        Line => "line", "One per line, followed by its solution and label";
        Csv => "csv", "CSV with a header: puzzle, solution, rating, class, label";
        Block => "block", "Rows without borders, with the label in a #D line";
        Boxed => "boxed", "Rows with borders around the boxes, with the label in a #D line";
        Sdk => "sdk", "The same as block";
        Sdm => "sdm", "One per line and nothing else";
        Pencilmarks => "pencilmarks", "729 characters per line, for 9×9 only";
    }
}

impl PuzzleFormat {
    /// Returns the format that the extension of a file stands for, apart from its compression.
    pub fn of_file(path: &Path) -> Option<PuzzleFormat> {
        let stem = path.file_stem().map(Path::new).filter(|_| Compression::of_file(path).is_some());
        let extension = stem.unwrap_or(path).extension()?.to_str()?.to_ascii_lowercase();
        PuzzleFormat::ALL.iter().copied().find(|format| format.extension() == extension)
    }

    /// Returns the extension of files of this format.
    pub fn extension(self) -> &'static str {
        match self {
            PuzzleFormat::Csv | PuzzleFormat::Sdk | PuzzleFormat::Sdm => self.name(),
            _ => "txt",
        }
    }

    /// Returns the text at the beginning of a file.
    pub fn head(self) -> &'static str {
        if self == PuzzleFormat::Csv { "puzzle,solution,rating,class,label\n" } else { "" }
    }

    /// Returns whether it can hold labels.
    pub fn keeps_labels(self) -> bool {
        self != PuzzleFormat::Sdm
    }

    /// Returns whether it can hold this solution. In a line, one with blanks would be a second puzzle.
    pub fn keeps_solution(self, solution: &Grid) -> bool {
        match self {
            PuzzleFormat::Csv => true,
            PuzzleFormat::Line | PuzzleFormat::Pencilmarks => !solution.cells().contains(&0),
            _ => false,
        }
    }
}

named! {
    /// The character for blank cells, in formats with a choice.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum BlankSign, "character for blank cells" {
        #[default]
        Dot => ".", "A dot";
        Zero => "0", "A zero, up to 12×12";
        Asterisk => "*", "An asterisk";
        Underscore => "_", "An underscore";
        SmallX => "x", "A lowercase x, up to 16×16";
        LargeX => "X", "An uppercase X, up to 16×16";
        Hyphen => "-", "A hyphen";
    }
}

impl BlankSign {
    /// Returns the character in grids of a size, where it must not be a digit.
    pub(super) fn sign(self, geometry: Geometry) -> Result<char, Unwritable> {
        let sign = self.name().chars().next().unwrap_or('.');
        let largest = match self {
            BlankSign::Zero => 12,
            BlankSign::SmallX | BlankSign::LargeX => 16,
            _ => Geometry::MAX_SIZE,
        };
        if geometry.size() > largest { Err(Unwritable::BlankSign { sign, geometry }) } else { Ok(sign) }
    }
}

/// Why a puzzle cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// The character for blank cells is a digit in this size.
    #[error("'{sign}' cannot mark the blank cells of a {geometry} puzzle, where it is a digit; use '.'")]
    BlankSign {
        /// The character.
        sign: char,
        /// The size.
        geometry: Geometry,
    },
    /// Pencilmarks are for 9×9.
    #[error("a {0} puzzle cannot be written as pencilmarks, which are for 9×9 only")]
    Pencilmarks(Geometry),
}

/// What was left out of a puzzle because the format cannot hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Whether a label was left out.
    pub label: bool,
    /// Whether a solution was left out.
    pub solution: bool,
}
