//! Shared by all kinds of problems: building from names, and errors for invalid sizes.

use super::super::exact_cover::ExactCover;
use super::super::problem::{Problem, ProblemError};

/// The error for a size that a kind of problem cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SizeError(pub(super) String);

/// Rejects an order of 0 or beyond `most`.
pub(super) fn check_order(kind: &str, order: usize, most: usize) -> Result<(), SizeError> {
    if (1..=most).contains(&order) {
        return Ok(());
    }
    Err(SizeError(format!("{kind} of order {order}: the order must be from 1 to {most}")))
}

/// Builds the problem with these items and options, which must be valid.
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
    build().expect("names differ and every option is valid")
}
