//! Checks that the content of a record is consistent.
//!
//! A record is checked once, when it is read; tables, pages and comparisons rely on that and check nothing. A row is
//! checked as soon as it is parsed, so that an error has the line on which the row ends. Each type has its own checks;
//! this module holds what they share.

use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// No run has this many puzzles, and no sum of smaller numbers overflows.
const MOST_PUZZLES: u128 = 1 << 56;

/// A part of a record that may contradict itself.
pub(super) trait Sound {
    /// Fails with what is wrong and what would be right.
    fn check(&self) -> Result<(), String>;
}

struct Checked<T>(T);

impl<'d, T: Deserialize<'d> + Sound> Deserialize<'d> for Checked<T> {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Checked<T>, D::Error> {
        let value = T::deserialize(deserializer)?;
        value.check().map_err(D::Error::custom)?;
        Ok(Checked(value))
    }
}

/// Reads a value and checks it.
pub(super) fn one<'d, T: Deserialize<'d> + Sound, D: Deserializer<'d>>(from: D) -> Result<T, D::Error> {
    Checked::deserialize(from).map(|Checked(value)| value)
}

/// Reads a value, if it is there, and checks it.
pub(super) fn optional<'d, T: Deserialize<'d> + Sound, D: Deserializer<'d>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Ok(Option::<Checked<T>>::deserialize(from)?.map(|Checked(value)| value))
}

/// Reads rows and checks each.
pub(super) fn each<'d, T: Deserialize<'d> + Sound, D: Deserializer<'d>>(from: D) -> Result<Vec<T>, D::Error> {
    let rows = Vec::<Checked<T>>::deserialize(from)?;
    Ok(rows.into_iter().map(|Checked(row)| row).collect())
}

pub(super) fn require(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

/// Requires that each figure is at least the one before it.
pub(super) fn in_order<T: PartialOrd + Display>(figures: &[(&str, T)]) -> Result<(), String> {
    figures.windows(2).try_for_each(|pair| {
        let [(less, low), (more, high)] = pair else { return Ok(()) };
        require(low <= high, || {
            format!("{less} is {low} and {more} is {high}; {less} must be at most {more}")
        })
    })
}

pub(super) fn at_least<T: PartialOrd + Display>(name: &str, figure: T, least: T) -> Result<(), String> {
    require(figure >= least, || format!("{name} is {figure}; it must be at least {least}"))
}

pub(super) fn at_most<T: PartialOrd + Display>(name: &str, figure: T, most: T) -> Result<(), String> {
    require(figure <= most, || format!("{name} is {figure}; it must be at most {most}"))
}

pub(super) fn not_negative(figures: &[(&str, f64)]) -> Result<(), String> {
    figures.iter().try_for_each(|(name, figure)| at_least(name, *figure, 0.0))
}

pub(super) fn equal(name: &str, found: u128, other: &str, expected: u128) -> Result<(), String> {
    require(found == expected, || format!("{name} is {found}; it must be {other}, which is {expected}"))
}

pub(super) fn countable(what: &str, counts: impl Iterator<Item = u64>) -> Result<(), String> {
    let sum: u128 = counts.map(u128::from).sum();
    require(sum < MOST_PUZZLES, || format!("{what} add up to {sum}; no run has that many"))
}
