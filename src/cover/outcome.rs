//! The limits of a search, what it found, and what it cost.

use std::time::Duration;

use super::problem::ItemId;

/// When to stop before the search is complete. The default is no limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after this many solutions.
    pub solutions: Option<u64>,
    /// Stop before visiting more than this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this much wall time.
    pub time: Option<Duration>,
}

impl Limits {
    /// Limits only the number of solutions.
    pub fn solutions(count: u64) -> Limits {
        Limits { solutions: Some(count), ..Limits::default() }
    }
}

/// Machine-independent measures of work, the same in every run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Nodes of the search tree including the root and the solutions: calls of a recursive search.
    pub nodes: u64,
    /// Nodes with a choice of two or more options.
    pub guesses: u64,
    /// Knuth's updates: how often a header or a node was removed from its ring; 0 for an engine without rings.
    pub updates: u64,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.nodes += other.nodes;
        self.guesses += other.guesses;
        self.updates += other.updates;
    }
}

impl std::ops::Sub for Counters {
    type Output = Counters;

    /// Returns the work done since an earlier count.
    fn sub(self, earlier: Counters) -> Counters {
        Counters {
            nodes: self.nodes - earlier.nodes,
            guesses: self.guesses - earlier.guesses,
            updates: self.updates - earlier.updates,
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ended {
    /// Everything was searched.
    #[default]
    Complete,
    /// No search was needed: this primary item has no option, so there is no solution.
    ItemWithoutOption(ItemId),
    /// The limit on solutions was reached; there may be more.
    SolutionLimit,
    /// The limit on nodes was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The caller stopped the search, or broke off at a solution.
    Interrupted,
}

impl Ended {
    /// Returns whether all solutions are known.
    pub fn is_complete(self) -> bool {
        matches!(self, Ended::Complete | Ended::ItemWithoutOption(_))
    }

    /// Returns whether the search ended before the number of solutions, up to the limit on solutions, was known.
    pub fn is_stopped(self) -> bool {
        !self.is_complete() && self != Ended::SolutionLimit
    }
}

/// What a search found, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The number of solutions found.
    pub solutions: u64,
    /// Why the search ended.
    pub ended: Ended,
    /// What it cost.
    pub counters: Counters,
}
