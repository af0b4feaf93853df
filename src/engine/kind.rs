//! The engines by name.

use std::fmt;
use std::str::FromStr;

use crate::sudoku::Geometry;

/// An engine by name; [`build`](EngineKind::build) makes one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum EngineKind {
    /// [`Dlx`](super::Dlx).
    Dlx,
    /// [`Sweep`](super::Sweep).
    Sweep,
    /// [`Sweep`](super::Sweep) without the processor's own instructions.
    SweepPortable,
    /// [`Masks`](super::Masks).
    Masks,
    /// [`Cover`](super::Cover).
    Cover,
    /// [`Naive`](super::Naive).
    Naive,
    /// [`Idle`](super::Idle).
    Idle,
}

impl EngineKind {
    /// Every engine.
    pub const ALL: [EngineKind; 7] = [
        EngineKind::Dlx,
        EngineKind::Sweep,
        EngineKind::SweepPortable,
        EngineKind::Masks,
        EngineKind::Cover,
        EngineKind::Naive,
        EngineKind::Idle,
    ];

    /// Every engine that solves puzzles: all but [`Idle`](super::Idle).
    pub fn solvers() -> impl Iterator<Item = EngineKind> {
        EngineKind::ALL.into_iter().filter(|&kind| kind != EngineKind::Idle)
    }

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Dlx => "dlx",
            EngineKind::Sweep => "sweep",
            EngineKind::SweepPortable => "sweep-portable",
            EngineKind::Masks => "masks",
            EngineKind::Cover => "cover",
            EngineKind::Naive => "naive",
            EngineKind::Idle => "idle",
        }
    }

    /// What it is, in one line.
    pub fn description(self) -> &'static str {
        match self {
            EngineKind::Dlx => "Dancing links specialized for 9×9",
            EngineKind::Sweep => "All rules on the whole grid at once, in vectors; the fastest for 9×9",
            EngineKind::SweepPortable => "The same without the processor's own vector instructions",
            EngineKind::Masks => {
                "Exact cover with a word per item, any size; the fastest for sizes other than 9×9"
            }
            EngineKind::Cover => "Dancing links on the general matrix, any size",
            EngineKind::Naive => "Backtracking cell by cell, any size",
            EngineKind::Idle => "Does nothing: measures the overhead around an engine",
        }
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

impl fmt::Display for EngineKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A name that no engine has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown engine {0:?}: expected one of {list}", list = EngineKind::ALL.map(EngineKind::name).join(", "))]
pub struct UnknownEngine(pub String);

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<EngineKind, UnknownEngine> {
        let found = EngineKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in EngineKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "dxl".parse::<EngineKind>().unwrap_err().to_string();
        assert!(error.starts_with("unknown engine \"dxl\": expected one of dlx, sweep"), "{error}");
    }
}
