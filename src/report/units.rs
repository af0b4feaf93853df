//! Formats figures for people: times with a suitable unit, large counts with thousands separators.

pub use crate::counts::{count, counted};

/// Formats a time in nanoseconds with three significant digits and a suitable unit: `812 ns`, `23.4 µs`, `1.02 s`.
pub fn time(ns: f64) -> String {
    match ns {
        ns if ns < 999.5 && ns.fract() == 0.0 => format!("{ns} ns"),
        ns => three_digits(ns, &["ns", "µs", "ms", "s"]),
    }
}

/// Formats a count with three significant digits: `812`, `23.4 k`, `1.02 G`.
pub fn short(number: u64) -> String {
    match number {
        number if number < 1000 => number.to_string(),
        number => three_digits(number as f64 / 1e3, &["k", "M", "G", "T"]),
    }
}

/// Formats a value with a suitable unit; each unit is a thousand times the previous one.
fn three_digits(mut value: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1e3;
        unit += 1;
    }
    let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.decimals$} {}", units[unit])
}

/// Formats a number that is usually not whole, such as nodes per puzzle, with three significant digits.
pub fn rate(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => count(value.round() as u64),
    }
}

/// Formats a ratio with a sensible number of digits: `1.05`, `9.9`, `330`.
pub fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio.is_infinite() => "∞".to_owned(),
        ratio if ratio < 1.995 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => count(ratio.round() as u64),
    }
}

/// Formats a noise floor, where 0.02 is 2 %. Above 100 % a figure would be meaningless, so it is not shown; CSV and JSON
/// have it.
pub fn noise(floor: Option<f64>) -> String {
    match floor {
        None => "unknown".to_owned(),
        Some(floor) if floor > 1.0 => ">100 %".to_owned(),
        Some(floor) => format!("{:.1} %", floor * 100.0),
    }
}
