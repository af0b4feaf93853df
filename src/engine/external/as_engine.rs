//! An external solver as an engine, where its times do not matter: for `check` and `solve`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::running::{ExternalEngine, ExternalSolver};
use super::spec::Form;
use crate::cover::{Ended, Outcome};
use crate::engine::limits::Limits;
use crate::engine::solver::{Engine, Fault, MakeEngine, Sink};
use crate::sudoku::{Geometry, Grid};

/// An external solver for one grid size.
struct SizedExternal {
    engine: ExternalEngine,
    geometry: Geometry,
    fault: Option<Fault>,
}

/// Nobody sets it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl MakeEngine for Arc<ExternalSolver> {
    fn make(&self, geometry: Geometry) -> Option<Box<dyn Engine>> {
        if self.form() == Form::Library && geometry != Geometry::NINE {
            return None;
        }
        let mut engine = self.engine();
        // It is started here rather than at the first puzzle.
        engine.warm_up(geometry, Grid::pattern(geometry).cells(), &NEVER);
        Some(Box::new(SizedExternal { engine, geometry, fault: None }))
    }
}

impl Engine for SizedExternal {
    /// The limit on solutions is that of the solver's [terms](super::Terms), and it has no nodes.
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        let stop = limits.interrupt.unwrap_or(&NEVER);
        let Some(reply) = self.engine.solve(self.geometry, givens, 1, stop) else {
            return Outcome { ended: Ended::Interrupted, ..Outcome::default() };
        };
        let outcome = reply.outcome();
        self.fault = reply.fault;
        match reply.solution.as_slice() {
            [] => outcome,
            solution => match sink(solution) {
                ControlFlow::Continue(()) => outcome,
                ControlFlow::Break(()) => Outcome { ended: Ended::Interrupted, ..outcome },
            },
        }
    }

    fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}
