//! A run, as stored in `run.json`.

use serde::{Deserialize, Serialize};

use super::environment::Environment;
use super::external::{FaultyAnswer, Receipt, RoundTrip, SolvedByRow};
use super::merged::Merged;
use super::reproduction::Reproduction;
use super::results::{CorpusResult, NoiseRow, ResultRow, SlowPuzzle, SpeedupRow, ThreadsRow};
use super::settings::Options;
use super::sound::{self, Sound, countable, equal, in_order, require};

/// The version of the format of `run.json`.
pub const FORMAT: u32 = 1;

/// A benchmark that has been run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Run {
    /// The version of this format.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// What the program was built from.
    pub commit: Option<String>,
    /// The name of the run.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// The total wall time.
    pub wall_ns: u64,
    /// The number of puzzles visited in all passes; `None` in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Whether it was interrupted by Ctrl-C.
    pub interrupted: bool,
    /// The engines and the settings.
    pub options: Options,
    /// The machine and the build.
    pub environment: Environment,
    /// The sources of puzzles.
    pub corpora: Vec<CorpusResult>,
    /// The fingerprint of all puzzles, whatever their order.
    pub digest: String,
    /// A row for each engine and class; the last row of each engine is for all classes.
    #[serde(deserialize_with = "sound::each")]
    pub results: Vec<ResultRow>,
    /// How much the times of each engine varied during the run; empty if there was only one pass.
    #[serde(deserialize_with = "sound::each", default, skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<NoiseRow>,
    /// How other engines compare with the first.
    #[serde(deserialize_with = "sound::each")]
    pub speedups: Vec<SpeedupRow>,
    /// How numbers of threads compare; empty if only one was requested.
    #[serde(deserialize_with = "sound::each", default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<ThreadsRow>,
    /// The puzzles with the most nodes for each engine and class; for external solvers, those with the longest times.
    pub slowest: Vec<SlowPuzzle>,
    /// Which external solvers took part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub external: Vec<Receipt>,
    /// What a round trip to a child process takes; `None` without solvers that are asked line by line.
    #[serde(deserialize_with = "sound::optional", default, skip_serializing_if = "Option::is_none")]
    pub round_trip: Option<RoundTrip>,
    /// The first faulty answers of each external solver; `faulty.csv` has all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faulty: Vec<FaultyAnswer>,
    /// Which puzzles were solved by which engines, if there are several.
    #[serde(deserialize_with = "sound::each", default, skip_serializing_if = "Vec::is_empty")]
    pub solved_by: Vec<SolvedByRow>,
    /// Lines that are not puzzles.
    #[serde(deserialize_with = "sound::one")]
    pub malformed: Faults,
    /// Puzzles whose solution in the file is wrong.
    #[serde(deserialize_with = "sound::one", default, skip_serializing_if = "Faults::is_empty")]
    pub wrong_solutions: Faults,
    /// Published tables beside our times, if the run reproduces them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reproduction: Option<Reproduction>,
    /// The part of a job that this run is, as `I/N`; `None` for the whole job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The shards of which this run was merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<Merged>,
    /// The warnings that a reader of the figures should know.
    pub warnings: Vec<String>,
    /// The warnings that the user silenced: no report shows them, but the record keeps them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silenced: Vec<String>,
}

/// Lines with a fault: they are not a puzzle, or have a wrong solution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Faults {
    /// The number of lines.
    pub count: u64,
    /// Messages for the first ones; `malformed.csv` of the record has all.
    pub first: Vec<String>,
}

impl Sound for Faults {
    fn check(&self) -> Result<(), String> {
        countable("faults", [self.count].into_iter())?;
        in_order(&[("the number of lines in first", self.first.len() as u64), ("count", self.count)])
    }
}

impl Faults {
    /// The maximum number of lines that are listed.
    pub(crate) const LISTED: usize = 20;

