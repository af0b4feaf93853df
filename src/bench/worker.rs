//! One worker: its own engines, its own recorder. It solves the puzzles of a batch on one thread.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::environment;
use super::error::RunError;
use super::job::Job;
use super::layout::Layout;
use super::measurement::{Attempt, BatchResult, Engines, Measurement, Place};
use super::recorder::Recorder;
use crate::corpus::stream::Portion;
use crate::corpus::{Batch, Puzzle};
use crate::engine::Limits;
use crate::random::Random;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::{Geometry, Verifier};

/// Solves puzzles on one thread.
pub(super) struct Worker<'a> {
    /// By size, made when the first puzzle of a size comes.
    engines: Vec<(Geometry, Engines)>,
    /// The puzzle that is really solved, when it is replaced by an equivalent one.
    isomorph: Vec<u8>,
    is_warm: bool,
    layout: Layout,
    measurement: Measurement<'a>,
    preemptions_before: Option<u64>,
}

/// What a worker has at its end.
pub(super) struct WorkerEnd {
    pub(super) recorder: Recorder,
    /// How often the thread was preempted while it worked, where the system tells.
    pub(super) preemptions: Option<u64>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(measurement: Measurement<'a>, layout: Layout) -> Worker<'a> {
        Worker {
            engines: Vec::new(),
            isomorph: Vec::new(),
            is_warm: measurement.job.settings.warmup == 0,
            layout,
            measurement,
            preemptions_before: environment::preemptions_of_thread(),
        }
    }

    pub(super) fn end(self) -> WorkerEnd {
        let after = environment::preemptions_of_thread();
        let preemptions =
            after.zip(self.preemptions_before).map(|(after, before)| after.saturating_sub(before));
        WorkerEnd { recorder: self.measurement.recorder, preemptions }
    }

    /// Solves the puzzles of a portion, as many as there is time for before the run is stopped.
    pub(super) fn process(&mut self, portion: &Portion, stop: &AtomicBool) -> Result<BatchResult, RunError> {
        let layout = std::mem::replace(&mut self.layout, Layout::natural());
        let processed = layout.within(|| self.process_here(portion, stop));
        self.layout = layout;
        processed
    }

    fn process_here(&mut self, portion: &Portion, stop: &AtomicBool) -> Result<BatchResult, RunError> {
        let batch = &portion.batch;
        if !batch.is_empty() && !std::mem::replace(&mut self.is_warm, true) {
            self.warm_up(batch, stop);
            self.preemptions_before = environment::preemptions_of_thread();
        }
        let mut result = BatchResult::default();
        for (puzzle, number) in batch.puzzles().zip(portion.first..) {
            let place = Place { source: portion.source, number, stop };
            match self.puzzle(&puzzle, place, &mut result)? {
                Attempt::Recorded => result.solved += 1,
                Attempt::Skipped => result.unsolved += 1,
                Attempt::RunIsOver => break,
            }
        }
        Ok(result)
    }

    /// Solves puzzles without measuring, so that caches, branch predictors and the processor's frequency settle.
    fn warm_up(&mut self, batch: &Batch, stop: &AtomicBool) {
        let job = self.measurement.job;
        // A bound on nodes, so that a monster cannot hold up the beginning.
        let nodes = job.settings.max_nodes.unwrap_or(u64::MAX).min(10_000);
        let limits = Limits { solutions: job.settings.limit.min(2), nodes, interrupt: Some(stop) };
        for turn in 0..job.settings.warmup {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let puzzle = batch.puzzle(turn % batch.len());
            for (_, engine) in &mut engines_for(&mut self.engines, job, puzzle.geometry).engines {
                engine.solve(puzzle.cells, &limits, &mut |_| ControlFlow::Continue(()));
            }
        }
    }

    /// Measures one puzzle.
    fn puzzle(
        &mut self,
        puzzle: &Puzzle<'_>,
        place: Place<'_>,
        result: &mut BatchResult,
    ) -> Result<Attempt, RunError> {
        let job = self.measurement.job;
        let engines = engines_for(&mut self.engines, job, puzzle.geometry);
        if !job.settings.isomorphs {
            return self.measurement.measure(engines, puzzle, puzzle, place, result);
        }
        self.isomorph.resize(puzzle.cells.len(), 0);
        let mut random = Random::of_member(job.settings.seed, place.number);
        Isomorphism::random(puzzle.geometry, &mut random).apply(puzzle.cells, &mut self.isomorph);
        let equivalent = Puzzle { cells: &self.isomorph, label: "", parts: None, solution: None, ..*puzzle };
        self.measurement.measure(engines, puzzle, &equivalent, place, result)
    }
}

/// The engines for a size, new or known.
fn engines_for<'e>(
    known: &'e mut Vec<(Geometry, Engines)>,
    job: &Job,
    geometry: Geometry,
) -> &'e mut Engines {
    let position = known.iter().position(|(size, _)| *size == geometry).unwrap_or_else(|| {
        let kinds = job.engines_for(geometry).into_iter();
        let engines = kinds.filter_map(|kind| Some((kind, (job.build)(kind, geometry)?))).collect();
        known.push((geometry, Engines { engines, verifier: Verifier::new(geometry) }));
        known.len() - 1
    });
    &mut known[position].1
}
