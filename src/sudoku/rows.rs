//! Parses the rows of a block: the only place that distinguishes rows from borders.
//!
//! Boxes may be drawn with ASCII or with Unicode box-drawing characters. Cells are adjacent, or separated by blanks or
//! commas; separated cells may also be two-digit numbers. [`Symbols`] defines what the characters of the cells mean.

use super::geometry::Geometry;
use super::symbols::{Symbols, is_cell};

/// The shape of a line of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowShape {
    /// A border that cannot be anything else.
    Border,
    /// A border, or a row of this many blank cells, depending on the other lines.
    Blanks(usize),
    /// A row with this many cells.
    Row(usize),
    /// Anything else.
    Other,
}

/// A character of a puzzle and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) line: u64,
    /// In characters, from 1.
    pub(super) column: usize,
    pub(super) character: char,
}

/// The cells of a row, and whether they include a two-digit number, so that `0` can only be a blank.
type Cells = (Vec<Place>, bool);

pub(crate) fn shape(text: &str) -> RowShape {
    if !text.contains(char::is_alphanumeric) {
        let signs = || text.chars().map(plain).filter(|sign| !sign.is_whitespace());
        let rules = signs().filter(|sign| matches!(sign, '-' | '_' | '=')).count();
        if rules >= 3 || signs().all(|sign| matches!(sign, '-' | '+' | '=' | '|')) {
            let blanks = signs().filter(|sign| is_cell(*sign)).count();
            let may_be_row = blanks > 0 && signs().all(|sign| is_cell(sign) || sign == '|');
            return if may_be_row { RowShape::Blanks(blanks) } else { RowShape::Border };
        }
    }
    let row: Vec<char> = row_characters(text);
    let size = Geometry::from_size(row.len());
    let is_plain = |&sign: &char| is_cell(sign) && !sign.is_alphabetic();
    let fits = |geometry: Geometry| row.iter().all(|&sign| Symbols::has(geometry, sign));
    if !row.is_empty() && row.len() <= Geometry::MAX_SIZE && row.iter().all(is_plain)
        || size.is_some_and(fits)
    {
        return RowShape::Row(row.len());
    }
    RowShape::Other
}

/// Returns the characters of a row's cells, valid or not.
pub(crate) fn row_characters(text: &str) -> Vec<char> {
    cells(0, text).0.iter().map(|place| place.character).collect()
}

/// Returns the rows of a block, and whether its cells are decimal numbers.
///
/// A line of only dashes or underscores may be a border or a row of blanks. Such lines are rows only if they have as
/// many characters as the other rows have cells, and if the grid is incomplete without them.
pub(super) fn rows_of(lines: &[(u64, &str)]) -> (Vec<Vec<Place>>, bool) {
    let shapes: Vec<RowShape> = lines.iter().map(|(_, text)| shape(text)).collect();
    let is_row = |shape: RowShape| matches!(shape, RowShape::Row(_) | RowShape::Other);
    let certain = shapes.iter().filter(|&&shape| is_row(shape)).count();
    let blanks = shapes.iter().find_map(|shape| match *shape {
        RowShape::Row(size) if Geometry::from_size(size).is_some() => Some(RowShape::Blanks(size)),
        _ => None,
    });
    let possible = shapes.iter().filter(|&&shape| Some(shape) == blanks).count();
    let needs_blanks = blanks == Some(RowShape::Blanks(certain + possible));
    let rows = lines.iter().zip(&shapes);
    let rows = rows.filter(|&(_, &shape)| is_row(shape) || (needs_blanks && Some(shape) == blanks));
    let rows: Vec<Cells> = rows.map(|(&(line, text), _)| cells(line, text)).collect();
    let has_numbers = rows.iter().any(|(_, has_numbers)| *has_numbers);
    (rows.into_iter().map(|(places, _)| places).collect(), has_numbers)
}

/// Returns the cells of a row, without borders and separators.
fn cells(line: u64, text: &str) -> Cells {
    let is_bar = |sign: char| matches!(plain(sign), '|' | '+');
    let by_comma = || {
        let inner = text.trim().trim_matches(is_bar);
        let mut fields: Vec<&str> =
            inner.split(|sign: char| matches!(sign, ',' | ';') || is_bar(sign)).map(str::trim).collect();
        if Geometry::from_size(fields.len()).is_none() && fields.last() == Some(&"") {
            fields.pop();
        }
        cells_of_fields(line, text, &fields)
    };
    let by_blank = || {
        let fields = text.split(|sign: char| sign.is_whitespace() || is_bar(sign));
        let fields: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
        let are_numbers = fields.len() > 9 && fields.iter().any(|field| field.chars().count() > 1);
        if are_numbers { cells_of_fields(line, text, &fields) } else { None }
    };
    let separated = if text.contains([',', ';']) { by_comma() } else { by_blank() };
    separated.unwrap_or_else(|| {
        let signs = text.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace() && !is_bar(*sign));
        let place = |(position, character)| Place { line, column: position + 1, character };
        (signs.map(place).collect(), false)
    })
}

/// Converts each field to a cell; `None` if the number of fields fits no size, or if a field is not a cell.
fn cells_of_fields(line: u64, text: &str, fields: &[&str]) -> Option<Cells> {
    let size = Geometry::from_size(fields.len())?.size();
    let has_numbers = fields.iter().any(|field| field.len() == 2 && field.parse::<u8>().is_ok());
    let place = |field: &&str| {
        // The fields are slices of the text, so their addresses give their positions.
        let start = field.as_ptr() as usize - text.as_ptr() as usize;
        let character = cell_of_field(field, size, has_numbers)?;
        Some(Place { line, column: text[..start].chars().count() + 1, character })
    };
    Some((fields.iter().map(place).collect::<Option<_>>()?, has_numbers))
}

/// Returns the character of a cell that is written as a character, as a number, or as an empty field.
fn cell_of_field(field: &str, size: usize, has_numbers: bool) -> Option<char> {
    let mut signs = field.chars();
    match (signs.next(), signs.next(), signs.next()) {
        (None, ..) => Some('.'),
        (Some('0'), None, _) if has_numbers => Some('.'),
        (Some(sign), None, _) => is_cell(sign).then_some(sign),
        (Some(sign @ ('.' | '*' | '_' | '-')), Some(second), None) if sign == second => Some('.'),
        (Some(_), Some(_), None) => {
            let number = field.parse::<u8>().ok().filter(|&number| usize::from(number) <= size)?;
            Some(Symbols::FromOne.symbol(number))
        }
        _ => None,
    }
}

/// Returns the ASCII equivalent of a Unicode box-drawing character; never one that could also be a blank cell.
fn plain(sign: char) -> char {
    match sign {
        '─' | '━' | '═' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉' => '=',
        '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        other => other,
    }
}
