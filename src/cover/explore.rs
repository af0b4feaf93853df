//! What every engine of exact cover can do: walk the search tree and show it to a visitor.
//!
//! All engines walk the same tree: they branch on the first of the items with the fewest options, and try its options in
//! the order of the problem. So they find the same solutions in the same order, after the same nodes and guesses.
//!
//! A visitor may have a *horizon*: it is asked before every subtree whose path has more guesses than that, and may skip it.
//! That is how one search is shared by many threads: all walk the top of the tree, and each enters its own subtrees.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::{ItemId, OptionId};
use super::team::Team;
use super::watch::Watch;

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

/// Is shown solutions and subtrees. Any function of a solution is a visitor.
pub trait Visitor {
    /// A solution: its options in the order in which they were chosen. To break ends the search.
    ///
    /// Not called in a search that only counts.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// How many guesses a path may have before its subtrees are shown; asked at the beginning and after each subtree.
    fn horizon(&self) -> usize {
        usize::MAX
    }

    /// What to do with a subtree beyond the horizon, which is this part of the whole tree by Knuth's estimate.
    fn subtree(&mut self, _weight: f64) -> Turn {
        Turn::Enter
    }

    /// Whether to skip the next `subtrees` subtrees, siblings of the same weight, without a look at each.
    ///
    /// An engine may ask before it prepares to look into them; otherwise it shows them one by one.
    fn skips(&mut self, _subtrees: u32, _weight: f64) -> bool {
        false
    }

    /// The subtree last entered is done: what was found in it, and what it cost.
    fn subtree_done(&mut self, _solutions: u64, _counters: Counters) {}
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// What a visitor does at a subtree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Search it, without a horizon.
    Enter,
    /// Leave it out.
    Skip,
    /// End the search.
    Stop,
}

/// The limits of a search, and where it reports to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    limits: Limits,
    monitor: Option<&'a Monitor>,
    interrupt: Option<&'a AtomicBool>,
    team: Option<&'a Team>,
    is_counting: bool,
    is_muted: bool,
}

impl<'a> Terms<'a> {
    /// These limits, and no reports.
    pub fn new(limits: Limits) -> Terms<'a> {
        Terms { limits, ..Terms::default() }
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

    /// Makes the search one of a team that shares its limits.
    pub(super) fn on_team(self, team: &'a Team) -> Terms<'a> {
        Terms { team: Some(team), ..self }
    }

    /// Has the search report on nothing but the subtrees that it enters.
    pub(super) fn muted(self) -> Terms<'a> {
        Terms { is_muted: true, ..self }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    pub(super) fn is_counting(&self) -> bool {
        self.is_counting
    }

    pub(super) fn watch(&self) -> Watch<'a> {
        let mut watch = Watch::new(self.limits);
        (watch.monitor, watch.team, watch.interrupt) = (self.monitor, self.team, self.interrupt);
        if self.is_muted {
            watch.mute();
        }
        watch
    }
}
