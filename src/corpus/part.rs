//! Parts of a source, and the places where they meet.
//!
//! The state of the parser at the beginning of a part and at its end are *seams*. The seams of neighboring parts must be
//! equal; otherwise they were not read as a single reader reads the whole source.

use std::io::{Read, Seek};

/// A part of a source. Bytes are counted after unpacking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What begins before this byte belongs to an earlier part.
    pub start: u64,
    /// What begins at or after this byte belongs to a later part.
    pub end: u64,
    /// The number of lines before the part; 0 if it is unknown. Lines are then counted from the beginning of the part,
    /// or a little before it.
    pub line: u64,
    /// The state of the parser at the beginning, if it is known. If the head does not lead to it, everything before the
    /// part is parsed.
    pub seam: Option<Seam>,
}

/// The state of a parser between two lines, as a hash.
pub type Seam = u128;

/// A place between two lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The byte where the next line begins.
    pub byte: u64,
    /// The number of lines before it.
    pub line: u64,
    /// The state of the parser there.
    pub seam: Seam,
}

/// Where a part that was read really began and ended: at the first line boundary at or after each of its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Passed {
    /// Its beginning. The number of the line is that of the reader's count, as for [`Part::line`].
    pub from: Mark,
    /// Its end.
    pub to: Mark,
}

impl Part {
    /// Returns the part between two bytes.
    pub fn between(start: u64, end: u64) -> Part {
        Part { start, end, line: 0, seam: None }
    }

    /// Returns the rest of a source, or of a part of it that ends at `end`, from a mark on.
    pub fn after(mark: Mark, end: u64) -> Part {
        Part { start: mark.byte, end, line: mark.line, seam: Some(mark.seam) }
    }

    /// Returns whether nothing belongs to it.
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }
}

/// Something that can be entered in the middle.
pub(super) trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// The part to which a reader is restricted.
#[derive(Debug)]
pub(super) struct Within {
    pub(super) part: Part,
    pub(super) is_blocks: bool,
    pub(super) passed: Passed,
    pub(super) has_ended: bool,
}
