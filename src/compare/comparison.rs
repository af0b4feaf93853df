//! The comparison of two runs, engine by engine and class by class.

use serde::Serialize;
use thiserror::Error;

use super::comparable;
use super::timed_run::TimedRun;
use crate::record::{ResultRow, Run};
use crate::stats::{Deviations, Estimate, Figures, LEAST_FLOOR, Verdict, bootstrap};

/// Why two runs were not compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The runs did not do the same work.
    #[error("these runs did not do the same work: {}", .0.join("; "))]
    Refused(Vec<String>),
    /// The runs have nothing in common.
    #[error("nothing to compare: no class of any engine has times in both runs")]
    Nothing,
}

/// A summary of one of the two runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) started: String,
    pub(crate) version: String,
    pub(crate) commit: Option<String>,
    pub(crate) command: Vec<String>,
    /// The load of the machine before and after the run.
    pub(crate) load: [Option<f64>; 2],
    /// The number of passes over the corpora.
    pub(crate) passes: usize,
}

/// The basis of a row: pairs of times of each puzzle in both runs, or the two histograms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Basis {
    Pairs,
    Histograms,
}

/// A counter that is the same in every run of the same program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Counter {
    /// Its value in the base.
    pub base: u64,
    /// Its value in the new run.
    pub new: u64,
}

/// An engine on a class in both runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparisonRow {
    /// The engine; if different engines are compared, both of them.
    pub engine: String,
    /// The class, or `all`.
    pub class: String,
    /// The number of puzzles that were compared.
    pub puzzles: u64,
    pub(crate) basis: Basis,
    /// The mean time of the base.
    pub base_mean_ns: f64,
    /// The mean time of the new run.
    pub new_mean_ns: f64,
    /// The mean of the new run divided by that of the base: above 1 the new run is slower.
    pub mean: Estimate,
    /// The same ratio for the medians.
    pub p50: Estimate,
    /// The same ratio for the 90th percentiles.
    pub p90: Estimate,
    /// The same ratio for the 99th percentiles.
    pub p99: Estimate,
    /// Changes of the mean up to this share are noise: 0.02 is 2 %. `None` if one of the runs did not measure its noise.
    pub floor: Option<f64>,
    /// The nodes of all searches.
    pub nodes: Counter,
    /// The guesses of all searches.
    pub guesses: Counter,
    /// The verdict on the mean times.
    pub verdict: Verdict,
}

/// The comparison of two runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    pub(crate) base: Side,
    pub(crate) new: Side,
    /// Why the runs should not be compared, if the comparison was forced.
    pub forced: Vec<String>,
    /// What makes the comparison less trustworthy.
    pub warnings: Vec<String>,
    /// A row for each engine and class, and one for each engine and all classes.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// Compares two runs. If they did not do the same work, this is an error unless `force` is set.
    pub fn new(base: &TimedRun, new: &TimedRun, force: bool) -> Result<Comparison, CompareError> {
        let mut forced = comparable::refusals(&base.run, &new.run);
        let mut warnings = comparable::warnings(&base.run, &new.run);
        let engines = engines_of(&base.run, &new.run, &mut forced, &mut warnings);
        if !forced.is_empty() && !force {
            return Err(CompareError::Refused(forced));
        }
        let mut rows = Vec::new();
        for (base_engine, new_engine) in engines {
            let bases: Vec<&ResultRow> = base.run.rows_of(base_engine).collect();
            let news: Vec<&ResultRow> = new.run.rows_of(new_engine).collect();
            for before in &bases {
                match news.iter().find(|after| after.class == before.class) {
                    Some(after) => rows.extend(ComparisonRow::new(base, before, new, after)),
                    None => warnings.push(format!("class {} is only in the base", before.class)),
                }
            }
            let is_new = |after: &&&ResultRow| !bases.iter().any(|before| before.class == after.class);
            let only_new = news.iter().filter(is_new);
            warnings.extend(only_new.map(|after| format!("class {} is only in the new run", after.class)));
        }
        if rows.is_empty() {
            return Err(CompareError::Nothing);
        }
        if rows.iter().any(|row| row.basis == Basis::Histograms) {
            warnings.push(
                "the records do not both have the times of each puzzle, so histograms are compared and intervals are \
                 wider: run bench with --per-puzzle"
                    .to_owned(),
            );
        }
        Ok(Comparison { base: Side::of(&base.run), new: Side::of(&new.run), forced, warnings, rows })
    }

    /// Returns the rows that are slower by more than this share; 0.05 is 5 %.
    pub fn regressions(&self, threshold: f64) -> impl Iterator<Item = &ComparisonRow> {
        let is_slower = |row: &ComparisonRow| row.verdict == Verdict::Slower;
        self.rows.iter().filter(move |row| is_slower(row) && row.mean.ratio > 1.0 + threshold)
    }

    /// Returns the rows with more nodes or guesses than before.
    pub fn counter_regressions(&self) -> impl Iterator<Item = &ComparisonRow> {
        self.rows.iter().filter(|row| row.nodes.new > row.nodes.base || row.guesses.new > row.guesses.base)
    }
}

