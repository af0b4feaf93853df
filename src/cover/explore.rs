//! The interface of all exact-cover engines: walk the search tree and pass the solutions to a visitor.
//!
//! All engines walk the same tree: they branch on the first of the items with the fewest options and try its options in
//! the order of the problem. So they find the same solutions in the same order after the same nodes and guesses.
//!
//! A [`ParallelSearch`](super::ParallelSearch) splits one search among threads: all threads walk the top of the tree,
//! their visitors decide at every guess how to proceed, and each thread enters its own subtrees.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::{ItemId, OptionId};

/// An engine: a problem in a form that can be searched any number of times.
pub trait Explorer: Clone + Send + Sync {
    /// The first primary item that has no option, if any.
    fn item_without_option(&self) -> Option<ItemId>;

    /// Searches and passes each solution to `visitor`, until a limit is reached or the visitor breaks.
    fn explore(&mut self, terms: Terms<'_>, visitor: &mut dyn Visitor) -> Outcome;

    /// Counts the solutions.
    fn count(&mut self, terms: Terms<'_>) -> Outcome {
        self.explore(terms.counting(), &mut |_: &[OptionId]| ControlFlow::Continue(()))
    }
}

/// Returns the outcome if no search is needed: an item has no option, or no solution is wanted.
pub(super) fn outcome_without_search(engine: &impl Explorer, limits: Limits) -> Option<Outcome> {
    let ended = match engine.item_without_option() {
        Some(item) => Ended::ItemWithoutOption(item),
        None if limits.solutions == Some(0) => Ended::SolutionLimit,
        None => return None,
    };
    Some(Outcome { ended, ..Outcome::default() })
}

/// Receives the solutions of a search. Any function that takes a solution is a visitor.
pub trait Visitor {
    /// Receives a solution: its options in the order in which they were chosen. A break ends the search.
    ///
    /// Not called in a search that only counts.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// Decides what to do with a guess that has `depth` guesses above it. `weight` is Knuth's estimate of its share of
    /// the whole tree. Only called in a parallel search, outside of entered subtrees, and possibly twice for the same
    /// guess.
    fn guess(&mut self, _depth: usize, _weight: f64) -> Turn {
        Turn::Open
    }

    /// Called when the last open guess is done.
    fn guess_done(&mut self) {}

    /// Called when the subtree last entered is done, or the search ends in it, with the solutions found in it and its cost.
    fn subtree_done(&mut self, _solutions: u64, _counters: Counters, _is_complete: bool) {}
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// What to do with a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Try its options and ask again at the next guess.
    Open,
    /// Search everything below it without asking again.
    Enter,
    /// Skip it.
    Skip,
    /// End the search; other threads handle the rest.
    Stop,
}

/// The limits of a search, and where it reports its progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    pub(super) limits: Limits,
    pub(super) deadline: Option<Instant>,
    pub(super) monitor: Option<&'a Monitor>,
    pub(super) interrupt: Option<&'a AtomicBool>,
    pub(super) is_counting: bool,
    pub(super) role: Role,
}

/// The role of a search in a parallel search. Limits apply to the totals that the monitor has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Role {
    #[default]
    Alone,
    /// Walks the top of the tree.
    Scout,
    /// Reports only the subtrees that it enters, since the scout has reported the top.
    Worker,
}

impl<'a> Terms<'a> {
    /// Sets these limits and no reports. The time limit starts now.
    pub fn new(limits: Limits) -> Terms<'a> {
        // A deadline beyond the range of the clock is no deadline.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Terms { limits, deadline, ..Terms::default() }
    }

    /// Makes the search report to `monitor`, and stop when the monitor says so.
    pub fn monitored(self, monitor: &'a Monitor) -> Terms<'a> {
        Terms { monitor: Some(monitor), ..self }
    }

    /// Makes the search stop soon after `interrupt` is set.
    pub fn interrupted_by(self, interrupt: &'a AtomicBool) -> Terms<'a> {
        Terms { interrupt: Some(interrupt), ..self }
    }

    /// Makes the search only count solutions.
    pub fn counting(self) -> Terms<'a> {
        Terms { is_counting: true, ..self }
    }
}

impl From<Limits> for Terms<'_> {
    fn from(limits: Limits) -> Self {
        Terms::new(limits)
    }
}
