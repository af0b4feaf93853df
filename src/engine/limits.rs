//! Limits that end a search before it is complete.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cover::{Ended, Outcome};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop after this many solutions.
    pub solutions: u64,
    /// Stop before visiting more than this many nodes.
    pub nodes: u64,
    /// Stop soon after this is set; engines check it every [`CHECK_INTERVAL`] nodes.
    pub interrupt: Option<&'a AtomicBool>,
}

/// How often an engine checks for an interrupt, in nodes; a power of two.
pub const CHECK_INTERVAL: u64 = 1024;

impl Limits<'_> {
    /// Two solutions and any number of nodes: enough to tell whether a puzzle has exactly one solution.
    pub const UNIQUENESS: Limits<'static> = Limits::solutions(2);

    /// Limits the number of solutions, but not the number of nodes.
    pub const fn solutions(solutions: u64) -> Limits<'static> {
        Limits { solutions, nodes: u64::MAX, interrupt: None }
    }

    /// Counts a node, or breaks if a limit is reached.
    #[inline]
    pub(super) fn enter_node(&self, outcome: &mut Outcome) -> ControlFlow<()> {
        let nodes = outcome.counters.nodes;
        if nodes >= self.nodes {
            outcome.ended = Ended::NodeLimit;
            return ControlFlow::Break(());
        }
        if nodes.is_multiple_of(CHECK_INTERVAL)
            && self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
        {
            outcome.ended = Ended::Interrupted;
            return ControlFlow::Break(());
        }
        outcome.counters.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Counts a solution; breaks if it is the last one wanted, or if its receiver broke (`answer`).
    #[inline]
    pub(super) fn count_solution(&self, outcome: &mut Outcome, answer: ControlFlow<()>) -> ControlFlow<()> {
        outcome.solutions += 1;
        if answer.is_break() {
            outcome.ended = Ended::Interrupted;
        } else if outcome.solutions >= self.solutions {
            outcome.ended = Ended::SolutionLimit;
        } else {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }
}
