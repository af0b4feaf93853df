//! Decides the format of a source, once, from its head.
//!
//! The first part that fits only one format decides: a line with a puzzle among its words, as many rows as each has
//! cells, a header that names a column of puzzles, or a JSON object. So the decision does not depend on the chunks in
//! which the source arrives, and typed input is answered at once. If the head has none of these, the format is blocks
//! if most lines are rows of one size, and otherwise lines, each of which is then malformed.

use super::blocks::{BlockParser, is_title, section};
use super::columns::{Column, is_puzzle_name, listed};
use super::format::InputFormat;
use super::input::is_comment;
use super::jsonl::{self, JsonParser};
use super::lines::{LineParser, Sight, Spot, likeliest, sight};
use super::malformed::Fault;
use super::parser::Parser;
use super::table::{Table, TableParser};
use crate::counts::counted;
use crate::sudoku::{Geometry, RowShape, is_cell, shape};

/// The parser of a source and why it was chosen, or why the source is refused.
pub(super) type Decision = Result<(Parser, String), String>;

/// Returns the decision if the user's choices are enough for it; `None` if the head of the source is needed.
pub(super) fn told(format: Option<InputFormat>, column: Option<&Column>) -> Option<Decision> {
    let parser = match (format, column) {
        (None | Some(InputFormat::Table), Some(_)) | (Some(InputFormat::Table), None) => {
            Parser::Table(TableParser::new(column.cloned()))
        }
        (Some(InputFormat::Jsonl), _) => Parser::Jsonl(JsonParser::new(column.cloned())),
        (Some(format @ (InputFormat::Lines | InputFormat::Pencilmarks)), Some(Column::Number(number))) => {
            Parser::Lines(LineParser::told(format, number - 1))
        }
        (Some(format), Some(column)) => {
            return Some(Err(format!(
                "there is no column {column}: the format {format} has no columns with names"
            )));
        }
        (Some(InputFormat::Blocks), None) => Parser::Blocks(Box::default()),
        (Some(InputFormat::Lines | InputFormat::Pencilmarks) | None, None) => return None,
    };
    Some(Ok((parser, "as requested".to_owned())))
}

/// Inspects the head of a source line by line.
#[derive(Debug, Default)]
pub(super) struct Sniffer {
    /// Lines or pencilmarks, if that was requested and only the place of the puzzles is unknown.
    format: Option<InputFormat>,
    /// The number of the last line, and how many lines were neither blank nor comments.
    line: u64,
    contents: usize,
    /// The number of a first line that names columns, until the second line shows that it is not a title.
    header: Option<u64>,
    /// The header of a file with one column, or a header without a known name of puzzles.
    skipped: Option<(u64, Option<Fault>)>,
    /// The number of lines that are rows, by their number of cells.
    rows: [usize; Geometry::MAX_SIZE + 1],
    /// The number of cells of the last rows of one size, and how many of them were consecutive.
    run: (usize, usize),
    /// Consecutive lines of 16 cells: rows, or 4×4 puzzles.
    sixteen: Vec<String>,
    /// Where the first complete grid was.
    complete: Option<Vec<Spot>>,
    ambiguous: Option<String>,
    /// Where a puzzle was probably meant to be.
    likely: Option<Spot>,
    /// Whether a puzzle with blank cells was seen on one line, so that a complete grid is a solution.
    pub(super) has_puzzle: bool,
    decision: Option<Decision>,
}

impl Sniffer {
    pub(super) fn new(format: Option<InputFormat>) -> Sniffer {
        Sniffer { format, ..Sniffer::default() }
    }

    /// Inspects a line. Returns true if the format is decided.
    pub(super) fn take(&mut self, line: &[u8]) -> bool {
        self.line += 1;
        let line = if self.line == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        match std::str::from_utf8(line) {
            Ok(text) => self.decision = self.look(text.trim()),
            Err(_) => self.contents += 1,
        }
        self.decision.is_some()
    }

