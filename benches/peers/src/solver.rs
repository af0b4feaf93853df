//! The trait of what is measured: solvers that count the solutions of a puzzle.

use std::ops::ControlFlow;

use dlxbench::engine::{Engine, EngineKind, Limits};
use dlxbench::sudoku::{Geometry, Grid};

/// How far a solver counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// It counts up to any number.
    Counts,
    /// It stops at the first solution, so it has less to do and its times flatter it.
    FirstOnly,
}

impl Reach {
    /// How far it counts if asked to count up to `limit`.
    pub(crate) fn up_to(self, limit: u64) -> u64 {
        if self == Reach::FirstOnly { 1.min(limit) } else { limit }
    }
}

/// Facts about a solver that are known before it is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// The name of the engine or of the crate.
    pub(crate) name: &'static str,
    pub(crate) origin: Origin,
    pub(crate) reach: Reach,
}

/// Where a solver comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// An engine of dlxbench.
    Engine,
    /// A published crate.
    Peer,
}

impl Origin {
    /// The name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Origin::Engine => "engine",
            Origin::Peer => "peer",
        }
    }
}

/// The answer of a solver to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// Solutions, at most the limit.
    pub(crate) solutions: u64,
    /// Guesses and nodes, if the solver counts them.
    pub(crate) work: Option<(u64, u64)>,
}

/// Counts the solutions of puzzles.
pub(crate) trait Solver {
    /// Whether the solver supports puzzles of this size.
    fn supports(&self, geometry: Geometry) -> bool;

    /// Counts the solutions of a puzzle, at most `limit`.
    fn count(&mut self, puzzle: &Grid, limit: u64) -> Answer;
}

/// An engine of dlxbench, rebuilt only when the size changes.
pub(crate) struct Ours {
    kind: EngineKind,
    engine: Option<(Geometry, Box<dyn Engine>)>,
}

impl Ours {
    pub(crate) fn new(kind: EngineKind) -> Ours {
        Ours { kind, engine: None }
    }
}

impl Solver for Ours {
    fn supports(&self, geometry: Geometry) -> bool {
        self.kind.supports(geometry)
    }

    fn count(&mut self, puzzle: &Grid, limit: u64) -> Answer {
        let geometry = puzzle.geometry();
        let (_, engine) = match &mut self.engine {
            Some(engine) if engine.0 == geometry => engine,
            other => other.insert((geometry, self.kind.build(geometry).expect("the size is supported"))),
        };
        let outcome =
            engine.solve(puzzle.cells(), &Limits::solutions(limit), &mut |_| ControlFlow::Continue(()));
        Answer {
            solutions: outcome.solutions,
            work: Some((outcome.counters.guesses, outcome.counters.nodes)),
        }
    }
}
