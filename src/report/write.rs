//! Writes any report in any format.

use std::io::{self, Write};

use serde::Serialize;

use super::screen::{Look, Screen};
use super::sink::{OutputFormat, csv_text};
use super::{markdown, reproduction, terminal};
use crate::record::{Run, SummaryRow};

/// Something that can be reported. Its JSON is what it serializes to.
pub trait Report: Serialize {
    /// Returns the report for a terminal.
    fn text(&self, look: Look) -> Screen;

    /// Returns the report as a Markdown document.
    fn markdown(&self) -> String;

    /// Returns the rows of the report as CSV.
    fn csv(&self) -> String;
}

/// Writes a report without styles.
pub fn write(report: &impl Report, format: OutputFormat, output: &mut (dyn Write + Send)) -> io::Result<()> {
    let text = match format {
        OutputFormat::Table => report.text(Look::PLAIN).to_string(),
        OutputFormat::Markdown => report.markdown(),
        OutputFormat::Csv => report.csv(),
        OutputFormat::Json => serde_json::to_string_pretty(report)? + "\n",
    };
    output.write_all(text.as_bytes())
}

impl Report for Run {
    fn text(&self, look: Look) -> Screen {
        let Some(reproduction) = &self.reproduction else { return terminal::report(self, look) };
        reproduction::text(self, reproduction, look)
    }

    fn markdown(&self) -> String {
        let Some(reproduction) = &self.reproduction else { return markdown::report(self) };
        reproduction::markdown(self, reproduction)
    }

    fn csv(&self) -> String {
        match &self.reproduction {
            Some(reproduction) => reproduction::csv(reproduction),
            None => csv_text(&[], self.results.iter().map(SummaryRow)),
        }
    }
}
