//! Singles: a digit with one place left, a cell with one candidate left.

use std::ops::ControlFlow;

use super::board::Board;
use super::finding::{Finding, Listener};

pub(super) fn hidden<const W: usize>(board: &Board<'_, W>, listener: Listener<'_, W>) -> ControlFlow<()> {
    for digit in (0..board.size()).filter(|&digit| !board.places[digit].is_empty()) {
        // Boxes come first, since people look there first.
        for unit in (0..3 * board.size()).rev() {
            if let Some(cell) = board.places_in(digit, unit).only() {
                listener(Finding::Placement(cell, digit), &|say| {
                    format!("there is no other place for it in {}", say.unit(unit))
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn naked<const W: usize>(board: &Board<'_, W>, listener: Listener<'_, W>) -> ControlFlow<()> {
    for cell in board.open {
        let candidates = board.candidates[cell];
        if candidates.count_ones() == 1 {
            let digit = candidates.trailing_zeros() as usize;
            listener(Finding::Placement(cell, digit), &|_| "it has no other candidate".to_owned())?;
        }
    }
    ControlFlow::Continue(())
}
