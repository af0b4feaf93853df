//! Any report in any format.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::paint::Paint;
use super::sink::{OutputFormat, RowSink, csv_text};
use super::{markdown, reproduction, terminal};
use crate::named::{Named, named};
use crate::record::{Run, SummaryRow};

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

    /// The output format of the same name; none for a page.
    pub fn as_output_format(self) -> Option<OutputFormat> {
        OutputFormat::from_name(self.name()).ok()
    }
}

/// Something that can be reported. As JSON it is what its `Serialize` says.
pub trait Report: Serialize {
    /// For a terminal.
    fn text(&self, paint: Paint) -> String;

    /// As a document.
    fn markdown(&self) -> String;

    /// For spreadsheets.
    fn csv(&self) -> String;
}

/// Writes a report.
pub fn write(
    report: &impl Report,
    format: OutputFormat,
    paint: Paint,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    let text = match format {
        OutputFormat::Table => report.text(paint),
        OutputFormat::Markdown => report.markdown(),
        OutputFormat::Csv => report.csv(),
        OutputFormat::Json => return RowSink::new(format, output).document(report),
    };
    output.write_all(text.as_bytes())
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

    fn csv(&self) -> String {
        match &self.reproduction {
            Some(reproduction) => reproduction::csv(reproduction),
            None => csv_text(&[], self.results.iter().map(SummaryRow::from)),
        }
    }
}
