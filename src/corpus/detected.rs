//! What was detected in a file.

use std::fmt;

use super::compression::Compression;
use super::format::InputFormat;
use crate::counts::counted;

/// What was detected in a file: its compression, its format and its number of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Detected {
    /// Whether it is a member of a zip archive.
    pub is_zipped: bool,
    /// How it is compressed.
    pub compression: Option<Compression>,
    /// How its puzzles are written.
    pub format: Option<InputFormat>,
    /// Why it has this format; for a table or JSON lines, what the columns or fields hold.
    pub reason: String,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The number of lines and blocks that are not puzzles.
    pub malformed: u64,
}

impl Detected {
    /// Returns whether there is neither a puzzle nor a malformed line.
    pub fn is_empty(&self) -> bool {
        self.puzzles == 0 && self.malformed == 0
    }
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_zipped, self.compression) {
            (false, None) => f.write_str("not compressed"),
            (true, None) => f.write_str("zip"),
            (false, Some(compression)) => f.write_str(compression.method()),
            (true, Some(compression)) => write!(f, "zip, {}", compression.method()),
        }?;
        if let Some(format) = self.format {
            write!(f, "; {format}: {}", self.reason)?;
        }
        match self.puzzles {
            0 => f.write_str("; no puzzles"),
            puzzles => write!(f, "; {}", counted(puzzles, "puzzle")),
        }?;
        match self.malformed {
            0 => Ok(()),
            count => write!(f, "; {count} malformed"),
        }
    }
}
