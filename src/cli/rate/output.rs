//! Ratings as a table, as csv and as JSON.

use std::io::Write;

use dlxbench::logic::Technique;
use dlxbench::named::Named;
use dlxbench::report::visible;
use serde::Serialize;

use super::{Found, Row};
use crate::cli::rows::{RowFormat, RowSink};

/// Prints rows as they come.
pub(super) struct Output<'w> {
    format: RowFormat,
    sink: RowSink<'w>,
    /// The file whose rows were printed last.
    file: Option<String>,
    /// Whether there are several files, so that the table says which.
    names_files: bool,
}

/// A row of `--format csv`, and a line of `--format json`.
#[derive(Serialize)]
struct Record<'r> {
    file: &'r str,
    line: u64,
    puzzle: String,
    status: &'static str,
    clues: Option<usize>,
    class: Option<&'static str>,
    rating: Option<String>,
    hardest: Option<&'static str>,
    guesses: Option<f64>,
    candidates_left: Option<u32>,
    label: &'r str,
    reason: Option<String>,
}

impl<'r> Record<'r> {
    fn new(file: &'r str, row: &'r Row) -> Record<'r> {
        let status = row.status().name();
        let empty = Record {
            file,
            line: row.line,
            puzzle: String::new(),
            status,
            clues: None,
            class: None,
            rating: None,
            hardest: None,
            guesses: None,
            candidates_left: None,
            label: &row.label,
            reason: None,
        };
        match &row.found {
            Found::Malformed(text, reason) => {
                Record { puzzle: text.clone(), reason: Some(reason.to_string()), ..empty }
            }
            Found::Rated { puzzle, rated, has_wrong_solution } => Record {
                puzzle: puzzle.to_line(),
                clues: Some(puzzle.clues()),
                class: rated.grade.map(|grade| grade.difficulty.name()),
                rating: rated.grade.map(|grade| grade.rating.to_string()),
                hardest: rated.grade.and_then(|grade| grade.hardest).map(Technique::name),
                guesses: rated.guesses,
                candidates_left: rated.grade.map(|grade| grade.candidates_left),
                reason: has_wrong_solution.then(|| "the solution in the file is wrong".to_owned()),
                ..empty
            },
        }
    }
}

impl<'w> Output<'w> {
    pub(super) fn new(format: RowFormat, names_files: bool, writer: &'w mut dyn Write) -> Output<'w> {
        let sink = RowSink::new(format == RowFormat::Csv, writer);
        Output { format, sink, file: None, names_files }
    }

    pub(super) fn rows(&mut self, file: &str, rows: &[Row]) -> anyhow::Result<()> {
        for row in rows {
            let record = Record::new(file, row);
            match self.format {
                RowFormat::Csv | RowFormat::Json => self.sink.record(&record)?,
                RowFormat::Table => self.line(&record)?,
            }
        }
        self.finish()
    }

    /// A row of the table, below the heading and the name of its file.
    fn line(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        if self.file.is_none() {
            let [line, class, rating, hardest, guesses, clues] =
                ["line", "class", "rating", "hardest step", "guesses", "clues"];
            self.sink.text(&format!(
                "{line:>7}  {class:<9} {rating:>7}  {hardest:<18} {guesses:>8}  {clues:>5}  puzzle\n"
            ))?;
        }
        if self.file.as_deref() != Some(record.file) {
            if self.names_files && !record.file.is_empty() {
                self.sink.text(&format!("{}\n", visible(record.file)))?;
            }
            self.file = Some(record.file.to_owned());
        }
        self.sink.text(&format!("{}\n", visible(&as_line(record))))
    }

    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        self.sink.flush()
    }
}

/// A row of the table.
fn as_line(record: &Record<'_>) -> String {
    let line = record.line;
    let Record { puzzle, label, .. } = record;
    let Some(class) = record.class else {
        let reason = record.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        return format!("{line:>7}  {}{reason}  {puzzle}", record.status);
    };
    let rating = record.rating.as_deref().unwrap_or("");
    let hardest = record.hardest.unwrap_or("none");
    let guesses = record.guesses.unwrap_or(0.0);
    let clues = record.clues.unwrap_or(0);
    let reason = record.reason.as_deref().unwrap_or("");
    let text = format!(
        "{line:>7}  {class:<9} {rating:>7}  {hardest:<18} {guesses:>8.1}  {clues:>5}  {puzzle}  {label}  {reason}"
    );
    text.trim_end().to_owned()
}
