//! The formats in which puzzles are read: a closed list. A source has one of them from its beginning to its end.

use crate::named::named;

named! {
    /// A format in which the puzzles of a source are written.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum InputFormat, "input format" {
        Lines => "lines", "One puzzle per line, with other words around it (.sdm too)";
        Table => "table", "CSV: a header with the names of the columns, then one puzzle per row";
        Blocks => "blocks", "Rows, with or without borders (.sdk too)";
        Pencilmarks => "pencilmarks", "One puzzle per line, nine characters per cell";
        Jsonl => "jsonl", "JSON lines: one object per line";
    }
}
