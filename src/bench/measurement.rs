//! One puzzle at a time: all engines solve it, their answers are verified, their times recorded.
//!
//! Only the solve is timed, between two reads of the [`Clock`]; verifying and recording are outside.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::Clock;
use super::error::RunError;
use super::job::Job;
use super::passes::{Pass, Timed};
use super::recorder::{Recorder, Slow};
use crate::corpus::{ClassBy, Digest, Puzzle, Source, class_of_guesses};
use crate::engine::{Engine, EngineKind, Limits, Outcome, Status};
use crate::record::{Keep, Settings};
use crate::sudoku::Verifier;

/// The engines for one size of grids.
pub(super) struct Engines {
    pub(super) engines: Vec<(EngineKind, Box<dyn Engine>)>,
    pub(super) verifier: Verifier,
}

/// Measures puzzles on one thread, and everything that is at hand meanwhile.
pub(super) struct Measurement<'a> {
    pub(super) job: &'a Job,
    pass: Pass<'a>,
    sources: &'a [Source],
    clock: Clock,
    pub(super) recorder: Recorder,
    /// What each engine did with the puzzle at hand.
    answers: Vec<Answer>,
    /// The times of all repetitions, engine by engine.
    times_ns: Vec<u64>,
    /// The shortest time of each engine, in this pass and in those before.
    best_ns: Vec<u64>,
    /// The solutions that an engine just found, one after the other.
    solutions: Vec<u8>,
    /// The first solution of each engine.
    first_solutions: Vec<u8>,
}

/// Where a puzzle comes from, and whether it is still wanted.
#[derive(Clone, Copy)]
pub(super) struct Place<'s> {
    /// The index of its source.
    pub(super) source: usize,
    /// Its number in the pass.
    pub(super) number: u64,
    /// Set when the run is to end: by Ctrl-C, or because something went wrong.
    pub(super) stop: &'s AtomicBool,
}

/// What became of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// It was measured and recorded.
    Recorded,
    /// No engine solves its size.
    Skipped,
    /// The run is being stopped: nothing was recorded.
    RunIsOver,
}

/// What an engine did with a puzzle.
#[derive(Clone, Copy, Debug)]
struct Answer {
    engine: EngineKind,
    outcome: Outcome,
    status: Status,
}

/// What came of the puzzles of a batch, besides what the recorder has.
#[derive(Debug, Default)]
pub(super) struct BatchResult {
    /// How many were solved and recorded.
    pub(super) solved: u64,
    /// How many have a size that no engine of the run knows.
    pub(super) unsolved: u64,
    pub(super) digest: Digest,
    /// For `puzzles.csv`.
    pub(super) puzzles: Vec<SolvedPuzzle>,
    /// The times of its puzzles, a place for each engine; only if there are several passes.
    pub(super) times: Vec<Option<Timed>>,
    /// Lines whose solution is wrong, and how.
    pub(super) wrong_solutions: Vec<(u64, String)>,
}

