//! The search: Knuth's Algorithm C (and, without colours, X) as an iterator of solutions.
//!
//! The steps carry Knuth's labels, C1 to C8. The stack is explicit, so that a search can pause at every solution
//! and stop at any node; whenever it pauses, every frame on the stack is committed, and [`Search::unwind`] can
//! take all of them back. Dropping a search does that: the matrix is then exactly what it was before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::matrix::Matrix;
use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::parallel::Team;
use super::problem::OptionId;

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
    Over(Ended),
}

/// Where a search has paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// At a solution.
    Solution,
    /// Before a subtree that lies beyond the horizon.
    Horizon,
    /// At its end.
    End,
}

enum Step {
    /// C2: enter a level.
    Enter,
    /// C5 and C6: try the next option of the top frame.
    TryNext,
}

/// How often limits are looked at and progress is reported: after so many nodes, or so many updates (which take some
/// milliseconds; in a large problem a single node may need millions).
const CHECK_NODES: u64 = 1024;
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
    limits: Limits,
    deadline: Option<Instant>,
    /// The numbers of nodes and of updates at which to look at the limits next.
    check_at_node: u64,
    check_at_update: u64,
    /// How many frames on the stack had a choice, and how many may have before the horizon is reached.
    guess_depth: usize,
    horizon: usize,
    monitor: Option<&'m Monitor>,
    team: Option<&'m Team>,
    interrupt: Option<&'m AtomicBool>,
    /// What part of the whole tree this search is, for the monitor.
    weight: f64,
    /// What the monitor has been told already.
    reported: Report,
}

#[derive(Clone, Copy, Debug, Default)]
struct Report {
    nodes: u64,
    solutions: u64,
    fraction: f64,
}

impl Matrix {
    /// Begins a search of the whole matrix (C1).
    pub fn search(&mut self, limits: Limits) -> Search<'_> {
        let empty = self.item_without_option();
        let mut search = Search::new(self, limits);
        if let Some(item) = empty {
            search.state = State::Over(Ended::ItemWithoutOption(item));
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

    /// Begins the search of a subtree: that of the last node of `path`, under the choice of the nodes before it. Only
    /// the last choice counts as work: the others were counted where the path was found.
    pub(super) fn search_subtree(&mut self, path: &[u32], limits: Limits) -> Search<'_> {
        let mut search = Search::new(self, limits);
        for &node in path {
            let updates = search.choose_first(node);
            search.counters.updates = updates;
        }
        search
    }
}

/// The moment when a time from now is up; `None` if that is further away than a clock can tell.
pub(super) fn deadline_of(time: Option<Duration>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(time))
}

impl<'m> Search<'m> {
    fn new(matrix: &'m mut Matrix, limits: Limits) -> Search<'m> {
        let mut search = Search {
            matrix,
            prefix: Vec::new(),
            stack: Vec::new(),
            solution: Vec::new(),
            state: State::Fresh,
            solutions: 0,
            counters: Counters::default(),
            limits,
            deadline: deadline_of(limits.time),
            check_at_node: limits.nodes.unwrap_or(u64::MAX).min(CHECK_NODES),
            check_at_update: CHECK_UPDATES,
            guess_depth: 0,
            horizon: usize::MAX,
            monitor: None,
            team: None,
            interrupt: None,
            weight: 1.0,
            reported: Report::default(),
        };
        if limits.solutions == Some(0) {
            search.state = State::Over(Ended::SolutionLimit);
        }
        search
    }

    /// Chooses the option of a node before the search begins; returns the updates of committing its other items, as a
    /// search that had chosen the node's item would count them.
    fn choose_first(&mut self, node: u32) -> u64 {
        self.prefix.push(node);
        if self.matrix.is_coloured() {
            self.matrix.choose_node::<true>(node)
        } else {
            self.matrix.choose_node::<false>(node)
        }
    }

    /// Has the search pause before every subtree whose path has more than `horizon` guesses.
    pub(super) fn up_to(mut self, horizon: usize) -> Search<'m> {
        self.set_horizon(horizon);
        self
    }

    pub(super) fn set_horizon(&mut self, horizon: usize) {
        self.horizon = horizon;
    }

    /// The nodes chosen on the way to where the search is, and what part of the tree that is.
    pub(super) fn path(&self) -> (Vec<u32>, f64) {
        let nodes = self.stack.iter().map(|frame| frame.node).collect();
        (nodes, self.stack.iter().fold(1.0, |worth, frame| worth / f64::from(frame.degree)))
    }

