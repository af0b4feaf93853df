//! What the page is made from: the rows of a run with their histograms, by engine and class, and the times of single
//! puzzles, counted in cells of a grid so that no number of puzzles is too large.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

use super::axis::place_of_guesses;
use super::ink::STEPS;
use crate::record::{ClassScope, ReadError, ResultRow, Run, SavedRun};

/// More classes than this are in tables only: those with the fewest puzzles.
const CLASSES_IN_CHARTS: usize = STEPS;
/// More engines than there are: what has more, we did not write, but it must not hang.
const ENGINES_IN_CHARTS: usize = 8;
/// Cells for each factor of ten of times and of guesses.
const CELLS_A_DECADE: f64 = 28.0;
/// Fewer guesses than this are told apart.
const EXACT_GUESSES: u64 = 25;

/// Everything about one engine.
pub(super) struct EngineRows<'r> {
    pub(super) name: &'r str,
    /// All rows, the one over all classes last.
    pub(super) rows: Vec<&'r ResultRow>,
    /// The rows that are in charts, with the number of their class.
    pub(super) charted: Vec<(usize, ChartedRow<'r>)>,
}

/// A row that was measured, and its histogram.
#[derive(Clone, Copy)]
pub(super) struct ChartedRow<'r> {
    pub(super) row: &'r ResultRow,
    pub(super) histogram: &'r Histogram<u64>,
}

/// How many puzzles of a class took about so many guesses and so long: by class, guesses, and cell of the time.
pub(super) type Cloud = BTreeMap<(usize, u64, i64), u64>;

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
        let names: Vec<&str> = run.engines().into_iter().take(ENGINES_IN_CHARTS).collect();
        let charted = |row: &'r ResultRow| {
            let ClassScope::Class(name) = &row.class else { return None };
            let class = classes.iter().position(|class| class == name)?;
            Some((class, ChartedRow { row, histogram: row.histogram.as_ref()? }))
        };
        let engine = |&name: &&'r str| EngineRows {
            name,
            rows: run.rows_of(name).collect(),
            charted: run.rows_of(name).filter_map(charted).collect(),
        };
        let engines = names.iter().map(engine).collect();
        let clouds = clouds(saved, &names, &classes)?;
        Ok(Data { run, engines, classes, has_more_classes, clouds })
    }

    /// The names of the engines.
    pub(super) fn engine_names(&self) -> Vec<&'r str> {
        self.engines.iter().map(|engine| engine.name).collect()
    }

    /// All that is in charts.
    pub(super) fn charted(&self) -> impl Iterator<Item = &'r ResultRow> {
        self.engines.iter().flat_map(|engine| engine.charted.iter().map(|(_, charted)| charted.row))
    }

    /// The shortest and the longest time in charts.
    pub(super) fn times(&self) -> Option<(f64, f64)> {
        let low = self.charted().filter_map(|row| row.latency.min_ns).min()?;
        let high = self.charted().filter_map(|row| row.latency.max_ns).max()?;
        Some((low as f64, high as f64))
    }
}

impl<'r> EngineRows<'r> {
    /// The row over all classes.
    pub(super) fn total(&self) -> Option<&'r ResultRow> {
        self.rows.iter().copied().find(|row| row.class.is_all())
    }

    /// What was measured on a class.
    pub(super) fn of_class(&self, class: usize) -> Option<ChartedRow<'r>> {
        self.charted.iter().find(|(number, _)| *number == class).map(|(_, charted)| *charted)
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
    let has_more = classes.len() > CLASSES_IN_CHARTS;
    let mut counts: Vec<u64> = classes.iter().map(|(_, puzzles)| *puzzles).collect();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    let fewest = counts.get(CLASSES_IN_CHARTS - 1).copied().unwrap_or(0);
    classes.retain(|(_, puzzles)| *puzzles >= fewest);
    classes.truncate(CLASSES_IN_CHARTS);
    (classes.into_iter().map(|(class, _)| class).collect(), has_more)
}

fn clouds(saved: &SavedRun, engines: &[&str], classes: &[&str]) -> Result<Option<Vec<Cloud>>, ReadError> {
    let mut clouds = vec![Cloud::new(); engines.len()];
    let found = saved.each_puzzle(|puzzle| {
        let engine = engines.iter().position(|engine| *engine == puzzle.engine);
        let class = classes.iter().position(|class| *class == puzzle.class);
        if let (Some(engine), Some(class)) = (engine, class) {
            let time = cell((puzzle.time_ns.max(1) as f64).log10());
            *clouds[engine].entry((class, rounded(puzzle.guesses), time)).or_insert(0) += 1;
        }
    })?;
    Ok(found.then_some(clouds))
}

/// Guesses as they are, or, if they are many, those in the middle of their cell.
fn rounded(guesses: u64) -> u64 {
    match guesses {
        few if few < EXACT_GUESSES => few,
        many => (10_f64.powf(place_of_cell(cell(place_of_guesses(many)))) - 1.0).round() as u64,
    }
}

fn cell(place: f64) -> i64 {
    (place * CELLS_A_DECADE).round() as i64
}

/// Where a cell of a cloud stands.
pub(super) fn place_of_cell(cell: i64) -> f64 {
    cell as f64 / CELLS_A_DECADE
}
