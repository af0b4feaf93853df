//! Sudoku solvers behind one trait.
//!
//! | engine | sizes | what it is |
//! |---|---|---|
//! | [`Dlx`] | 9×9 | dancing links on a matrix specialised for Sudoku; the default for 9×9 |
//! | [`Sweep`] | 9×9 | every rule on the whole grid at once, in vectors; the fastest |
//! | [`Masks`] | all | exact cover with a word for each item; the default for sizes other than 9×9, and the fastest there |
//! | [`Cover`] | all | dancing links on the general matrix of [`cover`](crate::cover) |
//! | [`Naive`] | all | plain backtracking, cell by cell, for comparison |
//! | [`Idle`] | all | does nothing: measures what everything around an engine costs |
//!
//! An engine is made once and reused for any number of puzzles. It counts the solutions of a puzzle up to a limit
//! (two prove that a solution is the only one) and hands each to the caller; what they mean is a [`Status`].

mod cover;
mod dlx;
mod idle;
mod masks;
mod naive;
pub mod sweep;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::named::named;
use crate::sudoku::{Geometry, clash};

pub use crate::cover::Counters;
pub use cover::Cover;
pub use dlx::Dlx;
pub use idle::Idle;
pub use masks::Masks;
pub use naive::Naive;
pub use sweep::Sweep;

/// When an engine stops.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop when this many solutions were found.
    pub solutions: u64,
    /// Stop before visiting more than this many nodes.
    pub nodes: u64,
    /// Stop soon after somebody sets this; engines look at it every [`CHECK_INTERVAL`] nodes.
    pub interrupt: Option<&'a AtomicBool>,
}

/// How often an engine looks whether it was interrupted, in nodes; a power of two.
pub const CHECK_INTERVAL: u64 = 1024;

impl Limits<'_> {
    /// Two solutions, any number of nodes: enough to know whether a puzzle has exactly one.
    pub const UNIQUENESS: Limits<'static> = Limits::solutions(2);

    /// Up to this many solutions, any number of nodes.
    pub const fn solutions(solutions: u64) -> Limits<'static> {
        Limits { solutions, nodes: u64::MAX, interrupt: None }
    }

    /// Whether a search that has visited this many nodes must not visit another one.
    #[inline]
    fn forbid(&self, nodes: u64) -> bool {
        nodes >= self.nodes || (nodes.is_multiple_of(CHECK_INTERVAL) && self.is_interrupted())
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }
}

/// What an engine found out about a puzzle, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// How many solutions were found, at most the limit.
    pub solutions: u64,
    /// Whether the limit on nodes, or whoever received the solutions, ended the search early.
    pub stopped: bool,
    /// The work done. A node is a call of the recursive search, or for [`Dlx`] and [`Masks`] a state of it after all forced items are
    /// covered; a guess, one with several choices.
    pub counters: Counters,
}

/// What is known about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Exactly one solution.
    Unique,
    /// Two solutions or more.
    Multiple,
    /// No solution, though the givens do not clash.
    None,
    /// Two equal givens share a row, a column or a box.
    Invalid,
    /// A solution was found, and the limit forbade to look for a second one.
    Solved,
    /// A limit ended the search before the answer was known.
    Stopped,
    /// Not a puzzle at all.
    Malformed,
}

impl Status {
    /// What an outcome under these limits says about a puzzle.
    pub fn of(outcome: &Outcome, limits: &Limits<'_>, geometry: Geometry, givens: &[u8]) -> Status {
        match outcome.solutions {
            2.. => Status::Multiple,
            _ if outcome.stopped => Status::Stopped,
            1 if limits.solutions == 1 => Status::Solved,
            1 => Status::Unique,
            0 if limits.solutions == 0 => Status::Stopped,
            0 if clash(geometry, givens).is_some() => Status::Invalid,
            0 => Status::None,
        }
    }

    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Solved => "solved",
            Status::Stopped => "stopped",
            Status::Malformed => "malformed",
        }
    }
}

