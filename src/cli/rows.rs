//! Rows for people and for programs: the formats that commands print them in, and where they go.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

/// How rows are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RowFormat {
    /// Columns for people
    Table,
    /// Comma-separated values with a header
    Csv,
    /// A JSON object a line
    Json,
}

/// Where rows go: as text, or through a writer of csv that knows whether the header has been written.
pub(super) enum RowSink<'w> {
    Text(&'w mut dyn Write),
    Csv(Box<csv::Writer<&'w mut dyn Write>>),
}

impl<'w> RowSink<'w> {
    pub(super) fn new(is_csv: bool, writer: &'w mut dyn Write) -> RowSink<'w> {
        match is_csv {
            true => RowSink::Csv(Box::new(csv::Writer::from_writer(writer))),
            false => RowSink::Text(writer),
        }
    }

    /// Writes a row for programs: of csv, or a line of JSON.
    pub(super) fn record(&mut self, record: &impl Serialize) -> anyhow::Result<()> {
        match self {
            RowSink::Csv(writer) => writer.serialize(record)?,
            RowSink::Text(writer) => {
                serde_json::to_writer(&mut **writer, record)?;
                writer.write_all(b"\n")?;
            }
        }
        Ok(())
    }

    /// Writes text for people; nothing if the rows are csv.
    pub(super) fn text(&mut self, text: &str) -> anyhow::Result<()> {
        if let RowSink::Text(writer) = self {
            writer.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            RowSink::Text(writer) => writer.flush()?,
            RowSink::Csv(writer) => writer.flush()?,
        }
        Ok(())
    }
}
