//! What searches on several threads share: their limits, and what they have used of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::outcome::{Ended, Limits};

/// What searches on several threads share: the limits, and what has been used of them.
#[derive(Debug)]
pub(super) struct Team {
    nodes: AtomicU64,
    solutions: AtomicU64,
    node_limit: Option<u64>,
    solution_limit: Option<u64>,
    deadline: Option<Instant>,
    canceled: AtomicBool,
}

impl Team {
    /// With `in_order`, the limit on solutions is not the team's: solutions are counted where they are handed
    /// out, for the first ones in order may be found last.
    pub(super) fn new(limits: Limits, in_order: bool) -> Team {
        Team {
            nodes: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            node_limit: limits.nodes,
            solution_limit: limits.solutions.filter(|_| !in_order),
            deadline: limits.deadline(),
            canceled: AtomicBool::new(false),
        }
    }

    pub(super) fn cancel(&self) {
        self.canceled.store(true, Ordering::Relaxed);
    }

    /// Forgets what has been used, because the work starts over.
    pub(super) fn forget(&self) {
        self.nodes.store(0, Ordering::Relaxed);
        self.solutions.store(0, Ordering::Relaxed);
    }

    pub(super) fn add(&self, nodes: u64, solutions: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.solutions.fetch_add(solutions, Ordering::Relaxed);
    }

    pub(super) fn reason_to_stop(&self) -> Option<Ended> {
        let reached =
            |limit: Option<u64>, used: &AtomicU64| limit.is_some_and(|l| used.load(Ordering::Relaxed) >= l);
        if self.canceled.load(Ordering::Relaxed) {
            Some(Ended::Interrupted)
        } else if reached(self.solution_limit, &self.solutions) {
            Some(Ended::SolutionLimit)
        } else if reached(self.node_limit, &self.nodes) {
            Some(Ended::NodeLimit)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Ended::TimeLimit)
        } else {
            None
        }
    }
}
