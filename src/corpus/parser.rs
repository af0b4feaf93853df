//! One type for the parsers of all formats.

use super::blocks::BlockParser;
use super::entry::Place;
use super::format::InputFormat;
use super::found::Found;
use super::jsonl::JsonParser;
use super::lines::LineParser;
use super::table::TableParser;

/// Reads a source line by line, in its format.
#[derive(Debug)]
pub(super) enum Parser {
    Lines(LineParser),
    Table(TableParser),
    Blocks(Box<BlockParser>),
    Jsonl(JsonParser),
}

impl Parser {
    pub(super) fn format(&self) -> InputFormat {
        match self {
            Parser::Lines(lines) => lines.format,
            Parser::Table(_) => InputFormat::Table,
            Parser::Blocks(_) => InputFormat::Blocks,
            Parser::Jsonl(_) => InputFormat::Jsonl,
        }
    }

    /// Takes a line. Fails if the source cannot be read in this format at all.
    pub(super) fn take(&mut self, place: Place, text: &str, found: &mut Found) -> Result<(), String> {
        match self {
            Parser::Lines(lines) => lines.take(place, text, found),
            Parser::Table(table) => return table.take(place, text, found),
            Parser::Blocks(blocks) => blocks.take(place, text, found),
            Parser::Jsonl(objects) => objects.take(place, text, found),
        }
        Ok(())
    }

    /// Ends the current block: at the end of the source, and before a line that is not text.
    pub(super) fn end(&mut self, found: &mut Found) {
        if let Parser::Blocks(blocks) = self {
            blocks.end(found);
        }
    }

    /// Returns whether everything that was taken has been found, so that nothing depends on it any more.
    pub(super) fn is_idle(&self) -> bool {
        if let Parser::Blocks(blocks) = self { blocks.is_idle() } else { true }
    }

    /// Returns what decides how the next lines are read. Equal states read equal lines alike.
    pub(super) fn state(&self) -> String {
        match self {
            Parser::Lines(lines) => lines.state(),
            Parser::Table(table) => table.described(),
            Parser::Blocks(blocks) => blocks.state(),
            Parser::Jsonl(_) => String::new(),
        }
    }

    /// Describes what the columns or fields of the source hold, if it has any.
    pub(super) fn columns(&self) -> Option<String> {
        match self {
            Parser::Table(table) => Some(table.described()),
            Parser::Jsonl(objects) => Some(objects.described()),
            _ => None,
        }
    }
}
