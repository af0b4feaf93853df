//! Measures one puzzle: all engines solve it, and later their answers are verified.
//!
//! Only the solve is timed, between two reads of the [`Clock`]; verification is not. It is a step of its own, so that it
//! need not come between two solves.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::RunError;
use super::externals::Externals;
use super::job::{EngineIndex, Job};
use crate::clock::Clock;
use crate::corpus::{Puzzle, Source};
use crate::counts::counted;
use crate::engine::external::{EngineChoice, Reply};
use crate::engine::{Engine, Fault, Limits, Outcome, Status};
use crate::record::Settings;
use crate::sudoku::{Geometry, Verifier};

/// The number of solutions that an engine may find before they are verified, with the clock stopped.
const MOST_UNVERIFIED: usize = 4096;
/// The number of solutions that an answer may keep until it is verified. More are verified right after the solve, so that
/// the puzzles that wait together take little memory.
const MOST_KEPT: usize = 16;

/// The engines for one grid size.
pub(super) struct Engines {
    /// Whether any engine of the run knows the size.
    pub(super) is_supported: bool,
    engines: Vec<EngineSlot>,
    verifier: Verifier,
    clock: Clock,
}

/// An engine of the run.
struct EngineSlot {
    index: EngineIndex,
    name: String,
    /// `None` for an external solver, which is not made for one size.
    built_in: Option<Box<dyn Engine>>,
}

/// The answer of an engine to a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) engine: EngineIndex,
    pub(super) outcome: Outcome,
    pub(super) status: Status,
    /// The times of all repetitions; none if an external solver gave no answer, or a wrong one.
    pub(super) times_ns: Vec<u64>,
    /// The first solution; empty if there is none. Before the answer is verified, all solutions, concatenated.
    pub(super) solution: Vec<u8>,
    /// How long an external solver says that it took.
    pub(super) claimed_ns: Option<u64>,
    /// What is wrong with the answer of an external solver.
    pub(super) fault: Option<Fault>,
}

impl Answer {
    fn of(engine: EngineIndex) -> Answer {
        let (outcome, status) = (Outcome::default(), Status::Stopped);
        let (times_ns, solution) = (Vec::new(), Vec::new());
        Answer { engine, outcome, status, times_ns, solution, claimed_ns: None, fault: None }
    }

    /// Whether two engines did the same work: both proved how many solutions there are, or both stopped at the first.
    pub(super) fn is_same_work(&self, other: &Answer) -> bool {
        let is_proof =
            |status| matches!(status, Status::Unique | Status::Multiple | Status::None | Status::Invalid);
        match self.status {
            Status::Solved => other.status == Status::Solved,
            status => is_proof(status) && is_proof(other.status),
        }
    }

    fn take(&mut self, reply: Reply) {
        self.outcome = reply.outcome();
        let Reply { status, solution, times_ns, claimed_ns, fault, .. } = reply;
        (self.status, self.solution, self.times_ns) = (status, solution, times_ns);
        (self.claimed_ns, self.fault) = (claimed_ns, fault);
    }
}

impl Engines {
    pub(super) fn new(job: &Job, geometry: Geometry) -> Engines {
        let slot = |(index, choice): (EngineIndex, EngineChoice)| {
            let built_in = match choice.built_in() {
                Some(kind) => Some((job.build)(kind, geometry)?),
                None => None,
            };
            Some(EngineSlot { index, name: choice.to_string(), built_in })
        };
        Engines {
            is_supported: job.supports(geometry),
            engines: job.engines_for(geometry).into_iter().filter_map(slot).collect(),
            verifier: Verifier::new(geometry),
            clock: Clock::new(),
        }
    }

    /// Solves a puzzle with the built-in engines, without measuring it.
    pub(super) fn warm_up(&mut self, cells: &[u8], limits: &Limits<'_>) {
        for engine in self.engines.iter_mut().filter_map(|slot| slot.built_in.as_mut()) {
            engine.solve(cells, limits, &mut |_| ControlFlow::Continue(()));
        }
    }

    /// Has all engines solve a puzzle, the `number`th of the run. Returns `false` if the run is being stopped; the answers
    /// are then incomplete. They must be [verified](Engines::verify) before they count.
    pub(super) fn solve(
        &mut self,
        settings: &Settings,
        (puzzle, number): (&Puzzle<'_>, u64),
        source: &Source,
        externals: &mut Externals,
        stop: &AtomicBool,
        answers: &mut Vec<Answer>,
    ) -> Result<bool, RunError> {
        let count = self.engines.len();
        if answers.len() != count {
            answers.resize(count, Answer::of(0));
        }
        // The order rotates so that no engine is always first.
        let first = if count > 1 { (number % count as u64) as usize } else { 0 };
        for slot in (first..count).chain(0..first) {
            let (answer, index) = (&mut answers[slot], self.engines[slot].index);
            // The last puzzle may have had another size, and other engines.
            if answer.engine != index {
                *answer = Answer::of(index);
            }
            if self.engines[slot].built_in.is_none() {
                let Some(reply) = externals.solve(answer.engine, puzzle, settings.repeat, stop) else {
                    return Ok(false);
                };
                answer.take(reply);
                continue;
            }
            match self.solve_with(slot, settings, puzzle, stop, answer) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(wrong) => return Err(self.wrong_solution(slot, puzzle, source, &wrong)),
            }
        }
        Ok(true)
    }

