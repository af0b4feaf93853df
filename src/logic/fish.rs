//! Fish: the places of a digit in some rows lie in as many columns, or the other way round.

use std::ops::ControlFlow;

use super::board::{Bits, Board};
use super::cells::CellSet;
use super::finding::{Listener, tell};
use super::subsets::choices;

/// `count` lines whose places of a digit lie in `count` crossing lines: the rest of these loses the digit.
pub(super) fn fish<const W: usize>(
    board: &Board<'_, W>,
    count: usize,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    let (size, layout) = (board.size(), board.layout);
    let mut masks = Vec::with_capacity(size);
    for digit in 0..size {
        // From rows to columns, then from columns to rows: which units are the lines, and which cross them.
        for (lines, crossing) in [(0, size), (size, 0)] {
            masks.clear();
            for line in lines..lines + size {
                let places = board.places_in(digit, line);
                if (1..=count).contains(&places.len()) {
                    let across = |cell: usize| layout.units_of[cell][usize::from(lines == 0)] - crossing;
                    masks.push((line, places.fold(0, |mask, cell| mask | 1 << across(cell))));
                }
            }
            choices(&masks, count, &mut |chosen, across| {
                let kept = chosen.iter().fold(CellSet::EMPTY, |kept, &line| kept | layout.units[line]);
                let crossed: Vec<usize> = Bits(across).map(|index| crossing + index).collect();
                let covered = crossed.iter().fold(CellSet::EMPTY, |all, &unit| all | layout.units[unit]);
                tell(board, listener, &[(digit, covered - kept)], &|say| {
                    let (lines, crossing) = (say.units(chosen), say.units(&crossed));
                    format!("in {lines} every place for {} is in {crossing}", say.digit(digit))
                })
            })?;
        }
    }
    ControlFlow::Continue(())
}
