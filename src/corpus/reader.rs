//! Reads the puzzles of a file, in constant memory.

use std::io::{self, BufRead};

use super::batch::Batch;
use super::columns::Column;
use super::detected::Detected;
use super::entry::{BadLine, Entry};
use super::format::InputFormat;
use super::found::Found;
use super::input::Input;
use super::lines::second_puzzle;
use super::malformed::{Fault, MAX_LINE, text_of};
use super::parser::Parser;
use super::part::Within;
use super::sniff::{Sniffer, told};
use super::word::nine_cells;
use crate::sudoku::Geometry;

/// Reads puzzles one after the other, from an input that may be compressed.
///
/// The format is decided once, from the head of the input; see [`InputFormat`]. The outer error is one of the input and
/// ends the iteration; the inner error is a line that is not a puzzle.
///
/// ```
/// use dlxbench::corpus::Reader;
///
/// let text = "# size 4\n1..2......34.... hard\n1..?\n12..\n";
/// let mut lines = Vec::new();
/// for found in Reader::new(text.as_bytes()) {
///     match found? {
///         Ok(entry) => lines.push(format!("{} {}", entry.puzzle.to_line(), entry.label)),
///         Err(bad_line) => lines.push(bad_line.to_string()),
///     }
/// }
/// assert_eq!(lines[0], "1..2......34.... hard");
/// assert_eq!(lines[2], "line 4, column 1: found a row of a block; this input is in the format lines, with a whole puzzle on each line");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'i> {
    pub(super) input: Input<'i>,
    format: Option<InputFormat>,
    column: Option<Column>,
    /// `None` before the first line.
    pub(super) parser: Option<Parser>,
    /// Why the input has this format.
    reason: String,
    pub(super) found: Found,
    pub(super) at_end: bool,
    /// The error that ends the input, until everything before it has been returned.
    pub(super) failure: Option<io::Error>,
    /// The part to read; `None` for the whole input.
    pub(super) within: Option<Box<Within>>,
}

impl<'i> Reader<'i> {
    /// Creates a reader that detects the format of `input`.
    pub fn new(input: impl BufRead + Send + 'i) -> Reader<'i> {
        Reader {
            input: Input::new(input),
            format: None,
            column: None,
            parser: None,
            reason: String::new(),
            found: Found::default(),
            at_end: false,
            failure: None,
            within: None,
        }
    }

    /// Sets the format of the input; `None` to detect it.
    pub fn with_format(mut self, format: Option<InputFormat>) -> Reader<'i> {
        self.format = format;
        self
    }