/// The times of one engine on one puzzle. The names of file and class are added later, in the order of the input.
#[derive(Clone, Debug)]
pub(super) struct SolvedPuzzle {
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

impl<'a> Measurement<'a> {
    pub(super) fn new(job: &'a Job, pass: Pass<'a>, sources: &'a [Source], clock: Clock) -> Measurement<'a> {
        Measurement {
            job,
            pass,
            sources,
            clock,
            recorder: Recorder::default(),
            answers: Vec::new(),
            times_ns: Vec::new(),
            best_ns: Vec::new(),
            solutions: Vec::new(),
            first_solutions: Vec::new(),
        }
    }

    /// Has all engines solve `puzzle`, which is `original` or equivalent to it, and records the results.
    pub(super) fn measure(
        &mut self,
        engines: &mut Engines,
        original: &Puzzle<'_>,
        puzzle: &Puzzle<'_>,
        place: Place<'_>,
        result: &mut BatchResult,
    ) -> Result<Attempt, RunError> {
        let Place { source, number, stop } = place;
        if stop.load(Ordering::Relaxed) {
            return Ok(Attempt::RunIsOver);
        }
        let count = engines.engines.len();
        if count == 0 {
            let places = if self.job.settings.passes > 1 { self.job.most_engines() } else { 0 };
            result.times.extend(std::iter::repeat_n(None, places));
            return Ok(Attempt::Skipped);
        }
        let nothing =
            Answer { engine: EngineKind::Idle, outcome: Outcome::default(), status: Status::Stopped };
        self.answers.clear();
        self.answers.resize(count, nothing);
        self.times_ns.clear();
        self.times_ns.resize(count * self.job.settings.repeat, 0);
        self.first_solutions.clear();
        self.first_solutions.resize(count * puzzle.cells.len(), 0);
        for turn in 0..count {
            // The order rotates, so that no engine always comes first.
            let slot = (turn + number as usize) % count;
            if !self.solve(engines, slot, puzzle, place)? {
                return Ok(Attempt::RunIsOver);
            }
        }
        if count > 1 {
            self.compare(puzzle, &self.sources[source])?;
        }
        if !puzzle.label.is_empty() || puzzle.solution.is_some() {
            self.check_solution_column(puzzle, result);
        }
        result.digest.add(original.cells);
        self.record(puzzle, source, number, result);
        Ok(Attempt::Recorded)
    }

    /// Has one engine solve the puzzle as often as the job says, and verifies what it finds; false if the run is
    /// being stopped.
    fn solve(
        &mut self,
        engines: &mut Engines,
        slot: usize,
        puzzle: &Puzzle<'_>,
        Place { source, stop, .. }: Place<'_>,
    ) -> Result<bool, RunError> {
        let (kind, engine) = &mut engines.engines[slot];
        let kind = *kind;
        let settings = &self.job.settings;
        let nodes = settings.max_nodes.unwrap_or(u64::MAX);
        let limits = Limits { solutions: settings.limit, nodes, interrupt: Some(stop) };
        let (cells, clock, verifier) = (puzzle.cells.len(), &self.clock, &engines.verifier);
        for repetition in 0..settings.repeat {
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
            let end = clock.read();
            if let Some(wrong) = wrong.or_else(|| first_wrong(verifier, puzzle.cells, &self.solutions)) {
                return Err(RunError::wrong_solution(kind, puzzle, &self.sources[source], &wrong));
            }
            if outcome.ended.is_stopped() && stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            self.times_ns[slot * settings.repeat + repetition] = clock.nanoseconds(start + aside, end);
            let status = Status::of(&outcome, puzzle.cells);
            self.answers[slot] = Answer { engine: kind, outcome, status };
        }
        if !self.solutions.is_empty() {
            let cells = puzzle.cells.len();
            self.first_solutions[slot * cells..][..cells].copy_from_slice(&self.solutions[..cells]);
        }
        Ok(true)
    }

    /// Engines that were not stopped must have found equally many solutions.
    fn compare(&self, puzzle: &Puzzle<'_>, source: &Source) -> Result<(), RunError> {
        let mut finished = self.answers.iter().filter(|answer| !answer.outcome.ended.is_stopped());
        let Some(first) = finished.next() else { return Ok(()) };
        match finished.find(|other| other.outcome.solutions != first.outcome.solutions) {
            None => Ok(()),
            Some(other) => Err(RunError::Disagreement {
                place: format!("{}, line {}", source.name, puzzle.line),
                puzzle: puzzle.grid().to_line(),
                first: (first.engine, first.outcome.solutions),
                other: (other.engine, other.outcome.solutions),
            }),
        }
    }

    /// Compares the solution that stands in the file with the one that was found, if there is exactly one.
    fn check_solution_column(&self, puzzle: &Puzzle<'_>, result: &mut BatchResult) {
        let Some(slot) = self.answers.iter().position(|answer| answer.status == Status::Unique) else {
            return;
        };
        let count = puzzle.cells.len();
        let found = &self.first_solutions[slot * count..][..count];
        if let Some(wrong) = puzzle.wrong_solution(Some(found)) {
            result.wrong_solutions.push((puzzle.line, format!("line {}: {wrong}", puzzle.line)));
        }
    }

    fn record(&mut self, puzzle: &Puzzle<'_>, source: usize, number: u64, result: &mut BatchResult) {
        let settings = &self.job.settings;
        let class = match settings.class_by {
            ClassBy::Guesses => class_of_guesses(self.answers[0].outcome.counters.guesses),
            _ => puzzle.class,
        };
        let repeat = settings.repeat;
        self.settle(number, class, result);
        // Statuses and counters are the same in every pass: they are recorded with the best times, or once.
        let is_first = settings.keep == Keep::Best || self.pass.number == 0;
        for slot in 0..self.answers.len() {
            let Answer { engine, outcome, status } = self.answers[slot];
            let times = &self.times_ns[slot * repeat..][..repeat];
            let tally = self.recorder.tally(engine, class);
            let best = self.best_ns[slot];
            let slowest = match settings.keep {
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
                    source,
                    line: puzzle.line,
                    nodes: outcome.counters.nodes,
                    puzzle: puzzle.grid().to_line(),
                });
            }
            // Only with the engine that was named first: for some sizes another one comes first.
            let is_pair = slot > 0 && self.job.engines.first() == Some(&self.answers[0].engine);
            if is_pair && !outcome.ended.is_stopped() && !self.answers[0].outcome.ended.is_stopped() {
                let summed = |slot: usize| match settings.keep {
                    Keep::All => self.times_ns[slot * repeat..][..repeat].iter().sum::<u64>(),
                    Keep::Best => self.best_ns[slot],
                };
                tally.paired.add(number, is_first, summed(0), summed(slot));
            }
        }
        if self.job.per_puzzle && (settings.keep == Keep::All || self.pass.is_last) {
            self.keep_puzzle(puzzle, class, result);
        }
    }

