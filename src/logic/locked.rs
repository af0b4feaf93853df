//! Locked candidates: interactions of boxes and lines.

use std::ops::ControlFlow;

use super::board::Board;
use super::finding::{Listener, tell};

/// If all places of a digit in one unit lie in a second unit, the rest of the second unit loses the digit: "pointing"
/// from a box to a line, "claiming" from a line to a box.
pub(super) fn locked<const W: usize>(board: &Board<'_, W>, listener: Listener<'_, W>) -> ControlFlow<()> {
    let layout = board.layout;
    let boxes = 2 * board.size();
    for digit in 0..board.size() {
        for within in (0..3 * board.size()).rev() {
            let places = board.places_in(digit, within);
            let Some(first) = places.first() else { continue };
            let (lines, its_box) = layout.units_of[first].split_at(2);
            for &also_in in if within >= boxes { lines } else { its_box } {
                if (places - layout.units[also_in]).is_empty() {
                    let removals = [(digit, layout.units[also_in] - layout.units[within])];
                    tell(board, listener, &removals, &|say| {
                        say.note(places);
                        let (within, also_in) = (say.unit(within), say.unit(also_in));
                        format!("in {within}, every place for {} is in {also_in}", say.digit(digit))
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
