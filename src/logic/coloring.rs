//! Simple coloring: places of a digit that come in pairs are colored in turn; one of the colors is right.

use std::ops::ControlFlow;

use super::board::Board;
use super::cells::CellSet;
use super::finding::{Listener, tell};

/// Two places of one color in a unit: the color is wrong. A place that sees both colors is out.
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
                        "{} are all {} or none of them is, and {} are both in {}",
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
                let [one, other] = colors.map(|color| say.cells(color));
                let verb = if colors[1].len() == 1 { "is" } else { "are" };
                format!("either {one} or {other} {verb} {}, and one of each is seen", say.digit(digit))
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// All places that hang together with `start` by pairs, in two colors. Where a place would need both, the first counts,
/// and [`color`] will find that the other is wrong.
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
