//! The engines by name.

use super::cover::Cover;
use super::dlx::Dlx;
use super::masks::Masks;
use super::naive::Naive;
use super::solver::{Engine, Idle};
use super::sweep::Sweep;
use crate::named::named;
use crate::sudoku::Geometry;

named! {
    /// An engine by name; [`build`](EngineKind::build) makes one.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum EngineKind, "engine" {
        Dlx => "dlx", "Dancing links specialized for 9×9";
        Sweep => "sweep", "All rules on the whole grid at once, in vectors; the fastest for 9×9";
        SweepPortable => "sweep-portable", "Sweep without the processor's own vector instructions";
        Masks => "masks", "Exact cover with a word per item, any size; the fastest for sizes other than 9×9";
        Cover => "cover", "Dancing links on the general matrix, any size";
        Naive => "naive", "Backtracking cell by cell, any size";
        Idle => "idle", "Solves nothing: measures the overhead around an engine";
    }
}

impl EngineKind {
    /// Every engine that solves puzzles: all but [`Idle`](super::Idle).
    pub fn solvers() -> impl Iterator<Item = EngineKind> {
        EngineKind::ALL.iter().copied().filter(|&kind| kind != EngineKind::Idle)
    }

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

    /// Whether the engine solves puzzles of this size.
    pub fn supports(self, geometry: Geometry) -> bool {
        geometry == Geometry::NINE || !self.knows_nine_only()
    }

    /// Whether the engine solves 9×9 only.
    pub fn knows_nine_only(self) -> bool {
        matches!(self, EngineKind::Dlx | EngineKind::Sweep | EngineKind::SweepPortable)
    }

    /// The default engine for a size: dancing links for 9×9, otherwise the fastest.
    pub fn default_for(geometry: Geometry) -> EngineKind {
        if geometry == Geometry::NINE { EngineKind::Dlx } else { EngineKind::Masks }
    }

    /// The fastest engine for a size.
    pub fn fastest_for(geometry: Geometry) -> EngineKind {
        if geometry == Geometry::NINE { EngineKind::Sweep } else { EngineKind::Masks }
    }
}
