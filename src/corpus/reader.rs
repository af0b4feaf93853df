//! Streams the puzzles of a file, in constant memory.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::batch::Batch;
use super::block::{Block, BlockLine, Collected};
use super::detected::Detected;
use super::entry::{BadLine, Entry, Place, Puzzle};
use super::label::{Parts, around};
use super::line::{Line, RowKind, classify, likeliest_word};
use super::lines::Lines;
use super::malformed::{Fault, MAX_LINE, Malformed};
use super::pencilmarks::is_pencilmarks;
use super::sdk::SdkHeader;
use super::table::{self, Column, Table};
use super::word::{self, nine_cells};
use crate::sudoku::{Geometry, Symbols};

/// Reads puzzles one after the other, from an input that may be compressed.
///
/// The outer error is one of the input, and the last that there is; the inner one is a line that is not a puzzle.
///
/// ```
/// use dlxbench::corpus::Reader;
///
/// let text = "# size 4\n1..2......34.... hard\n1..?\n\n12|..\n..|..\n-----\n..|..\n..|21\n";
/// let mut lines = Vec::new();
/// for found in Reader::new(text.as_bytes()) {
///     match found? {
///         Ok(entry) => lines.push(format!("{} {}", entry.puzzle.to_line(), entry.label)),
///         Err(bad_line) => lines.push(format!("bad line {}", bad_line.line)),
///     }
/// }
/// assert_eq!(lines, ["1..2......34.... hard", "bad line 3", "12............21 "]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'i> {
    lines: Lines<'i>,
    column: Option<Column>,
    /// The columns, where rows of a table are read.
    table: Option<Table>,
    /// Whether nothing but blank lines and comments has been read.
    at_start: bool,
    block: Block,
    /// The heading last read, and its place, until it is known whether a block follows.
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
}

impl<'i> Reader<'i> {
    /// Reads from `input`.
    pub fn new(input: impl BufRead + Send + 'i) -> Reader<'i> {
        Reader {
            lines: Lines::new(input),
            column: None,
            table: None,
            at_start: true,
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
        }
    }

    /// The input is a table, and the puzzles are in this column; without a column nothing changes.
    pub fn with_column(mut self, column: Option<Column>) -> Reader<'i> {
        self.column = column;
        self
    }

    /// What has been found in the input so far.
    pub fn detected(&self) -> Detected {
        Detected { compression: self.lines.input.compression(), ..self.detected.clone() }
    }

    /// How many bytes of the input have been used; if it is compressed, of what is compressed.
    pub fn bytes_read(&self) -> u64 {
        self.lines.input.bytes_read()
    }

    /// Adds up to `count` puzzles and bad lines to a batch; false at the end. What was read before a failure counts
    /// too.
    ///
    /// A line that is a 9×9 puzzle and nothing but a puzzle goes straight into the batch: no allocation, no copy
    /// but its 81 cells. Everything else takes the long way round.
    pub fn read_batch(&mut self, count: usize, batch: &mut Batch) -> io::Result<bool> {
        loop {
            while let Some(found) = self.ready.pop_front() {
                match found {
                    Ok(entry) => batch.push(entry.as_puzzle(0)),
                    Err(bad_line) => batch.push_bad_line(bad_line),
                }
            }
            if self.at_end {
                return self.failure.take().map_or(Ok(false), Err);
            }
            // Before anything else is read: who writes the input may wait for an answer.
            if batch.len() + batch.bad_lines().len() >= count {
                return Ok(true);
            }
            if !self.expects_lines() {
                self.advance();
                continue;
            }
            match self.take_nine_lines(count, batch) {
                Ok(true) => {}
                Ok(false) => self.advance(),
                Err(error) => self.fail(error),
            }
        }
    }

    /// Whether the next line can be taken as it is: nothing is under way that it might belong to.
    fn expects_lines(&self) -> bool {
        self.block.is_empty()
            && self.title.is_none()
            && self.sdk_header.is_empty()
            && self.table.is_none()
            && self.column.is_none()
    }

    /// Takes 9×9 puzzles straight from the input's buffer for as long as one follows the other; false if there was
    /// none.
    fn take_nine_lines(&mut self, count: usize, batch: &mut Batch) -> io::Result<bool> {
        let taken = self.lines.take_buffered(|place, line| {
            let Some((cells, label)) = nine_cells(line).filter(|_| batch.len() < count) else { return false };
            batch.push(Puzzle {
                line: place.line,
                byte: place.byte,
                geometry: Geometry::NINE,
                symbols: Symbols::FromOne,
                class: 0,
                cells: &cells,
                label,
                parts: None,
                solution: None,
            });
            true
        })?;
        if taken > 0 {
            (self.at_start, self.state_rows) = (false, None);
            self.detected.lines += taken;
        }
        Ok(taken > 0)
    }

