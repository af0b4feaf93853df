//! A profile of each class: how many puzzles, clues, techniques, guesses.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use dlxbench::logic::{Difficulty, Technique};
use dlxbench::report::{OutputFormat, RowSink, Table, units};
use serde::Serialize;

use super::rating::RatingRow;

/// What is known about all puzzles of each class.
#[derive(Default)]
pub(super) struct Profile {
    classes: BTreeMap<Difficulty, ClassProfile>,
    /// Lines without a class, by status.
    others: BTreeMap<&'static str, u64>,
}

#[derive(Default)]
struct ClassProfile {
    puzzles: u64,
    clues: Spread,
    rating: Spread,
    guesses: Spread,
    /// By the hardest step, if any helped.
    hardest: BTreeMap<Option<Technique>, u64>,
}

/// Smallest, sum and largest of many values.
struct Spread {
    least: f64,
    sum: f64,
    most: f64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { least: f64::INFINITY, sum: 0.0, most: 0.0 }
    }
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.least = self.least.min(value);
        self.sum += value;
        self.most = self.most.max(value);
    }
}

/// The profile of a class for programs.
#[derive(Serialize)]
struct ProfileRow {
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
    pub(super) fn add(&mut self, row: &RatingRow<'_>) {
        let Some(grade) = row.grade else {
            *self.others.entry(row.status).or_default() += 1;
            return;
        };
        let class = self.classes.entry(grade.difficulty).or_default();
        class.puzzles += 1;
        class.clues.add(row.clues.unwrap_or(0) as f64);
        class.rating.add(f64::from(grade.rating.0) / 1000.0);
        class.guesses.add(row.guesses.unwrap_or(0.0));
        *class.hardest.entry(grade.hardest).or_default() += 1;
    }

    pub(super) fn write(&self, sink: &mut RowSink<'_>) -> io::Result<()> {
        let headings = ["class", "puzzles", "clues", "mean", "rating", "guesses", "most", "hardest steps"];
        let mut table = Table::new(headings.len(), headings);
        for (class, profile) in &self.classes {
            let row = profile.row(*class);
            table.push([
                row.class.into(),
                row.puzzles.into(),
                format!("{}-{}", row.clues_min, row.clues_max).into(),
                format!("{:.1}", row.clues_mean).into(),
                format!("{:.3}-{:.3}", row.rating_min, row.rating_max).into(),
                format!("{:.2}", row.guesses_mean).into(),
                format!("{:.1}", row.guesses_max).into(),
                row.hardest.clone().into(),
            ]);
            if sink.format() != OutputFormat::Markdown {
                sink.row(&row)?;
            }
        }
        sink.table(&table)?;
        for (status, count) in &self.others {
            sink.text(&format!("{status}: {}\n", units::count(*count)))?;
        }
        sink.flush()
    }
}

impl ClassProfile {
    fn row(&self, class: Difficulty) -> ProfileRow {
        let mean = |spread: &Spread| spread.sum / self.puzzles as f64;
        let mut hardest: Vec<_> = self.hardest.iter().collect();
        hardest.sort_by_key(|(technique, count)| (Reverse(**count), **technique));
        let hardest = hardest
            .iter()
            .map(|(technique, count)| format!("{} {count}", technique.map_or("none", Technique::name)));
        ProfileRow {
            class: class.name(),
            puzzles: self.puzzles,
            clues_min: self.clues.least as u64,
            clues_mean: mean(&self.clues),
            clues_max: self.clues.most as u64,
            rating_min: self.rating.least,
            rating_mean: mean(&self.rating),
            rating_max: self.rating.most,
            guesses_mean: mean(&self.guesses),
            guesses_max: self.guesses.most,
            hardest: hardest.collect::<Vec<String>>().join(", "),
        }
    }
}
