//! Writes rows for people or for programs, in the requested format.
//!
//! A row for programs is a type that implements `Serialize`: its fields are the columns of CSV and Markdown, and the
//! keys of a JSON object per line. People read a [`Table`] or text instead. A command writes both to one [`RowSink`],
//! which drops what its format does not show.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::screen::{Look, Screen};
use super::table::Table;
use super::visible::{markdown_escaped, visible_lines};
use crate::named::named;

/// The format in which a command prints its results.
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
    /// Whether programs read this format; if so, warnings and totals go to standard error.
    pub fn is_for_programs(self) -> bool {
        matches!(self, OutputFormat::Csv | OutputFormat::Json)
    }
}

/// Where output goes. A terminal obeys control characters, so an outlet must tell the program's own from those in data.
pub trait Outlet: Write + Send {
    /// The styles and the width that this outlet supports.
    fn look(&self) -> Look {
        Look::PLAIN
    }

    /// Writes the program's own text, which may contain styles.
    fn write_styled(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }
}

impl Outlet for Vec<u8> {}

impl<O: Outlet> Outlet for BufWriter<O> {
    fn look(&self) -> Look {
        self.get_ref().look()
    }

    fn write_styled(&mut self, text: &str) -> io::Result<()> {
        // Without styles there is nothing to tell apart, so the buffer need not be flushed.
        if !self.look().color {
            return self.write_all(text.as_bytes());
        }
        self.flush()?;
        self.get_mut().write_styled(text)
    }
}

/// Writes rows as they arrive. In CSV and Markdown, all rows must be of the same type.
pub struct RowSink<'w> {
    format: OutputFormat,
    writer: &'w mut dyn Outlet,
    /// Whether the header of CSV or Markdown has been written.
    has_header: bool,
}

impl<'w> RowSink<'w> {
    /// Returns a sink for this format.
    pub fn new(format: OutputFormat, writer: &'w mut dyn Outlet) -> RowSink<'w> {
        RowSink { format, writer, has_header: false }
    }

    /// The output format.
    pub fn format(&self) -> OutputFormat {
        self.format
    }

    /// The styles and the width that the outlet supports.
    pub fn look(&self) -> Look {
        self.writer.look()
    }

    /// Writes a row for programs: in CSV and Markdown below a header, in JSON as one line.
    pub fn row(&mut self, row: &impl Serialize) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => Ok(()),
            OutputFormat::Json => {
                serde_json::to_writer(&mut *self.writer, row)?;
                self.writer.write_all(b"\n")
            }
            OutputFormat::Csv | OutputFormat::Markdown => {
                let has_header = std::mem::replace(&mut self.has_header, true);
                // The writer zeroes its buffer for every row, so the buffer is small.
                let mut builder = csv::WriterBuilder::new();
                builder.has_headers(!has_header).buffer_capacity(512);
                let mut csv = builder.from_writer(Vec::new());
                csv.serialize(row)?;
                let rows = csv.into_inner().map_err(|error| error.into_error())?;
                match self.format {
                    OutputFormat::Csv => self.writer.write_all(&rows),
                    _ => self.markdown_rows(&rows),
                }
            }
        }
    }

    /// Writes rows of CSV as rows of Markdown. If there is more than one, the first is the header.
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

    /// Writes a table for people, in columns or as Markdown.
    pub fn table(&mut self, table: &Table) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => {
                let mut screen = Screen::new(self.look());
                screen.table(table);
                self.screen(&screen)
            }
            OutputFormat::Markdown => self.writer.write_all(table.markdown().as_bytes()),
            OutputFormat::Csv | OutputFormat::Json => Ok(()),
        }
    }

    /// Writes text for people. The screen must have been made for this [look](RowSink::look).
    pub fn screen(&mut self, screen: &Screen) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => self.writer.write_styled(screen.as_str()),
            _ => Ok(()),
        }
    }

    /// Writes text for people, with its control characters made [visible](super::visible_lines). Line breaks are kept, so
    /// the caller must escape those that come from outside.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => self.writer.write_all(visible_lines(text).as_bytes()),
            _ => Ok(()),
        }
    }

    /// Flushes the outlet.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns rows as CSV, below the given headings or, if there are none, the names of the fields. A nested value becomes
/// several columns.
pub(super) fn csv_text<R: Serialize>(headings: &[&str], rows: impl IntoIterator<Item = R>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if !headings.is_empty() {
        writer.write_record(headings).expect("writing to memory does not fail");
    }
    for row in rows {
        writer.serialize(row).expect("all rows have the same columns");
    }
    let csv = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(csv).expect("fields are UTF-8")
}
