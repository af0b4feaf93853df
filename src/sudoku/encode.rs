//! Converts Sudoku to exact cover, and solutions back to grids.
//!
//! A grid of n digits has 4·n² items: each cell is filled (`R0C0`), and each row (`R0#1`), column (`C0#1`) and box
//! (`B0#1`) contains each digit. Rows, columns and boxes count from 0. An option puts one digit into one cell and
//! covers four items, so there are n³ options, or fewer if givens rule some out.

use super::geometry::Geometry;
use super::grid::Grid;
use super::symbols::Symbols;
use crate::cover::{ExactCover, ItemId, OptionId, Problem};

/// Returns the items that an option covers, as positions among the 4·n² items: cell, row, column, box.
pub fn items_of(geometry: Geometry, cell: usize, digit: u8) -> [usize; 4] {
    let size = geometry.size();
    let value = usize::from(digit) - 1;
    let in_unit = |family: usize, unit: usize| family * geometry.cell_count() + unit * size + value;
    [
        cell,
        in_unit(1, geometry.row(cell)),
        in_unit(2, geometry.column(cell)),
        in_unit(3, geometry.box_of(cell)),
    ]
}

/// Returns the name of an item, such as `R0C0` or `B8#9`.
fn item_name(geometry: Geometry, item: usize) -> String {
    let (size, index) = (geometry.size(), item % geometry.cell_count());
    let (unit, digit) = (index / size, index % size + 1);
    match item / geometry.cell_count() {
        0 => format!("R{unit}C{}", index % size),
        1 => format!("R{unit}#{digit}"),
        2 => format!("C{unit}#{digit}"),
        _ => format!("B{unit}#{digit}"),
    }
}

/// Creates the complete matrix of a size: option `cell · n + digit − 1` puts `digit` into `cell`.
pub fn all_options(geometry: Geometry) -> Problem {
    build(geometry, placements(geometry))
}

/// Creates the matrix of a puzzle: the givens, and every option that no given rules out. The givens are always
/// included, even if they clash, in which case the problem has no solution.
pub fn options_of(puzzle: &Grid) -> Problem {
    build(puzzle.geometry(), live_placements(puzzle))
}

fn placements(geometry: Geometry) -> impl Iterator<Item = (usize, u8)> {
    let digits = 1..=geometry.size() as u8;
    (0..geometry.cell_count()).flat_map(move |cell| digits.clone().map(move |digit| (cell, digit)))
}

/// Returns the placements that no given rules out, cell by cell.
fn live_placements(puzzle: &Grid) -> impl Iterator<Item = (usize, u8)> {
    let geometry = puzzle.geometry();
    let mut covered = vec![false; 4 * geometry.cell_count()];
    for (cell, &given) in puzzle.cells().iter().enumerate().filter(|(_, given)| **given != 0) {
        for item in items_of(geometry, cell, given) {
            covered[item] = true;
        }
    }
    placements(geometry).filter(move |&(cell, digit)| match puzzle.cells()[cell] {
        0 => !items_of(geometry, cell, digit).iter().any(|&item| covered[item]),
        given => given == digit,
    })
}

fn build(geometry: Geometry, placements: impl Iterator<Item = (usize, u8)>) -> Problem {
    let names: Vec<String> = (0..4 * geometry.cell_count()).map(|item| item_name(geometry, item)).collect();
    let mut builder = ExactCover::new(names.iter().map(String::as_str), []).expect("names differ");
    for (cell, digit) in placements {
        let option = items_of(geometry, cell, digit).map(ItemId::from_index);
        builder.option_of(&option).expect("four different items");
    }
    builder.build().expect("there are items and options")
}

/// Returns the cell and the digit that an option represents, from the names of its items.
pub fn placement(problem: &Problem, option: OptionId, geometry: Geometry) -> Option<(usize, u8)> {
    let (mut cell, mut digit) = (None, None);
    for name in problem.entries(option).iter().map(|entry| problem.item_name(entry.item)) {
        if let Some((row, column)) = name.strip_prefix('R').and_then(|rest| rest.split_once('C')) {
            let line = |text: &str| text.parse::<usize>().ok().filter(|&line| line < geometry.size());
            cell = Some(line(row)? * geometry.size() + line(column)?);
        } else if let Some((_, value)) = name.split_once('#') {
            digit = value.parse::<u8>().ok();
        }
    }
    Some((cell?, digit.filter(|&digit| (1..=geometry.size()).contains(&usize::from(digit)))?))
}

/// Converts a solution of a Sudoku problem to a grid with these symbols; `None` if the problem is not a Sudoku.
pub fn grid_of(problem: &Problem, solution: &[OptionId], symbols: Symbols) -> Option<Grid> {
    let geometry = Geometry::from_cell_count(problem.item_count() / 4)?;
    let mut cells = vec![0; geometry.cell_count()];
    for &option in solution {
        let (cell, digit) = placement(problem, option, geometry)?;
        cells[cell] = digit;
    }
    Some(Grid::new(geometry, symbols, &cells))
}
