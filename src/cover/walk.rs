//! The position of a search: the chosen options, the open guesses and the counters. All engines share this code, which
//! also checks limits, reports progress and asks a visitor which parts of the tree to search.
//!
//! At every node, an engine only checks whether it is time to do so, which costs one comparison.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::explore::{Role, Terms, Turn, Visitor};
use super::monitor::{Monitor, Progress};
use super::outcome::{Counters, Ended, Outcome};
use super::problem::OptionId;

/// How often limits are checked and progress is reported, in nodes.
const CHECK_NODES: u64 = 1024;

/// A node with a choice, on the path to the current node.
#[derive(Clone, Copy, Debug)]
struct Guess {
    /// The number of options to choose from, and the number of finished ones.
    degree: u32,
    finished: u32,
}

/// The path of a search through the tree, with its counters and limits.
pub(super) struct Walk<'a> {
    /// The chosen options, in order. Dancing links list them only at a solution.
    pub(super) path: Vec<OptionId>,
    guesses: Vec<Guess>,
    pub(super) counters: Counters,
    solutions: u64,
    most_solutions: u64,
    /// Why the search ended, if it has.
    ended: Option<Ended>,
    terms: Terms<'a>,
    visitor: Option<&'a mut dyn Visitor>,
    /// The number of nodes at which to check the limits next.
    check_at: u64,
    /// Whether the visitor is asked at every guess.
    is_asking: bool,
    /// The number of guesses above the entered subtree; `usize::MAX` outside of subtrees.
    base: usize,
    /// The solutions and counters at the time the subtree was entered.
    before: (u64, Counters),
    /// The share of the whole tree that this search reports on (0 while another search reports), and what it has
    /// reported.
    weight: f64,
    reported: Progress,
}

