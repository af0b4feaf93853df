//! Short proofs that a puzzle has no solution, by singles.
//!
//! Singles are placed round by round until a contradiction is visible. Most of them do not contribute to it, so the
//! unneeded ones are dropped to leave a proof that a person can follow.

use std::ops::ControlFlow;

use super::board::{Board, Layout, Lost};
use super::finding::{Finding, Reason};
use super::singles::{hidden, naked};
use crate::sudoku::{Grid, Unit};

/// Longer proofs are discarded: they are too long to read, and a search is equally convincing.
const MOST_STEPS: usize = 12;

/// The number of contradictions among which to look for the shortest proof.
const CHOICES: usize = 16;

/// The contradiction at the end of a proof that a puzzle has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// A cell that can have no digit.
    Cell(usize),
    /// A digit, from 1, that has no place in a unit.
    Digit {
        /// The digit.
        digit: u8,
        /// The unit.
        unit: Unit,
    },
}

/// A proof that a puzzle has no solution: each step is a single that follows from the givens and the earlier steps, and
/// the contradiction is visible at the end. No step can be omitted.
///
/// ```
/// use dlxbench::logic::{Contradiction, Logician};
/// use dlxbench::sudoku::Grid;
///
/// let puzzle: Grid = ".....142...3.2..".parse()?;
/// let refutation = Logician::new(puzzle.geometry()).refute(puzzle.cells()).expect("singles suffice");
/// assert_eq!(refutation.in_words(&puzzle), "once r4c1 is 3, r2c1 has no candidate");
/// # Ok::<(), dlxbench::sudoku::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Refutation {
    /// The cells, and the digits, from 1, that they must have.
    pub steps: Vec<(usize, u8)>,
    /// The contradiction after these steps.
    pub contradiction: Contradiction,
}

impl Contradiction {
    /// Describes the contradiction: `r1c9 has no candidate`, or `9 has no place in row 1`.
    pub fn in_words(self, puzzle: &Grid) -> String {
        match self {
            Contradiction::Cell(cell) => format!("{} has no candidate", puzzle.geometry().cell_name(cell)),
            Contradiction::Digit { digit, unit } => {
                format!("{} has no place in {unit}", puzzle.symbol(digit))
            }
        }
    }
}

impl Refutation {
    /// Describes the proof in one sentence: `once r8c4 is 1 and r8c5 is 2, r1c9 has no candidate`.
    pub fn in_words(&self, puzzle: &Grid) -> String {
        let step = |&(cell, digit): &(usize, u8)| {
            format!("{} is {}", puzzle.geometry().cell_name(cell), puzzle.symbol(digit))
        };
        let contradiction = self.contradiction.in_words(puzzle);
        match self.steps.iter().map(step).collect::<Vec<_>>().as_slice() {
            [] => contradiction,
            [one] => format!("once {one}, {contradiction}"),
            [first @ .., last] => format!("once {} and {last}, {contradiction}", first.join(", ")),
        }
    }
}

impl<const W: usize> Layout<W> {
    /// Returns the proof by singles; `None` if singles prove nothing, or if the proof is too long.
    pub(super) fn refutation(&self, givens: &[u8]) -> Option<Refutation> {
        let start = Board::new(self, givens);
        let (mut board, mut steps) = (start.clone(), Vec::new());
        while board.contradiction().is_none() {
            let singles = singles(&board);
            if singles.is_empty() {
                return None;
            }
            for (cell, digit) in singles {
                if board.open.has(cell) && board.contradiction().is_none() {
                    board.place(cell, digit);
                    steps.push((cell, digit));
                }
            }
        }
        let proofs = board.contradictions().take(CHOICES).map(|lost| (needed(&start, &steps, lost), lost));
        let (steps, lost) = proofs.min_by_key(|(steps, _)| steps.len())?;
        let steps: Vec<_> = steps.into_iter().map(|(cell, digit)| (cell, digit as u8 + 1)).collect();
        (steps.len() <= MOST_STEPS).then(|| Refutation { steps, contradiction: self.named(lost) })
    }

    /// Converts a contradiction on a board to its public form.
    pub(super) fn named(&self, lost: Lost) -> Contradiction {
        match lost {
            Lost::Cell(cell) => Contradiction::Cell(cell),
            Lost::Place { unit, digit } => {
                Contradiction::Digit { digit: digit as u8 + 1, unit: self.unit(unit) }
            }
        }
    }
}

fn singles<const W: usize>(board: &Board<'_, W>) -> Vec<(usize, usize)> {
    let mut singles = Vec::new();
    let mut keep = |finding: Finding<'_, W>, _: Reason<'_, W>| {
        if let Finding::Placement(cell, digit) = finding {
            singles.push((cell, digit));
        }
        ControlFlow::Continue(())
    };
    let _ = (hidden(board, &mut keep), naked(board, &mut keep));
    singles
}

/// Returns the steps that the contradiction needs. Tries to drop large groups first, since nearly all steps are
/// unneeded.
fn needed<const W: usize>(start: &Board<'_, W>, steps: &[(usize, usize)], lost: Lost) -> Vec<(usize, usize)> {
    let mut kept = steps.to_vec();
    let mut size = kept.len().next_power_of_two();
    while size > 0 {
        let mut end = kept.len();
        while end > 0 {
            let begin = end.saturating_sub(size);
            let rest = [&kept[..begin], &kept[end..]].concat();
            if shows(start.clone(), &rest, lost) {
                kept = rest;
            }
            end = begin;
        }
        size /= 2;
    }
    kept
}

/// Returns whether each step is a single when its turn comes and the contradiction is visible at the end.
fn shows<const W: usize>(mut board: Board<'_, W>, steps: &[(usize, usize)], lost: Lost) -> bool {
    steps.iter().all(|&(cell, digit)| {
        let is_single = board.is_single(cell, digit);
        if is_single {
            board.place(cell, digit);
        }
        is_single
    }) && board.has_lost(lost)
}
