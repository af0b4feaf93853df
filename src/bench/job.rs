//! What a benchmark is asked to do.

use super::warnings::Warning;
use crate::engine::{Engine, EngineKind};
use crate::record::{Environment, Settings};
use crate::sudoku::Geometry;

/// Makes an engine of a kind for grids of a size; `None` if it cannot solve them.
pub type EngineBuilder = fn(EngineKind, Geometry) -> Option<Box<dyn Engine>>;

/// What to measure and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engines; none for the best one for each size.
    pub engines: Vec<EngineKind>,
    /// What makes them: [`EngineKind::build`], unless an engine of your own is to be measured in place of one of ours.
    pub build: EngineBuilder,
    /// How to measure.
    pub settings: Settings,
    /// Whether to report every single time of every puzzle.
    pub per_puzzle: bool,
    /// Warnings that no report is to show.
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
    /// A job with the default settings.
    pub fn of_engines(engines: impl Into<Vec<EngineKind>>) -> Job {
        Job { engines: engines.into(), ..Job::default() }
    }

    /// How many engines solve a puzzle at most.
    pub(super) fn most_engines(&self) -> usize {
        self.engines.len().max(1)
    }

    /// The engines for puzzles of a size, in the order in which they were named; those that cannot solve it are
    /// left out. If none is named, the default for the size.
    pub fn engines_for(&self, geometry: Geometry) -> Vec<EngineKind> {
        if self.engines.is_empty() {
            return vec![EngineKind::default_for(geometry)];
        }
        self.engines.iter().copied().filter(|engine| engine.supports(geometry)).collect()
    }
}

/// What a run should be recorded with, besides what is measured.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// What the run is called.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// What the program was built from.
    pub commit: Option<String>,
    /// The machine and the build, as they were before the run.
    pub environment: Environment,
}
