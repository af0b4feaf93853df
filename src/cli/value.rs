//! Parsers for option values: library enums by name, and numbers within bounds.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use dlxbench::named::Named;
use dlxbench::report::units;

/// Bounds of a limit on solutions or nodes. A core takes years to reach the upper one.
pub(super) const LIMIT: RangeInclusive<u64> = 1..=1_000_000_000_000_000;

/// Bounds of a number of puzzles to make or to choose.
pub(super) const COUNT: RangeInclusive<u64> = 1..=1_000_000_000;

/// Parses a number within bounds.
pub(super) fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<u64>,
) -> impl TypedValueParser<Value = T> {
    let parse = move |text: &str| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let [least, most] = [bounds.start(), bounds.end()].map(|&bound| units::count(bound));
            format!("expected a whole number from {least} to {most}")
        })
    };
    StringValueParser::new().try_map(move |text| parse(&text))
}

/// Parses a value of a library enum by its name; help lists all of them.
pub(super) fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    let possible = T::ALL.iter().map(|value| PossibleValue::new(value.name()).help(value.help()));
    PossibleValuesParser::new(possible).map(|name| T::from_name(&name).expect("clap checks the name"))
}

/// Parses a number of threads; 0 means one per core.
pub(super) fn threads() -> impl TypedValueParser<Value = usize> {
    number(0..=1024)
}
