//! What a technique finds, and who hears of it.

use std::ops::ControlFlow;

use super::board::{Board, Contradiction};
use super::cells::CellSet;

/// Candidates that go: a digit, and the cells that lose it.
pub(super) type Removal<const W: usize> = (usize, CellSet<W>);

/// Hears of everything that a technique finds; a break ends the search for more.
///
/// Why something holds is only asked for when somebody wants to know: to tell it costs more than to find it.
pub(super) trait Listener<const W: usize> {
    /// A cell must have a digit.
    fn placement(&mut self, cell: usize, digit: usize, why: &dyn Fn() -> Why) -> ControlFlow<()>;

    /// Candidates are out. Some of the cells may have lost theirs already, but not all.
    fn removals(&mut self, removals: &[Removal<W>], why: &dyn Fn() -> Why) -> ControlFlow<()>;
}

/// Tells of removals if there is anything to remove.
#[inline]
pub(super) fn tell<const W: usize>(
    board: &Board<'_, W>,
    listener: &mut dyn Listener<W>,
    removals: &[Removal<W>],
    why: &dyn Fn() -> Why,
) -> ControlFlow<()> {
    if removals.iter().any(|&(digit, cells)| !(cells & board.places(digit)).is_empty()) {
        listener.removals(removals, why)
    } else {
        ControlFlow::Continue(())
    }
}

/// Why a step holds. Cells, units and digits are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Why {
    HiddenSingle {
        unit: usize,
    },
    NakedSingle,
    Locked {
        digit: usize,
        within: usize,
        also_in: usize,
    },
    NakedSubset {
        unit: usize,
        cells: Vec<usize>,
        digits: u32,
    },
    HiddenSubset {
        unit: usize,
        cells: Vec<usize>,
        digits: u32,
    },
    Fish {
        digit: usize,
        lines: Vec<usize>,
        crossing: Vec<usize>,
    },
    XyWing {
        pivot: usize,
        wings: [usize; 2],
        digit: usize,
    },
    XyzWing {
        pivot: usize,
        wings: [usize; 2],
        digit: usize,
    },
    WWing {
        cells: [usize; 2],
        bridge: [usize; 2],
        linked: usize,
        digit: usize,
    },
    ColorTwice {
        digit: usize,
        unit: usize,
        twice: [usize; 2],
        colored: Vec<usize>,
    },
    SeesBothColors {
        digit: usize,
        colors: [Vec<usize>; 2],
    },
    /// From the candidate that is removed back to itself: cell, digit, and whether it is in or out.
    Chain {
        links: Vec<(usize, usize, bool)>,
    },
    Trial {
        cell: usize,
        digit: usize,
        contradiction: Contradiction,
    },
}