/// Receives each solution, row by row; a break ends the search.
pub type Sink<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// A Sudoku solver for one size of grid.
pub trait Engine: Send {
    /// Which engine this is.
    fn kind(&self) -> EngineKind;

    /// The size of its puzzles.
    fn geometry(&self) -> Geometry;

    /// Finds solutions of a puzzle, up to the limits, and passes each to `sink`.
    ///
    /// `givens` are the cells row by row, 0 for blank. Clashing givens are no error: they have no solution.
    ///
    /// # Panics
    /// If there are more or fewer cells than the geometry has, or a given is larger than its size.
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome;
}

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineKind {
    /// [`Dlx`].
    Dlx,
    /// [`Sweep`].
    Sweep,
    /// [`Sweep`] without the processor's own instructions.
    SweepPortable,
    /// [`Masks`].
    Masks,
    /// [`Cover`].
    Cover,
    /// [`Naive`].
    Naive,
    /// [`Idle`].
    Idle,
}

named! { EngineKind, "engine",
    Dlx => "dlx", "Dancing links specialized for 9×9";
    Sweep => "sweep", "All rules on the whole grid at once, in vectors; the fastest for 9×9";
    SweepPortable => "sweep-portable", "Sweep without the processor's own vector instructions";
    Masks => "masks", "Exact cover with a word per item, any size; the fastest for sizes other than 9×9";
    Cover => "cover", "Dancing links on the general matrix, any size";
    Naive => "naive", "Backtracking cell by cell, any size";
    Idle => "idle", "Solves nothing: measures the overhead around an engine";
}

impl EngineKind {
    /// All engines that solve puzzles.
    pub const ALL: [EngineKind; 6] = [
        EngineKind::Dlx,
        EngineKind::Sweep,
        EngineKind::SweepPortable,
        EngineKind::Masks,
        EngineKind::Cover,
        EngineKind::Naive,
    ];

    /// The engine's name.
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

    /// Whether the engine solves puzzles of this size.
    pub fn supports(self, geometry: Geometry) -> bool {
        geometry == Geometry::NINE || !self.knows_nine_only()
    }

    /// Whether the engine knows no other size than 9×9.
    pub fn knows_nine_only(self) -> bool {
        matches!(self, EngineKind::Dlx | EngineKind::Sweep | EngineKind::SweepPortable)
    }

    /// An engine of this kind, ready to solve; `None` if it does not solve this size.
    pub fn build(self, geometry: Geometry) -> Option<Box<dyn Engine>> {
        match self {
            _ if !self.supports(geometry) => None,
            EngineKind::Dlx => Some(Box::new(Dlx::new())),
            EngineKind::Sweep => Some(Box::new(Sweep::new())),
            EngineKind::SweepPortable => Some(Box::new(Sweep::portable())),
            EngineKind::Masks => Some(Box::new(Masks::new(geometry))),
            EngineKind::Cover => Some(Box::new(Cover::new(geometry))),
            EngineKind::Naive => Some(Box::new(Naive::new(geometry))),
            EngineKind::Idle => Some(Box::new(Idle::new(geometry))),
        }
    }

    /// The engine that a size is solved with unless another one is asked for: for 9×9 dancing links, else the fastest.
    pub fn default_for(geometry: Geometry) -> EngineKind {
        if geometry == Geometry::NINE { EngineKind::Dlx } else { EngineKind::Masks }
    }

    /// The fastest engine for a size.
    pub fn fastest_for(geometry: Geometry) -> EngineKind {
        if geometry == Geometry::NINE { EngineKind::Sweep } else { EngineKind::Masks }
    }
}

fn assert_fits(geometry: Geometry, givens: &[u8]) {
    assert_eq!(givens.len(), geometry.cell_count(), "a {geometry} puzzle has other cells");
    // All of them, not up to the first that is too large: this is compiled to vectors, and takes next to no time.
    let largest = givens.iter().fold(0, |largest, &given| u8::max(largest, given));
    assert!(usize::from(largest) <= geometry.size(), "a given is too large");
}
