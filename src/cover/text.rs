//! Problems as text: Knuth's format, and plain 0/1 matrices.
//!
//! Knuth's format: lines that begin with `|`, perhaps after blanks, are comments; the first other line names the
//! items, with a lone `|` before the secondary ones; each further line is an option, its items separated by blanks,
//! `item:color` where a secondary item has a color.
//!
//! ```text
//! | the smallest problem with colors
//! a b | x
//! a x:red
//! b x:red
//! ```
//!
//! A matrix: every line a row of `0` and `1`, with blanks or without, all of one length. The columns are the items
//! and the rows the options. The first line that is no comment decides: nothing but `0`, `1` and blanks means a
//! matrix.

use std::io::{self, BufRead, Read, Write};

use thiserror::Error;

use super::problem::{Entry, ItemId, Problem, ProblemBuilder, ProblemError, is_name};
use crate::named::named;

/// The longest line that is read, in bytes; a guard against files that never end.
pub const MAX_LINE: usize = 64 << 20;

/// A problem as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The problem.
    pub problem: Problem,
    /// How it was written.
    pub form: Form,
    /// The comments, without their bar; at most the first hundred.
    pub comments: Vec<String>,
}

/// The two ways to write a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Knuth's format, with names.
    Knuth,
    /// Rows of `0` and `1`.
    Matrix,
}

named! { Form, "form of a problem",
    Knuth => "knuth", "Knuth's format";
    Matrix => "matrix", "Rows of 0 and 1";
}

/// What is wrong with a text, and where; lines and columns count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The text could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A mistake at a certain place.
    #[error("line {line}, column {column}: {kind}")]
    At {
        /// The line.
        line: u64,
        /// The column, in characters.
        column: usize,
        /// The mistake.
        kind: Mistake,
    },
    /// The text has no items at all.
    #[error("the file holds no problem: expected a line of item names, or rows of 0 and 1")]
    Empty,
}

/// A mistake in a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Mistake {
    /// The problem makes no sense.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// Not text.
    #[error("this is not UTF-8 text (byte 0x{0:02x})")]
    NotText(u8),
    /// A control character, as in binary files.
    #[error("control character U+{:04X}: this is not a text file", *.0 as u32)]
    Control(char),
    /// A line beyond [`MAX_LINE`].
    #[error("the line is longer than {} MiB", MAX_LINE >> 20)]
    LongLine,
    /// A second `|` on the items line.
    #[error("a second '|': one separates the primary items from the secondary ones")]
    SecondBar,
    /// A `|` on an option line.
    #[error("'|' cannot stand in an option: it belongs to the items line, or begins a comment")]
    BarInOption,
    /// A row of another length than the first one.
    #[error("this row has {found} columns, the first row has {expected}")]
    RowLength {
        /// Columns of the first row.
        expected: usize,
        /// Columns of this row.
        found: usize,
    },
    /// A row of a matrix with another character.
    #[error("{0:?} in a matrix of 0 and 1")]
    NotABit(char),
    /// A row of zeros.
    #[error("a row of zeros covers nothing")]
    ZeroRow,
}

/// Reads a problem and detects how it is written.
pub fn read(input: impl BufRead) -> Result<Document, TextError> {
    read_as(input, None)
}

/// Reads a problem that is written in the given form, or detects the form.
pub fn read_as(mut input: impl BufRead, form: Option<Form>) -> Result<Document, TextError> {
    let mut comments = Vec::new();
    let mut parser = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        if !next_line(&mut input, &mut bytes, number)? {
            break;
        }
        let line = as_text(&bytes, number)?;
        // A problem without primary items asks nothing, so no items line begins with a bar either.
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
        match &mut parser {
            None => parser = Some(Parser::new(line, form).map_err(at)?),
            Some(parser) => parser.option(line).map_err(at)?,
        }
    }
    let Parser { builder, form, .. } = parser.ok_or(TextError::Empty)?;
    let problem = builder.build().map_err(|_| TextError::Empty)?;
    Ok(Document { problem, form, comments })
}

/// Reads the next line into `bytes`, without its end; false at the end of the file.
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

/// The line as text, without a byte-order mark, or the place of the first byte that is not text.
fn as_text(bytes: &[u8], number: u64) -> Result<&str, TextError> {
    let at = |column, kind| TextError::At { line: number, column, kind };
    let bytes = if number == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
    let line = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        at(String::from_utf8_lossy(good).chars().count() + 1, Mistake::NotText(bytes[error.valid_up_to()]))
    })?;
    if let Some((position, control)) = line.chars().enumerate().find(|(_, c)| c.is_control() && *c != '\t') {
        return Err(at(position + 1, Mistake::Control(control)));
    }
    Ok(line)
}

/// A mistake and its column.
type Misplaced = (usize, Mistake);

struct Parser {
    builder: ProblemBuilder,
    form: Form,
    /// The items of a matrix by column.
    columns: Vec<ItemId>,
    /// The entries of the option being read: kept to be reused.
    entries: Vec<Entry>,
}

impl Parser {
    /// Begins with the first line that is no comment.
    fn new(line: &str, form: Option<Form>) -> Result<Parser, Misplaced> {
        let is_bits = line.chars().all(|c| matches!(c, '0' | '1' | ' ' | '\t'));
        let form = form.unwrap_or(if is_bits { Form::Matrix } else { Form::Knuth });
        let mut parser =
            Parser { builder: ProblemBuilder::new(), form, columns: Vec::new(), entries: Vec::new() };
        match form {
            Form::Knuth => parser.items(line)?,
            Form::Matrix => {
                let count = line.chars().filter(|c| !c.is_whitespace()).count();
                let items = (0..count).map(|_| parser.builder.numbered_primary());
                parser.columns = items.collect::<Result<_, _>>().map_err(|error| (1, error.into()))?;
                parser.option(line)?;
            }
        }
        Ok(parser)
    }

