//! Parsers for option values: library enums by name, and numbers within bounds.

use std::ops::RangeInclusive;

use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use dlxbench::engine::EngineKind;
use dlxbench::engine::external::EngineChoice;
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

/// Parses the name of a built-in engine, which this processor must be able to run.
pub(super) fn engine() -> impl TypedValueParser<Value = EngineKind> {
    named::<EngineKind>().try_map(|kind| kind.check_vectors().map(|()| kind))
}

/// Parses a number of threads; 0 means one per core.
pub(super) fn threads() -> impl TypedValueParser<Value = usize> {
    number(0..=1024)
}

/// Engines named in one argument.
#[derive(Clone)]
pub(super) struct Engines(pub(super) Vec<EngineChoice>);

/// Parses names of built-in engines separated by commas; an external solver takes the rest of the argument.
pub(super) fn engines() -> impl TypedValueParser<Value = Engines> {
    EnginesParser
}

/// Knows the built-in engines, for help and completion, but takes other texts too.
#[derive(Clone)]
struct EnginesParser;

impl TypedValueParser for EnginesParser {
    type Value = Engines;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Engines, clap::Error> {
        let parse = |text: String| EngineChoice::parse_list(&text).map(Engines);
        StringValueParser::new().try_map(parse).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |kind: &EngineKind| PossibleValue::new(kind.name()).help(Named::help(*kind));
        Some(Box::new(EngineKind::ALL.iter().map(value)))
    }
}

/// Parses a number of seconds, such as 10 or 0.5.
pub(super) fn seconds() -> impl TypedValueParser<Value = Duration> {
    let parse = |text: &str| {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
        seconds.map(Duration::from_secs_f64).ok_or("expected a number of seconds from 0.001 to 86400")
    };
    StringValueParser::new().try_map(move |text| parse(&text))
}
