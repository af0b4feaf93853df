//! Writes puzzle files; [`Reader`](super::Reader) reads each format back.
//!
//! A [`PuzzleWriter`] turns an [`Entry`] into text that does not depend on what precedes it, so entries can be written
//! in parallel, sorted as text and joined in any order. What a format cannot hold is left out and reported
//! ([`LeftOut`]); a puzzle that it cannot hold at all is refused ([`Unwritable`]). [`Compressor`] compresses the
//! output.

mod block;
mod compressor;
mod format;
mod label;
mod line;

pub use compressor::Compressor;
pub use format::{BlankSign, LeftOut, PuzzleFormat, Unwritable};

use super::entry::Entry;
use crate::sudoku::Geometry;

/// Writes puzzles as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PuzzleWriter {
    /// The format.
    pub format: PuzzleFormat,
    /// The character for blank cells. Blocks and pencilmarks always use `.`.
    pub blank: BlankSign,
}

impl PuzzleWriter {
    /// Appends a puzzle to a text, and returns what was left out.
    ///
    /// ```
    /// use dlxbench::corpus::{BlankSign, Entry, PuzzleFormat, PuzzleWriter};
    ///
    /// let entry = Entry::new(1, "1..2......34....".parse()?);
    /// let mut text = String::new();
    /// let writer = PuzzleWriter { format: PuzzleFormat::Line, blank: BlankSign::Zero };
    /// writer.append(&entry, &mut text)?;
    /// assert_eq!(text, "1002000000340000\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(self, entry: &Entry, text: &mut String) -> Result<LeftOut, Unwritable> {
        let geometry = entry.puzzle.geometry();
        match self.format {
            PuzzleFormat::Line => line::append_line(entry, self.blank.sign(geometry)?, text),
            PuzzleFormat::Sdm => {
                line::append_cells(&entry.puzzle, self.blank.sign(geometry)?, text);
                text.push('\n');
            }
            PuzzleFormat::Csv => line::append_row(entry, self.blank.sign(geometry)?, text),
            PuzzleFormat::Block | PuzzleFormat::Sdk => block::append(entry, text),
            PuzzleFormat::Boxed => block::append_boxed(entry, text),
            PuzzleFormat::Pencilmarks if geometry == Geometry::NINE => line::append_pencilmarks(entry, text),
            PuzzleFormat::Pencilmarks => return Err(Unwritable::Pencilmarks(geometry)),
        }
        Ok(LeftOut {
            label: !entry.label.is_empty() && !self.format.keeps_labels(),
            solution: entry.solution.as_ref().is_some_and(|solution| !self.format.keeps_solution(solution)),
        })
    }
}
