//! Figures as a person reads them: times with a fitting unit, large counts with their thousands apart.

/// A time in nanoseconds with three significant digits and the unit that fits: `812 ns`, `23.4 µs`, `1.02 s`.
pub fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "µs"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let decimals = match value {
        _ if unit == "ns" && value.fract() == 0.0 => 0,
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// A count with commas between the thousands: `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
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

/// A noise floor, 0.02 for 2 %. Above 100 % no figure would mean anything, so none is shown; CSV and JSON have it.
pub fn noise(floor: Option<f64>) -> String {
    match floor {
        None => "unknown".to_owned(),
        Some(floor) if floor > 1.0 => ">100 %".to_owned(),
        Some(floor) => format!("{:.1} %", floor * 100.0),
    }
}

/// A count in three digits: `812`, `23.4 k`, `1.02 G`.
pub fn short(number: u64) -> String {
    let (value, unit) = match number {
        number if number < 1000 => return number.to_string(),
        number if number < 999_500 => (number as f64 / 1e3, "k"),
        number if number < 999_500_000 => (number as f64 / 1e6, "M"),
        number if number < 999_500_000_000 => (number as f64 / 1e9, "G"),
        number => (number as f64 / 1e12, "T"),
    };
    let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.decimals$} {unit}")
}
