//! Problems as text: Knuth's format and plain 0/1 matrices.
//!
//! Knuth's format: lines that begin with `|`, optionally after blanks, are comments. The first other line names the
//! items, with a lone `|` before the secondary ones. Each further line is an option: its items, separated by blanks,
//! written `item:color` if a secondary item has a color.
//!
//! ```text
//! | the smallest problem with colors
//! a b | x
//! a x:red
//! b x:red
//! ```
//!
//! A matrix: every line is a row of `0` and `1`, with or without blanks, and all rows have the same length. Columns are
//! items, and rows are options. The first line that is not a comment determines the format: if it contains only `0`,
//! `1` and blanks, the text is a matrix.

use std::io::{self, BufRead, Read, Write};

use thiserror::Error;

use super::exact_cover::ExactCover;
use super::problem::{Entry, ItemId, Problem, ProblemError};
use crate::counts::counted;
use crate::named::named;

/// The longest line that is accepted, in bytes; a guard against endless files.
pub const MAX_LINE: usize = 64 << 20;

/// A problem that was read from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The problem.
    pub problem: Problem,
    /// The format it was written in.
    pub form: Form,
    /// The first hundred comments, without their bars.
    pub comments: Vec<String>,
}

named! {
    /// The two formats of a problem.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Form, "form of a problem" {
        Knuth => "knuth", "Knuth's format";
        Matrix => "matrix", "Rows of 0 and 1";
    }
}

/// Why a text is not a problem, and where. Lines and columns count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The text could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A mistake at a known place.
    #[error("line {line}, column {column}: {kind}")]
    At {
        /// The line.
        line: u64,
        /// The column, in characters.
        column: usize,
        /// The mistake.
        kind: Mistake,
    },
    /// The text has no items.
    #[error("the file contains no problem; expected a line of item names, or rows of 0 and 1")]
    Empty,
}

/// A mistake in a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Mistake {
    /// The problem is invalid.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// Not text.
    #[error("this is not UTF-8 text (byte 0x{0:02x})")]
    NotText(u8),
    /// A control character, as in binary files.
    #[error("control character U+{:04X}: this is not a text file", *.0 as u32)]
    Control(char),
    /// A byte-order mark that is not at the start, as in concatenated files. It is invisible, so it would make two
    /// different names look alike.
    #[error("byte-order mark (U+FEFF) after the start of the text: remove it")]
    ByteOrderMark,
    /// A line beyond [`MAX_LINE`].
    #[error("the line is longer than {} MiB", MAX_LINE >> 20)]
    LongLine,
    /// A second `|` on the items line.
    #[error("second '|': only one may separate the primary items from the secondary ones")]
    SecondBar,
    /// A `|` on an option line.
    #[error("'|' is not allowed in an option: it belongs on the items line or starts a comment")]
    BarInOption,
    /// A row whose length differs from that of the first row.
    #[error("this row has {}; the first row has {expected}", counted(*.found as u64, "column"))]
    RowLength {
        /// Columns of the first row.
        expected: usize,
        /// Columns of this row.
        found: usize,
    },
    /// A character in a matrix other than `0` and `1`.
    #[error("invalid character {0:?} in a 0/1 matrix")]
    NotABit(char),
    /// A row of zeros.
    #[error("row of zeros: an option must cover at least one item")]
    ZeroRow,
}

/// Reads a problem and detects its format.
pub fn read(input: impl BufRead) -> Result<Document, TextError> {
    read_as(input, None)
}

/// Reads a problem in the given format, or detects the format.
pub fn read_as(mut input: impl BufRead, form: Option<Form>) -> Result<Document, TextError> {
    let mut comments = Vec::new();
    let mut begun = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        if !next_line(&mut input, &mut bytes, number)? {
            break;
        }
        let line = as_text(&bytes, number)?;
        // An items line never begins with a bar, since a problem must have primary items.
        if let Some(comment) = line.trim_start().strip_prefix('|') {
            if comments.len() < 100 {
                comments.push(comment.trim().to_owned());
            }
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let at = |(column, kind)| TextError::At { line: number, column, kind };
        match &mut begun {
            None => begun = Some(begin(line, form).map_err(at)?),
            Some((form, builder)) => add_option(*form, builder, line).map_err(at)?,
        }
    }
    let (form, builder) = begun.ok_or(TextError::Empty)?;
    let problem = builder.build().map_err(|_| TextError::Empty)?;
    Ok(Document { problem, form, comments })
}

/// Reads the next line into `bytes`, without its line ending; returns false at the end of the file.
fn next_line(input: &mut impl BufRead, bytes: &mut Vec<u8>, number: u64) -> Result<bool, TextError> {
    bytes.clear();
    input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', bytes)?;
    if bytes.len() > MAX_LINE {
        return Err(TextError::At { line: number, column: MAX_LINE + 1, kind: Mistake::LongLine });
    }
    let read_something = !bytes.is_empty();
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(read_something)
}

