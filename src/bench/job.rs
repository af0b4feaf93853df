//! What a benchmark is asked to do.

use crate::corpus::{ClassBy, Column};
use crate::engine::EngineKind;
use crate::named::named;
use crate::sudoku::Geometry;

/// Which times of a puzzle that is solved several times are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// All of them.
    #[default]
    All,
    /// The shortest.
    Best,
}

named! { Keep, "choice of times",
    All => "all", "All of them";
    Best => "best", "The shortest of each puzzle";
}

/// What to measure and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The engines; none stands for the best one for each size.
    pub engines: Vec<EngineKind>,
    /// Threads that solve.
    pub threads: usize,
    /// How many solves each thread does before it measures.
    pub warmup: usize,
    /// How often each puzzle is solved.
    pub repeat: usize,
    /// Which of these solves count.
    pub keep: Keep,
    /// Solutions to look for.
    pub limit: u64,
    /// Nodes after which a puzzle is given up.
    pub max_nodes: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether each puzzle is replaced by a random equivalent one.
    pub isomorphs: bool,
    /// Measure only so many puzzles, chosen at random.
    pub sample: Option<usize>,
    /// What decides the class of a puzzle.
    pub class_by: ClassBy,
    /// The column of the puzzles, where the corpora are tables and this is not to be found out.
    pub column: Option<Column>,
    /// Whether to write a row for every puzzle.
    pub per_puzzle: bool,
    /// How often the corpora are gone through. With more than one pass the run measures its own noise, and keeps some
    /// bytes for each puzzle and engine in memory.
    pub passes: usize,
    /// Every solve is made longer by so many per cent: to find out whether a slow-down would be noticed.
    pub delay_percent: u32,
}

impl Default for Job {
    fn default() -> Job {
        Job {
            engines: Vec::new(),
            threads: 1,
            warmup: 100,
            repeat: 1,
            keep: Keep::All,
            limit: 2,
            max_nodes: u64::MAX,
            seed: 1,
            isomorphs: false,
            sample: None,
            class_by: ClassBy::Auto,
            column: None,
            per_puzzle: false,
            passes: 1,
            delay_percent: 0,
        }
    }
}

impl Job {
    /// How many engines solve a puzzle at most.
    pub(super) fn lanes(&self) -> usize {
        self.engines.len().max(1)
    }

    /// The engines for puzzles of a size, in the order in which they were named; those that cannot solve it are
    /// left out. Without a wish, the fastest one.
    pub fn engines_for(&self, geometry: Geometry) -> Vec<EngineKind> {
        if self.engines.is_empty() {
            return vec![EngineKind::default_for(geometry)];
        }
        self.engines.iter().copied().filter(|engine| engine.supports(geometry)).collect()
    }
}
