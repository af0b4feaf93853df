//! What to benchmark.

use super::warnings::Warning;
use crate::engine::{Engine, EngineKind};
use crate::record::{Environment, Settings};
use crate::sudoku::Geometry;

/// Builds an engine of the given kind for the given grid size; `None` if the engine does not support that size.
pub type EngineBuilder = fn(EngineKind, Geometry) -> Option<Box<dyn Engine>>;

/// What to measure and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engines to measure; if empty, the best engine for each grid size.
    pub engines: Vec<EngineKind>,
    /// Builds the engines: [`EngineKind::build`], or a function that returns your own engine in place of one of ours.
    pub build: EngineBuilder,
    /// How to measure.
    pub settings: Settings,
    /// Whether to report every time of every puzzle to the observer.
    pub per_puzzle: bool,
    /// Warnings that reports do not show.
    pub silenced: Vec<Warning>,
}

impl Default for Job {
    fn default() -> Job {
        Job {
            engines: Vec::new(),
            build: EngineKind::build,
            settings: Settings::default(),
            per_puzzle: false,
            silenced: Vec::new(),
        }
    }
}

impl Job {
    /// Returns a job for these engines with the default settings.
    pub fn of_engines(engines: impl Into<Vec<EngineKind>>) -> Job {
        Job { engines: engines.into(), ..Job::default() }
    }

    /// The largest number of engines that solve the same puzzle.
    pub(super) fn most_engines(&self) -> usize {
        self.engines.len().max(1)
    }

    /// Returns the engines that support a grid size, in the order in which they were named. If none was named, returns
    /// the default engine for the size.
    pub fn engines_for(&self, geometry: Geometry) -> Vec<EngineKind> {
        if self.engines.is_empty() {
            return vec![EngineKind::default_for(geometry)];
        }
        self.engines.iter().copied().filter(|engine| engine.supports(geometry)).collect()
    }
}

/// What a record says about a run besides the measurements.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The name of the run.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// The start time, in UTC.
    pub started: String,
    /// The commit that the program was built from.
    pub commit: Option<String>,
    /// The machine and the build, observed before the run.
    pub environment: Environment,
}
