//! Simple colouring: places of a digit that come in pairs are coloured in turn; one of the colours is right.

use std::ops::ControlFlow;

use super::board::Board;
use super::cells::CellSet;
use super::finding::{Listener, Why, tell};

pub(super) fn colour<const W: usize>(
    board: &Board<'_, W>,
    listener: &mut dyn Listener<W>,
) -> ControlFlow<()> {
    for digit in 0..board.size() {
        let mut rest = board.places(digit);
        while let Some(start) = rest.first() {
            let colours = coloured_from(board, digit, start);
            rest = rest - colours[0] - colours[1];
            if !colours[1].is_empty() {
                colour_twice(board, digit, &colours, listener)?;
                sees_both(board, digit, &colours, listener)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All places that hang together with `start` by pairs, in two colours. Where a place would need both, the first counts, and
/// [`colour_twice`] will find that the other is wrong.
fn coloured_from<const W: usize>(board: &Board<'_, W>, digit: usize, start: usize) -> [CellSet<W>; 2] {
    let mut colours = [CellSet::of(start), CellSet::EMPTY];
    let mut ahead = vec![(start, 0)];
    while let Some((cell, colour)) = ahead.pop() {
        for unit in board.layout.units_of[cell] {
            let Some([one, other]) = board.places_in(digit, unit).pair() else { continue };
            let partner = if one == cell { other } else { one };
            if !colours[0].has(partner) && !colours[1].has(partner) {
                colours[1 - colour].insert(partner);
                ahead.push((partner, 1 - colour));
            }
        }
    }
    colours
}

/// Two places of one colour in a unit: the colour is wrong.
fn colour_twice<const W: usize>(
    board: &Board<'_, W>,
    digit: usize,
    colours: &[CellSet<W>; 2],
    listener: &mut dyn Listener<W>,
) -> ControlFlow<()> {
    for &colour in colours {
        for (unit, &cells) in board.layout.units.iter().enumerate() {
            let mut twice = colour & cells;
            if let (Some(one), Some(other)) = (twice.next(), twice.next()) {
                tell(board, listener, &[(digit, colour)], &|| Why::ColourTwice {
                    digit,
                    unit,
                    twice: [one, other],
                    coloured: colour.collect(),
                })?;
                break;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A place that sees both colours is out.
fn sees_both<const W: usize>(
    board: &Board<'_, W>,
    digit: usize,
    colours: &[CellSet<W>; 2],
    listener: &mut dyn Listener<W>,
) -> ControlFlow<()> {
    let seen_by =
        |colour: CellSet<W>| colour.fold(CellSet::EMPTY, |all, cell| all | board.layout.peers[cell]);
    let seen = (seen_by(colours[0]) & seen_by(colours[1])) - colours[0] - colours[1];
    tell(board, listener, &[(digit, seen)], &|| Why::SeesBothColours {
        digit,
        colours: colours.map(|colour| colour.collect()),
    })
}