    /// Sets the column of a table, field of JSON lines, or word of lines that holds the puzzles. Without a format, the
    /// input is then read as a table. `None` changes nothing.
    pub fn with_column(mut self, column: Option<Column>) -> Reader<'i> {
        self.column = column;
        self
    }

    /// Returns what has been detected in the input so far.
    pub fn detected(&self) -> Detected {
        let columns = self.parser.as_ref().and_then(Parser::columns);
        Detected {
            is_zipped: false,
            compression: self.input.decompressor().compression(),
            format: self.parser.as_ref().map(Parser::format),
            reason: columns.unwrap_or_else(|| self.reason.clone()),
            puzzles: self.found.puzzles,
            malformed: self.found.malformed,
        }
    }

    /// Returns how many bytes of the input have been read, before unpacking.
    pub fn bytes_read(&self) -> u64 {
        self.input.decompressor().bytes_read()
    }

    /// Adds up to `count` puzzles and bad lines to a batch. Returns false at the end. What was read before a failure is
    /// added too.
    ///
    /// A line that begins with a 9×9 puzzle goes straight into the batch, without allocating and with a single copy.
    /// Everything else takes the slow path.
    pub fn read_batch(&mut self, count: usize, batch: &mut Batch) -> io::Result<bool> {
        loop {
            while let Some(found) = self.found.ready.pop_front() {
                match found {
                    Ok(entry) => batch.push(entry.as_puzzle(0)),
                    Err(bad_line) => batch.push_bad_line(bad_line),
                }
            }
            if self.at_end {
                return self.failure.take().map_or(Ok(false), Err);
            }
            // This comes before any further read: the program that writes the input may be waiting for an answer.
            if batch.len() + batch.bad_lines().len() >= count {
                return Ok(true);
            }
            match &self.parser {
                Some(Parser::Lines(lines)) if lines.takes_nine() => {
                    match self.take_nine_lines(count, batch) {
                        Ok(true) => {}
                        Ok(false) => self.advance(),
                        Err(error) => self.fail(error),
                    }
                }
                _ => self.advance(),
            }
        }
    }

    /// Takes consecutive 9×9 puzzles straight from the input's buffer. Returns false if there was none.
    fn take_nine_lines(&mut self, count: usize, batch: &mut Batch) -> io::Result<bool> {
        let taken = self.input.take_buffered(|place, line| {
            let Some(nine) = nine_cells(line).filter(|_| batch.len() < count) else { return false };
            // A line that may be a solution, or two puzzles, takes the slow path.
            if !nine.has_blank || second_puzzle(nine.label, Geometry::NINE).is_some() {
                return false;
            }
            batch.push_nine(place, &nine);
            true
        })?;
        self.found.has_blanks |= taken > 0;
        self.found.puzzles += taken;
        Ok(taken > 0)
    }

    pub(super) fn advance(&mut self) {
        if self.parser.is_none() {
            return self.decide();
        }
        if self.within.is_some() && self.is_over() {
            return;
        }
        match self.input.next() {
            Ok(Some(length)) => self.take_buffer(length),
            Ok(None) => self.end(),
            Err(error) => self.fail(error),
        }
        if self.within.is_some() {
            self.keep_own();
        }
    }

    /// Decides the format.
    pub(super) fn decide(&mut self) {
        let decision = told(self.format, self.column.as_ref()).unwrap_or_else(|| {
            let mut sniffer = Sniffer::new(self.format);
            self.input.look_ahead(|line| sniffer.take(line));
            self.found.has_blanks = sniffer.has_puzzle;
            sniffer.end()
        });
        match decision {
            Ok((parser, reason)) => (self.parser, self.reason) = (Some(parser), reason),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Ends the input because it cannot be read in any format, or not in the requested one.
    fn refuse(&mut self, reason: String) {
        self.fail(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }

    /// Ends the input with an error. What came before is kept if it is complete.
    pub(super) fn fail(&mut self, error: io::Error) {
        let (before, malformed) = (self.found.ready.len(), self.found.malformed);
        self.end();
        // A block that the error cut short is not malformed.
        let last = self.found.ready.split_off(before);
        self.found.ready.extend(last.into_iter().filter(Result::is_ok));
        self.found.malformed = malformed;
        self.failure = Some(error);
    }

    fn end(&mut self) {
        if self.within.is_some() {
            self.note_end();
        }
        self.at_end = true;
        if let Some(parser) = &mut self.parser {
            parser.end(&mut self.found);
        }
    }

    /// Takes the line in the buffer, which may be longer than the buffer.
    fn take_buffer(&mut self, length: u64) {
        let Some(parser) = &mut self.parser else { return };
        let (place, mut bytes) = (self.input.place, &self.input.buffer[..]);
        if place.byte == 0 {
            if let Some(fault) = Fault::of_file(bytes) {
                self.found.malformed(place, "", (1, fault));
                self.at_end = true;
                return;
            }
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        }
        let is_long = length > MAX_LINE as u64;
        let text = if is_long { Err((MAX_LINE + 1, Fault::LongLine(length))) } else { text_of(bytes) };
        match text.map(|text| parser.take(place, text, &mut self.found)) {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => self.refuse(refusal),
            Err(misplaced) => {
                parser.end(&mut self.found);
                self.found.malformed(place, &String::from_utf8_lossy(bytes), misplaced);
            }
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = io::Result<Result<Entry, BadLine>>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.found.ready.is_empty() && !self.at_end {
            self.advance();
        }
        self.found.ready.pop_front().map(Ok).or_else(|| self.failure.take().map(Err))
    }
}
