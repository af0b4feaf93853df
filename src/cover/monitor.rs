//! A view into a search from outside: how far it has come, and a way to stop it.
//!
//! A [`Monitor`] may be shared by many searches on many threads; each adds what is new to it every thousand nodes
//! or so, and looks whether it was asked to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between running searches and their observer.
#[derive(Debug, Default)]
pub struct Monitor {
    stopped: Arc<AtomicBool>,
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The part of the tree that is done, in units of 2⁻⁶⁰: sums of integers do not drift.
    done: AtomicU64,
}

/// How far searches have come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// The part of the tree that is done, from 0 to 1: an estimate, see [`Search::progress`](super::Search::progress).
    pub fraction: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
}

const UNIT: f64 = (1_u64 << 60) as f64;

impl Monitor {
    /// A monitor of searches that have not begun.
    pub fn new() -> Monitor {
        Monitor::default()
    }

    /// The same for searches that also stop when the flag is set.
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

    /// How far the searches have come.
    pub fn progress(&self) -> Progress {
        Progress {
            fraction: (self.done.load(Ordering::Relaxed) as f64 / UNIT).min(1.0),
            nodes: self.nodes.load(Ordering::Relaxed),
            solutions: self.solutions.load(Ordering::Relaxed),
        }
    }

    /// Forgets what was reported, because the work starts over.
    pub(super) fn forget(&self) {
        self.nodes.store(0, Ordering::Relaxed);
        self.solutions.store(0, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    /// What was reported so far was the top of a tree; from now on its subtrees are worked on, which are this part of
    /// it.
    pub(super) fn begin_subtrees(&self, left: f64) {
        self.done.store(((1.0 - left).max(0.0) * UNIT) as u64, Ordering::Relaxed);
    }

    /// Adds what is new since the last report.
    pub(super) fn add(&self, nodes: u64, solutions: u64, part: f64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.solutions.fetch_add(solutions, Ordering::Relaxed);
        self.done.fetch_add((part.max(0.0) * UNIT) as u64, Ordering::Relaxed);
    }
}
