//! The format `blocks`: puzzles as rows, with or without borders, below a title or the header of an `.sdk` file.

use super::block::{Block, BlockLine, Collected};
use super::entry::{Entry, Place};
use super::format::InputFormat;
use super::found::Found;
use super::input::is_comment;
use super::label::Parts;
use super::malformed::Fault;
use super::sdk::SdkHeader;
use super::word;
use crate::sudoku::{Geometry, RowShape, shape};

/// A line in a file of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line<'a> {
    Blank,
    Comment,
    /// A heading such as `Grid 01`.
    Title,
    /// The beginning of a section, such as `[Puzzle]`.
    Section(&'a str),
    Row(RowShape),
    Other,
}

fn classify(line: &str) -> Line<'_> {
    if line.is_empty() {
        Line::Blank
    } else if is_comment(line.as_bytes()) {
        Line::Comment
    } else if let Some(name) = section(line) {
        Line::Section(name)
    } else if is_title(line) {
        Line::Title
    } else {
        match shape(line) {
            RowShape::Other => Line::Other,
            row => Line::Row(row),
        }
    }
}

/// Returns the name in a line such as `[Puzzle]`.
pub(super) fn section(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    name.chars().all(|c| c.is_alphabetic() || c.is_whitespace()).then_some(name)
}

/// Returns whether a line is a heading: words, as in `Puzzle, very hard:`, or words and a number, as in `Grid 01`.
pub(super) fn is_title(line: &str) -> bool {
    is_plain_title(line) || is_numbered_title(line)
}

/// Letters are a row of a grid only if they are symbols of a grid of that size: `xxxxxxxxx`, or 25 letters in words of
/// equal length.
fn is_plain_title(line: &str) -> bool {
    let line = line.trim_end_matches(':');
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    let is_even = words.all(|word| word.len() == first.len());
    let is_row = || is_even && matches!(shape(line), RowShape::Row(_));
    line.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || matches!(c, ',' | ';')) && !is_row()
}

fn is_numbered_title(line: &str) -> bool {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let number = words.pop().unwrap_or("").trim_end_matches([':', '.']);
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    !words.is_empty()
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && words.iter().all(is_word)
        && line.contains(|c: char| c.is_alphabetic() && !matches!(c.to_ascii_uppercase(), 'A'..='G' | 'X'))
}

/// Reads blocks.
#[derive(Debug, Default)]
pub(super) struct BlockParser {
    block: Block,
    /// The last heading and its place, until it is known whether a block follows.
    title: Option<(Place, String)>,
    /// The `.sdk` header lines above the next block.
    sdk_header: SdkHeader,
    /// The label of the current block, from the lines above it.
    heading: Option<(String, Option<Parts>)>,
    /// In a `[State]` section, the number of rows that are still to be skipped.
    state_rows: Option<usize>,
    /// Blocks that have ended but are not entries yet; empty between two lines.
    collected: Vec<Collected>,
}

/// Returns where in a text the first line begins before which blocks certainly end: a heading, a section or a comment,
/// or a blank line below as many rows as each of them has cells. The text may begin in the middle of a line.
pub(super) fn first_sync(text: &[u8]) -> Option<usize> {
    let (mut width, mut rows) = (0, 0);
    let mut start = memchr::memchr(b'\n', text)? + 1;
    while let Some(length) = memchr::memchr(b'\n', &text[start..]) {
        let line = String::from_utf8_lossy(&text[start..start + length]);
        match classify(line.trim()) {
            Line::Comment | Line::Title | Line::Section(_) => return Some(start),
            Line::Blank if rows > 0 && rows == width => return Some(start),
            Line::Row(RowShape::Row(cells)) => {
                rows = if cells == width { rows + 1 } else { 1 };
                width = cells;
            }
            Line::Row(_) => {}
            Line::Blank | Line::Other => rows = 0,
        }
        start += length + 1;
    }
    None
}

impl BlockParser {
    /// Returns whether no block and no heading waits for further lines.
    pub(super) fn is_idle(&self) -> bool {
        self.block.is_empty() && self.title.is_none()
    }

    /// Returns what decides how the next lines are read.
    pub(super) fn state(&self) -> String {
        let title = self.title.as_ref().map(|(place, text)| (place.byte, text));
        let BlockParser { sdk_header, heading, state_rows, .. } = self;
        format!("{:?} {:?}", self.block.state(), (title, sdk_header, heading, state_rows))
    }

    pub(super) fn take(&mut self, place: Place, text: &str, found: &mut Found) {
        let line = classify(text.trim());
        if self.skips(line) {
            return;
        }
        match line {
            // Blank lines and comments may come between a title and its block.
            Line::Blank => self.block.blank_line(&mut self.collected),
            Line::Comment => {
                self.block.end(&mut self.collected);
                self.sdk_header.take(text);
            }
            Line::Section(_) => {
                self.end_title(found);
                self.block.end(&mut self.collected);
            }
            Line::Title => {
                self.end_title(found);
                self.block.end(&mut self.collected);
                self.title = Some((place, text.to_owned()));
            }
            Line::Row(shape) => {
                let header = std::mem::take(&mut self.sdk_header);
                if let Some((_, title)) = self.title.take() {
                    self.heading = Some((title.trim().to_owned(), None));
                } else if !header.is_empty() {
                    self.heading = Some(header.into_label());
                }
                self.block.push(BlockLine::new(place, text, shape), &mut self.collected);
            }
            Line::Other if self.block.takes_for_row(text) => {
                self.end_title(found);
                self.block.push(BlockLine::new(place, text, RowShape::Other), &mut self.collected);
            }
            Line::Other => {
                self.end(found);
                let other = word::other_format(text.trim(), InputFormat::Blocks);
                found.malformed(place, text, (1, other.unwrap_or(Fault::NoRow)));
            }
        }
        self.hand_out(found);
    }

    /// Ends the current block and title: no line that belongs to them follows.
    pub(super) fn end(&mut self, found: &mut Found) {
        self.block.end(&mut self.collected);
        self.hand_out(found);
        self.end_title(found);
    }

    /// Returns whether to skip a line. `[State]` begins the rows of a partly solved puzzle, and comes before or after
    /// the puzzle itself.
    fn skips(&mut self, line: Line<'_>) -> bool {
        match (line, self.state_rows) {
            (Line::Section(name), _) => {
                self.state_rows = name.trim().eq_ignore_ascii_case("state").then_some(Geometry::MAX_SIZE);
                false
            }
            (Line::Row(shape), Some(rows)) if rows > 0 => {
                if let RowShape::Row(cells) = shape {
                    self.state_rows = Some(rows.min(cells) - 1);
                }
                true
            }
            (Line::Row(RowShape::Border | RowShape::Blanks(_)), Some(_)) => false,
            (Line::Blank, _) => false,
            _ => {
                self.state_rows = None;
                false
            }
        }
    }

    /// Reports a heading without a block below it as a bad line.
    fn end_title(&mut self, found: &mut Found) {
        if let Some((place, text)) = self.title.take() {
            found.malformed(place, &text, (1, Fault::Title));
        }
    }

    /// Turns blocks that have ended into entries.
    fn hand_out(&mut self, found: &mut Found) {
        for Collected { place, text, grid } in self.collected.drain(..) {
            let (label, parts) = self.heading.take().unwrap_or_default();
            match grid {
                Ok(grid) => {
                    let entry = Entry { byte: place.byte, label, parts, ..Entry::new(place.line, grid) };
                    found.puzzle(entry, 1, &text);
                }
                Err(misplaced) => found.malformed(place, &text, misplaced),
            }
        }
    }
}
