//! What the page is made from: the rows of a run with their histograms, by engine and class, and the times of single
//! puzzles, counted in cells of a grid so that no number of puzzles is too large.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

use super::axis::place_of_guesses;
use super::ink::STEPS;
use crate::bench::saved::{ReadError, SavedRun};
use crate::bench::{ResultRow, Run};

/// More classes than this are in tables only: those with the fewest puzzles.
const CLASSES_IN_CHARTS: usize = STEPS;
/// More engines than there are: what has more, we did not write, but it must not hang.
const ENGINES_IN_CHARTS: usize = 8;
/// Cells for each factor of ten of times and of guesses.
const CELLS_A_DECADE: f64 = 28.0;
/// Fewer guesses than this are told apart.
const EXACT_GUESSES: u64 = 25;

/// A row of the results and its histogram.
pub(super) struct Measured<'r> {
    pub(super) row: &'r ResultRow,
    pub(super) histogram: Histogram<u64>,
}

/// Everything about one engine.
pub(super) struct EngineRows<'r> {
    pub(super) name: &'r str,
    /// All rows, the one over all classes last.
    pub(super) rows: Vec<&'r ResultRow>,
    /// The classes that are in charts and were measured, with their number.
    pub(super) charted: Vec<(usize, Measured<'r>)>,
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
    /// Reads what a record has.
    pub(super) fn read(saved: &'r SavedRun) -> Result<Data<'r>, ReadError> {
        let run = &saved.run;
        let (classes, has_more_classes) = charted_classes(run);
        let names: Vec<&str> = run.engines().into_iter().take(ENGINES_IN_CHARTS).collect();
        let engine = |&name| EngineRows { name, rows: Vec::new(), charted: Vec::new() };
        let mut engines: Vec<EngineRows<'_>> = names.iter().map(engine).collect();
        let mut histograms = saved.histograms()?.into_iter().map(|(_, histogram)| histogram);
        for row in &run.results {
            let histogram = if row.samples > 0 { histograms.next() } else { None };
            let Some(engine) = engines.iter_mut().find(|engine| engine.name == row.engine) else { continue };
            let class = classes.iter().position(|class| *class == row.class);
            // The row over all classes comes last, and a class may be called like it.
            let is_known = engine.charted.iter().any(|(known, _)| Some(*known) == class);
            if let (Some(class), Some(histogram), false) = (class, histogram, is_known) {
                engine.charted.push((class, Measured { row, histogram }));
            }
            engine.rows.push(row);
        }
        let clouds = clouds(saved, &names, &classes)?;
        Ok(Data { run, engines, classes, has_more_classes, clouds })
    }

    /// The names of the engines.
    pub(super) fn engine_names(&self) -> Vec<&'r str> {
        self.engines.iter().map(|engine| engine.name).collect()
    }

    /// All that is in charts.
    pub(super) fn charted(&self) -> impl Iterator<Item = &Measured<'r>> {
        self.engines.iter().flat_map(|engine| engine.charted.iter().map(|(_, measured)| measured))
    }

    /// The shortest and the longest time in charts.
    pub(super) fn times(&self) -> Option<(f64, f64)> {
        let low = self.charted().filter_map(|measured| measured.row.latency.min_ns).min()?;
        let high = self.charted().filter_map(|measured| measured.row.latency.max_ns).max()?;
        Some((low as f64, high as f64))
    }
}

impl EngineRows<'_> {
    /// The row over all classes.
    pub(super) fn total(&self) -> Option<&ResultRow> {
        self.rows.last().copied()
    }

    /// What was measured on a class.
    pub(super) fn of_class(&self, class: usize) -> Option<&Measured<'_>> {
        self.charted.iter().find(|(number, _)| *number == class).map(|(_, measured)| measured)
    }
}

/// The classes that go into charts, in the order of the results, and whether there are more.
fn charted_classes(run: &Run) -> (Vec<&str>, bool) {
    let mut classes: Vec<(&str, u64)> = Vec::new();
    for engine in run.engines() {
        let rows: Vec<&ResultRow> = run.results.iter().filter(|row| row.engine == engine).collect();
        let only_classes = &rows[..rows.len().saturating_sub(1)];
        for row in only_classes.iter().filter(|row| row.samples > 0) {
            if !classes.iter().any(|(class, _)| *class == row.class) {
                classes.push((&row.class, row.puzzles));
            }
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
