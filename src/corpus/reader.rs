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
        let mut more = true;
        while batch.len() < count {
            while let Some(entry) = self.ready.pop_front() {
                push_entry(entry, batch);
            }
            if self.at_end {
                more = false;
                break;
            }
            let Some(length) = self.next_line()? else {
                self.at_end = true;
                self.end_block();
                continue;
            };
            if self.block.is_empty()
                && let Some((cells, label)) = nine_cells(&self.buffer, length)
            {
                batch.push(Puzzle {
                    line: self.line,
                    geometry: Geometry::NINE,
                    symbols: Symbols::FromOne,
                    class: by_file,
                    cells: &cells,
                    label,
                });
            } else {
                self.take_buffer(length);
            }
        }
        if !matches!(by, ClassBy::File | ClassBy::Guesses) {
            for index in first..batch.len() {
                let class = class_of(by, &batch.puzzle(index), by_file, classes);
                batch.set_class(index, class);
            }
        } else if first < batch.len() {
            (first..batch.len()).for_each(|index| batch.set_class(index, by_file));
        }
        Ok(more)
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
            Line::Blank => self.block.blank_line(&mut self.collected),
            Line::Comment | Line::Title => self.block.end(&mut self.collected),
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
mod tests {
    use std::io::Read;

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
        let sixteen = format!("{four}\n").repeat(12) + &"ABCDEFG.........\n".repeat(4);
        let found = read(&sixteen);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.as_ref().map(String::len), Ok(256));
        assert!(read("1..7......34....\n")[0].1.as_ref().unwrap_err().contains("'7' cannot stand in a 4×4"));
    }

    #[test]
    fn a_bad_line_does_not_end_the_stream() {
        let text = format!("{NINE}\n{}\n{NINE}.\nhello, world\n{NINE}", &NINE[1..]);
        let found = read(&text);
        assert_eq!(found.len(), 5);
        assert!(found[0].1.is_ok() && found[4].1.is_ok());
        assert!(found[1].1.as_ref().unwrap_err().starts_with("line 2, column 1: 80 cells"));
        assert!(found[2].1.as_ref().unwrap_err().starts_with("line 3, column 1: 82 cells"));
        assert!(found[3].1.as_ref().unwrap_err().starts_with("line 4, column 1: 5 cells"), "{found:?}");
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

    #[test]
    fn a_line_without_end_ends_the_stream() {
        let endless = io::BufReader::new(NINE.as_bytes().chain(&b"\n"[..]).chain(io::repeat(0)));
        let mut reader = Reader::new(endless);
        reader.endless_line = 1 << 20;
        assert!(reader.next().unwrap().unwrap().puzzle.is_ok());
        let error = reader.next().unwrap().unwrap_err().to_string();
        assert!(
            error.starts_with("line 2 has no end after ") && error.ends_with("no file of puzzles"),
            "{error}"
        );
        assert!(reader.next().is_none());
    }
}
