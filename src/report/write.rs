//! Any report in any format.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use thiserror::Error;

use super::paint::Paint;
use super::sink::{OutputFormat, RowSink};
use super::{comparison, html, markdown, reproduction, terminal};
use crate::compare::Comparison;
use crate::named::named;
use crate::record::{ReadError, Run, SavedRun, SummaryRow};

/// What a record can be reported as: in any output format, or as a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// For people, on a terminal.
    Table,
    /// The rows of `summary.csv`.
    Csv,
    /// The whole of `run.json`.
    Json,
    /// The text of `report.md`.
    Markdown,
    /// A page with charts.
    Html,
}

named! { ReportFormat, "report format",
    Table => "table", "Tables and histograms for people";
    Csv => "csv", "The rows of summary.csv";
    Json => "json", "The whole of run.json";
    Markdown => "markdown", "The text of report.md";
    Html => "html", "A page with charts, in one file";
}

impl ReportFormat {
    /// The format that the name of a file asks for by its extension.
    pub fn of_file(path: &Path) -> Option<ReportFormat> {
        match path.extension()?.to_str()? {
            "txt" => Some(ReportFormat::Table),
            "csv" => Some(ReportFormat::Csv),
            "json" => Some(ReportFormat::Json),
            "md" | "markdown" => Some(ReportFormat::Markdown),
            "html" | "htm" => Some(ReportFormat::Html),
            _ => None,
        }
    }
}

/// Makes a report of a record again.
pub fn write_record(
    record: &Path,
    format: ReportFormat,
    paint: Paint,
    output: &mut (dyn Write + Send),
) -> Result<(), ReportError> {
    let format = match format {
        ReportFormat::Table => OutputFormat::Table,
        ReportFormat::Csv => OutputFormat::Csv,
        ReportFormat::Json => OutputFormat::Json,
        ReportFormat::Markdown => OutputFormat::Markdown,
        ReportFormat::Html => {
            let page = html::page(&SavedRun::open_with_histograms(record)?)?;
            return Ok(output.write_all(page.as_bytes())?);
        }
    };
    Ok(write(&SavedRun::open(record)?.run, format, paint, output)?)
}

/// Why a report could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The record cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The report cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Something that can be reported. As JSON it is what its `Serialize` says.
pub trait Report: Serialize {
    /// For a terminal.
    fn text(&self, paint: Paint) -> String;

    /// As a document.
    fn markdown(&self) -> String;

    /// Row by row, for spreadsheets.
    fn rows(&self, sink: &mut RowSink<'_>) -> io::Result<()>;
}

/// Writes a report.
pub fn write(
    report: &impl Report,
    format: OutputFormat,
    paint: Paint,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    match format {
        OutputFormat::Table => output.write_all(report.text(paint).as_bytes()),
        OutputFormat::Markdown => output.write_all(report.markdown().as_bytes()),
        OutputFormat::Csv => report.rows(&mut RowSink::new(format, output)),
        OutputFormat::Json => RowSink::new(format, output).document(report),
    }
}

impl Report for Run {
    fn text(&self, paint: Paint) -> String {
        match &self.reproduction {
            Some(reproduction) => reproduction::text(self, reproduction, paint),
            None => terminal::report(self, paint),
        }
    }

    fn markdown(&self) -> String {
        match &self.reproduction {
            Some(reproduction) => reproduction::markdown(self, reproduction),
            None => markdown::report(self),
        }
    }

    fn rows(&self, sink: &mut RowSink<'_>) -> io::Result<()> {
        match &self.reproduction {
            Some(reproduction) => reproduction::rows(reproduction).iter().try_for_each(|row| sink.row(row)),
            None => self.results.iter().try_for_each(|row| sink.row(&SummaryRow(row))),
        }
    }
}

impl Report for Comparison {
    fn text(&self, paint: Paint) -> String {
        comparison::text(self, paint)
    }

    fn markdown(&self) -> String {
        comparison::markdown(self)
    }

    fn rows(&self, sink: &mut RowSink<'_>) -> io::Result<()> {
        self.rows.iter().try_for_each(|row| sink.row(&comparison::FlatRow::from(row)))
    }
}
