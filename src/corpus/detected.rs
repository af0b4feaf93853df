//! What a file turned out to be.

use std::fmt;

use super::compression::Compression;

/// What was found in a file: how it is compressed, how its puzzles are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Detected {
    /// How it is compressed.
    pub compression: Option<Compression>,
    /// The columns of the first table.
    pub table: Option<String>,
    /// Puzzles that are a row of a table.
    pub rows: u64,
    /// Puzzles on a line of their own, with whatever stands behind them.
    pub lines: u64,
    /// Puzzles with something before them on their line.
    pub led_lines: u64,
    /// Puzzles that are blocks of rows.
    pub blocks: u64,
    /// Puzzles in pencilmarks.
    pub pencilmarks: u64,
    /// Lines that are not puzzles.
    pub malformed: u64,
}

impl Detected {
    /// Whether there is nothing in it, neither a puzzle nor a line that should be one.
    pub fn is_empty(&self) -> bool {
        self.puzzles().iter().all(|(count, _)| *count == 0) && self.malformed == 0
    }

    fn puzzles(&self) -> [(u64, &'static str); 5] {
        [
            (self.rows, "in rows of the table"),
            (self.lines, "one a line"),
            (self.led_lines, "one a line, with data before it"),
            (self.blocks, "as blocks"),
            (self.pencilmarks, "as pencilmarks"),
        ]
    }
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.compression.map_or("not compressed", Compression::method))?;
        if let Some(table) = &self.table {
            write!(f, "; {table}")?;
        }
        let mut kinds = self.puzzles().into_iter().filter(|(count, _)| *count > 0).peekable();
        if kinds.peek().is_none() {
            f.write_str("; no puzzle")?;
        }
        for (count, kind) in kinds {
            write!(f, "; {count} {} {kind}", if count == 1 { "puzzle" } else { "puzzles" })?;
        }
        if self.malformed > 0 {
            write!(f, "; {} malformed", self.malformed)?;
        }
        Ok(())
    }
}
