//! Langford pairs: two of each number 1 … n in a row of 2n slots, with k slots between the two k's.

use super::super::problem::{OptionId, Problem, ProblemBuilder, ProblemError};
use super::board::{board, names};
use super::size::{SizeError, check_order};

/// The problem of Langford pairs of the numbers up to `order`. A solution and its mirror image both count.
pub fn langford(order: usize) -> Result<Problem, SizeError> {
    check_order("langford", order, 1, 512)?;
    Ok(build(order).expect("names differ and every option is sound"))
}

fn build(order: usize) -> Result<Problem, ProblemError> {
    let mut builder = ProblemBuilder::new();
    let numbers: Vec<_> =
        (1..=order).map(|number| builder.primary(&number.to_string())).collect::<Result<_, _>>()?;
    let slots: Vec<_> =
        (1..=2 * order).map(|slot| builder.primary(&format!("s{slot}"))).collect::<Result<_, _>>()?;
    for (index, &number) in numbers.iter().enumerate() {
        let distance = index + 2;
        for first in 0..slots.len().saturating_sub(distance) {
            builder.option_of(&[number, slots[first], slots[first + distance]])?;
        }
    }
    builder.build()
}

pub(super) fn draw(problem: &Problem, solution: &[OptionId]) -> Option<String> {
    let mut slots = Vec::new();
    for &option in solution {
        let number = names(problem, option).find(|name| !name.starts_with('s'))?;
        for slot in names(problem, option).filter_map(|name| name.strip_prefix('s')) {
            let slot: usize = slot.parse().ok()?;
            slots.push(((0, slot.checked_sub(1)?), number.to_owned()));
        }
    }
    board(&slots, "?")
}
