//! An engine that returns at once without looking at the puzzle.
//!
//! The time of a benchmark with this engine is the overhead around an engine.

use super::limits::Limits;
use super::solver::{Engine, Sink};
use crate::cover::{Ended, Outcome};

/// Does nothing, for every size; the status of every puzzle is `stopped`.
#[derive(Clone, Debug)]
pub struct Idle;

impl Engine for Idle {
    fn solve(&mut self, _givens: &[u8], _limits: &Limits<'_>, _sink: Sink<'_>) -> Outcome {
        Outcome { ended: Ended::Interrupted, ..Outcome::default() }
    }
}
