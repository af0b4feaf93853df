//! What every engine of exact cover can do: walk the search tree and show its solutions to a visitor.
//!
//! All engines walk the same tree: they branch on the first of the items with the fewest options, and try its options
//! in the order of the problem. So they find the same solutions in the same order, after the same nodes and guesses.
//!
//! One search is shared by many threads ([`ParallelSearch`](super::ParallelSearch)): all walk the top of the tree,
//! their visitors are asked at every guess what to do with it, and each enters its own subtrees.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::{ItemId, OptionId};

/// An engine: a problem in a form in which it can be searched, as often as wanted.
pub trait Explorer: Clone + Send + Sync {
    /// The first primary item that has no option, if any.
    fn item_without_option(&self) -> Option<ItemId>;

    /// Searches, and shows what it finds to `visitor`, until a limit is reached or the visitor has had enough.
    fn explore(&mut self, terms: Terms<'_>, visitor: &mut dyn Visitor) -> Outcome;

    /// Counts the solutions.
    fn count(&mut self, terms: Terms<'_>) -> Outcome {
        self.explore(terms.counting(), &mut |_: &[OptionId]| ControlFlow::Continue(()))
    }
}

/// The outcome where no search is needed: an item has no option, or no solution is wanted.
pub(super) fn outcome_without_search(engine: &impl Explorer, limits: Limits) -> Option<Outcome> {
    let ended = match engine.item_without_option() {
        Some(item) => Ended::ItemWithoutOption(item),
        None if limits.solutions == Some(0) => Ended::SolutionLimit,
        None => return None,
    };
    Some(Outcome { ended, ..Outcome::default() })
}

/// Is shown the solutions. Any function of a solution is a visitor.
pub trait Visitor {
    /// A solution: its options in the order in which they were chosen. To break ends the search.
    ///
    /// Not called in a search that only counts.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// What to do with a guess that has `depth` guesses above it; all below it is this part of the whole tree, by
    /// Knuth's estimate. Asked in a parallel search only, outside of subtrees, and perhaps twice.
    fn guess(&mut self, _depth: usize, _weight: f64) -> Turn {
        Turn::Open
    }

    /// The last open guess is done.
    fn guess_done(&mut self) {}

    /// The subtree last entered is done: what was found in it, and what it cost.
    fn subtree_done(&mut self, _solutions: u64, _counters: Counters) {}
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// What to do with a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Try its options, and ask again at the next guess.
    Open,
    /// Search all below it, without asking.
    Enter,
    /// Leave it out.
    Skip,
    /// End the search: the rest is left to others.
    Stop,
}

/// The limits of a search, and where it reports to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    pub(super) limits: Limits,
    pub(super) deadline: Option<Instant>,
    pub(super) monitor: Option<&'a Monitor>,
    pub(super) interrupt: Option<&'a AtomicBool>,
    pub(super) is_counting: bool,
    pub(super) role: Role,
}

/// The part that a search has in a parallel one. Limits hold for what the monitor has seen of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Role {
    #[default]
    Alone,
    /// Walks the top of the tree.
    Scout,
    /// Reports on nothing but the subtrees that it enters: the scout has reported the top.
    Worker,
}

impl<'a> Terms<'a> {
    /// These limits, and no reports. The limit on time counts from now.
    pub fn new(limits: Limits) -> Terms<'a> {
        // A deadline later than a clock can tell is none.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Terms { limits, deadline, ..Terms::default() }
    }

    /// Has the search report to `monitor`, and stop when the monitor says so.
    pub fn monitored(self, monitor: &'a Monitor) -> Terms<'a> {
        Terms { monitor: Some(monitor), ..self }
    }

    /// Has the search stop soon after `interrupt` is set.
    pub fn interrupted_by(self, interrupt: &'a AtomicBool) -> Terms<'a> {
        Terms { interrupt: Some(interrupt), ..self }
    }

    /// Has the search count solutions only.
    pub fn counting(self) -> Terms<'a> {
        Terms { is_counting: true, ..self }
    }
}

impl From<Limits> for Terms<'_> {
    fn from(limits: Limits) -> Self {
        Terms::new(limits)
    }
}