    fn advance(&mut self) {
        match self.lines.next() {
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
        let buffer = std::mem::take(&mut self.lines.buffer);
        let (place, mut bytes) = (self.lines.place, &buffer[..]);
        if place.line == 1 {
            if let Some(fault) = Fault::of_file(bytes) {
                self.malformed(place, "", Malformed { line: 1, column: 1, fault });
                self.at_end = true;
                return;
            }
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        }
        let error = if length > MAX_LINE as u64 {
            Some(Malformed { line: place.line, column: MAX_LINE + 1, fault: Fault::LongLine(length) })
        } else {
            Malformed::of_bytes(bytes, place.line)
        };
        if let Some(error) = error {
            self.end_block();
            self.malformed(place, &String::from_utf8_lossy(bytes), error);
        } else {
            let text = std::str::from_utf8(bytes).expect("it was checked");
            match self.table {
                Some(_) => self.take_row(text),
                None => self.take_text(text),
            }
        }
        self.lines.buffer = buffer;
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
        let place = self.lines.place;
        match line {
            // Both may come between a title and its block.
            Line::Blank => self.block.blank_line(&mut self.collected),
            Line::Comment => {
                self.block.end(&mut self.collected);
                self.sdk_header.take(text);
            }
            Line::Section(_) => {
                self.end_title();
                self.block.end(&mut self.collected);
            }
            Line::Title => {
                self.end_title();
                self.block.end(&mut self.collected);
                self.title = Some((place, text.to_owned()));
            }
            Line::Puzzle { before, puzzle, label } => {
                // A title may have been the header of a table with one column.
                self.title.take_if(|(_, title)| table::is_puzzle_name(title));
                self.end_title();
                self.end_block();
                self.sdk_header = SdkHeader::default();
                self.one_line(place, text, (before, puzzle, label));
            }
            Line::Block(kind) => {
                let header = std::mem::take(&mut self.sdk_header);
                if let Some((_, title)) = self.title.take() {
                    self.heading = Some((title.trim().to_owned(), None));
                } else if !header.is_empty() {
                    self.heading = Some(header.into_label());
                }
                self.block.push(BlockLine::new(place, text, kind), &mut self.collected);
            }
            Line::Other => {
                self.end_title();
                if self.block.takes_for_row(text) {
                    self.block.push(BlockLine::faulty(place, text), &mut self.collected);
                } else {
                    self.end_block();
                    self.one_line(place, text, ("", likeliest_word(text), ""));
                }
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
            (Line::Block(kind), Some(rows)) if rows > 0 => {
                if let Some(cells) = kind.cells() {
                    self.state_rows = Some(rows.min(cells) - 1);
                }
                true
            }
            (Line::Block(RowKind::Border | RowKind::Blanks(_)), Some(_)) => false,
            (Line::Blank, _) => false,
            _ => {
                self.state_rows = None;
                false
            }
        }
    }

    /// Takes a line that begins a table; false if it does not.
    fn take_header(&mut self, text: &str, at_start: bool) -> bool {
        match Table::begun_by(text, self.column.as_ref()) {
            Ok(table) => {
                self.end_block();
                self.end_title();
                self.detected.table.get_or_insert_with(|| table.described());
                let is_row = !table.has_header();
                self.table = Some(table);
                if is_row {
                    self.take_row(text);
                }
            }
            Err(_) if let Some(wanted) = &self.column => {
                let message = Table::complaint(text, self.lines.place.line, wanted);
                self.fail(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            Err(names) if at_start && !names.is_empty() => {
                let fault = Fault::NoPuzzleColumn(table::listed(&names));
                let error = Malformed { line: self.lines.place.line, column: 1, fault };
                self.malformed(self.lines.place, text, error);
            }
            Err(_) => return false,
        }
        true
    }

    fn take_row(&mut self, text: &str) {
        let Some(mut table) = self.table.take() else { return };
        if text.trim().is_empty() || table.is_comment(text) {
            self.table = Some(table);
            return;
        }
        match table.row(text, self.lines.place.line) {
            Ok(entry) => {
                self.detected.rows += 1;
                self.ready.push_back(Ok(Entry { byte: self.lines.place.byte, ..entry }));
            }
            Err(_) if self.column.is_none() && table.is_title_before(text) => {
                self.detected.table = None;
                return self.take_text(text);
            }
            // Tables may stand one behind the other.
            Err(error) => match Table::begun_by(text, self.column.as_ref()) {
                Ok(next) if next.has_only_names() => table = next,
                _ => self.malformed(self.lines.place, text, error),
            },
        }
        self.table = Some(table);
    }

    /// A puzzle that stands as one word on a line, with what stands before and behind it.
    fn one_line(&mut self, place: Place, whole: &str, (before, puzzle, behind): (&str, &str, &str)) {
        match word::read(puzzle, place.line) {
            Ok(grid) => {
                *match before.is_empty() {
                    _ if is_pencilmarks(puzzle) => &mut self.detected.pencilmarks,
                    true => &mut self.detected.lines,
                    false => &mut self.detected.led_lines,
                } += 1;
                // What stands before a puzzle is never a rating: files begin their lines with numbers of their own.
                let (label, parts) = around(before, behind, grid.geometry());
                let entry = Entry { byte: place.byte, label, parts, ..Entry::new(place.line, grid) };
                self.ready.push_back(Ok(entry));
            }
            Err(error) => {
                // The puzzle is a part of the line, so that the addresses tell where.
                let start = puzzle.as_ptr() as usize - whole.as_ptr() as usize;
                self.malformed(place, whole, error.moved_by(whole[..start].chars().count()));
            }
        }
    }

    /// A heading without a block below it is a bad line.
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
                    self.detected.blocks += 1;
                    let entry = Entry { byte: place.byte, label, parts, ..Entry::new(place.line, grid) };
                    self.ready.push_back(Ok(entry));
                }
                Collected::Broken(place, text, error) => self.malformed(place, &text, error.into()),
            }
        }
        self.collected = collected;
    }

    fn malformed(&mut self, place: Place, text: &str, reason: Malformed) {
        const SHOWN: usize = 100;
        self.detected.malformed += 1;
        let text = text.chars().take(SHOWN).collect();
        self.ready.push_back(Err(BadLine { line: place.line, byte: place.byte, text, reason }));
    }
}

impl Iterator for Reader<'_> {
    type Item = io::Result<Result<Entry, BadLine>>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.at_end {
            self.advance();
        }
        self.ready.pop_front().map(Ok).or_else(|| self.failure.take().map(Err))
    }
}
