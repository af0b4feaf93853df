//! The findings of techniques, and the listeners that receive them.

use std::ops::ControlFlow;

use super::board::Board;
use super::cells::Removal;
use super::words::Speaker;

/// A conclusion from a board.
pub(super) enum Finding<'f, const W: usize> {
    /// A cell and its digit.
    Placement(usize, usize),
    /// Candidates to remove, at least one of which is still there.
    Removals(&'f [Removal<W>]),
}

/// Formats the reason for a finding. Only explanations call it, since the text costs more than the search.
pub(super) type Reason<'r, const W: usize> = &'r dyn Fn(&Speaker<'_, W>) -> String;

/// Receives everything that a technique finds; a break ends the search.
pub(super) type Listener<'l, const W: usize> =
    &'l mut dyn FnMut(Finding<'_, W>, Reason<'_, W>) -> ControlFlow<()>;

/// Reports removals if there is anything to remove.
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
