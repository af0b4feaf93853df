//! The twelve pentominoes in a box.

use super::super::problem::{OptionId, Problem, ProblemBuilder, ProblemError};
use super::board::{board, cell, names};
use super::size::SizeError;

/// The pieces, in Golomb's letters, drawn.
const PIECES: [(&str, [&str; 5]); 12] = [
    ("F", [".##", "##.", ".#.", "", ""]),
    ("I", ["#", "#", "#", "#", "#"]),
    ("L", ["#.", "#.", "#.", "##", ""]),
    ("P", ["##", "##", "#.", "", ""]),
    ("N", [".#", "##", "#.", "#.", ""]),
    ("T", ["###", ".#.", ".#.", "", ""]),
    ("U", ["#.#", "###", "", "", ""]),
    ("V", ["#..", "#..", "###", "", ""]),
    ("W", ["#..", "##.", ".##", "", ""]),
    ("X", [".#.", "###", ".#.", "", ""]),
    ("Y", [".#", "##", ".#", ".#", ""]),
    ("Z", ["##.", ".#.", ".##", "", ""]),
];

/// The cells of a piece as (row, column), sorted.
type Shape = Vec<(usize, usize)>;

/// The problem of filling a box of `width` columns and `height` rows with pentominoes, each used at most once.
///
/// With 60 cells all twelve are used. With fewer (in fives) the pieces are secondary items. An 8×8 box has the
/// classic hole of four cells in the middle.
pub fn pentominoes(width: usize, height: usize) -> Result<Problem, SizeError> {
    let area = width.saturating_mul(height);
    let has_hole = (width, height) == (8, 8);
    if !has_hole && (area == 0 || area > 60 || !area.is_multiple_of(5)) {
        return Err(SizeError::Box { width, height, area });
    }
    Ok(build(width, height, has_hole).expect("names differ and every option is sound"))
}

fn build(width: usize, height: usize, has_hole: bool) -> Result<Problem, ProblemError> {
    let is_hole = |row: usize, column: usize| has_hole && (3..5).contains(&row) && (3..5).contains(&column);
    let all_pieces = has_hole || width * height == 60;
    let mut builder = ProblemBuilder::new();
    if all_pieces {
        for (name, _) in PIECES {
            builder.primary(name)?;
        }
    }
    for row in 0..height {
        for column in (0..width).filter(|&column| !is_hole(row, column)) {
            builder.primary(&format!("R{row}C{column}"))?;
        }
    }
    if !all_pieces {
        for (name, _) in PIECES {
            builder.secondary(name)?;
        }
    }
    for (name, picture) in PIECES {
        for shape in orientations(&picture) {
            place(&mut builder, name, &shape, (width, height), &is_hole)?;
        }
    }
    builder.build()
}

/// Adds an option for every place of a shape in the box.
fn place(
    builder: &mut ProblemBuilder,
    piece: &str,
    shape: &Shape,
    (width, height): (usize, usize),
    is_hole: &dyn Fn(usize, usize) -> bool,
) -> Result<(), ProblemError> {
    let shape_height = shape.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let shape_width = shape.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    for top in 0..(height + 1).saturating_sub(shape_height) {
        for left in 0..(width + 1).saturating_sub(shape_width) {
            let cells: Shape = shape.iter().map(|&(row, column)| (top + row, left + column)).collect();
            if cells.iter().any(|&(row, column)| is_hole(row, column)) {
                continue;
            }
            let cell_names: Vec<String> =
                cells.iter().map(|(row, column)| format!("R{row}C{column}")).collect();
            let all = std::iter::once(piece).chain(cell_names.iter().map(String::as_str));
            let entries: Vec<(&str, Option<&str>)> = all.map(|name| (name, None)).collect();
            builder.option(&entries)?;
        }
    }
    Ok(())
}

/// The different rotations and reflections of a piece, in a fixed order.
fn orientations(picture: &[&str]) -> Vec<Shape> {
    let cells = |(row, line): (usize, &&str)| -> Shape {
        line.bytes().enumerate().filter(|(_, c)| *c == b'#').map(|(column, _)| (row, column)).collect()
    };
    let mut shape: Shape = picture.iter().enumerate().flat_map(cells).collect();
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

pub(super) fn draw(problem: &Problem, solution: &[OptionId]) -> Option<String> {
    let mut cells = Vec::new();
    for &option in solution {
        let piece = names(problem, option).find(|name| cell(name).is_none())?;
        cells.extend(names(problem, option).filter_map(cell).map(|place| (place, piece.to_owned())));
    }
    board(&cells, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_have_63_orientations_of_five_cells() {
        let all: Vec<Shape> = PIECES.iter().flat_map(|(_, picture)| orientations(picture)).collect();
        assert_eq!(all.len(), 63);
        assert!(all.iter().all(|shape| shape.len() == 5));
    }
}
