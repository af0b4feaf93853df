//! Latin squares: every number once in each row and in each column.

use super::super::problem::{OptionId, Problem};
use super::board::{Placed, cell, names};
use super::build::{SizeError, build, check_order};

/// Creates the problem of filling a Latin square. Cells, rows and columns are named as in the Sudoku matrix.
pub fn latin(order: usize) -> Result<Problem, SizeError> {
    check_order("latin", order, 128)?;
    let pairs = || (0..order * order).map(|index| (index / order, index % order));
    let cells = pairs().map(|(row, column)| format!("R{row}C{column}"));
    let rows = pairs().map(|(row, number)| format!("R{row}#{}", number + 1));
    let columns = pairs().map(|(column, number)| format!("C{column}#{}", number + 1));
    let items: Vec<String> = cells.chain(rows).chain(columns).collect();
    let options = pairs().flat_map(|(row, column)| {
        let placed = move |number: usize| {
            vec![format!("R{row}C{column}"), format!("R{row}#{number}"), format!("C{column}#{number}")]
        };
        (1..=order).map(placed)
    });
    Ok(build(&items, &[], options))
}

pub(super) fn placed(problem: &Problem, option: OptionId) -> Option<Vec<Placed>> {
    let place = names(problem, option).find_map(cell)?;
    let number = names(problem, option).find_map(|name| name.split_once('#'))?.1;
    Some(vec![(place, number.to_owned())])
}