    /// The shortest times, and what is remembered for the passes to come.
    fn settle(&mut self, number: u64, class: u16, result: &mut BatchResult) {
        let settings = &self.job.settings;
        let (repeat, places) = (settings.repeat, self.job.most_engines());
        self.best_ns.clear();
        for slot in 0..self.answers.len() {
            let times = &self.times_ns[slot * repeat..][..repeat];
            let best = times.iter().copied().min().unwrap_or(0);
            let earlier = self.pass.earlier.get(number as usize * places + slot).copied().flatten();
            self.best_ns.push(earlier.map_or(best, |timed| best.min(timed.ns as u64)));
            if settings.passes > 1 {
                let ns = match settings.keep {
                    Keep::Best => best as f64,
                    Keep::All => times.iter().sum::<u64>() as f64 / repeat as f64,
                };
                result.times.push(Some(Timed { engine: self.answers[slot].engine, class, ns }));
            }
        }
        if settings.passes > 1 {
            result.times.extend(std::iter::repeat_n(None, places - self.answers.len()));
        }
    }

    /// Keeps the times of each engine for `puzzles.csv`: the best one, or those of all repetitions.
    fn keep_puzzle(&self, puzzle: &Puzzle<'_>, class: u16, result: &mut BatchResult) {
        let Settings { repeat, keep, .. } = self.job.settings;
        let grid = puzzle.grid();
        let (line, clues) = (grid.to_line(), grid.clues());
        for (slot, answer) in self.answers.iter().enumerate() {
            let kept = match keep {
                Keep::All => &self.times_ns[slot * repeat..][..repeat],
                Keep::Best => &self.best_ns[slot..][..1],
            };
            let cells = &self.first_solutions[slot * puzzle.cells.len()..][..puzzle.cells.len()];
            let solution =
                if answer.outcome.solutions > 0 { grid.with_cells(cells).to_line() } else { String::new() };
            result.puzzles.push(SolvedPuzzle {
                line: puzzle.line,
                class,
                engine: answer.engine,
                puzzle: line.clone(),
                solution,
                status: answer.status,
                times_ns: kept.to_vec(),
                outcome: answer.outcome,
                clues,
            });
        }
    }
}

/// How many solutions of a puzzle are kept before they are verified.
const MOST_UNVERIFIED: usize = 4096;

/// The first wrong one of these solutions, which lie one after the other.
fn first_wrong(verifier: &Verifier, givens: &[u8], solutions: &[u8]) -> Option<Vec<u8>> {
    let wrong = solutions.chunks_exact(givens.len()).find(|solution| !verifier.solves(givens, solution));
    wrong.map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests;
