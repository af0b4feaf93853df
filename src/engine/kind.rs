//! The engines, by name.

use super::cover::Cover;
use super::dlx::Dlx;
use super::masks::Masks;
use super::naive::Naive;
use super::solver::{Engine, Idle, MakeEngine};
use super::sweep::Sweep;
use crate::named::named;
use crate::sudoku::Geometry;

named! {
    /// An engine by name; [`build`](EngineKind::build) creates it.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum EngineKind, "engine" {
        Dlx => "dlx", "Dancing links specialized for 9×9";
        Sweep => "sweep", "Every rule on the whole grid at once, with vector instructions; the fastest for 9×9";
        SweepPortable => "sweep-portable", "Sweep without processor-specific vector instructions";
        Masks => "masks", "Exact cover with one word per item, any size; the fastest for sizes other than 9×9";
        Cover => "cover", "Dancing links on the general exact-cover matrix, any size";
        Naive => "naive", "Backtracking cell by cell, any size";
        Idle => "idle", "Solves nothing; measures the overhead around an engine";
    }
}

impl EngineKind {
    /// Returns every engine that solves puzzles: all except [`Idle`](super::Idle).
    pub fn solvers() -> impl Iterator<Item = EngineKind> {
        EngineKind::ALL.iter().copied().filter(|&kind| kind != EngineKind::Idle)
    }

    /// Creates an engine of this kind; `None` if it does not support this size.
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

    /// Returns whether the engine solves puzzles of this size.
    pub fn supports(self, geometry: Geometry) -> bool {
        geometry == Geometry::NINE || !self.knows_nine_only()
    }

    /// Returns whether the engine solves only 9×9.
    pub fn knows_nine_only(self) -> bool {
        matches!(self, EngineKind::Dlx | EngineKind::Sweep | EngineKind::SweepPortable)
    }

    /// Returns the default engine for a size: dancing links for 9×9, otherwise the fastest engine.
    pub fn default_for(geometry: Geometry) -> EngineKind {
        if geometry == Geometry::NINE { EngineKind::Dlx } else { EngineKind::Masks }
    }

    /// Returns the fastest engine for a size.
    pub fn fastest_for(geometry: Geometry) -> EngineKind {
        if geometry == Geometry::NINE { EngineKind::Sweep } else { EngineKind::Masks }
    }
}

impl MakeEngine for EngineKind {
    fn make(&self, geometry: Geometry) -> Option<Box<dyn Engine>> {
        self.build(geometry)
    }
}
