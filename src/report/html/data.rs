//! The data of the page: the rows of a run with their histograms, by engine and class, and the times of individual
//! puzzles. These are counted in the cells of a grid, so that memory does not grow with the number of puzzles.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::axis::place_of_guesses;
use crate::corpus::{DIFFICULTIES, OTHER};
use crate::record::{ClassScope, ReadError, ResultRow, Run, SavedRun};
use crate::report::units;

/// Up to this many classes share a chart; with more, each class has its own panel.
const CLASSES_IN_ONE_CHART: usize = 6;
/// The maximum number of classes in charts. Further ones, with the fewest puzzles, are in tables only.
const CLASSES_IN_CHARTS: usize = 24;
/// The number of cells for each factor of ten of times and of guesses.
const CELLS_A_DECADE: f64 = 28.0;

/// A row that charts show, with the indices of its engine and its class.
pub(super) struct Charted<'r> {
    pub(super) engine: usize,
    pub(super) class: usize,
    pub(super) row: &'r ResultRow,
}

/// The number of puzzles by class, cell of guesses, and cell of time.
pub(super) type Cloud = BTreeMap<(usize, i64, i64), u64>;

pub(super) struct Data<'r> {
    pub(super) run: &'r Run,
    pub(super) engines: Vec<&'r str>,
    /// The classes in charts, from easy to hard.
    pub(super) classes: Vec<&'r str>,
    /// Whether there are more classes than those in charts.
    pub(super) has_more_classes: bool,
    /// The rows in charts, engine by engine. All of them have a histogram.
    pub(super) charted: Vec<Charted<'r>>,
    /// The cloud of each engine, if the record has the times of individual puzzles.
    pub(super) clouds: Option<Vec<Cloud>>,
}

impl<'r> Data<'r> {
    /// Reads a record. Charts show only the rows that have a histogram.
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

    /// Whether each class has its own panels, because there are too many classes for one chart.
    pub(super) fn has_panels(&self) -> bool {
        self.classes.len() > CLASSES_IN_ONE_CHART
    }

    /// The charted rows of a class.
    pub(super) fn of_class(&self, class: usize) -> impl Iterator<Item = &Charted<'r>> {
        self.charted.iter().filter(move |charted| charted.class == class)
    }

    /// The shortest and the longest charted time.
    pub(super) fn times(&self) -> Option<(f64, f64)> {
        let low = self.charted.iter().filter_map(|charted| charted.row.latency.min_ns).min()?;
        let high = self.charted.iter().filter_map(|charted| charted.row.latency.max_ns).max()?;
        Some((low as f64, high as f64))
    }
}

/// Returns the classes for charts, from easy to hard, and whether there are more classes.
fn charted_classes(run: &Run) -> (Vec<&str>, bool) {
    let mut classes: Vec<(&str, &ResultRow)> = Vec::new();
    for row in run.results.iter().filter(|row| row.samples > 0) {
        let ClassScope::Class(name) = &row.class else { continue };
        if !classes.iter().any(|(class, _)| class == name) {
            classes.push((name, row));
        }
    }
    let has_more = classes.len() > CLASSES_IN_CHARTS;
    classes.sort_by_key(|(_, row)| Reverse(row.puzzles));
    classes.truncate(CLASSES_IN_CHARTS);
    classes.sort_by_key(|(name, row)| difficulty(name, row.latency.p50_ns));
    (classes.into_iter().map(|(class, _)| class).collect(), has_more)
}

/// Returns a key that sorts classes from easy to hard: the five difficulties, then numbers by value, then names by the
/// median time of the first engine.
fn difficulty(class: &str, median_ns: Option<u64>) -> impl Ord + use<> {
    let rank = DIFFICULTIES.iter().position(|difficulty| *difficulty == class).unwrap_or(DIFFICULTIES.len());
    let number = class.strip_prefix("rating ").unwrap_or(class);
    let end = number.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number.len());
    let rest = number[end..].chars().next();
    // `17 clues` and `3-9` are numbers; `17_clue.txt` is a name.
    let is_number = rest.is_none_or(|next| matches!(next, ' ' | '-' | '–'));
    let number = number[..end].parse::<f64>().ok().filter(|_| is_number);
    let thousandths = number.map_or(u64::MAX, |number| (number * 1000.0) as u64);
    (rank, class == OTHER, thousandths, median_ns)
}

pub(super) fn place_of_cell(cell: i64) -> f64 {
    cell as f64 / CELLS_A_DECADE
}

pub(super) fn time(ns: Option<u64>) -> String {
    ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_sorted_from_easy_to_hard() {
        let cases: [&[(&str, u64)]; 4] = [
            &[("easy", 9), ("hard", 1), ("extreme", 5), ("famous", 3)],
            &[("rating 2", 9), ("rating 10", 5), ("unrated", 1), ("other", 0)],
            &[("0 guesses", 9), ("1-2", 8), ("3-9", 7), ("10-99", 6), ("1000 or more", 5)],
            &[("magic", 2), ("17_clue", 3), ("top1465", 5), ("hardest", 8)],
        ];
        for expected in cases {
            let mut classes = expected.to_vec();
            classes.reverse();
            classes.sort_by_key(|(name, median)| difficulty(name, Some(*median)));
            assert_eq!(classes, expected);
        }
    }
}
