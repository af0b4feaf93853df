//! Where a search is: the options chosen, the guesses that are open, what was counted. Shared by all stages of the engine.

use std::ops::ControlFlow;

use super::super::explore::{Terms, Turn, Visitor};
use super::super::outcome::{Counters, Ended, Outcome};
use super::super::problem::OptionId;
use super::super::watch::{Report, Watch};

/// A node with a choice, on the path to where the search is.
#[derive(Clone, Copy, Debug)]
struct Guess {
    /// How many options there are to choose from, and how many of them are done with.
    degree: u32,
    finished: u32,
}

/// The path of a search through the tree.
pub(super) struct Walk<'a> {
    /// The options chosen, in order.
    path: Vec<OptionId>,
    /// The guesses on the path, in order, and how many of them lie above the subtree that is reported on.
    guesses: Vec<Guess>,
    base: usize,
    horizon: usize,
    counters: Counters,
    solutions: u64,
    most_solutions: u64,
    watch: Watch<'a>,
    is_counting: bool,
    visitor: &'a mut dyn Visitor,
    ended: Ended,
}

impl<'a> Walk<'a> {
    /// A walk that has visited no node.
    pub(super) fn new(terms: &Terms<'a>, visitor: &'a mut dyn Visitor) -> Walk<'a> {
        let watch = terms.watch();
        Walk {
            path: Vec::new(),
            guesses: Vec::new(),
            base: 0,
            horizon: visitor.horizon(),
            counters: Counters::default(),
            solutions: 0,
            most_solutions: watch.limits().solutions.unwrap_or(u64::MAX),
            watch,
            is_counting: terms.is_counting(),
            visitor,
            ended: Ended::Complete,
        }
    }

    /// Counts a node, unless a limit forbids it.
    #[inline(always)]
    pub(super) fn enter_node(&mut self) -> ControlFlow<()> {
        if self.watch.is_due(self.counters.nodes) {
            self.look()?;
        }
        self.counters.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Takes back the counting of a node that another stage will count.
    pub(super) fn leave_node_to_others(&mut self) {
        self.counters.nodes -= 1;
    }

    /// Looks at the limits now.
    #[cold]
    pub(super) fn look(&mut self) -> ControlFlow<()> {
        let now = self.now();
        match self.watch.reason_to_stop(now) {
            None => ControlFlow::Continue(()),
            Some(ended) => self.end(ended),
        }
    }

    fn end(&mut self, ended: Ended) -> ControlFlow<()> {
        self.ended = ended;
        ControlFlow::Break(())
    }

    /// Chooses an option.
    #[inline(always)]
    pub(super) fn choose(&mut self, option: OptionId) {
        self.path.push(option);
    }

    /// How many options have been chosen.
    #[inline(always)]
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Takes back the options chosen last, down to a depth.
    #[inline(always)]
    pub(super) fn retreat(&mut self, depth: usize) {
        self.path.truncate(depth);
    }

    /// Opens a guess among `degree` options.
    #[inline(always)]
    pub(super) fn open_guess(&mut self, degree: u32) {
        self.counters.guesses += 1;
        self.guesses.push(Guess { degree, finished: 0 });
    }

    /// An option of the last guess is done with.
    #[inline(always)]
    pub(super) fn finish_option(&mut self) {
        if let Some(guess) = self.guesses.last_mut() {
            guess.finished += 1;
        }
    }

    /// All options of the last guess are done with.
    #[inline(always)]
    pub(super) fn close_guess(&mut self) {
        self.guesses.pop();
    }

    /// Whether an option of the last guess is the root of a subtree beyond the horizon.
    #[inline(always)]
    pub(super) fn is_beyond_horizon(&self) -> bool {
        self.guesses.len() > self.horizon
    }

    /// Whether the search is in the top of the tree, of which it may walk parts only.
    pub(super) fn is_in_top(&self) -> bool {
        self.horizon != usize::MAX
    }

    /// Whether to skip a guess among `degree` options: all its subtrees lie beyond the horizon, and the visitor skips them.
    #[inline]
    pub(super) fn passes_by(&mut self, degree: u32) -> bool {
        if self.guesses.len() < self.horizon || !self.visitor.skips(degree, self.weight() / f64::from(degree))
        {
            return false;
        }
        self.counters.guesses += 1;
        self.horizon = self.visitor.horizon();
        true
    }

    /// What part of the whole tree lies below the last guess's options, each, by Knuth's estimate.
    fn weight(&self) -> f64 {
        self.guesses.iter().fold(1.0, |weight, guess| weight / f64::from(guess.degree))
    }

    /// Whether to enter the subtree of an option of the last guess, which is beyond the horizon. If so, the caller
    /// chooses the option, searches, and calls [`leave_subtree`](Self::leave_subtree).
    #[cold]
    pub(super) fn meets_subtree(&mut self) -> ControlFlow<(), Option<Subtree>> {
        let weight = self.weight();
        match self.visitor.subtree(weight) {
            Turn::Stop => self.end(Ended::Interrupted).map_continue(|()| None),
            Turn::Skip => {
                self.horizon = self.visitor.horizon();
                ControlFlow::Continue(None)
            }
            Turn::Enter => {
                self.watch.enter_subtree(self.now(), weight);
                self.base = self.guesses.len();
                self.horizon = usize::MAX;
                ControlFlow::Continue(Some(Subtree { counters: self.counters, solutions: self.solutions }))
            }
        }
    }

    /// Hands over what was found in a subtree.
    pub(super) fn leave_subtree(&mut self, subtree: Subtree) {
        if self.ended == Ended::Complete {
            self.watch.leave_subtree(self.now());
        } else {
            self.watch.report(self.now());
        }
        self.visitor.subtree_done(self.solutions - subtree.solutions, self.counters - subtree.counters);
        self.base = 0;
        self.horizon = self.visitor.horizon();
    }

    /// The options chosen so far are a solution.
    #[inline(always)]
    pub(super) fn meet_solution(&mut self) -> ControlFlow<()> {
        self.solutions += 1;
        if !self.is_counting && self.visitor.solution(&self.path).is_break() {
            return self.end(Ended::Interrupted);
        }
        if self.solutions >= self.most_solutions {
            return self.end(Ended::SolutionLimit);
        }
        ControlFlow::Continue(())
    }

    /// The nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.nodes
    }

    /// How far the search has come, by Knuth's estimate.
    fn now(&self) -> Report {
        let (mut fraction, mut worth) = (0.0, 1.0);
        for guess in &self.guesses[self.base..] {
            worth /= f64::from(guess.degree);
            fraction += worth * f64::from(guess.finished);
        }
        Report { nodes: self.counters.nodes, solutions: self.solutions, fraction }
    }

    /// The last report, and what the search found.
    pub(super) fn finish(mut self) -> Outcome {
        let now = self.now();
        let fraction = if self.ended == Ended::Complete { 1.0 } else { now.fraction };
        self.watch.report(Report { fraction, ..now });
        Outcome { solutions: self.solutions, ended: self.ended, counters: self.counters }
    }
}

/// What had been counted when a subtree was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    counters: Counters,
    solutions: u64,
}
