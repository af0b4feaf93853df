//! Wings: two or three cells with few candidates, one of which must be a certain digit.

use std::ops::ControlFlow;

use super::board::{Bits, Board};
use super::finding::{Listener, tell};

/// XY-Wing (the pivot has two candidates) and XYZ-Wing (three): whatever the pivot is, one of the wings, or the pivot
/// itself, is the digit that the wings share.
pub(super) fn xy_wing<const W: usize>(
    board: &Board<'_, W>,
    pivot_candidates: u32,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    let peers = &board.layout.peers;
    let pairs = board.with_two_candidates();
    let is_xyz = pivot_candidates == 3;
    for pivot in board.open.filter(|&cell| board.candidates[cell].count_ones() == pivot_candidates) {
        let mine = board.candidates[pivot];
        let wings = pairs & peers[pivot];
        for first in wings {
            let one = board.candidates[first];
            for second in wings.filter(|&second| second > first) {
                let other = board.candidates[second];
                let shared = one & other;
                let between_them = if is_xyz { one | other } else { one ^ other };
                if shared.count_ones() != 1 || between_them != mine {
                    continue;
                }
                let digit = shared.trailing_zeros() as usize;
                let seen = peers[first] & peers[second];
                let removals = [(digit, if is_xyz { seen & peers[pivot] } else { seen })];
                tell(board, listener, &removals, &|say| {
                    let digit = say.digit(digit);
                    if is_xyz {
                        return format!("one of {} is {digit}", say.cells([pivot, first, second]));
                    }
                    let (pivot, wings) = (say.cell(pivot), say.cells([first, second]));
                    format!("whatever {pivot} is, one of {wings} is {digit}")
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// W-Wing: two cells have the same two candidates, and in some unit, one of these digits has two places, each seen by
/// one of the cells. The cells cannot both be that digit, so one of them is the other digit.
pub(super) fn w_wing<const W: usize>(board: &Board<'_, W>, listener: Listener<'_, W>) -> ControlFlow<()> {
    let peers = &board.layout.peers;
    let pairs = board.with_two_candidates();
    for first in pairs {
        let candidates = board.candidates[first];
        let alike = |&second: &usize| second > first && board.candidates[second] == candidates;
        for second in pairs.filter(alike) {
            let seen = peers[first] & peers[second];
            for linked in Bits(candidates) {
                let digit = (candidates & !(1 << linked)).trailing_zeros() as usize;
                if (seen & board.places[digit]).is_empty() {
                    continue;
                }
                for unit in 0..board.layout.units.len() {
                    let Some([one, other]) = board.places_in(linked, unit).pair() else { continue };
                    if [one, other].iter().any(|end| [first, second].contains(end)) {
                        continue;
                    }
                    let bridges = [[one, other], [other, one]];
                    let fits = |&[near, far]: &[usize; 2]| peers[first].has(near) && peers[second].has(far);
                    if let Some(bridge) = bridges.into_iter().find(fits) {
                        tell(board, listener, &[(digit, seen)], &|say| {
                            let (bridge, cells) = (say.cells(bridge), say.cells([first, second]));
                            let (linked, digit) = (say.digit(linked), say.digit(digit));
                            format!(
                                "one of {bridge} is {linked}, so {cells} cannot both be {linked}, and one of them is {digit}"
                            )
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