    fn items(&mut self, line: &str) -> Result<(), Misplaced> {
        let mut primary = true;
        for (column, name) in words(line) {
            if name == "|" {
                if !std::mem::replace(&mut primary, false) {
                    return Err((column, Mistake::SecondBar));
                }
                continue;
            }
            let declared = if primary { self.builder.primary(name) } else { self.builder.secondary(name) };
            declared.map_err(|error| (column, error.into()))?;
        }
        Ok(())
    }

    fn option(&mut self, line: &str) -> Result<(), Misplaced> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        match self.form {
            Form::Knuth => self.named_entries(line, &mut entries)?,
            Form::Matrix => self.row_entries(line, &mut entries)?,
        }
        self.builder
            .option_of_entries(&entries)
            .map_err(|error| (twice_column(line, &error), error.into()))?;
        self.entries = entries;
        Ok(())
    }

    fn named_entries(&mut self, line: &str, entries: &mut Vec<Entry>) -> Result<(), Misplaced> {
        for (column, word) in words(line) {
            let (name, color) = match word.split_once(':') {
                Some((name, color)) => (name, Some(color)),
                None => (word, None),
            };
            if name.contains('|') {
                return Err((column, Mistake::BarInOption));
            }
            let misplaced = |error: ProblemError| (column, Mistake::from(error));
            let unknown = || match is_name(name) {
                true => misplaced(ProblemError::UnknownItem(name.to_owned())),
                false => misplaced(ProblemError::BadName(name.to_owned())),
            };
            let item = self.builder.item(name).ok_or_else(unknown)?;
            let color = color.map(|color| self.builder.color(item, color)).transpose().map_err(misplaced)?;
            entries.push(Entry { item, color });
        }
        Ok(())
    }

    fn row_entries(&self, line: &str, entries: &mut Vec<Entry>) -> Result<(), Misplaced> {
        let mut found = 0;
        for (position, bit) in line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            match bit {
                '0' => {}
                '1' => entries.extend(self.columns.get(found).map(|&item| Entry { item, color: None })),
                other => return Err((position + 1, Mistake::NotABit(other))),
            }
            found += 1;
        }
        let expected = self.columns.len();
        if found != expected {
            return Err((1, Mistake::RowLength { expected, found }));
        }
        if entries.is_empty() {
            return Err((1, Mistake::ZeroRow));
        }
        Ok(())
    }
}

/// Words of a line with the column at which each begins.
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

/// The column of the second mention of an item that stands twice.
fn twice_column(line: &str, error: &ProblemError) -> usize {
    let ProblemError::ItemTwice(twice) = error else { return 1 };
    let is_it = |word: &str| word.split(':').next() == Some(twice.as_str());
    words(line).filter(|(_, word)| is_it(word)).nth(1).map_or(1, |(column, _)| column)
}

/// Writes a problem in Knuth's format, comments first.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "| a comment\na b | x y\na x:red y\nb x:red\nb y\n";
        let document = read(text.as_bytes()).unwrap();
        let mut written = Vec::new();
        write(&document.problem, &document.comments, &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), text);
    }

    #[test]
    fn line_ends_and_byte_order_marks_do_not_matter() {
        let plain = read("a b\na\nb".as_bytes()).unwrap();
        assert_eq!(read("\u{feff}a b\r\n\r\na\r\nb\r\n".as_bytes()).unwrap().problem, plain.problem);
    }

    #[test]
    fn matrices_are_detected_with_and_without_blanks() {
        for text in ["001\n110\n", "0 0 1\n1 1 0\n"] {
            let document = read(text.as_bytes()).unwrap();
            assert_eq!(document.form, Form::Matrix);
            assert_eq!(document.problem.item_count(), 3);
            assert_eq!(document.problem.option_line(super::super::OptionId::from_index(1)), "1 2");
        }
        let named = read_as("0 1\n0\n1\n".as_bytes(), Some(Form::Knuth)).unwrap();
        assert_eq!(named.problem.option_count(), 2);
    }

    #[test]
    fn mistakes_are_named_with_line_and_column() {
        assert_eq!(error("a b\na c\n"), "line 2, column 3: unknown item \"c\": it is not on the items line");
        assert_eq!(error("a b\na  b a\n"), "line 2, column 6: item \"a\" stands twice in this option");
        assert!(
            error("a b | x\na:red\n").starts_with("line 2, column 1: primary item \"a\" cannot have a color")
        );
        assert!(error("a b a\n").starts_with("line 1, column 5: item \"a\" is declared twice"));
        assert!(error("a | b | c\n").starts_with("line 1, column 7: a second '|'"));
        assert!(error("a b\na |\n").starts_with("line 2, column 3: '|' cannot stand in an option"));
        assert!(error("a b\n:red\n").contains("is not a name"));
        assert!(error("a | x\na x:\n").contains("is not a name"));
        assert_eq!(error("011\n01\n"), "line 2, column 1: this row has 2 columns, the first row has 3");
        assert_eq!(error("011\n0 1 2\n"), "line 2, column 5: '2' in a matrix of 0 and 1");
        assert!(error("011\n000\n").contains("a row of zeros"));
        assert!(error("a b\0\n").starts_with("line 1, column 4: control character U+0000"));
        assert!(error("\u{feff}a b\0\n").starts_with("line 1, column 4: control character U+0000"));
        for nothing in ["", "\n\n", "| only a comment\n", "| x\n|\n"] {
            assert!(error(nothing).contains("holds no problem"), "{nothing:?}");
        }
        assert!(
            read(&b"a b\na \xff\n"[..]).unwrap_err().to_string().starts_with("line 2, column 3: this is not")
        );
    }
}
