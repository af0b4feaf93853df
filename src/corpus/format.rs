//! The formats in which puzzles are read. A source has one format from beginning to end.

use crate::named::named;

named! {
    /// A format in which the puzzles of a source are written.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum InputFormat, "input format" {
        Lines => "lines", "One puzzle per line, with other words around it (also .sdm)";
        Table => "table", "CSV: a header with column names, then one puzzle per row";
        Blocks => "blocks", "Rows, with or without borders (also .sdk)";
        Pencilmarks => "pencilmarks", "One puzzle per line, nine characters per cell";
        Jsonl => "jsonl", "JSON lines: one object per line";
    }
}
