//! Solves one puzzle after the other, with engines that are created on first use.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use dlxbench::corpus::Entry;
use dlxbench::engine::external::EngineChoice;
use dlxbench::engine::{Engine, Fault, Limits, MakeEngine, Outcome, Status};
use dlxbench::report::units;
use dlxbench::sudoku::{Geometry, Grid};

/// Receives solutions; a break ends the search.
pub(super) type Take<'t> = &'t mut dyn FnMut(Grid) -> anyhow::Result<ControlFlow<()>>;

pub(super) struct Solved {
    /// The input; empty for a puzzle given as an argument.
    pub(super) file: String,
    pub(super) entry: Entry,
    /// The status according to the first engine that was not stopped.
    pub(super) status: Status,
    /// The solutions of the first engine, as far as they were kept.
    pub(super) solutions: Vec<Grid>,
    pub(super) runs: Vec<EngineRun>,
    /// Why the puzzle has no solution, in a sentence; empty if it has one.
    pub(super) evidence: String,
}

pub(super) struct EngineRun {
    pub(super) engine: String,
    pub(super) outcome: Outcome,
    pub(super) status: Status,
    pub(super) time: Duration,
    /// What was wrong with the answer of an external solver.
    pub(super) fault: Option<Fault>,
}

impl Solved {
    /// Returns whether a solution was found and no second one is known.
    pub(super) fn is_solved(&self) -> bool {
        matches!(self.status, Status::Unique | Status::Solved)
    }
}

/// Returns the place of a puzzle, as the beginning of a message.
pub(super) fn place(file: &str, line: u64) -> String {
    if file.is_empty() { String::new() } else { format!("{file}, line {line}: ") }
}

pub(super) struct Solver<'a> {
    pub(super) limits: Limits<'a>,
    /// What builds external solvers, by their names.
    pub(super) externals: HashMap<String, Box<dyn MakeEngine>>,
    pub(super) engines: HashMap<(Geometry, String), Box<dyn Engine>>,
}

impl Solver<'_> {
    /// Solves a puzzle with several engines, which must support its size, and returns the status that they agree on.
    /// The solutions of the first engine are taken; those of the others are only counted.
    pub(super) fn solve(
        &mut self,
        puzzle: &Grid,
        choices: &[EngineChoice],
        take: Take<'_>,
    ) -> anyhow::Result<(Status, Vec<EngineRun>)> {
        let mut runs = vec![self.run(&choices[0], puzzle, take)?];
        for choice in &choices[1..] {
            runs.push(self.run(choice, puzzle, &mut |_| Ok(ControlFlow::Continue(())))?);
        }
        Ok((agreed_status(&runs, puzzle)?, runs))
    }

    /// Solves a puzzle with one engine and verifies every solution. The time includes neither the verification nor
    /// `take`.
    fn run(&mut self, choice: &EngineChoice, puzzle: &Grid, take: Take<'_>) -> anyhow::Result<EngineRun> {
        let geometry = puzzle.geometry();
        let Solver { limits, externals, engines } = self;
        let build = || {
            let engine = match choice.built_in() {
                Some(kind) => kind.build(geometry),
                None => externals[choice.name()].make(geometry),
            };
            engine.expect("the engine supports this size")
        };
        let engine = engines.entry((geometry, choice.to_string())).or_insert_with(build);
        let mut failure = None;
        let mut aside = Duration::ZERO;
        let mut sink = |cells: &[u8]| {
            let begun = Instant::now();
            let solution = puzzle.with_cells(cells);
            let taken = if solution.solves(puzzle) {
                take(solution)
            } else {
                let (puzzle, solution) = (puzzle.to_line(), solution.to_line());
                Err(anyhow::anyhow!("engine {choice} gave a wrong solution for {puzzle}: {solution}"))
            };
            aside += begun.elapsed();
            taken.unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        };
        let begun = Instant::now();
        let outcome = engine.solve(puzzle.cells(), limits, &mut sink);
        let time = begun.elapsed().saturating_sub(aside);
        let fault = engine.take_fault();
        let status = match &fault {
            Some(fault) => fault.status,
            None => Status::of(&outcome, puzzle.cells()),
        };
        failure.map_or(Ok(EngineRun { engine: choice.to_string(), outcome, status, time, fault }), Err)
    }
}

/// Returns the status that the engines agree on; those that were stopped do not count.
fn agreed_status(runs: &[EngineRun], puzzle: &Grid) -> anyhow::Result<Status> {
    // Whoever stops at the first solution says nothing about others; an external solver may do so at any limit.
    let is_proof = |run: &&EngineRun| run.status != Status::Solved || runs[0].status == Status::Solved;
    let mut finished = runs.iter().filter(|run| !run.outcome.ended.is_stopped()).filter(is_proof);
    let Some(first) = finished.next() else { return Ok(runs[0].status) };
    if let Some(other) = finished.find(|other| other.outcome.solutions != first.outcome.solutions) {
        let [one, two] = [first, other].map(|run| (&run.engine, run.outcome.solutions));
        let puzzle = puzzle.to_line();
        let found = units::counted(one.1, "solution");
        bail!("engines disagree on {puzzle}: {} found {found}, {} {}", one.0, two.0, two.1);
    }
    Ok(first.status)
}
