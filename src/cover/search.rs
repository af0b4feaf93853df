//! The search: Knuth's Algorithm C (without colors, Algorithm X) as an iterator over solutions.
//!
//! The steps carry Knuth's labels, C1 to C8. The levels are a list, so that a search can pause at every solution and
//! stop at any node. Whenever it pauses, the options of all levels are committed, and [`Search::unwind`] can undo all of
//! them. Dropping a search does so and leaves the matrix exactly as it was before.

use std::fmt;
use std::ops::ControlFlow;

use super::explore::{Explorer, Terms, Visitor, outcome_without_search};
use super::levels::{Level, Levels};
use super::matrix::Matrix;
use super::outcome::{Ended, Outcome};
use super::problem::{ItemId, OptionId};
use super::walk::Walk;

/// Limits are also checked after this many updates, which take a few milliseconds: in a large problem, a single node
/// may need millions.
const CHECK_UPDATES: u64 = 1 << 19;

/// A running search: an iterator over solutions, each a set of options. Created by [`Matrix::search`].
///
/// ```
/// use dlxbench::cover::{Limits, Matrix, problems};
///
/// let problem = problems::queens(6).unwrap();
/// let mut matrix = Matrix::new(&problem);
/// assert_eq!(matrix.search(Limits::default()).count(), 4);
/// ```
pub struct Search<'m> {
    matrix: &'m mut Matrix,
    /// The nodes of the options chosen before the search began.
    prefix: Vec<u32>,
    levels: Levels,
    /// Whether no node has been visited. Otherwise the search has paused at a solution, or is over.
    is_fresh: bool,
    walk: Walk<'m>,
    /// The number of updates at which to check the limits next.
    check_at_update: u64,
}

impl Matrix {
    /// Starts a search of the whole matrix (C1).
    pub fn search<'m>(&'m mut self, terms: impl Into<Terms<'m>>) -> Search<'m> {
        self.search_for(terms.into(), None)
    }

    fn search_for<'m>(&'m mut self, terms: Terms<'m>, visitor: Option<&'m mut dyn Visitor>) -> Search<'m> {
        let known = outcome_without_search(self, terms.limits);
        let mut search = Search::new(self, Walk::new(terms, visitor));
        if let Some(outcome) = known {
            // `end` returns a break, but there is no loop to leave.
            let _ = search.walk.end(outcome.ended);
        }
        search
    }

    /// Starts a search for the solutions that contain all options of `prefix`, which must not conflict and must each
    /// have a primary item.
    pub(crate) fn search_after<'m>(&'m mut self, prefix: &[OptionId], terms: Terms<'m>) -> Search<'m> {
        let mut search = Search::new(self, Walk::new(terms, None));
        for &option in prefix {
            let node = search.matrix.node_of(option).expect("an option of a prefix has a primary item");
            search.prefix.push(node);
            if search.matrix.is_colored() {
                search.matrix.choose_node::<true>(node);
            } else {
                search.matrix.choose_node::<false>(node);
            }
        }
        search
    }
}

impl<'m> Search<'m> {
    fn new(matrix: &'m mut Matrix, walk: Walk<'m>) -> Search<'m> {
        let (prefix, levels) = (Vec::new(), Levels::default());
        Search { matrix, prefix, levels, is_fresh: true, walk, check_at_update: CHECK_UPDATES }
    }

    /// Returns the next solution: the options of the prefix first, then the others in the order in which they were
    /// chosen.
    pub fn next_solution(&mut self) -> Option<&[OptionId]> {
        if !self.advance() {
            return None;
        }
        self.list_solution();
        // If this is the last solution wanted, the walk is now over.
        let _ = self.walk.meet_solution();
        Some(&self.walk.path)
    }

    /// Writes the solution at which the search has paused to the path of the walk.
    fn list_solution(&mut self) {
        let chosen = self.prefix.iter().copied().chain(self.levels.as_slice().iter().map(|level| level.node));
        self.walk.path.clear();
        self.walk.path.extend(chosen.map(|node| self.matrix.option_of(node)));
    }

    /// Runs to the end, only counting.
    pub fn finish(mut self) -> Outcome {
        while self.advance() && self.walk.meet_solution().is_continue() {}
        self.outcome()
    }

    /// Returns what was found so far. [`Ended::Interrupted`] also means that the search was not run to its end.
    pub fn outcome(&self) -> Outcome {
        self.walk.outcome()
    }

    /// Returns the progress of the search, from 0 to 1, assuming that all options of an item take equal work (Knuth's
    /// estimate).
    pub fn progress(&self) -> f64 {
        self.walk.progress().fraction
    }

    /// Advances to the next solution; returns false at the end.
    fn advance(&mut self) -> bool {
        let flow = match self.matrix.is_colored() {
            _ if self.walk.is_over() => return false,
            true => self.run::<true>(),
            false => self.run::<false>(),
        };
        flow.is_continue()
    }

    fn run<const COLORED: bool>(&mut self) -> ControlFlow<()> {
        let mut is_entering = std::mem::replace(&mut self.is_fresh, false);
        if !is_entering {
            self.retract::<COLORED>();
        }
        loop {
            if std::mem::replace(&mut is_entering, true) {
                // C2: enter a level.
                if self.walk.counters.updates >= self.check_at_update {
                    self.check_at_update = self.walk.counters.updates + CHECK_UPDATES;
                    self.walk.look()?;
                }
                self.walk.enter_node()?;
                // C3: choose an item; if there is none, C2 visits a solution.
                let Some(header) = self.matrix.choose() else { return ControlFlow::Continue(()) };
                let degree = self.matrix.length_of_header(header);
                if degree > 1 && !self.walk.meets_guess()? {
                    self.retract::<COLORED>();
                } else {
                    if degree > 1 {
                        self.walk.open_guess(degree);
                    }
                    self.walk.counters.updates += self.levels.cover::<COLORED>(self.matrix, header, degree);
                }
            }
            self.try_next::<COLORED>()?;
        }
    }

    /// C5: tries the next option of the last level that has one left.
    #[inline(always)]
    fn try_next<const COLORED: bool>(&mut self) -> ControlFlow<()> {
        loop {
            if let Some(updates) = self.levels.try_next::<COLORED>(self.matrix) {
                self.walk.counters.updates += updates;
                return ControlFlow::Continue(());
            }
            // C7: leave the level. C8: if there is none, the search is over.
            let Some(level) = self.levels.leave::<COLORED>(self.matrix) else {
                return self.walk.end(Ended::Complete);
            };
            if level.is_guess() {
                self.walk.close_guess();
            }
            self.retract::<COLORED>();
        }
    }

    /// C6: undoes the option of the last level, so that the next one can be tried.
    #[inline]
    fn retract<const COLORED: bool>(&mut self) {
        if self.levels.retract::<COLORED>(self.matrix).is_some_and(Level::is_guess) {
            self.walk.finish_option();
        }
    }

    /// Undoes everything that is still chosen, which restores the matrix as it was before the search.
    fn unwind<const COLORED: bool>(&mut self) {
        while self.levels.retract::<COLORED>(self.matrix).is_some() {
            self.levels.leave::<COLORED>(self.matrix);
        }
        while let Some(node) = self.prefix.pop() {
            self.matrix.unchoose_node::<COLORED>(node);
        }
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("outcome", &self.outcome()).finish_non_exhaustive()
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
        let mut search = self.search_for(terms, Some(visitor));
        while search.advance() {
            if !terms.is_counting {
                search.list_solution();
            }
            if search.walk.meet_solution().is_break() {
                break;
            }
        }
        search.outcome()
    }
}
