//! What is known about the puzzle on the board.

use std::time::Duration;

use dlxbench::engine::Status;
use dlxbench::logic::Grade;
use dlxbench::sudoku::Grid;

use super::work::Analysis;

/// What is known about the puzzle on the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Known {
    /// Two equal digits share a unit; the text says which.
    Clash(String),
    /// The search for solutions has taken this long.
    Searching(Duration),
    /// The search was canceled after this time.
    Stopped(Duration),
    Found(Analysis, Grading),
}

/// What is known about the difficulty of a puzzle with one solution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Grading {
    /// Not known yet.
    Running,
    Stopped,
    /// `None` if there is nothing to grade.
    Done(Option<Grade>),
}

impl Known {
    /// Returns what is known at once.
    pub(super) fn at_sight(puzzle: &Grid) -> Known {
        match puzzle.clash_in_words() {
            Some(words) => Known::Clash(words),
            None => Known::Searching(Duration::ZERO),
        }
    }

    /// Returns the solutions found, at most two.
    pub(super) fn solutions(&self) -> &[Grid] {
        match self {
            Known::Found(analysis, _) => &analysis.solutions,
            _ => &[],
        }
    }

    pub(super) fn is_unique(&self) -> bool {
        matches!(self, Known::Found(analysis, _) if analysis.status == Status::Unique)
    }

    /// Returns whether two solutions differ in a cell.
    pub(super) fn is_open(&self, cell: usize) -> bool {
        matches!(self.solutions(), [one, other] if one.cells()[cell] != other.cells()[cell])
    }

    /// Records that time passed.
    pub(super) fn wait(&mut self, time: Duration) {
        if let Known::Searching(elapsed) = self {
            *elapsed += time;
        }
    }

    /// Records that all work was canceled. Returns whether there was any.
    pub(super) fn stop(&mut self) -> bool {
        match self {
            Known::Searching(elapsed) => *self = Known::Stopped(*elapsed),
            Known::Found(_, grading @ Grading::Running) => *grading = Grading::Stopped,
            _ => return false,
        }
        true
    }
}
