//! A run as it stands in `run.json`.

use serde::{Deserialize, Serialize};

use super::environment::Environment;
use super::reproduction::Reproduction;
use super::results::{CorpusResult, NoiseRow, ResultRow, SlowPuzzle, SpeedupRow, ThreadsRow};
use super::settings::Options;

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
    /// What the run is called.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// How long it took altogether.
    pub wall_ns: u64,
    /// Puzzles gone through, each pass counted; none in records from before this was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Whether it was ended by Ctrl-C.
    pub interrupted: bool,
    /// What was asked for.
    pub options: Options,
    /// The machine and the build.
    pub environment: Environment,
    /// The sources of puzzles.
    pub corpora: Vec<CorpusResult>,
    /// The fingerprint of all puzzles, whatever their order.
    pub digest: String,
    /// A row for each engine and class, and as the last of each engine one for all classes.
    pub results: Vec<ResultRow>,
    /// How much each engine differed from itself in the course of the run; empty if there was only one pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<NoiseRow>,
    /// How other engines compare with the first.
    pub speedups: Vec<SpeedupRow>,
    /// How several threads compare with few; empty if only one number of threads was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<ThreadsRow>,
    /// The slowest puzzles of each engine and class.
    pub slowest: Vec<SlowPuzzle>,
    /// Lines that are not puzzles.
    pub malformed: Faults,
    /// Puzzles with another solution than their lines say.
    #[serde(default, skip_serializing_if = "Faults::is_empty")]
    pub wrong_solutions: Faults,
    /// Published tables beside ours, if that was the purpose of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reproduction: Option<Reproduction>,
    /// What a reader of the figures should know.
    pub warnings: Vec<String>,
}

/// Lines with a fault: not a puzzle, or with a wrong solution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Faults {
    /// How many.
    pub count: u64,
    /// The first ones, in words; `malformed.csv` of the record has all.
    pub first: Vec<String>,
}

impl Faults {
    /// How many are listed in words.
    const LISTED: usize = 20;

    /// Counts a line, and lists it if it is among the first.
    pub fn add(&mut self, line: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Faults::LISTED {
            self.first.push(line());
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The first ones in words, and how many more there are.
    pub fn lines(&self) -> Vec<String> {
        let more = self.count.saturating_sub(self.first.len() as u64);
        let rest = (more > 0).then(|| format!("and {more} more"));
        self.first.iter().cloned().chain(rest).collect()
    }
}

impl Run {
    /// The engines in the order of the results.
    pub fn engines(&self) -> Vec<&str> {
        let mut engines: Vec<&str> = Vec::new();
        for row in &self.results {
            if !engines.contains(&row.engine.as_str()) {
                engines.push(&row.engine);
            }
        }
        engines
    }

    /// The rows of an engine: its classes, and the last one for all of them.
    pub fn rows_of<'r>(&'r self, engine: &'r str) -> impl Iterator<Item = &'r ResultRow> {
        self.results.iter().filter(move |row| row.engine == engine)
    }

    /// The rows over all classes, one for each engine.
    pub fn totals(&self) -> impl Iterator<Item = &ResultRow> {
        self.results.iter().filter(|row| row.class.is_all())
    }

    /// Puzzles solved in one pass, by whichever engines.
    pub fn puzzles(&self) -> u64 {
        self.corpora.iter().map(|corpus| corpus.puzzles).sum()
    }

    /// How many rows `puzzles.csv` has if there is one; `None` if a run of several passes was interrupted, for then its
    /// rows may be of the last pass or missing.
    pub(super) fn puzzle_rows(&self) -> Option<u64> {
        let is_known = !self.interrupted || self.options.settings.passes == 1;
        is_known.then(|| self.totals().map(|row| row.samples).sum())
    }

    /// Whether a puzzle does not have exactly one solution, none of the engines knows its size, or a line is faulty.
    pub fn has_findings(&self) -> bool {
        let findings =
            |row: &ResultRow| row.multiple + row.none + row.invalid + row.stopped + row.malformed > 0;
        let unsolved: u64 = self.corpora.iter().map(|corpus| corpus.unsolved).sum();
        self.malformed.count + self.wrong_solutions.count + unsolved > 0 || self.results.iter().any(findings)
    }
}
