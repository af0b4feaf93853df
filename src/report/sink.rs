//! Rows for people and for programs, in the format that was asked for.
//!
//! A row for programs is a type with `Serialize`: its fields are the columns of CSV, the keys of a line of JSON, and the
//! columns of Markdown. People read a [`Table`] or text of the command's own instead. A command writes both to one
//! [`RowSink`], which drops what its format does not show:
//!
//! | | `table` | `csv` | `json` | `markdown` |
//! |---|---|---|---|---|
//! | [`RowSink::row`] | | a row | a line | a row |
//! | [`RowSink::table`] | in columns | | | a table |
//! | [`RowSink::text`] | as it is | | | |
//! | [`RowSink::document`] | | | an object | |
//!
//! Rows are written as they come. Every row of a sink must be of the same type if the format is CSV or Markdown.

use std::io::{self, Write};

use serde::Serialize;

use super::paint::Paint;
use super::table::Table;
use super::visible::markdown_escaped;
use crate::named::named;

/// How a command prints what it found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// For people, on a terminal.
    Table,
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
    /// For documents.
    Markdown,
}

named! { OutputFormat, "output format",
    Table => "table", "Tables and text for people";
    Csv => "csv", "Comma-separated values with a header";
    Json => "json", "JSON: an object per row, or one object";
    Markdown => "markdown", "Markdown tables";
}

impl OutputFormat {
    /// Whether a program reads it: then warnings and totals go to standard error.
    pub fn is_for_programs(self) -> bool {
        matches!(self, OutputFormat::Csv | OutputFormat::Json)
    }
}

/// Where rows go.
pub struct RowSink<'w> {
    format: OutputFormat,
    paint: Paint,
    writer: &'w mut (dyn Write + Send),
    /// Whether the header of CSV or Markdown has been written.
    has_header: bool,
}

impl<'w> RowSink<'w> {
    /// A sink without colors.
    pub fn new(format: OutputFormat, writer: &'w mut (dyn Write + Send)) -> RowSink<'w> {
        RowSink { format, paint: Paint(false), writer, has_header: false }
    }

    /// The same sink with colors, if its format has any.
    pub fn with_paint(self, paint: Paint) -> RowSink<'w> {
        RowSink { paint, ..self }
    }

    /// What the rows are written as.
    pub fn format(&self) -> OutputFormat {
        self.format
    }

    /// Writes a row for programs.
    pub fn row(&mut self, row: &impl Serialize) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => Ok(()),
            OutputFormat::Json => {
                serde_json::to_writer(&mut *self.writer, row)?;
                self.writer.write_all(b"\n")
            }
            OutputFormat::Csv => {
                let row = self.as_csv(row)?;
                self.writer.write_all(&row)
            }
            OutputFormat::Markdown => {
                let rows = self.as_csv(row)?;
                self.markdown_rows(&rows)
            }
        }
    }

    /// A row as CSV, below the header if it is the first.
    fn as_csv(&mut self, row: &impl Serialize) -> io::Result<Vec<u8>> {
        let has_header = std::mem::replace(&mut self.has_header, true);
        let mut writer = csv::WriterBuilder::new().has_headers(!has_header).from_writer(Vec::new());
        writer.serialize(row)?;
        writer.into_inner().map_err(|error| error.into_error())
    }

    /// Rows of CSV as rows of Markdown; the first of all is the header.
    fn markdown_rows(&mut self, rows: &[u8]) -> io::Result<()> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows);
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>()?;
        for (index, row) in rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(markdown_escaped).collect();
            writeln!(self.writer, "| {} |", cells.join(" | "))?;
            if index + 1 < rows.len() {
                writeln!(self.writer, "|{}", "---|".repeat(row.len()))?;
            }
        }
        Ok(())
    }

    /// Writes a table for people.
    pub fn table(&mut self, table: &Table) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => self.writer.write_all(table.text(self.paint).as_bytes()),
            OutputFormat::Markdown => self.writer.write_all(table.markdown().as_bytes()),
            OutputFormat::Csv | OutputFormat::Json => Ok(()),
        }
    }

    /// Writes text for people. What comes from outside must have been made [visible](super::visible).
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => self.writer.write_all(text.as_bytes()),
            _ => Ok(()),
        }
    }

    /// Writes everything at once as one JSON object, over several lines.
    pub fn document(&mut self, document: &impl Serialize) -> io::Result<()> {
        if self.format == OutputFormat::Json {
            serde_json::to_writer_pretty(&mut *self.writer, document)?;
            self.writer.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Passes on what has been written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Rows as CSV, under these headings if they do not name their own. What is nested in a row becomes several columns.
pub(super) fn csv_text<R: Serialize>(headings: &[&str], rows: impl IntoIterator<Item = R>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let write = || -> csv::Result<()> {
        if !headings.is_empty() {
            writer.write_record(headings)?;
        }
        rows.into_iter().try_for_each(|row| writer.serialize(row))
    };
    write().expect("every row has as many columns");
    String::from_utf8(writer.into_inner().expect("memory is never full")).expect("text stays text")
}
