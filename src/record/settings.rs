//! The settings of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::as_text;
use crate::corpus::{ClassBy, Column, InputFormat};
use crate::named::named;

named! {
    /// Which times of a puzzle that is solved several times are recorded.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Keep, "choice of times" {
        #[default]
        All => "all", "All times";
        Best => "best", "The shortest time of each puzzle";
    }
}

/// How to measure, apart from the engines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The number of threads that solve.
    pub threads: usize,
    /// If not empty, every class is also solved with each of these numbers of threads in turn, and wall times are
    /// compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thread_counts: Vec<usize>,
    /// The number of warm-up solves of each thread.
    pub warmup: usize,
    /// How many times each puzzle is solved in a row.
    pub repeat: usize,
    /// Which of these times are recorded.
    pub keep: Keep,
    /// The number of solutions after which a search stops.
    pub limit: u64,
    /// The number of nodes after which a search is given up.
    pub max_nodes: Option<u64>,
    /// How long an external solver may take for a puzzle, in milliseconds; `None` if the run has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// The random seed.
    pub seed: u64,
    /// Whether each puzzle is replaced by a random isomorph.
    pub isomorphs: bool,
    /// Measure only this many puzzles, chosen at random.
    pub sample: Option<usize>,
    /// What decides the class of a puzzle.
    #[serde(with = "as_text")]
    pub class_by: ClassBy,
    /// The maximum number of classes, if the class is a number; `None` if each whole number is a class, as in records
    /// of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bins: Option<usize>,
    /// The format of the puzzle files; detected if not given.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text::optional")]
    pub input: Option<InputFormat>,
    /// The column of the puzzles in a table; detected if not given.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text::optional")]
    pub column: Option<Column>,
    /// The number of passes over the corpora. With more than one pass, the run measures its own noise, and keeps some
    /// bytes for each puzzle and engine in memory. Records of older versions have one pass.
    #[serde(default = "one_pass")]
    pub passes: usize,
    /// How many of the hardest puzzles of each class reports list on a terminal; the record may have more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub slowest: usize,
}

/// How long an external solver may take for a puzzle unless the user says otherwise.
pub const USUAL_TIMEOUT: Duration = Duration::from_secs(10);

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn one_pass() -> usize {
    1
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            thread_counts: Vec::new(),
            warmup: 100,
            repeat: 1,
            keep: Keep::All,
            limit: 2,
            max_nodes: None,
            timeout_ms: None,
            seed: 1,
            isomorphs: false,
            sample: None,
            class_by: ClassBy::Auto,
            bins: None,
            input: None,
            column: None,
            passes: 1,
            slowest: 0,
        }
    }
}

impl Settings {
    /// Returns how long an external solver may take for a puzzle.
    pub fn timeout(&self) -> Duration {
        self.timeout_ms.map_or(USUAL_TIMEOUT, Duration::from_millis)
    }

    /// Returns whether there are several passes, but too few to estimate the noise: each half has only one or two, and
    /// their spread says nothing.
    pub fn has_few_passes(&self) -> bool {
        (2..=5).contains(&self.passes)
    }
}

/// Settings and engines, as `run.json` has them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The engines by name; empty for the best one for each size.
    pub engines: Vec<String>,
    /// Everything else.
    #[serde(flatten)]
    pub settings: Settings,
}
