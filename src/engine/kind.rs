//! The engines, by name.

use thiserror::Error;

use super::cover::Cover;
use super::dlx::Dlx;
use super::masks::Masks;
use super::naive::Naive;
use super::solver::{Engine, Idle, MakeEngine};
use super::sweep::{Sweep, Vectors};
use crate::named::named;
use crate::sudoku::Geometry;

/// The error for an engine whose vectors this processor does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("engine {engine} needs vectors that this processor lacks; it has {}", .has.join(", "))]
pub struct LacksVectors {
    engine: EngineKind,
    has: Vec<&'static str>,
}

named! {
    /// An engine by name; [`build`](EngineKind::build) creates it.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum EngineKind, "engine" {
        Dlx => "dlx", "Dancing links specialized for 9×9";
        Sweep => "sweep", "Every rule on the whole grid at once, with vector instructions; the fastest for 9×9";
        SweepAvx512 => "sweep-avx512", "Sweep on AVX-512 vectors, on processors that have them";
        SweepAvx2 => "sweep-avx2", "Sweep on AVX2 vectors, on processors that have them";
        SweepSse => "sweep-sse", "Sweep on SSE vectors, on processors that have them";
        SweepNeon => "sweep-neon", "Sweep on NEON vectors, on processors that have them";
        SweepPortable => "sweep-portable", "Sweep without processor-specific vector instructions";
        Masks => "masks", "Exact cover with one word per item, any size; the fastest for sizes other than 9×9";
        Cover => "cover", "Dancing links on the general exact-cover matrix, any size";
        Naive => "naive", "Backtracking cell by cell, any size";
        Idle => "idle", "Solves nothing; measures the overhead around an engine";
    }
}

impl EngineKind {
    /// Returns every engine that solves puzzles on this processor: all except [`Idle`](super::Idle) and those that need
    /// other vectors.
    pub fn solvers() -> impl Iterator<Item = EngineKind> {
        let solves = |kind: &EngineKind| *kind != EngineKind::Idle && kind.check_vectors().is_ok();
        EngineKind::ALL.iter().copied().filter(solves)
    }

    /// Returns the vectors that this engine uses instead of the widest ones of the processor, if it names them.
    fn vectors(self) -> Option<Vectors> {
        match self {
            EngineKind::SweepAvx512 => Some(Vectors::Avx512),
            EngineKind::SweepAvx2 => Some(Vectors::Avx2),
            EngineKind::SweepSse => Some(Vectors::Sse),
            EngineKind::SweepNeon => Some(Vectors::Neon),
            EngineKind::SweepPortable => Some(Vectors::Portable),
            _ => None,
        }
    }

    /// Returns an error if this engine needs vectors that this processor does not have.
    pub fn check_vectors(self) -> Result<(), LacksVectors> {
        match self.vectors() {
            Some(vectors) if !vectors.is_on_this_processor() => {
                let has = Vectors::ALL.iter().filter(|vectors| vectors.is_on_this_processor());
                Err(LacksVectors { engine: self, has: has.map(|vectors| vectors.name()).collect() })
            }
            _ => Ok(()),
        }
    }

    /// Creates an engine of this kind; `None` if it does not support this size, or this processor lacks its vectors.
    pub fn build(self, geometry: Geometry) -> Option<Box<dyn Engine>> {
        if !self.supports(geometry) {
            return None;
        }
        Some(match self {
            EngineKind::Dlx => Box::new(Dlx::new()),
            EngineKind::Sweep => Box::new(Sweep::new()),
            EngineKind::SweepAvx512
            | EngineKind::SweepAvx2
            | EngineKind::SweepSse
            | EngineKind::SweepNeon
            | EngineKind::SweepPortable => Box::new(Sweep::with(self.vectors()?)?),
            EngineKind::Masks => Box::new(Masks::new(geometry)),
            EngineKind::Cover => Box::new(Cover::new(geometry)),
            EngineKind::Naive => Box::new(Naive::new(geometry)),
            EngineKind::Idle => Box::new(Idle),
        })
    }

    /// Returns whether the engine solves puzzles of this size on this processor.
    pub fn supports(self, geometry: Geometry) -> bool {
        (geometry == Geometry::NINE || !self.knows_nine_only()) && self.check_vectors().is_ok()
    }

    /// Returns whether the engine solves only 9×9.
    pub fn knows_nine_only(self) -> bool {
        matches!(self, EngineKind::Dlx | EngineKind::Sweep) || self.vectors().is_some()
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
