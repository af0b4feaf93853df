//! Simple coloring: pairs of places of a digit get alternating colors, one of which is right.

use std::ops::ControlFlow;

use super::board::Board;
use super::cells::CellSet;
use super::finding::{Listener, tell};

/// If a unit contains two places of the same color, that color is wrong. A place that sees both colors is out.
pub(super) fn color<const W: usize>(board: &Board<'_, W>, listener: Listener<'_, W>) -> ControlFlow<()> {
    for digit in 0..board.size() {
        let mut rest = board.places[digit];
        while let Some(start) = rest.first() {
            let colors = colored_from(board, digit, start);
            rest = rest - colors[0] - colors[1];
            if colors[1].is_empty() {
                continue;
            }
            for color in colors {
                let twice = |&unit: &usize| (color & board.layout.units[unit]).len() > 1;
                let Some(unit) = (0..3 * board.size()).find(twice) else { continue };
                tell(board, listener, &[(digit, color)], &|say| {
                    let two = (color & board.layout.units[unit]).take(2);
                    format!(
                        "either all or none of {} are {}, but {} are both in {}",
                        say.cells(color),
                        say.digit(digit),
                        say.cells(two),
                        say.unit(unit)
                    )
                })?;
            }
            let seen =
                colors.map(|color| color.fold(CellSet::EMPTY, |all, cell| all | board.layout.peers[cell]));
            let removals = [(digit, (seen[0] & seen[1]) - colors[0] - colors[1])];
            tell(board, listener, &removals, &|say| {
                let digit = say.digit(digit);
                let [one, other] = colors.map(|color| say.cells(color));
                let verb = if colors[1].len() == 1 { "is" } else { "are" };
                format!("either {one} or {other} {verb} {digit}, and each removed {digit} sees both groups")
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns all places connected to `start` by pairs, in two colors. A place that would need both colors keeps the first
/// one, and [`color`] then finds the contradiction.
fn colored_from<const W: usize>(board: &Board<'_, W>, digit: usize, start: usize) -> [CellSet<W>; 2] {
    let mut colors = [CellSet::of(start), CellSet::EMPTY];
    let mut ahead = vec![(start, 0)];
    while let Some((cell, color)) = ahead.pop() {
        for unit in board.layout.units_of[cell] {
            let Some([one, other]) = board.places_in(digit, unit).pair() else { continue };
            let partner = if one == cell { other } else { one };
            if !colors[0].has(partner) && !colors[1].has(partner) {
                colors[1 - color].insert(partner);
                ahead.push((partner, 1 - color));
            }
        }
    }
    colors
}
