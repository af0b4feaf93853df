//! One worker: its own engines, its own recorder; solves the puzzles of a batch and writes down what happened.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::Clock;
use super::environment;
use super::job::{Job, Keep};
use super::layout::Layout;
use super::parcel::{Parcel, Remark};
use super::passes::{Pass, Timed};
use super::recorder::{Recorder, Slow};
use super::runner::RunError;
use crate::corpus::Digest;
use crate::corpus::{Batch, ClassBy, Puzzle, Source, class_of_guesses};
use crate::engine::{Engine, EngineKind, Limits, Outcome, Status};
use crate::random::Random;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::{Geometry, Verifier};

/// Solves puzzles on one thread.
pub(super) struct Worker<'a> {
    lineups: Vec<Lineup>,
    /// The puzzle that is really solved, when it is replaced by an equivalent one.
    isomorph: Vec<u8>,
    is_warm: bool,
    layout: Layout,
    desk: Desk<'a>,
    preemptions_before: Option<u64>,
}

/// The engines for one size, made when the first puzzle of that size comes.
struct Lineup {
    geometry: Geometry,
    engines: Vec<Box<dyn Engine>>,
    verifier: Verifier,
}

/// Everything that is at hand while a puzzle is solved.
struct Desk<'a> {
    job: &'a Job,
    pass: Pass<'a>,
    sources: &'a [Source],
    /// Set when the run is to end: by Ctrl-C, or because something went wrong.
    stop: &'a AtomicBool,
    clock: Clock,
    recorder: Recorder,
    /// What each engine of the lineup did with the puzzle at hand.
    results: Vec<Solved>,
    /// The times of all repetitions, engine by engine.
    times_ns: Vec<u64>,
    /// The shortest time of each engine, in this pass and in those before.
    best_ns: Vec<u64>,
    /// The solutions that an engine just found, one after the other.
    solutions: Vec<u8>,
    /// The first solution of each engine.
    first_solutions: Vec<u8>,
}

/// What became of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    /// It was measured and recorded.
    Recorded,
    /// No engine solves its size; it was counted.
    Skipped,
    /// The run is being stopped: nothing was recorded.
    RunIsOver,
}

/// What an engine did with a puzzle.
#[derive(Clone, Copy, Debug)]
struct Solved {
    kind: EngineKind,
    outcome: Outcome,
    status: Status,
}