    /// Returns the decision after the whole head has been inspected.
    pub(super) fn end(mut self) -> Decision {
        if let Some(decision) = self.decision.take().or_else(|| self.end_sixteen()) {
            return decision;
        }
        if self.header.is_some() {
            return table();
        }
        let (most, size) = (0..).zip(self.rows).map(|(size, rows)| (rows, size)).max().unwrap_or((0, 0));
        if most > 1 && most * 2 >= self.contents && self.format.is_none() {
            return blocks(format!(
                "{} of {size} cells in the first {}",
                counted(most as u64, "row"),
                counted(self.contents as u64, "line")
            ));
        }
        if let Some(choices) = self.ambiguous.take() {
            return Err(choices);
        }
        match self.complete.take() {
            Some(spots) => self.lines(InputFormat::Lines, spots, "there are only complete grids".to_owned()),
            None => {
                let format = self.format.unwrap_or(InputFormat::Lines);
                let spot = self.likely.unwrap_or(Spot::Word(0));
                self.lines(format, vec![spot], "no line fits any format".to_owned())
            }
        }
    }

    fn look(&mut self, line: &str) -> Option<Decision> {
        if line.is_empty() {
            return self.end_sixteen();
        }
        if is_comment(line.as_bytes()) {
            return None;
        }
        self.contents += 1;
        if self.format.is_none() {
            if self.contents == 1 {
                let decision = self.first(line);
                if decision.is_some() || self.header.is_some() {
                    return decision;
                }
            }
            if self.header.take().is_some() && (!is_row(line) || line.contains([',', ';', '\t'])) {
                return Some(table());
            }
            if is_sixteen(line) {
                self.rows[16] += 1;
                self.sixteen.push(line.to_owned());
                return if self.sixteen.len() == 16 { self.end_sixteen() } else { None };
            }
            if let Some(decision) = self.end_sixteen() {
                return Some(decision);
            }
            if section(line).is_some() {
                return Some(blocks(format!("line {} begins a section", self.line)));
            }
        }
        let is_wanted = |format| self.format.is_none_or(|told| told == format);
        match sight(line) {
            Sight::Puzzle(format, spots) if is_wanted(format) => {
                let reason = match spots[0] {
                    Spot::Word(index) if index > 0 => {
                        format!("word {} of line {} is a puzzle", index + 1, self.line)
                    }
                    _ => format!("line {} begins with a puzzle", self.line),
                };
                self.has_puzzle = true;
                return Some(self.lines(format, spots, reason));
            }
            Sight::Complete(spots) if is_wanted(InputFormat::Lines) => {
                self.complete.get_or_insert(spots);
            }
            Sight::Ambiguous(choices) => {
                let line = self.line;
                self.ambiguous.get_or_insert_with(|| format!("line {line}, column 1: {choices}"));
            }
            _ => return self.look_at_row(line),
        }
        None
    }

    /// Inspects the first line that is neither blank nor a comment.
    fn first(&mut self, line: &str) -> Option<Decision> {
        if section(line).is_none()
            && let Some(refusal) = jsonl::refusal(line)
        {
            return Some(Err(format!("line {}, column 1: {refusal}", self.line)));
        }
        if line.starts_with('{') {
            return Some(Ok((Parser::Jsonl(JsonParser::new(None)), "line 1 is an object".to_owned())));
        }
        match Table::begun_by(line, None) {
            Ok(_) => self.header = Some(self.line),
            Err(_) if is_puzzle_name(line) => self.skipped = Some((self.line, None)),
            Err(names) if !names.is_empty() => {
                self.skipped = Some((self.line, Some(Fault::NoPuzzleColumn(listed(&names)))));
            }
            Err(_) => {}
        }
        None
    }

