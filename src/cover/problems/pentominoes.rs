//! The twelve pentominoes in a box.

use super::super::problem::{OptionId, Problem};
use super::board::{Placed, cell, names};
use super::build::{SizeError, build};
use crate::counts::counted;

/// The pieces, in Golomb's letters, drawn row by row.
const PIECES: [(&str, &str); 12] = [
    ("F", ".## ##. .#."),
    ("I", "# # # # #"),
    ("L", "#. #. #. ##"),
    ("P", "## ## #."),
    ("N", ".# ## #. #."),
    ("T", "### .#. .#."),
    ("U", "#.# ###"),
    ("V", "#.. #.. ###"),
    ("W", "#.. ##. .##"),
    ("X", ".#. ### .#."),
    ("Y", ".# ## .# .#"),
    ("Z", "##. .#. .##"),
];

/// The cells of a piece as (row, column), sorted.
type Shape = Vec<(usize, usize)>;

/// Creates the problem of filling a box of `width` columns and `height` rows with pentominoes, each used at most once.
///
/// A box of 60 cells uses all twelve pieces. In a smaller box, whose area must be a multiple of 5, the pieces are
/// secondary items. An 8×8 box has the classic 2×2 hole in the middle.
pub fn pentominoes(width: usize, height: usize) -> Result<Problem, SizeError> {
    let area = width.saturating_mul(height);
    let has_hole = (width, height) == (8, 8);
    if !has_hole && (area == 0 || area > 60 || !area.is_multiple_of(5)) {
        return Err(SizeError(format!(
            "pentominoes {width}x{height}: the box has {}; expected 60, a smaller multiple of 5 \
             (which leaves pieces out), or 8x8 (which has a 2x2 hole in the middle)",
            counted(area as u64, "cell")
        )));
    }
    let is_free = |&(row, column): &(usize, usize)| {
        let is_hole = has_hole && (3..5).contains(&row) && (3..5).contains(&column);
        row < height && column < width && !is_hole
    };
    let places = || (0..area).map(|index| (index / width, index % width));
    let name = |(row, column): (usize, usize)| format!("R{row}C{column}");
    let mut primary: Vec<String> = places().filter(is_free).map(name).collect();
    let mut secondary: Vec<String> = PIECES.iter().map(|(piece, _)| (*piece).to_owned()).collect();
    if has_hole || area == 60 {
        primary.splice(0..0, secondary.drain(..));
    }
    let mut options = Vec::new();
    for (piece, picture) in PIECES {
        for shape in orientations(picture) {
            for (top, left) in places() {
                let placed: Shape = shape.iter().map(|&(row, column)| (top + row, left + column)).collect();
                if placed.iter().all(is_free) {
                    let names = placed.into_iter().map(name);
                    options.push([piece.to_owned()].into_iter().chain(names).collect());
                }
            }
        }
    }
    Ok(build(&primary, &secondary, options))
}

/// Returns the distinct rotations and reflections of a piece, in a fixed order.
fn orientations(picture: &str) -> Vec<Shape> {
    let cells = |(row, line): (usize, &str)| -> Shape {
        line.bytes().enumerate().filter(|(_, c)| *c == b'#').map(|(column, _)| (row, column)).collect()
    };
    let mut shape: Shape = picture.split(' ').enumerate().flat_map(cells).collect();
    let mut shapes = Vec::new();
    for _mirror in 0..2 {
        for _quarter in 0..4 {
            if !shapes.contains(&shape) {
                shapes.push(shape.clone());
            }
            let height = shape.iter().map(|cell| cell.0).max().unwrap_or(0);
            shape = shape.iter().map(|&(row, column)| (column, height - row)).collect();
            shape.sort_unstable();
        }
        shape = shape.iter().map(|&(row, column)| (column, row)).collect();
        shape.sort_unstable();
    }
    shapes
}

pub(super) fn placed(problem: &Problem, option: OptionId) -> Option<Vec<Placed>> {
    let piece = names(problem, option).find(|name| cell(name).is_none())?;
    Some(names(problem, option).filter_map(cell).map(|place| (place, piece.to_owned())).collect())
}
