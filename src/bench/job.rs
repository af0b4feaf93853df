//! What to benchmark.

use super::warnings::Warning;
use crate::engine::external::{EngineChoice, Form, Terms};
use crate::engine::{Engine, EngineKind};
use crate::record::{Environment, Settings};
use crate::sudoku::Geometry;

/// Builds an engine of the given kind for the given grid size; `None` if the engine does not support that size.
pub type EngineBuilder = fn(EngineKind, Geometry) -> Option<Box<dyn Engine>>;

/// The place of an engine in the [roster](Job::roster) of a run.
pub(super) type EngineIndex = u8;

/// The largest number of engines in a run.
pub const MOST_ENGINES: usize = 64;

/// What to measure and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engines to measure; if empty, the best engine for each grid size.
    pub engines: Vec<EngineChoice>,
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
    pub fn of_engines<E: Into<EngineChoice>>(engines: impl IntoIterator<Item = E>) -> Job {
        Job { engines: engines.into_iter().map(Into::into).collect(), ..Job::default() }
    }

    /// The engines of the run: those that were named or, if none was, the default engines for 9×9 and for other sizes.
    pub(super) fn roster(&self) -> Vec<EngineChoice> {
        if self.engines.is_empty() {
            return vec![EngineKind::Dlx.into(), EngineKind::Masks.into()];
        }
        self.engines.clone()
    }

    /// The largest number of engines that solve the same puzzle.
    pub(super) fn most_engines(&self) -> usize {
        self.engines.len().max(1)
    }

    /// Returns the engines that support a grid size and solve puzzle by puzzle, in the order in which they were named,
    /// each with its index. If none was named, returns the default engine for the size.
    pub(super) fn engines_for(&self, geometry: Geometry) -> Vec<(EngineIndex, EngineChoice)> {
        let default = EngineChoice::from(EngineKind::default_for(geometry));
        let is_asked = |choice: &EngineChoice| match self.engines.is_empty() {
            true => *choice == default,
            false => choice.supports(geometry) && choice.form() != Some(Form::Batch),
        };
        (0..).zip(self.roster()).filter(|(_, choice)| is_asked(choice)).collect()
    }

    /// Whether any engine of the run solves puzzles of this size.
    pub fn supports(&self, geometry: Geometry) -> bool {
        self.engines.is_empty() || self.engines.iter().any(|engine| engine.supports(geometry))
    }

    /// What external solvers are asked for.
    pub(super) fn terms(&self) -> Terms {
        Terms::of_this_program(self.settings.limit, self.settings.timeout())
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