/// What a worker has at its end.
pub(super) struct WorkerEnd {
    pub(super) recorder: Recorder,
    /// How often the thread was preempted while it worked, where the system tells.
    pub(super) preemptions: Option<u64>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        job: &'a Job,
        pass: Pass<'a>,
        sources: &'a [Source],
        stop: &'a AtomicBool,
        clock: Clock,
        layout: Layout,
    ) -> Worker<'a> {
        Worker {
            lineups: Vec::new(),
            isomorph: Vec::new(),
            is_warm: job.warmup == 0,
            layout,
            desk: Desk {
                job,
                pass,
                sources,
                stop,
                clock,
                recorder: Recorder::default(),
                results: Vec::new(),
                times_ns: Vec::new(),
                best_ns: Vec::new(),
                solutions: Vec::new(),
                first_solutions: Vec::new(),
            },
            preemptions_before: environment::preemptions_of_thread(),
        }
    }

    pub(super) fn end(self) -> WorkerEnd {
        let after = environment::preemptions_of_thread();
        let preemptions =
            after.zip(self.preemptions_before).map(|(after, before)| after.saturating_sub(before));
        WorkerEnd { recorder: self.desk.recorder, preemptions }
    }

    /// Solves the puzzles of a parcel, as many as there is time for before the run is stopped.
    pub(super) fn process(&mut self, parcel: &mut Parcel) -> Result<(), RunError> {
        let layout = std::mem::replace(&mut self.layout, Layout::natural());
        let result = layout.within(|| self.process_here(parcel));
        self.layout = layout;
        result
    }

    fn process_here(&mut self, parcel: &mut Parcel) -> Result<(), RunError> {
        parcel.rows.clear();
        parcel.times.clear();
        parcel.digest = Digest::default();
        parcel.solved = 0;
        parcel.unsolved = 0;
        parcel.remarks.clear();
        let batch = std::mem::take(&mut parcel.batch);
        if !batch.is_empty() && !std::mem::replace(&mut self.is_warm, true) {
            self.warm_up(&batch);
            self.preemptions_before = environment::preemptions_of_thread();
        }
        let mut result = Ok(Measure::Skipped);
        for index in 0..batch.len() {
            result = self.puzzle(&batch.puzzle(index), parcel.first + index as u64, parcel);
            match result {
                Ok(Measure::Recorded) => parcel.solved += 1,
                Ok(Measure::Skipped) if self.desk.job.passes > 1 => {
                    parcel.times.extend(std::iter::repeat_n(None, self.desk.job.lanes()));
                }
                Ok(Measure::Skipped) => {}
                Ok(Measure::RunIsOver) | Err(_) => break,
            }
        }
        parcel.batch = batch;
        result.map(|_| ())
    }

    /// Solves puzzles without measuring, so that caches, branch predictors and the processor's frequency settle.
    fn warm_up(&mut self, batch: &Batch) {
        let Desk { job, stop, .. } = self.desk;
        // A bound on nodes, so that a monster cannot hold up the beginning.
        let nodes = job.max_nodes.min(10_000);
        let limits = Limits { solutions: job.limit.min(2), nodes, interrupt: Some(stop) };
        for turn in 0..job.warmup {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let puzzle = batch.puzzle(turn % batch.len());
            for engine in &mut lineup_for(&mut self.lineups, job, puzzle.geometry).engines {
                engine.solve(puzzle.cells, &limits, &mut |_| ControlFlow::Continue(()));
            }
        }
    }

    /// Measures one puzzle.
    fn puzzle(&mut self, puzzle: &Puzzle<'_>, number: u64, parcel: &mut Parcel) -> Result<Measure, RunError> {
        if self.desk.stop.load(Ordering::Relaxed) {
            return Ok(Measure::RunIsOver);
        }
        let job = self.desk.job;
        let lineup = lineup_for(&mut self.lineups, job, puzzle.geometry);
        if !job.isomorphs {
            return self.desk.measure(lineup, puzzle, puzzle, number, parcel);
        }
        self.isomorph.resize(puzzle.cells.len(), 0);
        let isomorphism = Isomorphism::random(puzzle.geometry, &mut Random::of_member(job.seed, number));
        isomorphism.apply(puzzle.cells, &mut self.isomorph);
        let equivalent = Puzzle { cells: &self.isomorph, label: "", parts: None, solution: None, ..*puzzle };
        self.desk.measure(lineup, puzzle, &equivalent, number, parcel)
    }
}

/// The engines for a size, which are new or known.
fn lineup_for<'l>(lineups: &'l mut Vec<Lineup>, job: &Job, geometry: Geometry) -> &'l mut Lineup {
    let position = lineups.iter().position(|lineup| lineup.geometry == geometry).unwrap_or_else(|| {
        lineups.push(Lineup::new(job, geometry));
        lineups.len() - 1
    });
    &mut lineups[position]
}

impl Lineup {
    fn new(job: &Job, geometry: Geometry) -> Lineup {
        let engines = job.engines_for(geometry).into_iter().filter_map(|kind| kind.build(geometry)).collect();
        Lineup { geometry, engines, verifier: Verifier::new(geometry) }
    }
}

/// How many solutions of a puzzle are kept before they are verified.
const MOST_UNVERIFIED: usize = 4096;

/// The first of these solutions, one after the other, that is none.
fn first_wrong(verifier: &Verifier, givens: &[u8], solutions: &[u8]) -> Option<Vec<u8>> {
    let wrong = solutions.chunks_exact(givens.len()).find(|solution| !verifier.solves(givens, solution));
    wrong.map(<[u8]>::to_vec)
}

