//! n queens on an n×n board, none of which attacks another.
//!
//! Rows and columns are primary (each holds a queen), diagonals are secondary (each holds at most one). The rows and
//! columns are declared from the middle of the board outward: Knuth's organ-pipe order, which resolves ties in favor of
//! the queens that attack most.

use super::super::problem::{OptionId, Problem};
use super::board::{Placed, names};
use super::build::{SizeError, build, check_order};

/// Creates the problem of placing `order` queens.
pub fn queens(order: usize) -> Result<Problem, SizeError> {
    check_order("queens", order, 512)?;
    let lines: Vec<String> =
        organ_pipe(order).flat_map(|line| [format!("R{line}"), format!("C{line}")]).collect();
    let diagonals = |letter: char| (0..2 * order - 1).map(move |diagonal| format!("{letter}{diagonal}"));
    let diagonals: Vec<String> = diagonals('A').chain(diagonals('B')).collect();
    let options = organ_pipe(order).flat_map(|row| {
        organ_pipe(order).map(move |column| {
            let (rising, falling) = (row + column, row + order - 1 - column);
            vec![format!("R{row}"), format!("C{column}"), format!("A{rising}"), format!("B{falling}")]
        })
    });
    Ok(build(&lines, &diagonals, options))
}

/// Returns 0 … order − 1 from the middle outward.
fn organ_pipe(order: usize) -> impl Iterator<Item = usize> {
    let middle = order / 2;
    (0..order).map(move |step| match step {
        step if step % 2 == 1 => middle - step.div_ceil(2),
        step => middle + step / 2,
    })
}

pub(super) fn placed(problem: &Problem, option: OptionId) -> Option<Vec<Placed>> {
    let number = |letter: char| -> Option<usize> {
        names(problem, option).find_map(|name| name.strip_prefix(letter))?.parse().ok()
    };
    Some(vec![((number('R')?, number('C')?), "Q".to_owned())])
}