impl<'a> Walk<'a> {
    /// Creates a walk that has not visited any node.
    pub(super) fn new(terms: Terms<'a>, visitor: Option<&'a mut dyn Visitor>) -> Walk<'a> {
        Walk {
            path: Vec::new(),
            guesses: Vec::new(),
            counters: Counters::default(),
            solutions: 0,
            most_solutions: terms.limits.solutions.unwrap_or(u64::MAX),
            ended: None,
            terms,
            visitor,
            check_at: terms.limits.nodes.unwrap_or(u64::MAX).min(CHECK_NODES),
            is_asking: terms.role != Role::Alone,
            base: usize::MAX,
            before: Default::default(),
            weight: if terms.role == Role::Worker { 0.0 } else { 1.0 },
            reported: Progress::default(),
        }
    }

    /// Counts a node, unless a limit forbids it.
    #[inline(always)]
    pub(super) fn enter_node(&mut self) -> ControlFlow<()> {
        if self.counters.nodes >= self.check_at {
            self.look()?;
        }
        self.counters.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Checks the limits and reports progress; off the hot path.
    #[cold]
    pub(super) fn look(&mut self) -> ControlFlow<()> {
        let Terms { limits, deadline, monitor, interrupt, role, .. } = self.terms;
        self.check_at = self.counters.nodes + CHECK_NODES;
        let mut used = self.progress();
        self.report(used);
        if role == Role::Alone {
            self.check_at = self.check_at.min(limits.nodes.unwrap_or(u64::MAX));
        } else if let Some(monitor) = monitor {
            used = monitor.progress();
        }
        if interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
            || monitor.is_some_and(Monitor::is_stopped)
        {
            self.end(Ended::Interrupted)
        } else if limits.solutions.is_some_and(|most| used.solutions >= most) {
            self.end(Ended::SolutionLimit)
        } else if limits.nodes.is_some_and(|most| used.nodes >= most) {
            self.end(Ended::NodeLimit)
        } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.end(Ended::TimeLimit)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Records that the chosen options are a solution.
    #[inline(always)]
    pub(super) fn meet_solution(&mut self) -> ControlFlow<()> {
        self.solutions += 1;
        if !self.terms.is_counting
            && let Some(visitor) = &mut self.visitor
            && visitor.solution(&self.path).is_break()
        {
            return self.end(Ended::Interrupted);
        }
        if self.solutions >= self.most_solutions {
            return self.end(Ended::SolutionLimit);
        }
        ControlFlow::Continue(())
    }

    /// Whether to make the guess at the current node. If not, the node is finished.
    #[inline(always)]
    pub(super) fn meets_guess(&mut self) -> ControlFlow<(), bool> {
        if self.is_asking { self.ask() } else { ControlFlow::Continue(true) }
    }

    #[cold]
    fn ask(&mut self) -> ControlFlow<(), bool> {
        let weight = self.guesses.iter().fold(1.0, |weight, guess| weight / f64::from(guess.degree));
        let depth = self.guesses.len();
        match self.visitor.as_mut().map_or(Turn::Open, |visitor| visitor.guess(depth, weight)) {
            Turn::Open => ControlFlow::Continue(true),
            Turn::Skip => ControlFlow::Continue(false),
            Turn::Stop => self.end(Ended::Complete).map_continue(|()| false),
            Turn::Enter => {
                self.look()?;
                self.is_asking = false;
                self.base = depth;
                self.before = (self.solutions, self.counters);
                self.weight = weight;
                self.reported = self.progress();
                ControlFlow::Continue(true)
            }
        }
    }

    /// Opens a guess among `degree` options.
    #[inline(always)]
    pub(super) fn open_guess(&mut self, degree: u32) {
        self.counters.guesses += 1;
        self.guesses.push(Guess { degree, finished: 0 });
    }

    /// Records that an option of the last guess is finished.
    #[inline(always)]
    pub(super) fn finish_option(&mut self) {
        if let Some(guess) = self.guesses.last_mut() {
            guess.finished += 1;
        }
    }

    /// Closes the last guess, of which all options are finished.
    #[inline(always)]
    pub(super) fn close_guess(&mut self) {
        self.guesses.pop();
        if self.guesses.len() == self.base {
            self.leave_subtree(1.0, true);
        } else if self.is_asking
            && let Some(visitor) = &mut self.visitor
        {
            visitor.guess_done();
        }
    }

    /// Reports what was found in the subtree, of which the share `fraction` is finished.
    #[cold]
    fn leave_subtree(&mut self, fraction: f64, is_complete: bool) {
        self.report(Progress { fraction, ..self.progress() });
        self.weight = 0.0;
        self.base = usize::MAX;
        self.is_asking = true;
        let (solutions, counters) = self.before;
        if let Some(visitor) = &mut self.visitor {
            visitor.subtree_done(self.solutions - solutions, self.counters - counters, is_complete);
        }
    }

    /// Whether the search is in the top of the tree, parts of which it may skip.
    pub(super) fn is_in_top(&self) -> bool {
        self.is_asking
    }

    /// Returns the progress of the search in its part of the tree.
    ///
    /// This is Knuth's estimate: all options of an item are assumed to take equal work, so a guess with `k` of `d`
    /// options finished contributes `k/d` of its share.
    pub(super) fn progress(&self) -> Progress {
        let (mut fraction, mut worth) = (0.0, 1.0);
        let above = if self.base == usize::MAX { 0 } else { self.base };
        for guess in &self.guesses[above..] {
            worth /= f64::from(guess.degree);
            fraction += worth * f64::from(guess.finished);
        }
        if self.ended.is_some_and(Ended::is_complete) {
            fraction = 1.0;
        }
        Progress { fraction, nodes: self.counters.nodes, solutions: self.solutions }
    }

    /// Reports the progress since the last report to the monitor.
    fn report(&mut self, now: Progress) {
        if let Some(monitor) = self.terms.monitor
            && self.weight > 0.0
        {
            let Progress { fraction, nodes, solutions } = self.reported;
            let part = (now.fraction - fraction) * self.weight;
            monitor.add(now.nodes - nodes, now.solutions - solutions, part);
        }
        self.reported = now;
    }

    /// Ends the search.
    #[cold]
    pub(super) fn end(&mut self, ended: Ended) -> ControlFlow<()> {
        self.ended = Some(ended);
        let now = self.progress();
        self.report(now);
        if self.base != usize::MAX {
            self.leave_subtree(now.fraction, false);
        }
        ControlFlow::Break(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Returns what was found so far. [`Ended::Interrupted`] also means that the search was not run to its end.
    pub(super) fn outcome(&self) -> Outcome {
        let ended = self.ended.unwrap_or(Ended::Interrupted);
        Outcome { solutions: self.solutions, ended, counters: self.counters }
    }
}