impl Side {
    fn of(run: &Run) -> Side {
        Side {
            name: run.name.clone(),
            started: run.started.clone(),
            version: run.version.clone(),
            commit: run.commit.clone(),
            command: run.command.clone(),
            load: [run.environment.load_before, run.environment.load_after],
            passes: run.options.settings.passes,
        }
    }
}

/// Returns the pairs of engines to compare, each from the base and the new run.
fn engines_of<'r>(
    base: &'r Run,
    new: &'r Run,
    refusals: &mut Vec<String>,
    warnings: &mut Vec<String>,
) -> Vec<(&'r str, &'r str)> {
    let (bases, news) = (base.engines(), new.engines());
    let (common, only_base): (Vec<&str>, Vec<&str>) = bases.iter().partition(|engine| news.contains(engine));
    let only_new: Vec<&str> = news.iter().copied().filter(|engine| !bases.contains(engine)).collect();
    if common.is_empty() {
        let [bases, news] = [only_base.join(", "), only_new.join(", ")];
        refusals.push(format!("the engines differ: {bases} in the base, {news} in the new run"));
        return match (&only_base[..], &only_new[..]) {
            ([one], [other]) => vec![(one, other)],
            _ => Vec::new(),
        };
    }
    for (engines, which) in [(only_base, "base"), (only_new, "new run")] {
        if !engines.is_empty() {
            warnings.push(format!("not compared because only in the {which}: {}", engines.join(", ")));
        }
    }
    common.into_iter().map(|engine| (engine, engine)).collect()
}

impl ComparisonRow {
    /// Compares two rows; `None` if one of them has no times.
    fn new(base: &TimedRun, before: &ResultRow, new: &TimedRun, after: &ResultRow) -> Option<ComparisonRow> {
        let noise = [deviations(&base.run, before), deviations(&new.run, after)];
        let both = [&noise[0], &noise[1]];
        let puzzles = base.puzzles.as_ref().zip(new.puzzles.as_ref());
        let pairs = puzzles.map(|(bases, news)| bases.pairs(before, news, after));
        let (basis, puzzles, estimates, [base_mean_ns, new_mean_ns]) =
            match pairs.filter(|(times, _)| !times.is_empty()) {
                Some((one, other)) => {
                    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
                    let estimates = bootstrap::pairs(&one, &other, both)?;
                    (Basis::Pairs, one.len() as u64, estimates, [mean(&one), mean(&other)])
                }
                None => {
                    let estimates = bootstrap::histograms(&counts(before), &counts(after), both)?;
                    let means = [before.latency.mean_ns?, after.latency.mean_ns?];
                    (Basis::Histograms, before.puzzles.min(after.puzzles), estimates, means)
                }
            };
        let [mean, p50, p90, p99] = estimates;
        let floors = noise[0].floor(0).zip(noise[1].floor(0));
        let floor = floors.map(|(one, other)| one.max(other).max(LEAST_FLOOR));
        let engine = match before.engine == after.engine {
            true => before.engine.clone(),
            false => format!("{} → {}", before.engine, after.engine),
        };
        Some(ComparisonRow {
            engine,
            class: before.class.to_string(),
            puzzles,
            basis,
            base_mean_ns,
            new_mean_ns,
            mean,
            p50,
            p90,
            p99,
            floor,
            nodes: Counter { base: before.nodes, new: after.nodes },
            guesses: Counter { base: before.guesses, new: after.guesses },
            verdict: Verdict::of(mean, floor),
        })
    }

    /// Returns the estimates in the order of [`Figures::NAMES`].
    pub fn estimates(&self) -> [Estimate; Figures::COUNT] {
        [self.mean, self.p50, self.p90, self.p99]
    }
}

fn deviations(run: &Run, row: &ResultRow) -> Deviations {
    let found = run.noise.iter().find(|noise| noise.engine == row.engine && noise.class == row.class);
    Deviations::of(found.map_or(&[], |noise| &noise.halves))
}

/// Returns the histogram of a row as values in ascending order with their counts; empty if it has no samples.
fn counts(row: &ResultRow) -> Vec<(f64, u64)> {
    let steps = row.histogram.iter().flat_map(|histogram| histogram.iter_recorded());
    steps.map(|step| (step.value_iterated_to() as f64, step.count_at_value())).collect()
}