    /// Inspects a line without a puzzle, which may be the last row of a block.
    fn look_at_row(&mut self, line: &str) -> Option<Decision> {
        let (width, rows) = &mut self.run;
        match shape(line) {
            _ if self.format.is_some() || is_title(line) => *rows = 0,
            RowShape::Row(cells) if Geometry::from_size(cells).is_some() => {
                self.rows[cells] += 1;
                *rows = if *width == cells { *rows + 1 } else { 1 };
                *width = cells;
                if rows == width {
                    return Some(blocks(format!(
                        "there are {rows} rows of {width} cells up to line {}",
                        self.line
                    )));
                }
            }
            RowShape::Border | RowShape::Blanks(_) => {}
            RowShape::Row(_) | RowShape::Other => {
                *rows = 0;
                let cells = line.chars().filter(|sign| is_cell(*sign)).count();
                let is_puzzle = cells > Geometry::MAX_SIZE && Geometry::from_cell_count(cells).is_some();
                if is_puzzle && line.chars().all(|sign| is_cell(sign) || sign.is_whitespace()) {
                    let reason = format!("line {} is a puzzle with blanks between its cells", self.line);
                    return Some(self.lines(InputFormat::Lines, vec![Spot::Line], reason));
                }
                self.likely = self.likely.or_else(|| likeliest(line));
            }
        }
        None
    }

    /// Decides what consecutive lines of 16 cells are, once they have ended.
    fn end_sixteen(&mut self) -> Option<Decision> {
        let lines = std::mem::take(&mut self.sixteen);
        let (first, last) = (self.line + 1 - lines.len() as u64, lines.last()?);
        debug_assert!(is_sixteen(last));
        match are_rows_of_sixteen(&lines) {
            true if lines.len() == 16 => {
                Some(blocks(format!("there are 16 rows of 16 cells up to line {}", self.line)))
            }
            true => None,
            false => Some(self.lines(
                InputFormat::Lines,
                vec![Spot::Word(0)],
                format!("line {first} is a 4×4 puzzle"),
            )),
        }
    }

    fn lines(&mut self, format: InputFormat, spots: Vec<Spot>, reason: String) -> Decision {
        Ok((Parser::Lines(LineParser::new(format, spots, self.skipped.take())), reason))
    }
}

fn table() -> Decision {
    Ok((Parser::Table(TableParser::new(None)), String::new()))
}

fn blocks(reason: String) -> Decision {
    Ok((Parser::Blocks(Box::<BlockParser>::default()), reason))
}

/// Returns whether a line may be a row of a block below a title.
fn is_row(line: &str) -> bool {
    match shape(line) {
        RowShape::Row(cells) => Geometry::from_size(cells).is_some() && !is_sixteen(line),
        RowShape::Border => true,
        _ => false,
    }
}

/// Returns whether a line is 16 cells and nothing else, and not a title of letters.
fn is_sixteen(line: &str) -> bool {
    line.len() == 16
        && line.chars().all(is_cell)
        && !is_title(line)
        && matches!(shape(line), RowShape::Row(_))
}

/// Returns whether the lines are rows of a 16×16 puzzle: they contain a letter or three different digits above 4, and
/// such characters occur in a quarter of 16 lines, or in three quarters of fewer lines. A typo in a list of 4×4 puzzles
/// meets neither condition.
fn are_rows_of_sixteen(lines: &[String]) -> bool {
    let mut seen = [false; 128];
    let mut rows_beyond_four = 0;
    for line in lines {
        let before = rows_beyond_four;
        for sign in line.bytes().filter(|sign| matches!(sign, b'5'..=b'9' | b'A'..=b'G' | b'a'..=b'g')) {
            seen[usize::from(sign.to_ascii_uppercase())] = true;
            rows_beyond_four = before + 1;
        }
    }
    let rows = lines.len();
    let has_letter = ('A'..='G').any(|letter| seen[letter as usize]);
    let has_evidence = has_letter || seen.iter().filter(|seen| **seen).count() >= 3;
    let has_enough =
        if rows < 16 { rows > 3 && rows_beyond_four * 4 >= rows * 3 } else { rows_beyond_four * 4 >= rows };
    has_evidence && has_enough
}
