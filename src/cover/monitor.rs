//! Observes a running search from outside: its progress, and a way to stop it.
//!
//! Searches on several threads may share a [`Monitor`]. About every thousand nodes, each search adds its progress and
//! checks whether it should stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The progress of running searches, shared with an observer.
#[derive(Debug, Default)]
pub struct Monitor {
    stopped: Arc<AtomicBool>,
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The completed share of the tree, in units of 2⁻⁶⁰, since sums of integers do not drift.
    done: AtomicU64,
}

/// The progress of searches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// The completed share of the tree, from 0 to 1: an estimate, see [`Search::progress`](super::Search::progress).
    pub fraction: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
}

const UNIT: f64 = (1_u64 << 60) as f64;

impl Monitor {
    /// Creates a monitor for searches that have not started.
    pub fn new() -> Monitor {
        Monitor::default()
    }

    /// Creates a monitor for searches that also stop when the flag is set.
    pub fn stopped_by(flag: Arc<AtomicBool>) -> Monitor {
        Monitor { stopped: flag, ..Monitor::default() }
    }

    /// Asks the searches to stop; they do so within about a thousand nodes.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the searches were asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the progress of the searches.
    pub fn progress(&self) -> Progress {
        Progress {
            fraction: (self.done.load(Ordering::Relaxed) as f64 / UNIT).min(1.0),
            nodes: self.nodes.load(Ordering::Relaxed),
            solutions: self.solutions.load(Ordering::Relaxed),
        }
    }

    /// Resets the progress because the work starts over.
    pub(super) fn forget(&self) {
        self.nodes.store(0, Ordering::Relaxed);
        self.solutions.store(0, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    /// Starts the subtrees, which are the share `left` of the tree: everything reported so far was its top.
    pub(super) fn begin_subtrees(&self, left: f64) {
        self.done.store(((1.0 - left).max(0.0) * UNIT) as u64, Ordering::Relaxed);
    }

    /// Adds the progress since the last report.
    pub(super) fn add(&self, nodes: u64, solutions: u64, part: f64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.solutions.fetch_add(solutions, Ordering::Relaxed);
        self.done.fetch_add((part.max(0.0) * UNIT) as u64, Ordering::Relaxed);
    }
}
