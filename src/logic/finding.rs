//! What a technique finds, and who hears of it.

use std::ops::ControlFlow;

use super::board::Board;
use super::cells::Removal;
use super::words::Speaker;

/// What follows from a board.
pub(super) enum Finding<'f, const W: usize> {
    Placement(usize, usize),
    /// Candidates are out. Some of the cells may have lost theirs already, but not all.
    Removals(&'f [Removal<W>]),
}

/// Says why something holds. Only explanations ask for it: to tell it costs more than to find it.
pub(super) type Reason<'r, const W: usize> = &'r dyn Fn(&Speaker<'_, W>) -> String;

/// Hears of everything that a technique finds; a break ends the search for more.
pub(super) type Listener<'l, const W: usize> =
    &'l mut dyn FnMut(Finding<'_, W>, Reason<'_, W>) -> ControlFlow<()>;

/// Tells of removals if there is anything to remove.
#[inline]
pub(super) fn tell<const W: usize>(
    board: &Board<'_, W>,
    listener: Listener<'_, W>,
    removals: &[Removal<W>],
    reason: Reason<'_, W>,
) -> ControlFlow<()> {
    if removals.iter().any(|&(digit, cells)| !(cells & board.places[digit]).is_empty()) {
        listener(Finding::Removals(removals), reason)
    } else {
        ControlFlow::Continue(())
    }
}
