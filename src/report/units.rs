//! Figures as a person reads them: times with a fitting unit, large counts with their thousands apart.

/// A time in nanoseconds with three significant digits and the unit that fits: `812 ns`, `23.4 µs`, `1.02 s`.
pub fn time(ns: f64) -> String {
    match ns {
        ns if ns < 999.5 && ns.fract() == 0.0 => format!("{ns} ns"),
        ns => three_digits(ns, &["ns", "µs", "ms", "s"]),
    }
}

/// A count in three digits: `812`, `23.4 k`, `1.02 G`.
pub fn short(number: u64) -> String {
    match number {
        number if number < 1000 => number.to_string(),
        number => three_digits(number as f64 / 1e3, &["k", "M", "G", "T"]),
    }
}

/// A value with the unit that fits, each a thousand times the one before.
fn three_digits(mut value: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1e3;
        unit += 1;
    }
    let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.decimals$} {}", units[unit])
}

/// A count with commas between the thousands: `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let thousands: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    thousands.join(",")
}

/// A count and what is counted: `1 node`, `1,234 nodes`.
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", count(number))
}

/// A number that is mostly not whole, such as nodes per puzzle: with decimals only where they matter.
pub fn rate(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => count(value.round() as u64),
    }
}

/// How many times as much, with as many digits as say something: `1.05`, `9.9`, `330`.
pub fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio.is_infinite() => "∞".to_owned(),
        ratio if ratio < 1.995 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => count(ratio.round() as u64),
    }
}

/// A noise floor, 0.02 for 2 %. Above 100 % no figure would mean anything, so none is shown; CSV and JSON have it.
pub fn noise(floor: Option<f64>) -> String {
    match floor {
        None => "unknown".to_owned(),
        Some(floor) if floor > 1.0 => ">100 %".to_owned(),
        Some(floor) => format!("{:.1} %", floor * 100.0),
    }
}
