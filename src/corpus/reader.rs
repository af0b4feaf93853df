//! Streams the puzzles of a file, in constant memory.

mod batches;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::block::{Block, BlockLine, Collected};
use super::compression::Decompressor;
use super::detected::{Detected, Kind};
use super::entry::{BadLine, Entry, Place};
use super::label::Parts;
use super::line::{Line, classify, likeliest_word};
use super::malformed::Malformed;
use super::nine::nine_cells;
use super::sdk::SdkHeader;
use super::table::{self, Column, Header, Table};
use super::word;
use crate::sudoku::{Geometry, Grid, Symbols};

/// The longest line that is kept, in bytes; the rest of a longer one is skipped.
pub const MAX_LINE: usize = 1 << 16;

/// The longest line that is skipped, in bytes: beyond it there is no hope that the line ends.
const ENDLESS_LINE: u64 = 1 << 30;

/// Reads puzzles one after the other, from an input that may be compressed.
///
/// ```
/// use dlxbench::corpus::Reader;
///
/// let text = "# two puzzles of size 4\n1..2......34....\n\n12|..\n..|..\n-----\n..|..\n..|21\n";
/// let lines: Vec<String> =
///     Reader::new(text.as_bytes()).map(|found| found.unwrap().unwrap().puzzle.to_line()).collect();
/// assert_eq!(lines, ["1..2......34....", "12............21"]);
/// ```
#[derive(Debug)]
pub struct Reader<R: BufRead> {
    input: Decompressor<R>,
    /// The column that the user wants.
    column: Option<Column>,
    /// The columns, where rows of a table are read.
    table: Option<Box<Table>>,
    /// Whether nothing but blank lines and comments has been read.
    at_start: bool,
    /// The line last read.
    place: Place,
    /// How many bytes have been read, of what is unpacked.
    position: u64,
    buffer: Vec<u8>,
    block: Block,
    /// The heading last read, and its place, as long as nobody knows whether a block follows.
    title: Option<(Place, String)>,
    /// What `.sdk` files say above a block, as long as no block follows.
    sdk_header: SdkHeader,
    /// The label of the block under way, from what stands above it.
    heading: Option<(String, Option<Parts>)>,
    /// How many more rows are a state of a puzzle that was read before, and not a puzzle.
    state_rows: Option<usize>,
    /// What the block gave and has not yet been made an entry; empty between two lines.
    collected: Vec<Collected>,
    /// What has been read and not yet been handed out.
    ready: VecDeque<Result<Entry, BadLine>>,
    at_end: bool,
    /// Why there is no more, once everything before has been handed out.
    failure: Option<io::Error>,
    detected: Detected,
    endless_line: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            input: Decompressor::new(input),
            column: None,
            table: None,
            at_start: true,
            place: Place::default(),
            position: 0,
            buffer: Vec::new(),
            block: Block::default(),
            title: None,
            sdk_header: SdkHeader::default(),
            heading: None,
            state_rows: None,
            collected: Vec::new(),
            ready: VecDeque::new(),
            at_end: false,
            failure: None,
            detected: Detected::default(),
            endless_line: ENDLESS_LINE,
        }
    }

    /// The input is a table, and the puzzles are in this column; without a column nothing changes.
    pub fn with_column(mut self, column: Option<Column>) -> Reader<R> {
        self.column = column;
        self
    }

    /// What has been found in the input so far.
    pub fn detected(&self) -> Detected {
        Detected { compression: self.input.compression(), ..self.detected.clone() }
    }

    /// How many bytes of the input have been used; if it is compressed, of what is compressed.
    pub fn bytes_read(&self) -> u64 {
        self.input.bytes_read()
    }

    /// Reads lines until an entry is ready or the file ends.
    fn fill(&mut self) {
        while self.ready.is_empty() && !self.at_end {
            self.advance();
        }
    }

    /// Reads a line and deals with it.
    fn advance(&mut self) {
        match self.next_line() {
            Ok(Some(length)) => self.take_buffer(length),
            Ok(None) => self.end(),
            Err(error) => self.fail(error),
        }
    }

    /// The input cannot be read any further. What came before counts, as far as it is complete.
    fn fail(&mut self, error: io::Error) {
        let (before, malformed) = (self.ready.len(), self.detected.malformed);
        self.end();
        // Half a block is no mistake of whoever wrote it.
        let last = self.ready.split_off(before);
        self.ready.extend(last.into_iter().filter(Result::is_ok));
        self.detected.malformed = malformed;
        self.failure = Some(error);
    }

    fn end(&mut self) {
        self.at_end = true;
        self.end_block();
        self.end_title();
    }

    /// Deals with the line in the buffer, of which there may be more than the buffer holds.
    fn take_buffer(&mut self, length: u64) {
        let buffer = std::mem::take(&mut self.buffer);
        let whole_file = if self.place.line == 1 { Malformed::of_file(&buffer) } else { None };
        if let Some(error) = whole_file {
            self.malformed("", error);
            self.at_end = true;
        } else if length > MAX_LINE as u64 {
            self.end_block();
            let error = Malformed::LongLine { line: self.place.line, length };
            self.malformed(&String::from_utf8_lossy(&buffer), error);
        } else {
            self.take_line(&buffer);
        }
        self.buffer = buffer;
    }

    /// Reads a line, without its end, into the buffer, up to [`MAX_LINE`]; returns its whole length. A line that does
    /// not end, as in `/dev/zero`, is an error.
    fn next_line(&mut self) -> io::Result<Option<u64>> {
        self.buffer.clear();
        let start = self.position;
        let mut length = 0;
        let mut ended = false;
        let mut last = None;
        while !ended {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if available.is_empty() {
                break;
            }
            let newline = memchr::memchr(b'\n', available);
            let part = &available[..newline.unwrap_or(available.len())];
            let room = (MAX_LINE + 1).saturating_sub(self.buffer.len()).min(part.len());
            self.buffer.extend_from_slice(&part[..room]);
            length += part.len() as u64;
            last = part.last().copied().or(last);
            ended = newline.is_some();
            let used = part.len() + usize::from(ended);
            self.input.consume(used);
            self.position += used as u64;
            if !ended && length > self.endless_line {
                let line = self.place.line + 1;
                let message =
                    format!("line {line} has no end after {length} bytes; this is no file of puzzles");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        if length == 0 && !ended {
            return Ok(None);
        }
        if last == Some(b'\r') {
            length -= 1;
            self.buffer.truncate(length as usize);
        }
        self.place = Place { line: self.place.line + 1, byte: start };
        Ok(Some(length))
    }

    fn take_line(&mut self, bytes: &[u8]) {
        let bytes =
            if self.place.line == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
        if self.expects_lines()
            && let Some((cells, label)) = nine_cells(bytes)
        {
            // What most files are made of needs no closer look.
            (self.at_start, self.state_rows) = (false, None);
            self.detected.count(Kind::Line);
            let grid = Grid::new(Geometry::NINE, Symbols::FromOne, &cells);
            let entry = Entry { label: label.to_owned(), ..Entry::new(self.place.line, grid) };
            self.ready.push_back(Ok(Entry { byte: self.place.byte, ..entry }));
            return;
        }
        if let Some(error) = Malformed::of_bytes(bytes, self.place.line) {
            self.end_block();
            self.malformed(&String::from_utf8_lossy(bytes), error);
            return;
        }
        let text = std::str::from_utf8(bytes).expect("it was checked");
        match self.table {
            Some(_) => self.take_row(text),
            None => self.take_text(text),
        }
    }

    /// Takes a line that is no row of a table.
    fn take_text(&mut self, text: &str) {
        let line = classify(text);
        if !matches!(line, Line::Blank | Line::Comment) {
            let at_start = std::mem::take(&mut self.at_start);
            let may_be_header = matches!(line, Line::Title | Line::Other);
            if (may_be_header || self.column.is_some()) && self.take_header(text, at_start) {
                return;
            }
        }
        if self.skips(line) {
            return;
        }
        match line {
            // What comes between a title and its block.
            Line::Blank | Line::Comment => {}
            Line::SixteenCells | Line::Row(_) | Line::Border | Line::Blanks(_) => {
                let header = std::mem::take(&mut self.sdk_header);
                if let Some((_, title)) = self.title.take() {
                    self.heading = Some((title.trim().to_owned(), None));
                } else if !header.is_empty() {
                    self.heading = Some(header.into_label());
                }
            }
            Line::Puzzle { .. }
                if self.title.as_ref().is_some_and(|(_, text)| table::is_puzzle_name(text)) =>
            {
                // The header of a table with one column.
                self.title = None;
            }
            Line::Puzzle { .. } | Line::Other | Line::Title | Line::Section(_) => self.end_title(),
        }
        match line {
            Line::Blank => self.block.blank_line(&mut self.collected),
            Line::Comment => {
                self.block.end(&mut self.collected);
                self.sdk_header.take(text);
            }
            Line::Section(_) => self.block.end(&mut self.collected),
            Line::Title => {
                self.block.end(&mut self.collected);
                self.title = Some((self.place, text.to_owned()));
            }
            Line::Puzzle { before, puzzle, label } => {
                self.end_block();
                self.sdk_header = SdkHeader::default();
                self.one_line(self.place, text, (before, puzzle, label));
            }
            Line::SixteenCells | Line::Row(_) | Line::Border | Line::Blanks(_) => {
                self.block.push(BlockLine::new(self.place, text, line), &mut self.collected);
            }
            Line::Other if self.block.takes_for_row(text) => {
                self.block.push(BlockLine::faulty(self.place, text), &mut self.collected);
            }
            Line::Other => {
                self.end_block();
                self.one_line(self.place, text, ("", likeliest_word(text), ""));
            }
        }
        self.hand_out();
    }

    /// Whether a line is to be passed over: `[State]` begins the rows of a puzzle that is half solved, and stands
    /// before or behind the puzzle itself.
    fn skips(&mut self, line: Line<'_>) -> bool {
        match (line, self.state_rows) {
            (Line::Section(name), _) => {
                self.state_rows = name.trim().eq_ignore_ascii_case("state").then_some(Geometry::MAX_SIZE);
                false
            }
            (Line::Row(_) | Line::SixteenCells, Some(rows)) if rows > 0 => {
                let cells = if let Line::Row(cells) = line { cells } else { 16 };
                self.state_rows = Some(rows.min(cells) - 1);
                true
            }
            (Line::Border | Line::Blanks(_), Some(rows)) => rows > 0,
            (Line::Blank, _) => false,
            _ => {
                self.state_rows = None;
                false
            }
        }
    }

    /// Takes a line that begins a table; false if it does not.
    fn take_header(&mut self, text: &str, at_start: bool) -> bool {
        match Header::of(text, self.column.as_ref()) {
            Header::Table(table) => {
                self.end_block();
                self.end_title();
                self.detected.table.get_or_insert_with(|| table.described());
                self.table = Some(table);
            }
            Header::Headless(table) => {
                self.detected.table.get_or_insert_with(|| table.described());
                self.table = Some(table);
                self.take_row(text);
            }
            Header::Unknown(_) | Header::None if let Some(wanted) = &self.column => {
                let message = Header::complaint(text, self.place.line, wanted);
                self.fail(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            Header::Unknown(names) if at_start => {
                let names = table::listed(&names);
                self.malformed_at(
                    self.place,
                    text,
                    Malformed::NoPuzzleColumn { line: self.place.line, names },
                );
            }
            Header::Unknown(_) | Header::None => return false,
        }
        true
    }

    /// Takes a row of a table.
    fn take_row(&mut self, text: &str) {
        let Some(mut table) = self.table.take() else { return };
        if text.trim().is_empty() || table.is_comment(text) {
            self.table = Some(table);
            return;
        }
        match table.row(text, self.place.line) {
            Ok(entry) => {
                self.detected.count(Kind::Row);
                self.ready.push_back(Ok(Entry { byte: self.place.byte, ..entry }));
            }
            Err(_) if self.column.is_none() && table.is_title_before(text) => {
                self.detected.table = None;
                return self.take_text(text);
            }
            // Tables may stand one behind the other.
            Err(error) => match Header::of(text, self.column.as_ref()) {
                Header::Table(next) if next.has_only_names() => table = next,
                _ => self.malformed_at(self.place, text, error),
            },
        }
        self.table = Some(table);
    }

    /// A puzzle that stands as one word on a line, with what stands before and behind it.
    fn one_line(&mut self, place: Place, whole: &str, (before, puzzle, behind): (&str, &str, &str)) {
        match word::read(puzzle, place.line) {
            Ok(found) => {
                self.detected.count(match before.is_empty() {
                    _ if found.is_pencilmarks => Kind::Pencilmarks,
                    true => Kind::Line,
                    false => Kind::LedLine,
                });
                let entry = Entry::labelled(place.line, found.grid, before, behind);
                self.ready.push_back(Ok(Entry { byte: place.byte, ..entry }));
            }
            Err(error) => {
                // The puzzle is a part of the line, so that the addresses tell where.
                let start = puzzle.as_ptr() as usize - whole.as_ptr() as usize;
                self.malformed_at(place, whole, error.moved_by(whole[..start].chars().count()));
            }
        }
    }

    /// A heading without a block below it is a line that is no puzzle.
    fn end_title(&mut self) {
        if let Some((place, text)) = self.title.take() {
            self.one_line(place, &text, ("", text.trim(), ""));
        }
    }

    fn end_block(&mut self) {
        self.block.end(&mut self.collected);
        self.hand_out();
    }

    /// Makes entries of what the block gave.
    fn hand_out(&mut self) {
        let mut collected = std::mem::take(&mut self.collected);
        for found in collected.drain(..) {
            let (label, parts) = self.heading.take().unwrap_or_default();
            match found {
                Collected::Line(place, text) => self.one_line(place, &text, ("", text.trim(), "")),
                Collected::Grid(place, grid) => {
                    self.detected.count(Kind::Block);
                    let entry = Entry { label, parts, ..Entry::new(place.line, grid) };
                    self.ready.push_back(Ok(Entry { byte: place.byte, ..entry }));
                }
                Collected::Broken(place, text, error) => self.malformed_at(place, &text, error.into()),
            }
        }
        self.collected = collected;
    }

    fn malformed(&mut self, text: &str, error: Malformed) {
        self.malformed_at(self.place, text, error);
    }

    fn malformed_at(&mut self, place: Place, text: &str, error: Malformed) {
        self.detected.malformed += 1;
        self.ready.push_back(Err(BadLine::new(place, text, error)));
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Result<Entry, BadLine>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.fill();
        self.ready.pop_front().map(Ok).or_else(|| self.failure.take().map(Err))
    }
}

#[cfg(test)]
mod tests;
