//! The external solvers of a run: one of each for every worker.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::error::RunError;
use super::job::{EngineIndex, Job};
use crate::corpus::{Batch, Puzzle};
use crate::engine::external::{EngineChoice, ExternalEngine, ExternalSolver, Form, Reply};
use crate::sudoku::Geometry;

/// All warm-up solves of an external solver together may take this long.
const WARM_UP: Duration = Duration::from_secs(1);

/// The external solvers of a run, by their index in the roster; none in place of other engines, and of solvers that take
/// whole classes.
#[derive(Debug, Default)]
pub(super) struct ExternalSolvers(Vec<Option<Arc<ExternalSolver>>>);

/// The external solvers of a worker, by their index in the roster.
#[derive(Debug)]
pub(super) struct Externals {
    engines: Vec<Option<ExternalEngine>>,
    /// Replies to puzzles that come next, of solvers that take many at a time.
    waiting: Vec<VecDeque<Reply>>,
}

impl Job {
    /// Starts each external solver once, to see that it can be. [`run`](super::run()) does not; there, a solver that cannot
    /// be started fails at each puzzle.
    pub fn try_start(&self, stop: &AtomicBool) -> Result<(), RunError> {
        for external in self.engines.iter().filter_map(EngineChoice::external) {
            let started = ExternalSolver::new(Arc::clone(external), self.terms()).try_start(stop);
            started.map_err(|reason| RunError::External { name: external.name().to_owned(), reason })?;
        }
        Ok(())
    }
}

impl ExternalSolvers {
    pub(super) fn of(job: &Job) -> ExternalSolvers {
        let solver = |choice: &EngineChoice| {
            let external = choice.external().filter(|external| external.form() != Form::Batch)?;
            Some(ExternalSolver::new(Arc::clone(external), job.terms()))
        };
        ExternalSolvers(job.roster().iter().map(solver).collect())
    }

    /// A solver of each for a worker.
    pub(super) fn for_worker(&self) -> Externals {
        let engines: Vec<_> =
            self.0.iter().map(|solver| solver.as_ref().map(ExternalSolver::engine)).collect();
        Externals { waiting: engines.iter().map(|_| VecDeque::new()).collect(), engines }
    }
}

impl Externals {
    /// Whether there are solvers that take many puzzles at a time.
    pub(super) fn take_many(&self) -> bool {
        self.engines.iter().flatten().any(ExternalEngine::takes_many)
    }

    /// Has solvers that take many puzzles at a time solve all that come next.
    pub(super) fn solve_ahead(&mut self, puzzles: &[&[u8]], repeat: usize, stop: &AtomicBool) {
        for (engine, waiting) in self.engines.iter_mut().zip(&mut self.waiting) {
            if let Some(engine) = engine.as_mut().filter(|engine| engine.takes_many()) {
                *waiting = engine.solve_many(puzzles, repeat, stop).into();
            }
        }
    }

    /// The reply of a solver to a puzzle; `None` if the run is being stopped.
    pub(super) fn solve(
        &mut self,
        engine: EngineIndex,
        puzzle: &Puzzle<'_>,
        repeat: usize,
        stop: &AtomicBool,
    ) -> Option<Reply> {
        let index = usize::from(engine);
        let engine = self.engines[index].as_mut()?;
        match engine.takes_many() {
            true => self.waiting[index].pop_front(),
            false => engine.solve(puzzle.geometry, puzzle.cells, repeat, stop),
        }
    }

    /// Has each solver solve puzzles for a second at most, without measuring it.
    pub(super) fn warm_up(&mut self, batch: &Batch, most: usize, stop: &AtomicBool) {
        for engine in self.engines.iter_mut().flatten() {
            let begun = Instant::now();
            let nine_only = engine.takes_many();
            let is_known = |puzzle: &Puzzle<'_>| puzzle.geometry == Geometry::NINE || !nine_only;
            for puzzle in batch.puzzles().filter(is_known).take(most) {
                if !engine.warm_up(puzzle.geometry, puzzle.cells, stop) || begun.elapsed() > WARM_UP {
                    break;
                }
            }
        }
    }
}
