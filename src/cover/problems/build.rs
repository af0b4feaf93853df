//! What the makers of problems share: building from names, and sizes that a problem cannot have.

use super::super::exact_cover::ExactCover;
use super::super::problem::{Problem, ProblemError};

/// A size that a problem of its kind cannot have, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SizeError(pub(super) String);

/// Refuses an order beyond `most`, and none.
pub(super) fn check_order(kind: &str, order: usize, most: usize) -> Result<(), SizeError> {
    match order {
        order if (1..=most).contains(&order) => Ok(()),
        _ => Err(SizeError(format!("{kind} of order {order}: the order must be from 1 to {most}"))),
    }
}

/// The problem with these items and options, which must be sound.
pub(super) fn build(
    primary: &[String],
    secondary: &[String],
    options: impl IntoIterator<Item = Vec<String>>,
) -> Problem {
    let build = || -> Result<Problem, ProblemError> {
        let [primary, secondary] = [primary, secondary].map(|names| names.iter().map(String::as_str));
        let mut builder = ExactCover::new(primary, secondary)?;
        for option in options {
            builder.option(option)?;
        }
        builder.build()
    };
    build().expect("names differ and every option is sound")
}
