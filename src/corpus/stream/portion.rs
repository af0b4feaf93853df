//! A batch on its way through a stream.

use super::super::batch::Batch;
use super::super::detected::Detected;
use super::super::part::Passed;
use super::super::source::SourceError;

/// A batch of puzzles of one source, with what the feeder knows about it.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Portion {
    /// The puzzles and the bad lines between them.
    pub batch: Batch,
    /// The index of the source.
    pub source: usize,
    /// The class of the source, which is also the class of its bad lines.
    pub file_class: u16,
    /// How many puzzles of the stream come before this portion; each copy of a puzzle counts.
    pub first: u64,
    /// How many bytes of all sources had been read when it was filled.
    pub bytes_read: u64,
    /// The names of the classes that are new in this portion. Over all portions in order, they are the names of all
    /// classes by number.
    pub new_classes: Vec<String>,
    /// Where the source was entered and how far it has been read, if that was asked for; `None` in the middle of a block.
    pub reached: Option<Passed>,
    /// Set in the last portion of a source.
    pub end: Option<SourceEnd>,
    /// Its place in the order of the input.
    pub(super) number: u64,
}

impl Portion {
    /// Returns its place in the order of the input.
    pub fn number(&self) -> u64 {
        self.number
    }
}

/// What is known about a source at its end.
#[derive(Debug)]
#[non_exhaustive]
pub struct SourceEnd {
    /// What was detected in the source.
    pub detected: Detected,
    /// Why it could not be read, or not to the end.
    pub failure: Option<SourceError>,
    /// Where the part that was read began and ended; `None` for a whole source.
    pub passed: Option<Passed>,
}