    /// Has the search report to `monitor`, and stop when the monitor says so.
    pub fn monitored(mut self, monitor: &'m Monitor) -> Search<'m> {
        self.monitor = Some(monitor);
        self
    }

    /// Has the search stop soon after `interrupt` is set.
    pub fn interrupted_by(mut self, interrupt: &'m AtomicBool) -> Search<'m> {
        self.interrupt = Some(interrupt);
        self
    }

    /// What part of a larger search this one is, for the monitor.
    pub(super) fn weighted(mut self, weight: f64) -> Search<'m> {
        self.weight = weight;
        self
    }

    /// Makes this search one of a team that shares its limits.
    pub(super) fn on_team(mut self, team: &'m Team) -> Search<'m> {
        self.team = Some(team);
        self
    }

    /// The next solution: its options, those of the prefix first, then in the order in which they were chosen.
    pub fn next_solution(&mut self) -> Option<&[OptionId]> {
        if self.advance() != Pause::Solution {
            return None;
        }
        self.solution.clear();
        let chosen = self.prefix.iter().copied().chain(self.stack.iter().map(|frame| frame.node));
        self.solution.extend(chosen.map(|node| self.matrix.option_of(node)));
        Some(&self.solution)
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
            State::Fresh | State::AtSolution | State::AtHorizon => Ended::Interrupted,
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
        for frame in &self.stack {
            worth /= f64::from(frame.degree);
            done += worth * f64::from(frame.finished);
        }
        done
    }

    /// Goes on to the next solution, or the next subtree beyond the horizon, or the end.
    pub(super) fn advance(&mut self) -> Pause {
        if self.state == State::AtSolution && self.limits.solutions == Some(self.solutions) {
            self.end(Ended::SolutionLimit);
        }
        if self.matrix.is_coloured() { self.run::<true>() } else { self.run::<false>() }
    }

    fn run<const COLOURED: bool>(&mut self) -> Pause {
        let mut step = match self.state {
            State::Fresh => Step::Enter,
            State::AtSolution => {
                self.retract::<COLOURED>();
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
                    let is_due = self.counters.nodes >= self.check_at_node
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
                    self.counters.updates += self.matrix.cover::<COLOURED>(header);
                    self.stack.push(Frame { header, node: header, finished: 0, degree });
                    self.guess_depth += usize::from(degree > 1);
                    step = Step::TryNext;
                }
                Step::TryNext => {
                    let Some(frame) = self.stack.last_mut() else {
                        // C8 at level 0: terminate.
                        self.end(Ended::Complete);
                        return Pause::End;
                    };
                    let node = self.matrix.below(frame.node);
                    if node == frame.header {
                        // C7: backtrack; C8: leave the level.
                        self.guess_depth -= usize::from(frame.degree > 1);
                        self.matrix.uncover::<COLOURED>(node);
                        self.stack.pop();
                        self.retract::<COLOURED>();
                        continue;
                    }
                    // C5: try the option, unless that is left to somebody else.
                    frame.node = node;
                    if self.guess_depth > self.horizon {
                        self.state = State::AtHorizon;
                        return Pause::Horizon;
                    }
                    self.counters.updates += self.matrix.commit_others::<COLOURED>(node);
                    step = Step::Enter;
                }
            }
        }
    }

    /// C6: takes back the option of the top frame, so that the next one can be tried.
    #[inline]
    fn retract<const COLOURED: bool>(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            self.matrix.uncommit_others::<COLOURED>(frame.node);
            frame.finished += 1;
        }
    }

    /// Leaves the option of the top frame, which was never committed.
    fn skip(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.finished += 1;
        }
    }

    /// Looks at the limits and reports to the monitor; off the hot path.
    #[cold]
    fn reason_to_stop(&mut self) -> Option<Ended> {
        if self.limits.nodes.is_some_and(|limit| self.counters.nodes >= limit) {
            return Some(Ended::NodeLimit);
        }
        self.check_at_node = self.limits.nodes.unwrap_or(u64::MAX).min(self.counters.nodes + CHECK_NODES);
        self.check_at_update = self.counters.updates + CHECK_UPDATES;
        self.report();
        let is_interrupted = self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
        if is_interrupted || self.monitor.is_some_and(Monitor::is_stopped) {
            return Some(Ended::Interrupted);
        }
        if let Some(ended) = self.team.and_then(Team::reason_to_stop) {
            return Some(ended);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Ended::TimeLimit);
        }
        None
    }

    fn end(&mut self, ended: Ended) {
        self.state = State::Over(ended);
        self.report();
    }

    /// Tells the monitor and the team what is new.
    fn report(&mut self) {
        if self.monitor.is_none() && self.team.is_none() {
            return;
        }
        let now = Report { nodes: self.counters.nodes, solutions: self.solutions, fraction: self.progress() };
        let (nodes, solutions) = (now.nodes - self.reported.nodes, now.solutions - self.reported.solutions);
        if let Some(monitor) = self.monitor {
            monitor.add(nodes, solutions, (now.fraction - self.reported.fraction) * self.weight);
        }
        if let Some(team) = self.team {
            team.add(nodes, solutions);
        }
        self.reported = now;
    }

    /// Takes back everything that is still chosen: the matrix is then what it was before the search.
    fn unwind<const COLOURED: bool>(&mut self) {
        let mut is_committed = self.state != State::AtHorizon;
        while let Some(frame) = self.stack.pop() {
            if std::mem::replace(&mut is_committed, true) {
                self.matrix.uncommit_others::<COLOURED>(frame.node);
            }
            self.matrix.uncover::<COLOURED>(frame.header);
        }
        while let Some(node) = self.prefix.pop() {
            self.matrix.unchoose_node::<COLOURED>(node);
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
        if self.matrix.is_coloured() { self.unwind::<true>() } else { self.unwind::<false>() }
    }
}
