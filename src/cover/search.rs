//! The search: Knuth's Algorithm C (and, without colors, X) as an iterator of solutions.
//!
//! The steps carry Knuth's labels, C1 to C8. The stack is explicit, so that a search can pause at every solution
//! and stop at any node; whenever it pauses, every frame on the stack is committed, and [`Search::unwind`] can
//! take all of them back. Dropping a search does that: the matrix is then exactly what it was before.

use std::sync::atomic::AtomicBool;

use super::explore::{Explorer, Terms, Turn, Visitor, outcome_without_search};
use super::matrix::Matrix;
use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::{ItemId, OptionId};
use super::watch::{Report, Watch};

/// One level of the search: an item and the option now tried for it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Knuth's i: the header of the item being covered.
    header: u32,
    /// Knuth's x_l: the node of the option now tried; the header itself before the first one.
    node: u32,
    /// How many options have been finished at this level, and how many there are.
    finished: u32,
    degree: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Fresh,
    AtSolution,
    /// At the horizon: the top frame's option is the root of a subtree, and has not been committed.
    AtHorizon,
    /// About to search the subtree of the top frame's option, which has been committed.
    AtSubtree,
    /// The subtree of the option last tried is done, and the option taken back.
    AfterSubtree,
    Over(Ended),
}

/// Where a search has paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// At a solution.
    Solution,
    /// Before a subtree that lies beyond the horizon.
    Horizon,
    /// After a subtree that was entered.
    SubtreeDone,
    /// At its end.
    End,
}

enum Step {
    /// C2: enter a level.
    Enter,
    /// C5 and C6: try the next option of the top frame.
    TryNext,
}

/// Limits are also checked after this many updates, which take some milliseconds: in a large problem a single node may
/// need millions.
const CHECK_UPDATES: u64 = 1 << 19;

/// A search under way: an iterator of solutions, each a set of options. Made by [`Matrix::search`].
///
/// ```
/// use dlxbench::cover::{Limits, Matrix, problems};
///
/// let problem = problems::queens(6).unwrap();
/// let mut matrix = Matrix::new(&problem);
/// assert_eq!(matrix.search(Limits::default()).count(), 4);
/// ```
#[derive(Debug)]
pub struct Search<'m> {
    matrix: &'m mut Matrix,
    /// The nodes of the options chosen before the search began.
    prefix: Vec<u32>,
    stack: Vec<Frame>,
    /// The solution last found.
    solution: Vec<OptionId>,
    state: State,
    solutions: u64,
    counters: Counters,
    watch: Watch<'m>,
    /// The number of updates at which to look at the limits next.
    check_at_update: u64,
    /// How many frames on the stack had a choice, and how many may have before the horizon is reached.
    guess_depth: usize,
    horizon: usize,
    /// The frames above the subtree that was entered; 0 outside of one.
    floor: usize,
}

impl Matrix {
    /// Begins a search of the whole matrix (C1).
    pub fn search(&mut self, limits: Limits) -> Search<'_> {
        let known = outcome_without_search(self, limits);
        let mut search = Search::new(self, limits);
        if let Some(outcome) = known {
            search.state = State::Over(outcome.ended);
        }
        search
    }

    /// Begins a search for the solutions that contain all options of `prefix`, which must not clash with each other
    /// and must have a primary item each.
    pub(crate) fn search_after(&mut self, prefix: &[OptionId], limits: Limits) -> Search<'_> {
        let mut search = Search::new(self, limits);
        for &option in prefix {
            let node = search.matrix.node_of(option).expect("an option of a prefix has a primary item");
            search.choose_first(node);
        }
        search
    }
}