/// Decodes a line, without a leading byte-order mark, or returns the place of the first invalid character.
fn as_text(bytes: &[u8], number: u64) -> Result<&str, TextError> {
    let at = |column, kind| TextError::At { line: number, column, kind };
    let bytes = if number == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
    let line = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        at(String::from_utf8_lossy(good).chars().count() + 1, Mistake::NotText(bytes[error.valid_up_to()]))
    })?;
    let is_out_of_place = |c: char| (c.is_control() && c != '\t') || c == '\u{feff}';
    match line.chars().enumerate().find(|(_, c)| is_out_of_place(*c)) {
        Some((position, '\u{feff}')) => Err(at(position + 1, Mistake::ByteOrderMark)),
        Some((position, control)) => Err(at(position + 1, Mistake::Control(control))),
        None => Ok(line),
    }
}

/// A mistake and its column.
type Misplaced = (usize, Mistake);

/// Starts a problem from the first line that is not a comment: the names of the items, or the first row.
fn begin(line: &str, form: Option<Form>) -> Result<(Form, ExactCover), Misplaced> {
    let is_bits = line.chars().all(|c| matches!(c, '0' | '1' | ' ' | '\t'));
    let form = form.unwrap_or(if is_bits { Form::Matrix } else { Form::Knuth });
    let mut builder = ExactCover::empty();
    if form == Form::Matrix {
        for column in 1..=line.chars().filter(|c| !c.is_whitespace()).count() {
            builder.declare(&column.to_string(), true).map_err(|error| (1, error.into()))?;
        }
        add_option(form, &mut builder, line)?;
        return Ok((form, builder));
    }
    let mut is_primary = true;
    for (column, name) in words(line) {
        if name == "|" {
            if !std::mem::replace(&mut is_primary, false) {
                return Err((column, Mistake::SecondBar));
            }
            continue;
        }
        builder.declare(name, is_primary).map_err(|error| (column, error.into()))?;
    }
    Ok((form, builder))
}

fn add_option(form: Form, builder: &mut ExactCover, line: &str) -> Result<(), Misplaced> {
    let entries = match form {
        Form::Knuth => named_entries(builder, line)?,
        Form::Matrix => row_entries(builder.item_count(), line)?,
    };
    builder.option_of_entries(&entries).map_err(|error| (twice_column(line, &error), error.into()))?;
    Ok(())
}

fn named_entries(builder: &mut ExactCover, line: &str) -> Result<Vec<Entry>, Misplaced> {
    let entry = |(column, word): (usize, &str)| match word.contains('|') {
        true => Err((column, Mistake::BarInOption)),
        false => builder.entry(word).map_err(|error| (column, error.into())),
    };
    words(line).map(entry).collect()
}

fn row_entries(expected: usize, line: &str) -> Result<Vec<Entry>, Misplaced> {
    let (mut entries, mut found) = (Vec::new(), 0);
    for (position, bit) in line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        match bit {
            '0' => {}
            '1' => entries.push(Entry { item: ItemId(found as u32), color: None }),
            other => return Err((position + 1, Mistake::NotABit(other))),
        }
        found += 1;
    }
    if found != expected {
        return Err((1, Mistake::RowLength { expected, found }));
    }
    if entries.is_empty() { Err((1, Mistake::ZeroRow)) } else { Ok(entries) }
}

/// Returns the words of a line, each with its starting column.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut column, mut rest) = (1, line);
    std::iter::from_fn(move || {
        let word_start = rest.trim_start();
        column += rest[..rest.len() - word_start.len()].chars().count();
        let end = word_start.find(char::is_whitespace).unwrap_or(word_start.len());
        let (word, after) = word_start.split_at(end);
        let start = column;
        column += word.chars().count();
        rest = after;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Returns the column of the second occurrence of an item that appears twice.
fn twice_column(line: &str, error: &ProblemError) -> usize {
    let ProblemError::ItemTwice(twice) = error else { return 1 };
    let is_it = |word: &str| word.split(':').next() == Some(twice.as_str());
    words(line).filter(|(_, word)| is_it(word)).nth(1).map_or(1, |(column, _)| column)
}

/// Writes a problem in Knuth's format, with the comments first.
pub fn write(problem: &Problem, comments: &[String], output: &mut impl Write) -> io::Result<()> {
    for comment in comments {
        writeln!(output, "| {comment}")?;
    }
    let mut separator = "";
    for item in problem.items() {
        if item.index() == problem.primary_count() {
            write!(output, "{separator}|")?;
        }
        write!(output, "{separator}{}", problem.item_name(item))?;
        separator = " ";
    }
    writeln!(output)?;
    for option in problem.options() {
        writeln!(output, "{}", problem.option_line(option))?;
    }
    Ok(())
}
