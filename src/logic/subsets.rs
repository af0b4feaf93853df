//! Groups of N sets with N members in total: naked and hidden pairs, triples and quads; and fish, whose sets are the
//! places of a digit in lines.

use std::ops::ControlFlow;

use super::board::{Bits, Board};
use super::cells::{CellSet, Removal};
use super::finding::{Listener, tell};

type Found<'f> = &'f mut dyn FnMut(&[usize], u32) -> ControlFlow<()>;

/// Calls `found` for every choice of `count` masks whose union has `count` bits, with the chosen members and the union.
fn choices(masks: &[(usize, u32)], count: usize, found: Found<'_>) -> ControlFlow<()> {
    fn choose(
        masks: &[(usize, u32)],
        count: usize,
        chosen: &mut Vec<usize>,
        union: u32,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if chosen.len() == count {
            return if union.count_ones() as usize == count {
                found(chosen, union)
            } else {
                ControlFlow::Continue(())
            };
        }
        let missing = count - chosen.len();
        for index in 0..(masks.len() + 1).saturating_sub(missing) {
            let (member, mask) = masks[index];
            if (union | mask).count_ones() as usize <= count {
                chosen.push(member);
                choose(&masks[index + 1..], count, chosen, union | mask, found)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }
    choose(masks, count, &mut Vec::with_capacity(count), 0, found)
}

/// If `count` cells of a unit have `count` candidates in total, the other cells of the unit lose these candidates.
pub(super) fn naked<const W: usize>(
    board: &Board<'_, W>,
    count: usize,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    let mut masks = Vec::with_capacity(board.size());
    for (unit, &cells) in board.layout.units.iter().enumerate() {
        let open = cells & board.open;
        if open.len() <= count {
            continue;
        }
        let few = |&(_, candidates): &(usize, u32)| candidates.count_ones() as usize <= count;
        masks.clear();
        masks.extend(open.map(|cell| (cell, board.candidates[cell])).filter(few));
        choices(&masks, count, &mut |chosen, digits| {
            let others = chosen.iter().fold(open, |others, &cell| others - CellSet::of(cell));
            let removals: Vec<Removal<W>> = Bits(digits).map(|digit| (digit, others)).collect();
            tell(board, listener, &removals, &|say| {
                let (cells, digits) = (say.cells(chosen.iter().copied()), say.digits(digits));
                format!("in {}, {cells} can only be {digits}", say.unit(unit))
            })
        })?;
    }
    ControlFlow::Continue(())
}

/// If `count` digits have `count` places in total in a unit, these cells lose all other candidates.
pub(super) fn hidden<const W: usize>(
    board: &Board<'_, W>,
    count: usize,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    let mut masks = Vec::with_capacity(board.size());
    for (unit, &cells) in board.layout.units.iter().enumerate() {
        let open: Vec<usize> = (cells & board.open).collect();
        if open.len() <= count {
            continue;
        }
        masks.clear();
        for digit in (0..board.size()).filter(|&digit| !board.is_done(digit, unit)) {
            // The places as bits, numbered among the open cells.
            let places = board.places_in(digit, unit);
            if places.len() <= count {
                let mask = open.iter().enumerate().filter(|(_, cell)| places.has(**cell));
                masks.push((digit, mask.fold(0, |mask, (index, _)| mask | 1 << index)));
            }
        }
        choices(&masks, count, &mut |chosen, places| {
            let set: CellSet<W> = Bits(places).map(|index| open[index]).collect();
            let others = (0..board.size()).filter(|digit| !chosen.contains(digit));
            let removals: Vec<Removal<W>> = others.map(|digit| (digit, set)).collect();
            let digits = chosen.iter().fold(0, |digits, &digit| digits | 1 << digit);
            tell(board, listener, &removals, &|say| {
                let (cells, digits) = (say.cells(set), say.digits(digits));
                format!("in {}, {digits} can only go in {cells}", say.unit(unit))
            })
        })?;
    }
    ControlFlow::Continue(())
}

/// If the places of a digit in `count` lines lie in `count` crossing lines, the rest of the crossing lines loses the
/// digit.
pub(super) fn fish<const W: usize>(
    board: &Board<'_, W>,
    count: usize,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    let (size, layout) = (board.size(), board.layout);
    let mut masks = Vec::with_capacity(size);
    for digit in 0..size {
        // The first units of the lines and of the crossing lines: rows and columns, then columns and rows.
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
                    say.note(board.places[digit] & kept);
                    let (lines, crossing) = (say.units(chosen), say.units(&crossed));
                    format!("in {lines}, every place for {} is in {crossing}", say.digit(digit))
                })
            })?;
        }
    }
    ControlFlow::Continue(())
}