impl<'m> Search<'m> {
    fn new(matrix: &'m mut Matrix, limits: Limits) -> Search<'m> {
        Search {
            matrix,
            prefix: Vec::new(),
            stack: Vec::new(),
            solution: Vec::new(),
            state: State::Fresh,
            solutions: 0,
            counters: Counters::default(),
            watch: Watch::new(limits),
            check_at_update: CHECK_UPDATES,
            guess_depth: 0,
            horizon: usize::MAX,
            floor: 0,
        }
    }

    /// Chooses the option of a node before the search begins.
    fn choose_first(&mut self, node: u32) {
        self.prefix.push(node);
        if self.matrix.is_colored() {
            self.matrix.choose_node::<true>(node);
        } else {
            self.matrix.choose_node::<false>(node);
        }
    }

    /// Has the search report to `monitor`, and stop when the monitor says so.
    pub fn monitored(mut self, monitor: &'m Monitor) -> Search<'m> {
        self.watch.monitor = Some(monitor);
        self
    }

    /// Has the search stop soon after `interrupt` is set.
    pub fn interrupted_by(mut self, interrupt: &'m AtomicBool) -> Search<'m> {
        self.watch.interrupt = Some(interrupt);
        self
    }

    /// The next solution: its options, those of the prefix first, then in the order in which they were chosen.
    pub fn next_solution(&mut self) -> Option<&[OptionId]> {
        if self.advance() != Pause::Solution {
            return None;
        }
        Some(self.list_solution())
    }

    /// The solution at which the search has paused.
    fn list_solution(&mut self) -> &[OptionId] {
        self.solution.clear();
        let chosen = self.prefix.iter().copied().chain(self.stack.iter().map(|frame| frame.node));
        self.solution.extend(chosen.map(|node| self.matrix.option_of(node)));
        &self.solution
    }

    /// Runs to the end and counts, storing nothing.
    pub fn finish(mut self) -> Outcome {
        while self.advance() != Pause::End {}
        self.outcome()
    }

    /// What was found so far. [`Ended::Interrupted`] stands for a search that was left before its end.
    pub fn outcome(&self) -> Outcome {
        let ended = match self.state {
            State::Over(ended) => ended,
            _ => Ended::Interrupted,
        };
        Outcome { solutions: self.solutions, ended, counters: self.counters }
    }

    /// How far the search has come, from 0 to 1, if all options of an item are equally much work.
    ///
    /// That is Knuth's estimate: a level with `d` options of which `k` are finished contributes `k` parts of
    /// `1/d` of what its level is worth.
    pub fn progress(&self) -> f64 {
        if let State::Over(ended) = self.state
            && ended.is_complete()
        {
            return 1.0;
        }
        let (mut done, mut worth) = (0.0, 1.0);
        for frame in &self.stack[self.floor.min(self.stack.len())..] {
            worth /= f64::from(frame.degree);
            done += worth * f64::from(frame.finished);
        }
        done
    }

    /// Goes on to the next solution, or the next subtree beyond the horizon, or the end.
    pub(super) fn advance(&mut self) -> Pause {
        if self.state == State::AtSolution && self.watch.limits().solutions == Some(self.solutions) {
            self.end(Ended::SolutionLimit);
        }
        if self.matrix.is_colored() { self.run::<true>() } else { self.run::<false>() }
    }

    fn run<const COLORED: bool>(&mut self) -> Pause {
        let mut step = match self.state {
            State::Fresh => Step::Enter,
            State::AtSubtree => {
                self.commit_top::<COLORED>();
                Step::Enter
            }
            State::AfterSubtree => Step::TryNext,
            State::AtSolution => {
                self.retract::<COLORED>();
                Step::TryNext
            }
            State::AtHorizon => {
                self.skip();
                Step::TryNext
            }
            State::Over(_) => return Pause::End,
        };
        loop {
            match step {
                Step::Enter => {
                    let is_due = self.watch.is_due(self.counters.nodes)
                        || self.counters.updates >= self.check_at_update;
                    if is_due && let Some(ended) = self.reason_to_stop() {
                        self.end(ended);
                        return Pause::End;
                    }
                    self.counters.nodes += 1;
                    // C3: choose an item; without one, C2 visits a solution.
                    let Some(header) = self.matrix.choose() else {
                        self.solutions += 1;
                        self.state = State::AtSolution;
                        return Pause::Solution;
                    };
                    // C4: cover it.
                    let degree = self.matrix.length_of_header(header);
                    self.counters.guesses += u64::from(degree > 1);
                    self.counters.updates += self.matrix.cover::<COLORED>(header);
                    self.stack.push(Frame { header, node: header, finished: 0, degree });
                    self.guess_depth += usize::from(degree > 1);
                    step = Step::TryNext;
                }
                Step::TryNext => {
                    if self.stack.len() == self.floor {
                        return self.leave_floor();
                    }
                    let Some(frame) = self.stack.last_mut() else {
                        unreachable!("more frames than the floor")
                    };
                    let node = self.matrix.below(frame.node);
                    if node == frame.header {
                        // C7: backtrack; C8: leave the level.
                        self.guess_depth -= usize::from(frame.degree > 1);
                        self.matrix.uncover::<COLORED>(node);
                        self.stack.pop();
                        self.retract::<COLORED>();
                        continue;
                    }
                    // C5: try the option, unless it lies beyond the horizon.
                    frame.node = node;
                    if self.guess_depth > self.horizon {
                        self.state = State::AtHorizon;
                        return Pause::Horizon;
                    }
                    self.counters.updates += self.matrix.commit_others::<COLORED>(node);
                    step = Step::Enter;
                }
            }
        }
    }

    /// C6: takes back the option of the top frame, so that the next one can be tried.
    #[inline]
    fn retract<const COLORED: bool>(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            self.matrix.uncommit_others::<COLORED>(frame.node);
            frame.finished += 1;
        }
    }

    /// Leaves the option of the top frame, which was never committed.
    fn skip(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.finished += 1;
        }
    }

    /// C5 for the option of the top frame.
    fn commit_top<const COLORED: bool>(&mut self) {
        if let Some(frame) = self.stack.last() {
            self.counters.updates += self.matrix.commit_others::<COLORED>(frame.node);
        }
    }

    /// C8 at the lowest level: the search is over, or the subtree that was entered.
    #[cold]
    fn leave_floor(&mut self) -> Pause {
        if self.floor == 0 {
            self.end(Ended::Complete);
            return Pause::End;
        }
        self.state = State::AfterSubtree;
        Pause::SubtreeDone
    }

    /// Looks at the limits and reports; off the hot path.
    #[cold]
    fn reason_to_stop(&mut self) -> Option<Ended> {
        self.check_at_update = self.counters.updates + CHECK_UPDATES;
        let now = self.now();
        self.watch.reason_to_stop(now)
    }

    fn now(&self) -> Report {
        Report { nodes: self.counters.nodes, solutions: self.solutions, fraction: self.progress() }
    }

    fn end(&mut self, ended: Ended) {
        self.state = State::Over(ended);
        self.watch.report(self.now());
    }

    /// Goes into the subtree before which the search has paused, and has no horizon there.
    fn enter_subtree(&mut self, weight: f64) {
        self.state = State::AtSubtree;
        self.floor = self.stack.len();
        self.horizon = usize::MAX;
        self.watch.enter_subtree(self.now(), weight);
    }

    /// What part of the tree the subtree is before which the search has paused.
    fn weight_of_subtree(&self) -> f64 {
        self.stack.iter().fold(1.0, |weight, frame| weight / f64::from(frame.degree))
    }

    /// Takes back everything that is still chosen: the matrix is then what it was before the search.
    fn unwind<const COLORED: bool>(&mut self) {
        let is_retracted = matches!(self.state, State::AtHorizon | State::AtSubtree | State::AfterSubtree);
        let mut is_committed = !is_retracted;
        while let Some(frame) = self.stack.pop() {
            if std::mem::replace(&mut is_committed, true) {
                self.matrix.uncommit_others::<COLORED>(frame.node);
            }
            self.matrix.uncover::<COLORED>(frame.header);
        }
        while let Some(node) = self.prefix.pop() {
            self.matrix.unchoose_node::<COLORED>(node);
        }
    }
}

impl Iterator for Search<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        self.next_solution().map(<[OptionId]>::to_vec)
    }

    fn count(self) -> usize {
        self.finish().solutions as usize
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if self.matrix.is_colored() { self.unwind::<true>() } else { self.unwind::<false>() }
    }
}

