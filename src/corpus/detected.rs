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

/// How the puzzle at hand is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Row,
    Line,
    LedLine,
    Block,
    Pencilmarks,
}

impl Detected {
    /// Whether there is nothing in it, neither a puzzle nor a line that should be one.
    pub fn is_empty(&self) -> bool {
        self.rows + self.lines + self.led_lines + self.blocks + self.pencilmarks + self.malformed == 0
    }

    pub(super) fn count(&mut self, kind: Kind) {
        *match kind {
            Kind::Row => &mut self.rows,
            Kind::Line => &mut self.lines,
            Kind::LedLine => &mut self.led_lines,
            Kind::Block => &mut self.blocks,
            Kind::Pencilmarks => &mut self.pencilmarks,
        } += 1;
    }
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compression = self.compression.map_or("not compressed", Compression::method);
        f.write_str(compression)?;
        if let Some(table) = &self.table {
            write!(f, "; {table}")?;
        }
        let kinds = [
            (self.rows, "in rows of the table"),
            (self.lines, "one a line"),
            (self.led_lines, "one a line, with data before it"),
            (self.blocks, "as blocks"),
            (self.pencilmarks, "as pencilmarks"),
        ];
        for (count, kind) in kinds.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "; {count} {} {kind}", if count == 1 { "puzzle" } else { "puzzles" })?;
        }
        if kinds.iter().all(|(count, _)| *count == 0) {
            f.write_str("; no puzzle")?;
        }
        if self.malformed > 0 {
            write!(f, "; {} malformed", self.malformed)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_found_is_told() {
        assert_eq!(Detected::default().to_string(), "not compressed; no puzzle");
        let detected =
            Detected { compression: Some(Compression::Xz), lines: 1, blocks: 2, ..Detected::default() };
        assert_eq!(detected.to_string(), "xz; 1 puzzle one a line; 2 puzzles as blocks");
    }
}
