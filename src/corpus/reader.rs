//! Streams the puzzles of a file, in constant memory.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use thiserror::Error;

use super::batch::{BadLine, Batch, Puzzle};
use super::block::{Block, Collected};
use super::class::{ClassBy, Classes, class_of};
use super::line::{self, Line, classify};
use crate::sudoku::{Geometry, Grid, GridError, Symbols};

/// The longest line that is kept, in bytes; the rest of a longer one is skipped.
pub const MAX_LINE: usize = 1 << 16;

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

/// Why a line is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Malformed {
    /// The text is no grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The line is not text.
    #[error("line {line}, column {column}: byte 0x{byte:02x} is not text")]
    NotText {
        /// The line.
        line: u64,
        /// The column, in bytes.
        column: usize,
        /// The byte.
        byte: u8,
    },
    /// The line is too long.
    #[error("line {line}, column {}: the line has {length} characters; the largest puzzle has 625", MAX_LINE + 1)]
    LongLine {
        /// The line.
        line: u64,
        /// Its length in bytes.
        length: u64,
    },
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
    /// What has been read and not yet been handed out.
    ready: VecDeque<Entry>,
    at_end: bool,
    bytes_read: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            input,
            line: 0,
            buffer: Vec::new(),
            block: Block::default(),
            ready: VecDeque::new(),
            at_end: false,
            bytes_read: 0,
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
        let mut more = true;
        while batch.len() < count {
            while let Some(entry) = self.ready.pop_front() {
                push_entry(entry, batch);
            }
            if self.at_end {
                more = false;
                break;
            }
            if self.block.is_empty() && self.take_nine_lines(count, by_file, batch)? {
                continue;
            }
            match self.next_line()? {
                Some(length) => self.take_buffer(length),
                None => {
                    self.at_end = true;
                    self.end_block();
                }
            }
        }
        for index in first..batch.len() {
            let class = class_of(by, &batch.puzzle(index), by_file, classes);
            batch.set_class(index, class);
        }
        Ok(more)
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
            let Some(length) = self.next_line()? else {
                self.at_end = true;
                self.end_block();
                break;
            };
            self.take_buffer(length);
        }
        Ok(())
    }

    /// Deals with the line in the buffer, of which there may be more than the buffer holds.
    fn take_buffer(&mut self, length: u64) {
        let buffer = std::mem::take(&mut self.buffer);
        if length > MAX_LINE as u64 {
            self.end_block();
            let error = Malformed::LongLine { line: self.line, length };
            self.malformed(&String::from_utf8_lossy(&buffer), error);
        } else {
            self.take_line(&buffer);
        }
        self.buffer = buffer;
    }

    /// Reads a line, without its end, into the buffer, up to [`MAX_LINE`]; returns its whole length.
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
        if let Some(error) = not_text(bytes, self.line) {
            self.end_block();
            self.malformed(&String::from_utf8_lossy(bytes), error);
            return;
        }
        let text = std::str::from_utf8(bytes).expect("it was checked");
        match classify(text) {
            Line::Blank | Line::Comment | Line::Title => self.end_block(),
            Line::Puzzle { puzzle, label } => {
                self.end_block();
                self.one_line(self.line, puzzle, text, label);
            }
            Line::SixteenCells | Line::Row => self.block_line(text, false),
            Line::Border => self.block_line(text, true),
            Line::Other => {
                self.end_block();
                let word = text.trim().split([' ', '\t', ',', ';', ':']).next().unwrap_or("");
                self.one_line(self.line, word, text, "");
            }
        }
    }

    fn block_line(&mut self, text: &str, is_border: bool) {
        if self.block.push(self.line, text, is_border) || self.block.is_too_long() {
            self.end_block();
        }
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

    fn end_block(&mut self) {
        if self.block.is_empty() {
            return;
        }
        match self.block.take() {
            None => {}
            Some(Collected::Lines(lines)) => {
                for (line, text) in lines {
                    self.one_line(line, text.trim(), &text, "");
                }
            }
            Some(Collected::Grid(line, grid)) => {
                self.ready.push_back(Entry {
                    line,
                    puzzle: Ok(grid),
                    label: String::new(),
                    text: String::new(),
                });
            }
            Some(Collected::Broken(text, error)) => self.malformed_at(error.line, &text, error.into()),
        }
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

/// The cells and the label of a line that begins with a 9×9 puzzle; `None` if it must be looked at more closely.
fn nine_cells(line: &[u8]) -> Option<([u8; 81], &str)> {
    let (puzzle, rest) = line.split_first_chunk::<81>()?;
    if line.len() > MAX_LINE || !(rest.is_empty() || b" \t,;:#".contains(&rest[0])) {
        return None;
    }
    // Without a branch, so that the compiler makes vector code of it: 16 cells at a time.
    let mut cells = [0; 81];
    let mut all_are_cells = true;
    for (cell, &byte) in cells.iter_mut().zip(puzzle) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_blank =
            (byte == b'.') | (byte == b'*') | (byte == b'_') | (byte == b'-') | (byte | 0x20 == b'x');
        *cell = if is_digit { digit } else { 0 };
        all_are_cells &= is_digit | is_blank;
    }
    if !all_are_cells {
        return None;
    }
    let label = if rest.is_empty() { "" } else { line::label(std::str::from_utf8(rest).ok()?) };
    Some((cells, label))
}

/// The first byte that no text has: a control character, or not UTF-8.
fn not_text(bytes: &[u8], line: u64) -> Option<Malformed> {
    let position = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.iter().position(|&byte| byte.is_ascii_control() && byte != b'\t')?,
        Err(error) => error.valid_up_to(),
    };
    Some(Malformed::NotText { line, column: position + 1, byte: bytes[position] })
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
mod tests {
    use super::*;

    const NINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

    fn read(text: &str) -> Vec<(u64, Result<String, String>)> {
        let entries = Reader::new(text.as_bytes()).map(|entry| entry.unwrap());
        entries
            .map(|entry| {
                (entry.line, entry.puzzle.map(|grid| grid.to_line()).map_err(|error| error.to_string()))
            })
            .collect()
    }

    fn nine_as_rows() -> String {
        NINE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
    }

    #[test]
    fn lines_comments_and_blocks_may_be_mixed() {
        let drawn = NINE.parse::<Grid>().unwrap().to_string();
        let text = format!(
            "# comment\r\n{NINE}\r\n\r\nGrid 01\n{}{}\n{drawn}{NINE} 8.4",
            nine_as_rows(),
            nine_as_rows()
        );
        let found = read(&text);
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 5, 14, 25, 37]);
        assert!(found.iter().all(|(_, puzzle)| puzzle.as_deref() == Ok(NINE)), "{found:?}");
    }

    #[test]
    fn sixteen_cells_are_a_small_puzzle_or_a_row_of_a_large_one() {
        let four = "1..2......34....";
        assert_eq!(read(&format!("{four}\n{four}\n")), [(1, Ok(four.to_owned())), (2, Ok(four.to_owned()))]);
        let many = format!("{four}\n").repeat(40);
        assert_eq!(read(&many).len(), 40);
        let sixteen = format!("{four}\n").repeat(15) + "ABCDEFG.........\n";
        let found = read(&sixteen);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.as_ref().map(String::len), Ok(256));
        assert!(read("1..7......34....\n")[0].1.as_ref().unwrap_err().contains("'7' cannot stand in a 4×4"));
    }

    #[test]
    fn a_bad_line_does_not_end_the_stream() {
        let text = format!("{NINE}\n{}\n{NINE}.\nhello\n{NINE}", &NINE[1..]);
        let found = read(&text);
        assert_eq!(found.len(), 5);
        assert!(found[0].1.is_ok() && found[4].1.is_ok());
        assert!(found[1].1.as_ref().unwrap_err().starts_with("line 2, column 1: 80 cells"));
        assert!(found[2].1.as_ref().unwrap_err().starts_with("line 3, column 1: 82 cells"));
        assert!(
            found[3].1.as_ref().unwrap_err().starts_with("line 4, column 1: rows of 5 cells"),
            "{found:?}"
        );
    }

    #[test]
    fn broken_blocks_are_named_with_the_line_that_breaks_them() {
        let rows = nine_as_rows();
        let short = rows.replacen(".1.2.3.8.", ".1.2.3.8", 1);
        assert_eq!(
            read(&short)[0].1,
            Err("line 3, column 1: this row has 8 cells, the rows before it have 9".into())
        );
        let few: String = rows.lines().take(8).map(|row| format!("{row}\n")).collect();
        assert_eq!(read(&few)[0].1, Err("line 8, column 1: 8 rows of 9 cells; a 9×9 grid needs 9".into()));
    }

    #[test]
    fn batches_hold_what_the_iterator_gives() {
        let text = format!(
            "# comment\n{NINE}\n{NINE} easy 1\r\n{}\n{}\n1..2......34....\n\n{}{NINE}#x\nbad line\n{NINE}",
            &NINE[1..],
            NINE.replace('.', "0"),
            nine_as_rows(),
        );
        let expected: Vec<Entry> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
        for count in [1, 2, 3, 100] {
            let mut reader = Reader::new(text.as_bytes());
            let mut classes = Classes::new(ClassBy::File);
            let (mut found, mut more) = (Vec::new(), true);
            while more {
                let mut batch = Batch::default();
                more = reader.read_batch(count, ClassBy::File, 7, &mut classes, &mut batch).unwrap();
                for index in 0..batch.len() {
                    let puzzle = batch.puzzle(index);
                    assert_eq!(puzzle.class, 7);
                    let label = puzzle.label.to_owned();
                    found.push(Entry {
                        line: puzzle.line,
                        puzzle: Ok(puzzle.grid()),
                        label,
                        text: String::new(),
                    });
                }
                for bad in batch.bad_lines {
                    let (line, label) = (bad.line, String::new());
                    found.push(Entry { line, puzzle: Err(bad.reason), label, text: bad.text });
                }
            }
            found.sort_by_key(|entry| entry.line);
            assert_eq!(found, expected);
            assert_eq!(reader.bytes_read(), text.len() as u64);
        }
    }

    #[test]
    fn very_long_lines_and_binary_files_are_malformed() {
        let long = format!("{}\n{NINE}\n", "1".repeat(10_000_000));
        let found = read(&long);
        assert!(found[0].1.as_ref().unwrap_err().contains("the line has 10000000 characters"), "{found:?}");
        assert_eq!(found[1], (2, Ok(NINE.to_owned())));
        let binary: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        for entry in Reader::new(&binary[..]) {
            assert!(entry.unwrap().puzzle.is_err());
        }
        assert_eq!(read(""), []);
    }
}
