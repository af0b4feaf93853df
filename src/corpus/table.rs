//! The format `table`: comma-separated values whose first line names the columns. Each record is one line.

use super::columns::{Column, Columns, listed};
use super::entry::{Entry, Place};
use super::fields::{Field, split};
use super::found::Found;
use super::malformed::{Fault, Misplaced, column_of};
use super::word;

/// Reads the rows of a table.
#[derive(Debug)]
pub(super) struct TableParser {
    wanted: Option<Column>,
    /// `None` before the first line.
    table: Option<Table>,
}

/// What the first line of a table says.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) separator: char,
    columns: Columns,
}

impl TableParser {
    pub(super) fn new(wanted: Option<Column>) -> TableParser {
        TableParser { wanted, table: None }
    }

    /// Describes the columns.
    pub(super) fn described(&self) -> String {
        let Some(Table { separator, columns }) = &self.table else { return "no row".to_owned() };
        let separator = if *separator == '\t' { "tabs".to_owned() } else { format!("{separator:?}") };
        let header = if columns.names.is_empty() { "no header, " } else { "" };
        format!("{header}separated by {separator}, {}", columns.described("column"))
    }

    /// Takes a line. Fails if the first line does not begin a table.
    pub(super) fn take(&mut self, place: Place, text: &str, found: &mut Found) -> Result<(), String> {
        let separator = self.table.as_ref().map(|table| table.separator);
        let line = text.trim_start();
        let is_comment = line.starts_with('#') || line.starts_with("//");
        if line.is_empty() || is_comment || (line.starts_with(';') && separator != Some(';')) {
            return Ok(());
        }
        let wanted = self.wanted.as_ref();
        let table = match &mut self.table {
            Some(table) => table,
            none => {
                let table = Table::begun_by(text, wanted);
                let table = none.insert(table.map_err(|names| complaint(place.line, wanted, &names))?);
                if !table.columns.names.is_empty() {
                    return Ok(());
                }
                table
            }
        };
        match table.row(place, text) {
            Ok((entry, column)) => found.puzzle(entry, column, text),
            Err(error) => match table.header(text, wanted) {
                // A file may be several tables one after the other.
                Some(columns) => table.columns = columns,
                None => found.malformed(place, text, error),
            },
        }
        Ok(())
    }
}

/// Returns why a file cannot be read as a table, given its first line and the names in it.
fn complaint(line: u64, wanted: Option<&Column>, names: &[String]) -> String {
    let missing = match wanted {
        Some(Column::Name(name)) => format!("no column is called {name:?}"),
        Some(Column::Number(column)) => format!("there is no column {column}"),
        None => "no column is known to hold puzzles, and none was named with --column".to_owned(),
    };
    match names.is_empty() {
        true => format!("line {line}, column 1: {missing}; this line is not the header of a table"),
        false => format!("line {line}, column 1: {missing}; the header names {}", listed(names)),
    }
}

impl Table {
    /// Returns the table that begins with this line: with a header, or with a row if the wanted column is a number.
    /// Otherwise fails with the names in the line if it looks like a header.
    pub(super) fn begun_by(line: &str, wanted: Option<&Column>) -> Result<Table, Vec<String>> {
        let splits = [',', ';', '\t'].map(|separator| (separator, names(line, separator)));
        let mut splits: Vec<(char, Vec<String>)> =
            splits.into_iter().filter_map(|(separator, names)| Some((separator, names?))).collect();
        // The most frequent separator comes first.
        splits.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        for (separator, names) in &splits {
            let separator = *separator;
            match wanted {
                Some(&Column::Number(number)) if names.get(number - 1).is_some_and(|name| !is_name(name)) => {
                    return Ok(Table { separator, columns: Columns::without_names(number - 1) });
                }
                None if names.len() == 1 && !line.contains('"') => {}
                None if !names.iter().all(|name| is_name_or_empty(name)) => {}
                _ => {
                    if let Some(columns) = Columns::of(names.clone(), wanted) {
                        return Ok(Table { separator, columns });
                    }
                }
            }
        }
        let names = splits.into_iter().next().map(|(_, names)| names).unwrap_or_default();
        Err(if looks_like_names(&names) { names } else { Vec::new() })
    }

    /// Returns the columns of another table that begins with this line.
    fn header(&self, line: &str, wanted: Option<&Column>) -> Option<Columns> {
        let names = names(line, self.separator)?;
        let is_header = names.len() > 1 && names.iter().all(|name| is_name_or_empty(name));
        Columns::of(names, wanted).filter(|_| is_header)
    }

    /// Reads a row. Returns the puzzle and the column of the line where it begins.
    fn row(&self, place: Place, text: &str) -> Result<(Entry, usize), Misplaced> {
        let fields = split(text, self.separator);
        let fields = fields.map_err(|start| (column_of(text, start), Fault::OpenQuote))?;
        let found = fields.len();
        let columns = &self.columns;
        for (column, what) in [(Some(columns.puzzle), "puzzle"), (columns.solution, "solution")] {
            if let Some(missing) = column.filter(|&column| column >= found) {
                let column = text.trim_end().chars().count() + 1;
                return Err((column, Fault::FewFields { found, wanted: missing + 1, what }));
            }
        }
        let (field, start) = &fields[columns.puzzle];
        let column = column_of(text, *start);
        let grid = word::read(field).map_err(|(inside, fault)| (column - 1 + inside, fault))?;
        // A solution may have blanks; it is then a wrong solution.
        let solution = match columns.solution.map(|column| &fields[column]) {
            Some((field, start)) if !field.trim().is_empty() => {
                let solution = word::solution(field, grid.geometry());
                Some(solution.map_err(|fault| (column_of(text, *start), fault))?)
            }
            _ => None,
        };
        let separator = if self.separator == '\t' { ' ' } else { self.separator };
        let words = fields.iter().map(|(field, _)| &**field);
        let (label, parts) = columns.label(words, separator, grid.geometry());
        Ok((Entry { byte: place.byte, label, parts, solution, ..Entry::new(place.line, grid) }, column))
    }
}

/// Returns the fields of a line as names.
fn names(line: &str, separator: char) -> Option<Vec<String>> {
    let names = |fields: Vec<Field<'_>>| fields.iter().map(|(name, _)| name.trim().to_owned()).collect();
    split(line, separator).ok().map(names)
}

/// Returns whether a field may be the name of a column.
fn is_name(field: &str) -> bool {
    field.starts_with(|c: char| c.is_alphabetic() || c == '_') && field.len() <= 60 && !word::is_puzzle(field)
}

fn is_name_or_empty(field: &str) -> bool {
    field.is_empty() || is_name(field)
}

/// Returns whether these may be the names of columns. The first may be missing if rows are numbered.
fn looks_like_names(names: &[String]) -> bool {
    let named = if names.first().is_some_and(String::is_empty) { &names[1..] } else { names };
    names.len() > 1 && !named.is_empty() && named.iter().all(|name| is_name(name))
}
