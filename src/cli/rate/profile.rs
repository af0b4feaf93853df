//! The profile of each class: puzzles, clues, ratings, guesses and hardest steps.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use dlxbench::engine::Status;
use dlxbench::logic::{Difficulty, Rating};
use dlxbench::report::{OutputFormat, RowSink, Screen, Table, units};
use serde::Serialize;

use super::rating::RatingRow;

/// The profiles of all classes.
#[derive(Default)]
pub(super) struct Profile {
    classes: BTreeMap<Difficulty, ClassProfile>,
    /// Lines without a class, by status.
    others: BTreeMap<&'static str, u64>,
}

/// The profile of a class. Means are sums until [`finished`](Self::finished).
#[derive(Default, Serialize)]
struct ClassProfile {
    class: &'static str,
    puzzles: u64,
    clues_min: usize,
    clues_mean: f64,
    clues_max: usize,
    rating_min: f64,
    rating_mean: f64,
    rating_max: f64,
    guesses_mean: f64,
    guesses_max: f64,
    hardest: String,
    /// The number of puzzles by hardest step.
    #[serde(skip)]
    steps: BTreeMap<&'static str, u64>,
}

impl Profile {
    pub(super) fn add(&mut self, row: &RatingRow<'_>) {
        let Some(grade) = row.grade else {
            *self.others.entry(row.status).or_default() += 1;
            return;
        };
        let class = self.classes.entry(grade.difficulty).or_insert_with(|| ClassProfile {
            class: grade.difficulty.name(),
            clues_min: usize::MAX,
            rating_min: f64::INFINITY,
            ..ClassProfile::default()
        });
        let (clues, guesses) = (row.clues.unwrap_or(0), row.guesses.unwrap_or(0.0));
        let rating = grade.rating.value();
        class.puzzles += 1;
        class.clues_min = class.clues_min.min(clues);
        class.clues_mean += clues as f64;
        class.clues_max = class.clues_max.max(clues);
        class.rating_min = class.rating_min.min(rating);
        class.rating_mean += rating;
        class.rating_max = class.rating_max.max(rating);
        class.guesses_mean += guesses;
        class.guesses_max = class.guesses_max.max(guesses);
        *class.steps.entry(grade.hardest_step()).or_default() += 1;
    }

    pub(super) fn write(self, sink: &mut RowSink<'_>) -> io::Result<()> {
        let headings = ["class", "puzzles", "clues", "mean", "rating", "guesses", "most", "hardest steps"];
        let has_rows = !self.classes.is_empty();
        let mut table = Table::new(headings.len(), headings);
        for row in self.classes.into_values().map(ClassProfile::finished) {
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
        sink.table(&table.expendable(["most", "mean"]))?;
        if has_rows {
            let mut screen = Screen::new(sink.look());
            screen.line("");
            screen.hint(Rating::SCALE);
            sink.screen(&screen)?;
        }
        for (status, count) in &self.others {
            let lines = if *status == Status::Malformed.name() { "line" } else { "puzzle" };
            sink.text(&format!("{status}: {}\n", units::counted(*count, lines)))?;
        }
        sink.flush()
    }
}

impl ClassProfile {
    fn finished(mut self) -> ClassProfile {
        for sum in [&mut self.clues_mean, &mut self.rating_mean, &mut self.guesses_mean] {
            *sum /= self.puzzles as f64;
        }
        let mut steps: Vec<_> = self.steps.iter().collect();
        steps.sort_by_key(|(_, count)| Reverse(**count));
        self.hardest =
            steps.iter().map(|(step, count)| format!("{step} {count}")).collect::<Vec<_>>().join(", ");
        self
    }
}
