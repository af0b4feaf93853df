//! How two engines compare, in words.

use super::units;
use crate::record::SpeedupRow;
use crate::stats::Verdict;

/// The noise that is assumed where a single pass cannot tell how large it is.
const UNKNOWN_NOISE: f64 = 0.25;

/// What a row says: `sweep is 10.3 times faster than dlx (9.9 to 10.6)`.
pub(super) fn finding(row: &SpeedupRow) -> String {
    let (engine, baseline) = (&row.engine, &row.baseline);
    let (Some(ratio), Some(low), Some(high)) = (row.ratio, row.low, row.high) else {
        return format!("{engine} and {baseline} have too few puzzles in common to be compared");
    };
    let [ratio, low, high, slower, least, most] =
        [ratio, low, high, 1.0 / ratio, 1.0 / high, 1.0 / low].map(units::times);
    match verdict(row) {
        Some(Verdict::Faster) => {
            format!("{engine} is {ratio} times faster than {baseline} ({low} to {high})")
        }
        Some(Verdict::Slower) => {
            format!("{engine} is {slower} times slower than {baseline} ({least} to {most})")
        }
        Some(Verdict::Same) => format!("{engine} is as fast as {baseline} ({low} to {high} times the speed)"),
        _ => format!("{engine} and {baseline} cannot be told apart ({low} to {high} times the speed)"),
    }
}

/// The verdict of a row. If there was one pass, nobody knows the noise, but an interval far from 1 is a verdict
/// nevertheless.
pub(super) fn verdict(row: &SpeedupRow) -> Option<Verdict> {
    let beyond = 1.0 + UNKNOWN_NOISE;
    match (row.verdict, row.floor, row.low, row.high) {
        (None | Some(Verdict::Inconclusive), None, Some(low), _) if low > beyond => Some(Verdict::Faster),
        (None | Some(Verdict::Inconclusive), None, _, Some(high)) if high < 1.0 / beyond => {
            Some(Verdict::Slower)
        }
        (verdict, ..) => verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_a_sentence() {
        let row = |ratio: f64, [low, high]: [f64; 2], verdict| SpeedupRow {
            engine: "sweep".to_owned(),
            baseline: "dlx".to_owned(),
            class: "all".to_owned().into(),
            pairs: 900,
            ratio: Some(ratio),
            low: Some(low),
            high: Some(high),
            floor: None,
            verdict,
        };
        let unsure = Some(Verdict::Inconclusive);
        for (row, expected) in [
            (row(10.256, [9.933, 10.585], unsure), "sweep is 10.3 times faster than dlx (9.9 to 10.6)"),
            (row(0.003, [0.0029, 0.0031], None), "sweep is 333 times slower than dlx (323 to 345)"),
            (
                row(1.10, [1.05, 1.15], Some(Verdict::Faster)),
                "sweep is 1.10 times faster than dlx (1.05 to 1.15)",
            ),
            (
                row(1.10, [1.05, 1.15], unsure),
                "sweep and dlx cannot be told apart (1.05 to 1.15 times the speed)",
            ),
            (
                row(1.0, [0.99, 1.01], Some(Verdict::Same)),
                "sweep is as fast as dlx (0.99 to 1.01 times the speed)",
            ),
            (
                SpeedupRow { ratio: None, low: None, high: None, ..row(1.0, [1.0; 2], None) },
                "sweep and dlx have too few puzzles in common to be compared",
            ),
        ] {
            assert_eq!(finding(&row), expected);
        }
    }
}
