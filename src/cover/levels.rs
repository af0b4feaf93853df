//! The levels of a search, and the moves from one to the next: the steps of Knuth's Algorithm C.
//!
//! [`Search`](super::Search) makes these moves as fast as it can, and a [`Stepper`](super::Stepper) makes one at a time,
//! forward or backward. Counting nodes and reporting progress is left to them.

use super::matrix::Matrix;

/// A level of the search: an item and the option tried for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    /// Knuth's i: the header of the item.
    pub(super) header: u32,
    /// Knuth's x_l: the node of the option tried last, or the header before the first one.
    pub(super) node: u32,
    /// The number of options that the item had when it was chosen.
    pub(super) degree: u32,
}

impl Level {
    /// Whether there was a choice of two or more options.
    #[inline]
    pub(super) fn is_guess(&self) -> bool {
        self.degree > 1
    }

    /// Whether no option has been tried.
    pub(super) fn is_fresh(&self) -> bool {
        self.node == self.header
    }
}

/// The levels of a search. The options of all of them are committed, except possibly that of the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Levels(Vec<Level>);

impl Levels {
    pub(super) fn last(&self) -> Option<&Level> {
        self.0.last()
    }

    pub(super) fn as_slice(&self) -> &[Level] {
        &self.0
    }

    /// C4: covers an item and opens a level for it; returns the number of updates.
    #[inline]
    pub(super) fn cover<const COLORED: bool>(
        &mut self,
        matrix: &mut Matrix,
        header: u32,
        degree: u32,
    ) -> u64 {
        self.0.push(Level { header, node: header, degree });
        matrix.cover::<COLORED>(header)
    }

    /// C5: commits the next option of the last level; returns the number of updates, or `None` if no option is left.
    #[inline]
    pub(super) fn try_next<const COLORED: bool>(&mut self, matrix: &mut Matrix) -> Option<u64> {
        let level = self.0.last_mut()?;
        let node = matrix.below(level.node);
        if node == level.header {
            return None;
        }
        level.node = node;
        Some(matrix.commit_others::<COLORED>(node))
    }

    /// C6: undoes the option of the last level, so that the next one can be tried, and returns the level.
    #[inline]
    pub(super) fn retract<const COLORED: bool>(&mut self, matrix: &mut Matrix) -> Option<&Level> {
        let level = self.0.last()?;
        matrix.uncommit_others::<COLORED>(level.node);
        Some(level)
    }

    /// C7: uncovers the item of the last level and leaves the level.
    #[inline]
    pub(super) fn leave<const COLORED: bool>(&mut self, matrix: &mut Matrix) -> Option<Level> {
        let level = self.0.pop()?;
        matrix.uncover::<COLORED>(level.header);
        Some(level)
    }

    /// Undoes [`retract`](Self::retract); returns the number of updates.
    pub(super) fn commit<const COLORED: bool>(&mut self, matrix: &mut Matrix) -> u64 {
        self.0.last().map_or(0, |level| matrix.commit_others::<COLORED>(level.node))
    }

    /// Makes the option before the last one tried, or the header before the first, the current one of the last level.
    /// Together with [`retract`](Self::retract), this undoes [`try_next`](Self::try_next).
    pub(super) fn previous(&mut self, matrix: &Matrix) {
        if let Some(level) = self.0.last_mut() {
            level.node = matrix.above(level.node);
        }
    }

    /// Undoes [`leave`](Self::leave) for an item whose last option had been tried.
    pub(super) fn reenter<const COLORED: bool>(&mut self, matrix: &mut Matrix, header: u32, degree: u32) {
        self.cover::<COLORED>(matrix, header, degree);
        self.previous(matrix);
    }
}
