//! Rows for people and for programs, in the format that was asked for.
//!
//! A row for programs is a type with `Serialize`: its fields are the columns of CSV and Markdown, and the keys of a
//! line of JSON. People read a [`Table`] or text of the command's own instead. A command writes both to one
//! [`RowSink`], which drops what its format does not show.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::screen::{Look, Screen};
use super::table::Table;
use super::visible::{markdown_escaped, visible_lines};
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

/// Where output goes. A terminal obeys controls, so it has to tell those of the program from those in data.
pub trait Outlet: Write + Send {
    /// How text may look there.
    fn look(&self) -> Look {
        Look::PLAIN
    }

    /// Writes text of the program's own, with its styles.
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
        // Without styles there is nothing to tell apart, and no reason to empty the buffer.
        if !self.look().color {
            return self.write_all(text.as_bytes());
        }
        self.flush()?;
        self.get_mut().write_styled(text)
    }
}

/// Where rows go, as they come. If the format is CSV or Markdown, all of them must be of the same type.
pub struct RowSink<'w> {
    format: OutputFormat,
    writer: &'w mut dyn Outlet,
    /// Whether the header of CSV or Markdown has been written.
    has_header: bool,
}

impl<'w> RowSink<'w> {
    /// A sink into which nothing has been written.
    pub fn new(format: OutputFormat, writer: &'w mut dyn Outlet) -> RowSink<'w> {
        RowSink { format, writer, has_header: false }
    }

    /// What the rows are written as.
    pub fn format(&self) -> OutputFormat {
        self.format
    }

    /// How what people read may look.
    pub fn look(&self) -> Look {
        self.writer.look()
    }

    /// Writes a row for programs: in CSV and Markdown below a header, in JSON as a line.
    pub fn row(&mut self, row: &impl Serialize) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => Ok(()),
            OutputFormat::Json => {
                serde_json::to_writer(&mut *self.writer, row)?;
                self.writer.write_all(b"\n")
            }
            OutputFormat::Csv | OutputFormat::Markdown => {
                let has_header = std::mem::replace(&mut self.has_header, true);
                // The buffer is cleared for every row.
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

    /// Writes a table for people: in columns, or as Markdown.
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

    /// Writes what people read beside rows and tables. It must have been made for this [look](RowSink::look).
    pub fn screen(&mut self, screen: &Screen) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => self.writer.write_styled(screen.as_str()),
            _ => Ok(()),
        }
    }

    /// Writes text beside tables, with its controls made [visible](super::visible_lines). Where line breaks may come from
    /// outside too, they must have been.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        match self.format {
            OutputFormat::Table => self.writer.write_all(visible_lines(text).as_bytes()),
            _ => Ok(()),
        }
    }

    /// Passes on what has been written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Rows as CSV, under these headings if they do not name their own. What is nested in a row becomes several columns.
pub(super) fn csv_text<R: Serialize>(headings: &[&str], rows: impl IntoIterator<Item = R>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if !headings.is_empty() {
        writer.write_record(headings).expect("memory is never full");
    }
    for row in rows {
        writer.serialize(row).expect("every row has as many columns");
    }
    String::from_utf8(writer.into_inner().expect("memory is never full")).expect("text stays text")
}