    /// Counts a line, and lists it if it is among the first.
    pub fn add(&mut self, line: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Faults::LISTED {
            self.first.push(line());
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the messages for the first ones, and how many more there are.
    pub fn lines(&self) -> Vec<String> {
        let more = self.count.saturating_sub(self.first.len() as u64);
        let rest = (more > 0).then(|| format!("and {more} more"));
        self.first.iter().cloned().chain(rest).collect()
    }
}

impl Run {
    /// Returns the engines in the order of the results.
    pub fn engines(&self) -> Vec<&str> {
        let mut engines: Vec<&str> = Vec::new();
        for row in &self.results {
            if !engines.contains(&row.engine.as_str()) {
                engines.push(&row.engine);
            }
        }
        engines
    }

    /// Returns the rows of an engine: one for each class, and the last one for all classes.
    pub fn rows_of<'r>(&'r self, engine: &'r str) -> impl Iterator<Item = &'r ResultRow> {
        self.results.iter().filter(move |row| row.engine == engine)
    }

    /// Returns the rows for all classes, one for each engine.
    pub fn totals(&self) -> impl Iterator<Item = &ResultRow> {
        self.results.iter().filter(|row| row.class.is_all())
    }

    /// Returns the number of puzzles solved in one pass, by any of the engines.
    pub fn puzzles(&self) -> u64 {
        self.corpora.iter().map(|corpus| corpus.puzzles).sum()
    }

    /// Returns how many rows `puzzles.csv` has if it exists; `None` if a run of several passes was interrupted, because
    /// its rows may then be of the last pass or missing.
    pub(super) fn puzzle_rows(&self) -> Option<u64> {
        let is_known = !self.interrupted || self.options.settings.passes == 1;
        is_known.then(|| self.totals().map(|row| row.samples).sum())
    }

    /// Returns whether another run of the same job counted the same, whatever the times.
    pub fn is_same_work(&self, other: &Run) -> bool {
        let row = |row: &ResultRow| {
            let counters = [row.puzzles, row.samples, row.malformed, row.nodes, row.guesses, row.updates];
            (row.engine.clone(), row.class.clone(), row.statuses(), counters)
        };
        let rows = |run: &Run| run.results.iter().map(row).collect::<Vec<_>>();
        self.digest == other.digest
            && self.corpora == other.corpora
            && self.malformed == other.malformed
            && self.wrong_solutions == other.wrong_solutions
            && rows(self) == rows(other)
    }

    /// Returns whether a puzzle does not have exactly one solution or has a size that no engine solves, or a line has a
    /// fault.
    pub fn has_findings(&self) -> bool {
        let findings = |row: &ResultRow| row.puzzles > row.unique + row.solved || row.malformed > 0;
        let unsolved: u64 = self.corpora.iter().map(|corpus| corpus.unsolved).sum();
        self.malformed.count + self.wrong_solutions.count + unsolved > 0 || self.results.iter().any(findings)
    }
}

/// What rows must agree on with each other.
impl Sound for Run {
    fn check(&self) -> Result<(), String> {
        let of_corpus = |corpus: &CorpusResult| {
            [corpus.puzzles, corpus.unsolved, corpus.malformed, corpus.wrong_solutions]
        };
        countable("the puzzles of corpora", self.corpora.iter().flat_map(of_corpus))?;
        let of_row = |row: &ResultRow| [row.puzzles, row.samples, row.malformed];
        countable("the puzzles of results", self.results.iter().flat_map(of_row))?;
        let is_known = |engine: &str, class: &str| {
            self.results.iter().any(|row| row.engine == engine && row.class.name() == class)
        };
        let known = |rows: &str, engine: &str, class: &str| {
            require(is_known(engine, class), || {
                format!("{rows}: {engine}/{class} must be a row of results too")
            })
        };
        self.noise.iter().try_for_each(|row| known("noise", &row.engine, row.class.name()))?;
        self.speedups.iter().try_for_each(|row| known("speedups", &row.engine, row.class.name()))?;
        self.slowest.iter().try_for_each(|slow| known("slowest", &slow.engine, &slow.class))?;
        self.engines().into_iter().try_for_each(|engine| {
            let rows: Vec<&ResultRow> = self.rows_of(engine).collect();
            let Some((all, classes)) = rows.split_last().filter(|(all, _)| all.class.is_all()) else {
                return Err(format!("results: the last row of {engine} must be the row of all classes"));
            };
            let sum = |of: fn(&ResultRow) -> u64| classes.iter().map(|row| u128::from(of(row))).sum();
            for (name, of) in
                [("puzzles", (|row| row.puzzles) as fn(&ResultRow) -> u64), ("samples", |row| row.samples)]
            {
                equal(&format!("{}: {name}", all.tag()), of(all).into(), "the sum of its classes", sum(of))?;
            }
            let twice =
                (1..rows.len()).find(|&row| rows[..row].iter().any(|other| other.class == rows[row].class));
            twice.map_or(Ok(()), |row| {
                Err(format!("results: there must be only one row of {}", rows[row].tag()))
            })
        })
    }
}
