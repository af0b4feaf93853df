//! The format `jsonl`: one JSON object per line. Its fields have the same names as the columns of a table.

use super::columns::{Column, Columns, listed};
use super::entry::{Entry, Place};
use super::found::Found;
use super::input::is_comment;
use super::json::{self, Json, Value};
use super::malformed::{Fault, column_of};
use super::word;
use crate::sudoku::{Geometry, Grid, GridMistake, Symbols};

/// Reads objects.
#[derive(Debug)]
pub(super) struct JsonParser {
    wanted: Option<Column>,
    /// The fields of the last object; usually the next one has the same.
    columns: Option<Columns>,
}

/// Returns why a source that begins with this line is JSON that cannot be read line by line.
pub(super) fn refusal(line: &str) -> Option<&'static str> {
    if let Some(rest) = line.strip_prefix('[') {
        let is_array = rest.trim_start().chars().next().is_none_or(|sign| "[{\"-0123456789".contains(sign));
        return is_array.then_some("this is a JSON array; write one object per line, as jq -c '.[]' does");
    }
    let is_cut = |(at, _): json::Mistake| at == line.len();
    let is_open = line.starts_with('{') && json::object(line).is_err_and(is_cut);
    is_open.then_some("this JSON object does not end on its line; write one object per line, as jq -c . does")
}

impl JsonParser {
    pub(super) fn new(wanted: Option<Column>) -> JsonParser {
        JsonParser { wanted, columns: None }
    }

    pub(super) fn take(&mut self, place: Place, text: &str, found: &mut Found) {
        if text.trim().is_empty() || is_comment(text.as_bytes()) {
            return;
        }
        match self.object(place, text) {
            Ok((entry, column)) => found.puzzle(entry, column, text),
            Err((byte, fault)) => found.malformed(place, text, (column_of(text, byte), fault)),
        }
    }

    /// Returns the puzzle of an object and the column of the line where it begins, or the byte at fault and the fault.
    fn object(&mut self, place: Place, text: &str) -> Result<(Entry, usize), (usize, Fault)> {
        let fields = json::object(text).map_err(|(byte, message)| (byte, Fault::Json(message)))?;
        let names = || fields.iter().map(|(name, _)| &**name);
        let known = self.columns.take().filter(|columns| columns.names.iter().eq(names()));
        let columns = known.map_or_else(|| self.columns_of(names().map(str::to_owned).collect()), Ok);
        let columns = self.columns.insert(columns.map_err(|missing| (0, Fault::Json(missing)))?);
        let puzzle = &fields[columns.puzzle].1;
        let grid = grid(puzzle, text)?;
        let geometry = grid.geometry();
        let solution = match columns.solution.map(|index| &fields[index].1) {
            None | Some(Json { value: Value::Null, .. }) => None,
            Some(stated) => {
                let solution =
                    self::grid(stated, text).ok().filter(|solution| solution.geometry() == geometry);
                Some(solution.ok_or((stated.start, Fault::Solution(geometry)))?)
            }
        };
        let words = fields.iter().map(|(_, field)| match &field.value {
            Value::Plain(word) => word,
            Value::Text(word) => &**word,
            _ => "",
        });
        let (label, parts) = columns.label(words, ',', geometry);
        // A label is always written on one line.
        let label = label.replace(|sign: char| sign.is_ascii_control(), " ");
        let entry = Entry { byte: place.byte, label, parts, solution, ..Entry::new(place.line, grid) };
        Ok((entry, column_of(text, puzzle.start)))
    }

    /// Returns what fields with these names hold, or which one is missing.
    fn columns_of(&self, names: Vec<String>) -> Result<Columns, String> {
        let shown = listed(&names);
        Columns::of(names, self.wanted.as_ref()).ok_or_else(|| match &self.wanted {
            Some(wanted) => format!("there is no field {wanted}; the fields are {shown}"),
            None => {
                format!("none of these fields is known to hold puzzles: {shown}; choose one with --column")
            }
        })
    }

    /// Describes the fields.
    pub(super) fn described(&self) -> String {
        self.columns.as_ref().map_or("no object".to_owned(), |columns| columns.described("field"))
    }
}

/// Reads a grid that is a string, an array of cells, or an array of rows, each an array or a string.
fn grid(json: &Json<'_>, text: &str) -> Result<Grid, (usize, Fault)> {
    match &json.value {
        Value::Text(cells) => {
            // After the quote. This is exact unless the text before it contains escapes.
            let byte = |column: usize| text.char_indices().nth(column).map_or(text.len(), |(byte, _)| byte);
            let before = text[..json.start].chars().count();
            word::read(cells).map_err(|(column, fault)| (byte(before + column), fault))
        }
        Value::Array(rows)
            if rows.iter().all(|row| matches!(row.value, Value::Array(_) | Value::Text(_))) =>
        {
            let mut cells = Vec::new();
            for row in rows {
                let before = cells.len();
                match &row.value {
                    Value::Array(values) => cells_of(values, &mut cells)?,
                    Value::Text(signs) => cells.extend(signs.chars().map(|sign| (sign, row.start))),
                    _ => {}
                }
                // An array of single characters is one row.
                let found = cells.len() - before;
                if found != rows.len() && found > 1 {
                    return Err((row.start, GridMistake::RowLength { expected: rows.len(), found }.into()));
                }
            }
            grid_of(json.start, &cells)
        }
        Value::Array(values) => {
            let mut cells = Vec::new();
            cells_of(values, &mut cells)?;
            grid_of(json.start, &cells)
        }
        _ => Err((json.start, Fault::Json("a puzzle is a string, or an array of cells or rows".to_owned()))),
    }
}

/// Adds the character of each cell and its place.
fn cells_of(values: &[Json<'_>], cells: &mut Vec<(char, usize)>) -> Result<(), (usize, Fault)> {
    for Json { start, value } in values {
        let mut signs = match value {
            Value::Text(text) => text.chars(),
            _ => "".chars(),
        };
        let sign = match (value, signs.next(), signs.next()) {
            (Value::Null, ..) => Some('.'),
            (Value::Plain(number), ..) => {
                let number =
                    number.parse().ok().filter(|&number: &u8| usize::from(number) <= Geometry::MAX_SIZE);
                number.map(|number| Symbols::FromOne.symbol(number))
            }
            (Value::Text(_), None, _) => Some('.'),
            (Value::Text(_), Some(sign), None) => Some(sign),
            _ => None,
        };
        let wrong = || Fault::Json("a cell is a number from 0 to 25, one character, or null".to_owned());
        cells.push((sign.ok_or_else(|| (*start, wrong()))?, *start));
    }
    Ok(())
}

/// Makes a grid of characters at these places.
fn grid_of(start: usize, cells: &[(char, usize)]) -> Result<Grid, (usize, Fault)> {
    let signs: String = cells.iter().map(|(sign, _)| sign).collect();
    Grid::from_line(&signs, 1).map_err(|error| {
        let place = cells.get(error.column - 1).map_or(start, |&(_, place)| place);
        let is_cell = matches!(error.kind, GridMistake::Character { .. });
        (if is_cell { place } else { start }, error.kind.into())
    })
}