impl Explorer for Matrix {
    fn item_without_option(&self) -> Option<ItemId> {
        Matrix::item_without_option(self)
    }

    fn explore(&mut self, terms: Terms<'_>, visitor: &mut dyn Visitor) -> Outcome {
        let mut search = self.search(terms.limits());
        search.watch = terms.watch();
        search.horizon = visitor.horizon();
        let mut before = None;
        loop {
            match search.advance() {
                Pause::End => break,
                Pause::Solution if terms.is_counting() => {}
                Pause::Solution if visitor.solution(search.list_solution()).is_break() => break,
                Pause::Solution => {}
                Pause::Horizon => {
                    let weight = search.weight_of_subtree();
                    match visitor.subtree(weight) {
                        Turn::Stop => break,
                        Turn::Skip => search.horizon = visitor.horizon(),
                        Turn::Enter => {
                            before = Some(search.outcome());
                            search.enter_subtree(weight);
                        }
                    }
                }
                Pause::SubtreeDone => {
                    search.floor = 0;
                    search.watch.leave_subtree(search.now());
                    report_subtree(&search, &mut before, visitor);
                    search.horizon = visitor.horizon();
                }
            }
        }
        report_subtree(&search, &mut before, visitor);
        search.outcome()
    }
}

/// Tells the visitor what has been done since `before`, if the search was in a subtree.
fn report_subtree(search: &Search<'_>, before: &mut Option<Outcome>, visitor: &mut dyn Visitor) {
    if let Some(Outcome { solutions, counters, .. }) = before.take() {
        visitor.subtree_done(search.solutions - solutions, search.counters - counters);
    }
}
