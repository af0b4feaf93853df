//! A profile of each class: how many puzzles, clues, techniques, guesses.

use std::collections::BTreeMap;
use std::io::Write;

use dlxbench::logic::{Difficulty, Technique};
use dlxbench::named::Named;
use dlxbench::report::{Align, aligned, units};
use serde::Serialize;

use super::{Found, Row};
use crate::cli::rows::{RowFormat, RowSink};

/// What is known about all puzzles of each class.
#[derive(Default)]
pub(super) struct Profile {
    classes: BTreeMap<Difficulty, Summary>,
    /// Puzzles and lines that have no class, by status.
    others: BTreeMap<&'static str, u64>,
}

#[derive(Default)]
struct Summary {
    puzzles: u64,
    clues: Range,
    rating: Range,
    guesses: Range,
    /// By the hardest step that got any further, if one did.
    hardest: BTreeMap<Option<Technique>, u64>,
}

/// Smallest, sum and largest.
#[derive(Default)]
struct Range {
    least: Option<f64>,
    sum: f64,
    most: f64,
}

impl Range {
    fn add(&mut self, value: f64) {
        self.least = Some(self.least.map_or(value, |least| least.min(value)));
        self.sum += value;
        self.most = self.most.max(value);
    }
}

/// A row of the profile for programs.
#[derive(Serialize)]
struct Record {
    class: &'static str,
    puzzles: u64,
    clues_min: u64,
    clues_mean: f64,
    clues_max: u64,
    rating_min: f64,
    rating_mean: f64,
    rating_max: f64,
    guesses_mean: f64,
    guesses_max: f64,
    hardest: String,
}

impl Profile {
    pub(super) fn add(&mut self, rows: &[Row]) {
        for row in rows {
            let (Found::Rated { puzzle, rated, .. }, Some(grade)) = (&row.found, row.grade()) else {
                *self.others.entry(row.status().name()).or_default() += 1;
                continue;
            };
            let summary = self.classes.entry(grade.difficulty).or_default();
            summary.puzzles += 1;
            summary.clues.add(puzzle.clues() as f64);
            summary.rating.add(f64::from(grade.rating.0) / 1000.0);
            summary.guesses.add(rated.guesses.unwrap_or(0.0));
            *summary.hardest.entry(grade.hardest).or_default() += 1;
        }
    }

    fn records(&self) -> impl Iterator<Item = Record> {
        self.classes.iter().map(|(class, summary)| {
            let mean = |range: &Range| range.sum / summary.puzzles as f64;
            let mut hardest: Vec<(&Option<Technique>, &u64)> = summary.hardest.iter().collect();
            hardest.sort_by_key(|(technique, count)| (std::cmp::Reverse(**count), **technique));
            let hardest = hardest
                .iter()
                .map(|(technique, count)| format!("{} {count}", technique.map_or("none", Technique::name)));
            Record {
                class: class.name(),
                puzzles: summary.puzzles,
                clues_min: summary.clues.least.unwrap_or(0.0) as u64,
                clues_mean: mean(&summary.clues),
                clues_max: summary.clues.most as u64,
                rating_min: summary.rating.least.unwrap_or(0.0),
                rating_mean: mean(&summary.rating),
                rating_max: summary.rating.most,
                guesses_mean: mean(&summary.guesses),
                guesses_max: summary.guesses.most,
                hardest: hardest.collect::<Vec<String>>().join(", "),
            }
        })
    }

    pub(super) fn write(&self, format: RowFormat, writer: &mut dyn Write) -> anyhow::Result<()> {
        match format {
            RowFormat::Table => self.write_table(writer)?,
            RowFormat::Csv | RowFormat::Json => {
                let mut sink = RowSink::new(format == RowFormat::Csv, writer);
                self.records().try_for_each(|record| sink.record(&record))?;
                sink.flush()?;
            }
        }
        Ok(())
    }

    fn write_table(&self, writer: &mut dyn Write) -> anyhow::Result<()> {
        let headings = ["class", "puzzles", "clues", "mean", "rating", "guesses", "most", "hardest steps"];
        let mut table = vec![headings.map(str::to_owned).to_vec()];
        for record in self.records() {
            table.push(vec![
                record.class.to_owned(),
                units::count(record.puzzles),
                format!("{}-{}", record.clues_min, record.clues_max),
                format!("{:.1}", record.clues_mean),
                format!("{:.3}-{:.3}", record.rating_min, record.rating_max),
                format!("{:.2}", record.guesses_mean),
                format!("{:.1}", record.guesses_max),
                record.hardest,
            ]);
        }
        for line in aligned(&table, Align::Left) {
            writeln!(writer, "{line}")?;
        }
        for (status, count) in &self.others {
            writeln!(writer, "{status}: {}", units::count(*count))?;
        }
        writer.flush()?;
        Ok(())
    }
}
