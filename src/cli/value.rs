//! Values of options: library enums by their names, numbers of threads.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dlxbench::named::Named;

/// Parses a value of a library enum by its name; help lists all of them.
pub(super) fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    let possible = T::ALL.iter().map(|value| PossibleValue::new(value.name()).help(value.help()));
    PossibleValuesParser::new(possible).map(|name| T::from_name(&name).expect("clap checks the name"))
}

/// Parses a number of threads; 0 means one per core.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|&threads| threads <= 1024);
    threads.ok_or_else(|| "expected a number from 0 to 1024".to_owned())
}