    /// Has one engine solve the puzzle as often as the settings say. Returns `false` if the run is being stopped, and a
    /// wrong solution as the error: the answer leaves only those of the last repetition to be verified.
    fn solve_with(
        &mut self,
        slot: usize,
        settings: &Settings,
        puzzle: &Puzzle<'_>,
        stop: &AtomicBool,
        answer: &mut Answer,
    ) -> Result<bool, Vec<u8>> {
        let Engines { engines, verifier, clock, .. } = self;
        let engine = engines[slot].built_in.as_mut().expect("externals solve elsewhere");
        let nodes = settings.max_nodes.unwrap_or(u64::MAX);
        let limits = Limits { solutions: settings.limit, nodes, interrupt: Some(stop) };
        let cells = puzzle.cells.len();
        let solutions = &mut answer.solution;
        answer.times_ns.clear();
        for repetition in 0..settings.repeat {
            if repetition > 0
                && let Some(wrong) = first_wrong(verifier, puzzle.cells, solutions)
            {
                return Err(wrong.to_vec());
            }
            solutions.clear();
            // Solutions are verified after the solve, or, if there are very many, during it with the clock stopped.
            let (mut wrong, mut aside) = (None, 0);
            let start = clock.read();
            let outcome = engine.solve(puzzle.cells, &limits, &mut |solution| {
                if solutions.len() >= cells * MOST_UNVERIFIED {
                    let pause = clock.read();
                    wrong = first_wrong(verifier, puzzle.cells, solutions).map(<[u8]>::to_vec);
                    solutions.truncate(cells);
                    aside += clock.read() - pause;
                }
                solutions.extend_from_slice(solution);
                if wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let end = clock.read();
            if let Some(wrong) = wrong {
                return Err(wrong);
            }
            if outcome.ended.is_stopped() && stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            answer.times_ns.push(clock.nanoseconds(start + aside, end));
            answer.outcome = outcome;
        }
        if solutions.len() > cells * MOST_KEPT {
            if let Some(wrong) = first_wrong(verifier, puzzle.cells, solutions) {
                return Err(wrong.to_vec());
            }
            solutions.truncate(cells);
            solutions.shrink_to_fit();
        }
        Ok(true)
    }

    /// Verifies the answers to a puzzle, and draws the status of each from them.
    pub(super) fn verify(
        &self,
        puzzle: &Puzzle<'_>,
        source: &Source,
        answers: &mut [Answer],
    ) -> Result<(), RunError> {
        for (slot, answer) in answers.iter_mut().enumerate() {
            // An external solver's reply has been judged already.
            if self.engines[slot].built_in.is_none() {
                continue;
            }
            if let Some(wrong) = first_wrong(&self.verifier, puzzle.cells, &answer.solution) {
                return Err(self.wrong_solution(slot, puzzle, source, wrong));
            }
            answer.solution.truncate(puzzle.cells.len());
            answer.status = Status::of(&answer.outcome, puzzle.cells);
        }
        if answers.len() > 1 { self.compare(puzzle, source, answers) } else { Ok(()) }
    }

    /// Built-in engines that were not stopped must have found the same number of solutions.
    fn compare(&self, puzzle: &Puzzle<'_>, source: &Source, answers: &[Answer]) -> Result<(), RunError> {
        let built_in = self.engines.iter().zip(answers).filter(|(slot, _)| slot.built_in.is_some());
        let mut finished = built_in.filter(|(_, answer)| !answer.outcome.ended.is_stopped());
        let Some((slot, first)) = finished.next() else { return Ok(()) };
        match finished.find(|(_, other)| other.outcome.solutions != first.outcome.solutions) {
            None => Ok(()),
            Some((other_slot, other)) => {
                let what = format!(
                    "engines disagree: {} found {}, {} found {}",
                    slot.name,
                    counted(first.outcome.solutions, "solution"),
                    other_slot.name,
                    other.outcome.solutions
                );
                Err(wrong_answer(what, puzzle, source))
            }
        }
    }

    fn wrong_solution(&self, slot: usize, puzzle: &Puzzle<'_>, source: &Source, wrong: &[u8]) -> RunError {
        // Not `Grid::to_line`: a wrong digit may be too large for the grid.
        let solution: String = wrong.iter().map(|&digit| puzzle.symbols.symbol(digit)).collect();
        let engine = &self.engines[slot].name;
        let what = format!(
            "engine {engine} gave a wrong solution, so its times are worthless\n  solution  {solution}"
        );
        wrong_answer(what, puzzle, source)
    }
}

fn wrong_answer(what: String, puzzle: &Puzzle<'_>, source: &Source) -> RunError {
    let place = format!("{}, line {}", source.name, puzzle.line);
    RunError::WrongAnswer { what, place, puzzle: puzzle.grid().to_line() }
}

/// Returns the first wrong one of these concatenated solutions.
fn first_wrong<'s>(verifier: &Verifier, givens: &[u8], solutions: &'s [u8]) -> Option<&'s [u8]> {
    solutions.chunks_exact(givens.len()).find(|solution| !verifier.solves(givens, solution))
}
