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

/// What charts show of one engine.
pub(super) struct EngineRows<'r> {
    pub(super) name: &'r str,
    /// The rows, with the number of their class. All of them have a histogram.
    pub(super) charted: Vec<(usize, &'r ResultRow)>,
}

/// How many puzzles of a class took about so many guesses and so long: by class, cell of the guesses, cell of the time.
pub(super) type Cloud = BTreeMap<(usize, i64, i64), u64>;

/// What the page is made from.
pub(super) struct Data<'r> {
    pub(super) run: &'r Run,
    pub(super) engines: Vec<EngineRows<'r>>,
    /// The classes that are in charts.
    pub(super) classes: Vec<&'r str>,
    /// Whether there are more classes than that.
    pub(super) has_more_classes: bool,
    /// For each engine, if the record has the single puzzles.
    pub(super) clouds: Option<Vec<Cloud>>,
}

impl<'r> Data<'r> {
    /// Reads what a record has; charts show only what has a histogram.
    pub(super) fn read(saved: &'r SavedRun) -> Result<Data<'r>, ReadError> {
        let run = &saved.run;
        let (classes, has_more_classes) = charted_classes(run);
        let charted = |row: &'r ResultRow| {
            let ClassScope::Class(name) = &row.class else { return None };
            let class = classes.iter().position(|class| class == name)?;
            row.histogram.is_some().then_some((class, row))
        };
        let engine =
            |name: &'r str| EngineRows { name, charted: run.rows_of(name).filter_map(charted).collect() };
        let engines: Vec<EngineRows<'r>> = run.engines().into_iter().map(engine).collect();
        let mut clouds = vec![Cloud::new(); engines.len()];
        let has_puzzles = saved.each_puzzle(|puzzle| {
            let engine = engines.iter().position(|engine| engine.name == puzzle.engine);
            let class = classes.iter().position(|class| *class == puzzle.class);
            if let (Some(engine), Some(class)) = (engine, class) {
                let cell = |place: f64| (place * CELLS_A_DECADE).round() as i64;
                let guesses = cell(place_of_guesses(puzzle.guesses as f64));
                let time = cell((puzzle.time_ns.max(1) as f64).log10());
                *clouds[engine].entry((class, guesses, time)).or_default() += 1;
            }
        })?;
        Ok(Data { run, engines, classes, has_more_classes, clouds: has_puzzles.then_some(clouds) })
    }

    pub(super) fn engine_names(&self) -> Vec<&'r str> {
        self.engines.iter().map(|engine| engine.name).collect()
    }

    /// All that is in charts.
    pub(super) fn charted(&self) -> impl Iterator<Item = &'r ResultRow> {
        self.engines.iter().flat_map(|engine| engine.charted.iter().map(|(_, row)| *row))
    }

    /// What was measured on a class, with the numbers of the engines.
    pub(super) fn of_class(&self, class: usize) -> impl Iterator<Item = (usize, &'r ResultRow)> {
        self.engines.iter().enumerate().filter_map(move |(number, engine)| {
            let (_, row) = engine.charted.iter().find(|(charted, _)| *charted == class)?;
            Some((number, *row))
        })
    }

    /// The shortest and the longest time in charts.
    pub(super) fn times(&self) -> Option<(f64, f64)> {
        let low = self.charted().filter_map(|row| row.latency.min_ns).min()?;
        let high = self.charted().filter_map(|row| row.latency.max_ns).max()?;
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

/// Where a cell of a cloud stands.
pub(super) fn place_of_cell(cell: i64) -> f64 {
    cell as f64 / CELLS_A_DECADE
}

/// A time in words.
pub(super) fn time(ns: Option<u64>) -> String {
    ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64))
}
