//! Makes an engine from its name.

use super::cover::Cover;
use super::dlx::Dlx;
use super::idle::Idle;
use super::kind::EngineKind;
use super::masks::Masks;
use super::naive::Naive;
use super::solver::Engine;
use super::sweep::Sweep;
use crate::sudoku::Geometry;

impl EngineKind {
    /// An engine of this kind, ready to solve; `None` if it does not solve this size.
    pub fn build(self, geometry: Geometry) -> Option<Box<dyn Engine>> {
        if !self.supports(geometry) {
            return None;
        }
        Some(match self {
            EngineKind::Dlx => Box::new(Dlx::new()),
            EngineKind::Sweep => Box::new(Sweep::new()),
            EngineKind::SweepPortable => Box::new(Sweep::portable()),
            EngineKind::Masks => Box::new(Masks::new(geometry)),
            EngineKind::Cover => Box::new(Cover::new(geometry)),
            EngineKind::Naive => Box::new(Naive::new(geometry)),
            EngineKind::Idle => Box::new(Idle),
        })
    }
}
