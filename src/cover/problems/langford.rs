//! Langford pairs: each number k from 1 to n appears twice in a row of 2n slots, with k slots in between.

use super::super::problem::{OptionId, Problem};
use super::board::{Placed, names};
use super::build::{SizeError, build, check_order};

/// Creates the problem of Langford pairs of the numbers up to `order`. A solution and its mirror image both count.
pub fn langford(order: usize) -> Result<Problem, SizeError> {
    check_order("langford", order, 512)?;
    let slot = |slot: usize| format!("s{slot}");
    let numbers = (1..=order).map(|number| number.to_string());
    let items: Vec<String> = numbers.chain((1..=2 * order).map(slot)).collect();
    let options = (1..=order).flat_map(|number| {
        let places = (1..=2 * order).map(move |first| (first, first + number + 1));
        let inside = places.filter(|&(_, second)| second <= 2 * order);
        inside.map(move |(first, second)| vec![number.to_string(), slot(first), slot(second)])
    });
    Ok(build(&items, &[], options))
}

pub(super) fn placed(problem: &Problem, option: OptionId) -> Option<Vec<Placed>> {
    let number = names(problem, option).find(|name| !name.starts_with('s'))?;
    let slots = names(problem, option).filter_map(|name| name.strip_prefix('s'));
    slots.map(|slot| Some(((0, slot.parse::<usize>().ok()?.checked_sub(1)?), number.to_owned()))).collect()
}
