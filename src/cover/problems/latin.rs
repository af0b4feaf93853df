//! Latin squares: every number once in each row and in each column.

use super::super::problem::{OptionId, Problem, ProblemBuilder, ProblemError};
use super::board::{board, cell, names};
use super::size::{SizeError, check_order};

/// The problem of filling a Latin square; cells, rows and columns are named as in the Sudoku matrix.
pub fn latin(order: usize) -> Result<Problem, SizeError> {
    check_order("latin", order, 1, 128)?;
    Ok(build(order).expect("names differ and every option is sound"))
}

fn build(order: usize) -> Result<Problem, ProblemError> {
    let mut builder = ProblemBuilder::new();
    let mut family = |name: &dyn Fn(usize, usize) -> String| -> Result<Vec<_>, ProblemError> {
        (0..order * order).map(|index| builder.primary(&name(index / order, index % order))).collect()
    };
    let cells = family(&|row, column| format!("R{row}C{column}"))?;
    let rows = family(&|row, number| format!("R{row}#{}", number + 1))?;
    let columns = family(&|column, number| format!("C{column}#{}", number + 1))?;
    for row in 0..order {
        for column in 0..order {
            for number in 0..order {
                let at = |line: usize, index: usize| line * order + index;
                builder.option_of(&[
                    cells[at(row, column)],
                    rows[at(row, number)],
                    columns[at(column, number)],
                ])?;
            }
        }
    }
    builder.build()
}

pub(super) fn draw(problem: &Problem, solution: &[OptionId]) -> Option<String> {
    let placed = |&option: &OptionId| {
        let place = names(problem, option).find_map(cell)?;
        let number = names(problem, option).find_map(|name| name.split_once('#'))?.1;
        Some((place, number.to_owned()))
    };
    let cells: Vec<_> = solution.iter().map(placed).collect::<Option<_>>()?;
    board(&cells, "?")
}
