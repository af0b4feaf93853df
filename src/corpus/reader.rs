//! Streams the puzzles of a file, in constant memory.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::batch::{BadLine, Batch, Puzzle};
use super::block::{Block, BlockLine, Collected};
use super::class::{ClassBy, Classes, class_of};
use super::line::{Line, classify};
use super::malformed::Malformed;
use super::nine::nine_cells;
use crate::sudoku::{Geometry, Grid, Symbols};

/// The longest line that is kept, in bytes; the rest of a longer one is skipped.
pub const MAX_LINE: usize = 1 << 16;

/// The longest line that is skipped, in bytes: beyond it there is no hope that the line ends.
const ENDLESS_LINE: u64 = 1 << 30;

/// One puzzle of a file, or what stands where a puzzle should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The puzzle, or why it is none.
    pub puzzle: Result<Grid, Malformed>,
    /// What stands behind the puzzle on its line.
    pub label: String,
    /// For a malformed entry the text as it was found, cut to a readable length.
    pub text: String,
}

/// Reads puzzles one after the other.
///
/// ```
/// use dlxbench::corpus::Reader;
///
/// let text = "# two puzzles of size 4\n1..2......34....\n\n12|..\n..|..\n-----\n..|..\n..|21\n";
/// let lines: Vec<String> =
///     Reader::new(text.as_bytes()).map(|entry| entry.unwrap().puzzle.unwrap().to_line()).collect();
/// assert_eq!(lines, ["1..2......34....", "12............21"]);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The number of the line last read.
    line: u64,
    buffer: Vec<u8>,
    block: Block,
    /// The heading last read, and its line, as long as nobody knows whether a block follows.
    title: Option<(u64, String)>,
    /// What the block gave and has not yet been made an entry; empty between two lines.
    collected: Vec<Collected>,
    /// What has been read and not yet been handed out.
    ready: VecDeque<Entry>,
    at_end: bool,
    bytes_read: u64,
    endless_line: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            input,
            line: 0,
            buffer: Vec::new(),
            block: Block::default(),
            title: None,
            collected: Vec::new(),
            ready: VecDeque::new(),
            at_end: false,
            bytes_read: 0,
            endless_line: ENDLESS_LINE,
        }
    }

    /// Adds up to `count` puzzles to a batch, with the classes that `by` gives to them; false at the end.
    ///
    /// A line that is a 9×9 puzzle and nothing but a puzzle goes straight into the batch: no allocation, no copy
    /// but its 81 cells. Everything else takes the long way round.
    pub fn read_batch(
        &mut self,
        count: usize,
        by: ClassBy,
        by_file: u16,
        classes: &mut Classes,
        batch: &mut Batch,
    ) -> io::Result<bool> {
        let first = batch.len();
        let more = self.fill_batch(count, by_file, batch);
        // What was read before a failure counts too.
        for index in first..batch.len() {
            let class = class_of(by, &batch.puzzle(index), by_file, classes);
            batch.set_class(index, class);
        }
        more
    }

    fn fill_batch(&mut self, count: usize, by_file: u16, batch: &mut Batch) -> io::Result<bool> {
        // Bad lines count too: a file may hold nothing else.
        while batch.len() + batch.bad_lines.len() < count {
            while let Some(entry) = self.ready.pop_front() {
                push_entry(entry, batch);
            }
            if self.at_end {
                return Ok(false);
            }
            if self.block.is_empty() && self.title.is_none() && self.take_nine_lines(count, by_file, batch)? {
                continue;
            }
            match self.next_line()? {
                Some(length) => self.take_buffer(length),
                None => self.end(),
            }
        }
        Ok(true)
    }

    /// Takes 9×9 puzzles straight from the input's buffer for as long as one follows the other; false if there was
    /// none.
    fn take_nine_lines(&mut self, count: usize, by_file: u16, batch: &mut Batch) -> io::Result<bool> {
        let available = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
            result => result?,
        };
        let mut rest = available;
        while batch.len() < count {
            // Nearly always the line ends right behind its 81 cells.
            let end = if rest.get(81) == Some(&b'\n') { Some(81) } else { memchr::memchr(b'\n', rest) };
            let Some(end) = end else { break };
            let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
            let Some((cells, label)) = nine_cells(line) else { break };
            self.line += 1;
            batch.push(Puzzle {
                line: self.line,
                geometry: Geometry::NINE,
                symbols: Symbols::FromOne,
                class: by_file,
                cells: &cells,
                label,
            });
            rest = &rest[end + 1..];
        }
        let used = available.len() - rest.len();
        self.input.consume(used);
        self.bytes_read += used as u64;
        Ok(used > 0)
    }

    /// How many bytes of the input have been used.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Reads lines until an entry is ready or the file ends.
    fn fill(&mut self) -> io::Result<()> {
        while self.ready.is_empty() && !self.at_end {
            match self.next_line()? {
                Some(length) => self.take_buffer(length),
                None => self.end(),
            }
        }
        Ok(())
    }

    fn end(&mut self) {
        self.at_end = true;
        self.end_block();
        self.end_title();
    }

    /// Deals with the line in the buffer, of which there may be more than the buffer holds.
    fn take_buffer(&mut self, length: u64) {
        let buffer = std::mem::take(&mut self.buffer);
        let whole_file = if self.line == 1 { Malformed::of_file(&buffer) } else { None };
        if let Some(error) = whole_file {
            self.malformed("", error);
            self.at_end = true;
        } else if length > MAX_LINE as u64 {
            self.end_block();
            let error = Malformed::LongLine { line: self.line, length };
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
            self.bytes_read += used as u64;
            if !ended && length > self.endless_line {
                self.at_end = true;
                let line = self.line + 1;
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
        self.line += 1;
        Ok(Some(length))
    }

    fn take_line(&mut self, bytes: &[u8]) {
        let bytes = if self.line == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
        if let Some(error) = Malformed::of_bytes(bytes, self.line) {
            self.end_block();
            self.malformed(&String::from_utf8_lossy(bytes), error);
            return;
        }
        let text = std::str::from_utf8(bytes).expect("it was checked");
        let line = classify(text);
        match line {
            // What comes between a title and its block.
            Line::Blank | Line::Comment => {}
            Line::SixteenCells | Line::Row(_) | Line::Border | Line::Blanks(_) => self.title = None,
            Line::Puzzle { .. } | Line::Other | Line::Title => self.end_title(),
        }
        match line {
            Line::Blank => self.block.blank_line(&mut self.collected),
            Line::Comment => self.block.end(&mut self.collected),
            Line::Title => {
                self.block.end(&mut self.collected);
                self.title = Some((self.line, text.to_owned()));
            }
            Line::Puzzle { puzzle, label } => {
                self.end_block();
                self.one_line(self.line, puzzle, text, label);
            }
            Line::SixteenCells | Line::Row(_) | Line::Border | Line::Blanks(_) => {
                self.block.push(BlockLine::new(self.line, text, line), &mut self.collected);
            }
            Line::Other if self.block.takes_for_row(text) => {
                self.block.push(BlockLine::faulty(self.line, text), &mut self.collected);
            }
            Line::Other => {
                self.end_block();
                let word = text.trim().split([' ', '\t', ',', ';', ':']).next().unwrap_or("");
                self.one_line(self.line, word, text, "");
            }
        }
        self.hand_out();
    }

    /// A puzzle that stands as one word on a line.
    fn one_line(&mut self, line: u64, puzzle: &str, whole: &str, label: &str) {
        match Grid::from_line(puzzle, line) {
            Ok(grid) => self.ready.push_back(Entry {
                line,
                puzzle: Ok(grid),
                label: label.to_owned(),
                text: String::new(),
            }),
            Err(mut error) => {
                error.column += whole.chars().take_while(|c| c.is_whitespace()).count();
                self.malformed_at(line, whole, error.into());
            }
        }
    }

    /// A heading without a block below it is a line that is no puzzle.
    fn end_title(&mut self) {
        if let Some((line, text)) = self.title.take() {
            self.one_line(line, text.trim(), &text, "");
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
            match found {
                Collected::Line(line, text) => self.one_line(line, text.trim(), &text, ""),
                Collected::Grid(line, grid) => self.ready.push_back(Entry {
                    line,
                    puzzle: Ok(grid),
                    label: String::new(),
                    text: String::new(),
                }),
                Collected::Broken(text, error) => self.malformed_at(error.line, &text, error.into()),
            }
        }
        self.collected = collected;
    }

    fn malformed(&mut self, text: &str, error: Malformed) {
        self.malformed_at(self.line, text, error);
    }

    fn malformed_at(&mut self, line: u64, text: &str, error: Malformed) {
        const SHOWN: usize = 100;
        let text = text.chars().take(SHOWN).collect();
        self.ready.push_back(Entry { line, puzzle: Err(error), label: String::new(), text });
    }
}

fn push_entry(entry: Entry, batch: &mut Batch) {
    match entry.puzzle {
        Ok(grid) => batch.push(Puzzle {
            line: entry.line,
            geometry: grid.geometry(),
            symbols: grid.symbols(),
            class: 0,
            cells: grid.cells(),
            label: &entry.label,
        }),
        Err(reason) => batch.bad_lines.push(BadLine { line: entry.line, text: entry.text, reason }),
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        if let Err(error) = self.fill() {
            self.at_end = true;
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

#[cfg(test)]
mod tests;
