//! What must hold of a record for anything to be made of it.
//!
//! It is checked once, when a record is read: tables, pages and comparisons rely on it and defend themselves against
//! nothing. A row is checked as soon as it is parsed, so that an error has the line on which the row ends. Each type
//! says what must hold of it; here is what they have in common.

use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// No run has so many puzzles, and no sum of less than this overflows.
const MOST_PUZZLES: u128 = 1 << 56;

/// Something of a record that may contradict itself.
pub(super) trait Sound {
    /// What is wrong, and what would be right.
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

/// Every figure is at least the one before it.
pub(super) fn in_order<T: PartialOrd + Display>(figures: &[(&str, T)]) -> Result<(), String> {
    figures.windows(2).try_for_each(|pair| {
        let [(less, low), (more, high)] = pair else { return Ok(()) };
        require(low <= high, || format!("{less} is {low} and {more} {high}; {less} must be at most {more}"))
    })
}

pub(super) fn not_negative(figures: &[(&str, f64)]) -> Result<(), String> {
    figures.iter().try_for_each(|(name, figure)| in_order(&[("0", 0.0), (name, *figure)]))
}

pub(super) fn equal(name: &str, found: u128, other: &str, expected: u128) -> Result<(), String> {
    require(found == expected, || format!("{name} is {found}; it must be {other}, which is {expected}"))
}

pub(super) fn countable(what: &str, counts: impl Iterator<Item = u64>) -> Result<(), String> {
    let sum: u128 = counts.map(u128::from).sum();
    require(sum < MOST_PUZZLES, || format!("{what} add up to {sum}; no run has so many"))
}
