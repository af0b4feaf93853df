//! No solver at all: it looks at nothing and finds nothing, at once.
//!
//! What a benchmark takes with this engine is what the machinery around an engine costs.

use super::{Engine, EngineKind, Limits, Outcome, Sink};
use crate::sudoku::Geometry;

/// Does nothing, for every size; every puzzle counts as stopped.
#[derive(Clone, Debug)]
pub struct Idle {
    geometry: Geometry,
}

impl Idle {
    /// An engine that will not solve puzzles of this size.
    pub fn new(geometry: Geometry) -> Idle {
        Idle { geometry }
    }
}

impl Engine for Idle {
    fn kind(&self) -> EngineKind {
        EngineKind::Idle
    }

    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn solve(&mut self, _givens: &[u8], _limits: &Limits<'_>, _sink: Sink<'_>) -> Outcome {
        Outcome { stopped: true, ..Outcome::default() }
    }
}
