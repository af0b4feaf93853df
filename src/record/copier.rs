//! Copies the rows of tables from the records of shards, source by source.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::reader::ReadError;
use super::writer::{RecordWriter, Table, WriteError};

/// Remembers how far the tables of each record have been copied. Only one is open at a time, because there may be more
/// records than a process may open files.
#[derive(Debug, Default)]
pub struct RowCopier {
    reached: HashMap<(PathBuf, &'static str), csv::Position>,
}

const TABLES: [(Table, &str); 3] =
    [(Table::Puzzles, "puzzles.csv"), (Table::Malformed, "malformed.csv"), (Table::Faulty, "faulty.csv")];

impl RowCopier {
    /// Copies the next rows of a record, as long as they are of this source. Numbers of lines grow by `offset`.
    pub fn copy(
        &mut self,
        record: &Path,
        source: &str,
        offset: u64,
        to: &mut RecordWriter,
    ) -> Result<(), WriteError> {
        TABLES.into_iter().try_for_each(|(table, name)| {
            self.copy_table(record, (table, name), |file| file == source, offset, to)
        })
    }

    fn copy_table(
        &mut self,
        record: &Path,
        (table, name): (Table, &'static str),
        is_its: impl Fn(&str) -> bool,
        offset: u64,
        to: &mut RecordWriter,
    ) -> Result<(), WriteError> {
        let path = record.join(name);
        if !path.exists() {
            return Ok(());
        }
        let wrong = |error: csv::Error| {
            let error = ReadError::Io { path: path.clone(), source: io::Error::from(error) };
            WriteError::from(error)
        };
        let mut builder = csv::ReaderBuilder::new();
        let mut reader = builder.buffer_capacity(1 << 16).from_path(&path).map_err(wrong)?;
        let header = reader.headers().map_err(wrong)?.clone();
        let column = |name: &str| header.iter().position(|known| known == name);
        let (Some(file), Some(line)) = (column("file"), column("line")) else { return Ok(()) };
        let reason = column("reason").filter(|_| table == Table::Malformed);
        let key = (record.to_owned(), name);
        if let Some(position) = self.reached.get(&key) {
            reader.seek(position.clone()).map_err(wrong)?;
        }
        let mut row = csv::StringRecord::new();
        loop {
            let position = reader.position().clone();
            if !reader.read_record(&mut row).map_err(wrong)? || !row.get(file).is_some_and(&is_its) {
                self.reached.insert(key, position);
                return Ok(());
            }
            if offset == 0 {
                to.copied(table, &row, &header)?;
                continue;
            }
            let shifted = (0..row.len()).map(|column| {
                let field = &row[column];
                let new = if column == line {
                    field.parse().ok().map(|number: u64| number.wrapping_add(offset).to_string())
                } else if Some(column) == reason {
                    shifted(field, |number| number.wrapping_add(offset)).map(|(_, text)| text)
                } else {
                    None
                };
                new.unwrap_or_else(|| field.to_owned())
            });
            to.copied(table, &shifted.collect(), &header)?;
        }
    }
}

/// Changes the number in a text that begins with `line N`, and returns it and the new text.
pub(crate) fn shifted(text: &str, change: impl Fn(u64) -> u64) -> Option<(u64, String)> {
    let rest = text.strip_prefix("line ")?;
    let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    let line = change(rest[..digits].parse().ok()?);
    Some((line, format!("line {line}{}", &rest[digits..])))
}