impl Desk<'_> {
    /// Has all engines solve `puzzle`, which is `original` or equivalent to it, and records the results.
    fn measure(
        &mut self,
        lineup: &mut Lineup,
        original: &Puzzle<'_>,
        puzzle: &Puzzle<'_>,
        number: u64,
        parcel: &mut Parcel,
    ) -> Result<Measure, RunError> {
        let count = lineup.engines.len();
        let source = &self.sources[parcel.source];
        if count == 0 {
            parcel.unsolved += 1;
            return Ok(Measure::Skipped);
        }
        let nothing = Solved { kind: EngineKind::Idle, outcome: Outcome::default(), status: Status::Stopped };
        self.results.clear();
        self.results.resize(count, nothing);
        self.times_ns.clear();
        self.times_ns.resize(count * self.job.repeat, 0);
        self.first_solutions.clear();
        self.first_solutions.resize(count * puzzle.cells.len(), 0);
        for turn in 0..count {
            // The order rotates, so that no engine always comes first.
            let slot = (turn + number as usize) % count;
            if !self.solve(lineup, slot, puzzle, source)? {
                return Ok(Measure::RunIsOver);
            }
        }
        if count > 1 {
            self.compare(puzzle, source)?;
        }
        if !puzzle.label.is_empty() || puzzle.solution.is_some() {
            self.check_solution_column(puzzle, parcel);
        }
        parcel.digest.add(original.cells);
        self.record(puzzle, number, parcel);
        Ok(Measure::Recorded)
    }

    /// Has one engine solve the puzzle as often as the job says, and verifies what it finds; false if the run is
    /// being stopped.
    fn solve(
        &mut self,
        lineup: &mut Lineup,
        slot: usize,
        puzzle: &Puzzle<'_>,
        source: &Source,
    ) -> Result<bool, RunError> {
        let engine = &mut lineup.engines[slot];
        let kind = engine.kind();
        let limits =
            Limits { solutions: self.job.limit, nodes: self.job.max_nodes, interrupt: Some(self.stop) };
        let (cells, clock, verifier) = (puzzle.cells.len(), &self.clock, &lineup.verifier);
        for repetition in 0..self.job.repeat {
            self.solutions.clear();
            let solutions = &mut self.solutions;
            // Solutions are verified after the solve; if there are very many, meanwhile, with the clock stopped.
            let (mut wrong, mut aside) = (None, 0);
            let start = clock.read();
            let outcome = engine.solve(puzzle.cells, &limits, &mut |solution| {
                if solutions.len() >= cells * MOST_UNVERIFIED {
                    let pause = clock.read();
                    wrong = first_wrong(verifier, puzzle.cells, solutions);
                    solutions.truncate(cells);
                    aside += clock.read() - pause;
                }
                solutions.extend_from_slice(solution);
                if wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let mut end = clock.read();
            if self.job.delay_percent > 0 {
                let until = end + (end - start - aside) * u64::from(self.job.delay_percent) / 100;
                while end < until {
                    end = clock.read();
                }
            }
            if let Some(wrong) = wrong.or_else(|| first_wrong(verifier, puzzle.cells, &self.solutions)) {
                return Err(RunError::wrong_solution(kind, puzzle, source, &wrong));
            }
            if outcome.ended.is_stopped() && self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            self.times_ns[slot * self.job.repeat + repetition] = clock.nanoseconds(start + aside, end);
            let status = Status::of(&outcome, puzzle.cells);
            self.results[slot] = Solved { kind, outcome, status };
        }
        if !self.solutions.is_empty() {
            let cells = puzzle.cells.len();
            self.first_solutions[slot * cells..][..cells].copy_from_slice(&self.solutions[..cells]);
        }
        Ok(true)
    }

    /// Engines that were not stopped must have found equally many solutions.
    fn compare(&self, puzzle: &Puzzle<'_>, source: &Source) -> Result<(), RunError> {
        let mut finished = self.results.iter().filter(|solved| !solved.outcome.ended.is_stopped());
        let Some(first) = finished.next() else { return Ok(()) };
        match finished.find(|other| other.outcome.solutions != first.outcome.solutions) {
            None => Ok(()),
            Some(other) => Err(RunError::Disagreement {
                place: format!("{}, line {}", source.name, puzzle.line),
                puzzle: puzzle.grid().to_line(),
                first: (first.kind.name(), first.outcome.solutions),
                other: (other.kind.name(), other.outcome.solutions),
            }),
        }
    }

    /// Compares the solution that stands in the file with the one that was found, if there is exactly one.
    fn check_solution_column(&self, puzzle: &Puzzle<'_>, parcel: &mut Parcel) {
        let Some(slot) = self.results.iter().position(|solved| solved.status == Status::Unique) else {
            return;
        };
        let count = puzzle.cells.len();
        let found = &self.first_solutions[slot * count..][..count];
        if let Some(wrong) = puzzle.wrong_solution(Some(found)) {
            let line = puzzle.line;
            parcel.remarks.push(Remark { line, reason: format!("line {line}: {wrong}") });
        }
    }

    fn record(&mut self, puzzle: &Puzzle<'_>, number: u64, parcel: &mut Parcel) {
        let class = match self.job.class_by {
            ClassBy::Guesses => class_of_guesses(self.results[0].outcome.counters.guesses),
            _ => puzzle.class,
        };
        let repeat = self.job.repeat;
        self.settle(number, class, parcel);
        // What is no time is the same in every pass: it is recorded where the best times are, or once.
        let is_first = self.job.keep == Keep::Best || self.pass.number == 0;
        for slot in 0..self.results.len() {
            let Solved { kind, outcome, status } = self.results[slot];
            let times = &self.times_ns[slot * repeat..][..repeat];
            let tally = self.recorder.tally(kind, class);
            let best = self.best_ns[slot];
            let slowest = match self.job.keep {
                Keep::All => {
                    times.iter().for_each(|&ns| tally.time(ns));
                    times.iter().copied().max().unwrap_or(0)
                }
                Keep::Best => {
                    tally.time(best);
                    best
                }
            };
            if is_first {
                tally.puzzle(status, &outcome);
            }
            if tally.is_slow(slowest) {
                tally.slow(Slow {
                    time_ns: slowest,
                    source: parcel.source,
                    line: puzzle.line,
                    nodes: outcome.counters.nodes,
                    puzzle: puzzle.grid().to_line(),
                });
            }
            // Only with the engine that was named first: for some sizes another one comes first.
            let is_pair = slot > 0 && self.job.engines.first() == Some(&self.results[0].kind);
            if is_pair && !outcome.ended.is_stopped() && !self.results[0].outcome.ended.is_stopped() {
                let summed = |slot: usize| match self.job.keep {
                    Keep::All => self.times_ns[slot * repeat..][..repeat].iter().sum::<u64>(),
                    Keep::Best => self.best_ns[slot],
                };
                tally.paired.add(number, is_first, summed(0), summed(slot));
            }
        }
        if self.job.per_puzzle && (self.job.keep == Keep::All || self.pass.is_last) {
            self.write_rows(puzzle, class, parcel);
        }
    }

    /// The shortest times, and what is remembered for the passes to come.
    fn settle(&mut self, number: u64, class: u16, parcel: &mut Parcel) {
        let (repeat, lanes) = (self.job.repeat, self.job.lanes());
        self.best_ns.clear();
        for slot in 0..self.results.len() {
            let times = &self.times_ns[slot * repeat..][..repeat];
            let best = times.iter().copied().min().unwrap_or(0);
            let earlier = self.pass.earlier.get(number as usize * lanes + slot).copied().flatten();
            self.best_ns.push(earlier.map_or(best, |timed| best.min(timed.ns as u64)));
            if self.job.passes > 1 {
                let ns = match self.job.keep {
                    Keep::Best => best as f64,
                    Keep::All => times.iter().sum::<u64>() as f64 / repeat as f64,
                };
                parcel.times.push(Some(Timed { engine: self.results[slot].kind, class, ns }));
            }
        }
        if self.job.passes > 1 {
            parcel.times.extend(std::iter::repeat_n(None, lanes - self.results.len()));
        }
    }

    /// A row for each engine, and with `Keep::All` for each repetition. The names of file and class are filled in by
    /// whoever knows them.
    fn write_rows(&self, puzzle: &Puzzle<'_>, class: u16, parcel: &mut Parcel) {
        let repeat = self.job.repeat;
        let grid = puzzle.grid();
        let (line, clues) = (grid.to_line(), grid.clues());
        for (slot, solved) in self.results.iter().enumerate() {
            let kept = match self.job.keep {
                Keep::All => &self.times_ns[slot * repeat..][..repeat],
                Keep::Best => &self.best_ns[slot..][..1],
            };
            let cells = &self.first_solutions[slot * puzzle.cells.len()..][..puzzle.cells.len()];
            let solution =
                if solved.outcome.solutions > 0 { grid.with_cells(cells).to_line() } else { String::new() };
            parcel.rows.push(Row {
                line: puzzle.line,
                class,
                engine: solved.kind,
                puzzle: line.clone(),
                solution,
                status: solved.status,
                times_ns: kept.to_vec(),
                outcome: solved.outcome,
                clues,
            });
        }
    }
}

/// What `puzzles.csv` says about a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) class: u16,
    pub(super) engine: EngineKind,
    pub(super) puzzle: String,
    pub(super) solution: String,
    pub(super) status: Status,
    pub(super) times_ns: Vec<u64>,
    pub(super) outcome: Outcome,
    pub(super) clues: usize,
}

#[cfg(test)]
mod tests;
