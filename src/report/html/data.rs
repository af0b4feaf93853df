//! What the page is made from: the rows of a run with their histograms, by engine and class, and the times of single
//! puzzles, counted in cells of a grid so that no number of puzzles is too large.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::axis::place_of_guesses;
use super::ink::STEPS;
use crate::record::{ClassScope, ReadError, ResultRow, Run, SavedRun};
use crate::report::units;

/// More classes than this are in tables only: those with the fewest puzzles.
const CLASSES_IN_CHARTS: usize = STEPS;
/// Cells for each factor of ten of times and of guesses.
const CELLS_A_DECADE: f64 = 28.0;

/// A row that charts show, with the numbers of its engine and its class.
pub(super) struct Charted<'r> {
    pub(super) engine: usize,
    pub(super) class: usize,
    pub(super) row: &'r ResultRow,
}

/// How many puzzles of a class took about so many guesses and so long: by class, cell of the guesses, cell of the time.
pub(super) type Cloud = BTreeMap<(usize, i64, i64), u64>;

pub(super) struct Data<'r> {
    pub(super) run: &'r Run,
    pub(super) engines: Vec<&'r str>,
    /// The classes that are in charts.
    pub(super) classes: Vec<&'r str>,
    /// Whether there are more classes than that.
    pub(super) has_more_classes: bool,
    /// The rows that are in charts, engine by engine. All of them have a histogram.
    pub(super) charted: Vec<Charted<'r>>,
    /// For each engine, if the record has the single puzzles.
    pub(super) clouds: Option<Vec<Cloud>>,
}

impl<'r> Data<'r> {
    /// Reads what a record has; charts show only what has a histogram.
    pub(super) fn read(saved: &'r SavedRun) -> Result<Data<'r>, ReadError> {
        let run = &saved.run;
        let (classes, has_more_classes) = charted_classes(run);
        let engines = run.engines();
        let charted = |row: &'r ResultRow| {
            let ClassScope::Class(name) = &row.class else { return None };
            let class = classes.iter().position(|class| class == name)?;
            let engine = engines.iter().position(|engine| *engine == row.engine)?;
            row.histogram.is_some().then_some(Charted { engine, class, row })
        };
        let charted = run.results.iter().filter_map(charted).collect();
        let mut clouds = vec![Cloud::new(); engines.len()];
        let has_puzzles = saved.each_puzzle(|puzzle| {
            let engine = engines.iter().position(|engine| *engine == puzzle.engine);
            let class = classes.iter().position(|class| *class == puzzle.class);
            if let (Some(engine), Some(class)) = (engine, class) {
                let cell = |place: f64| (place * CELLS_A_DECADE).round() as i64;
                let guesses = cell(place_of_guesses(puzzle.guesses as f64));
                let time = cell((puzzle.time_ns.max(1) as f64).log10());
                *clouds[engine].entry((class, guesses, time)).or_default() += 1;
            }
        })?;
        let clouds = has_puzzles.then_some(clouds);
        Ok(Data { run, engines, classes, has_more_classes, charted, clouds })
    }

    /// The rows in charts that are of a class.
    pub(super) fn of_class(&self, class: usize) -> impl Iterator<Item = &Charted<'r>> {
        self.charted.iter().filter(move |charted| charted.class == class)
    }

    /// The shortest and the longest time in charts.
    pub(super) fn times(&self) -> Option<(f64, f64)> {
        let low = self.charted.iter().filter_map(|charted| charted.row.latency.min_ns).min()?;
        let high = self.charted.iter().filter_map(|charted| charted.row.latency.max_ns).max()?;
        Some((low as f64, high as f64))
    }
}

/// The classes that go into charts, in the order of the results, and whether there are more.
fn charted_classes(run: &Run) -> (Vec<&str>, bool) {
    let mut classes: Vec<(&str, u64)> = Vec::new();
    for row in run.results.iter().filter(|row| row.samples > 0) {
        let ClassScope::Class(name) = &row.class else { continue };
        if !classes.iter().any(|(class, _)| class == name) {
            classes.push((name, row.puzzles));
        }
    }
    let mut largest = classes.clone();
    largest.sort_by_key(|(_, puzzles)| Reverse(*puzzles));
    largest.truncate(CLASSES_IN_CHARTS);
    let has_more = classes.len() > largest.len();
    classes.retain(|class| largest.contains(class));
    (classes.into_iter().map(|(class, _)| class).collect(), has_more)
}

pub(super) fn place_of_cell(cell: i64) -> f64 {
    cell as f64 / CELLS_A_DECADE
}

pub(super) fn time(ns: Option<u64>) -> String {
    ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64))
}
