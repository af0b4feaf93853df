//! The verdict on a change.

use serde::{Deserialize, Serialize};

use super::figures::Estimate;
use crate::named::named;

/// The lowest noise floor. Two runs of the same program differ for reasons that neither run can observe, such as memory
/// layout and the load on neighboring cores. `scripts/check-compare` measures how much; see results/.
pub const LEAST_FLOOR: f64 = 0.02;

/// The verdict is `same` if the whole interval lies within this share of no change.
pub const SAME_WITHIN: f64 = 0.05;

/// An interval that lies entirely beyond this change is conclusive for any number of passes and any noise.
///
/// With one pass, the noise of a run is unknown, and this limit replaces it. In all recorded runs, the halves were at
/// most 38 % apart (a floor of 163 %, on a machine with busy neighbors; the highest floor in
/// results/2026-11-18-compare.md is 84 %, which means 22 %). When 30 successive one-pass runs of the same program were
/// compared by class while other programs kept two cores at a load of 8, 9 of 174 intervals did not contain 1, but none
/// lay beyond 25 %.
pub const FAR: f64 = 0.5;

impl Verdict {
    /// Returns the verdict on a ratio of times (new to old). It is a change if the interval lies [far](FAR) from 1, or
    /// if the interval does not contain 1 and the ratio exceeds a known noise floor.
    pub fn of(times: Estimate, floor: Option<f64>) -> Verdict {
        let Estimate { ratio, low, high } = times;
        let clears = |ratio: f64| floor.is_some_and(|floor| ratio > 1.0 + floor.max(LEAST_FLOOR));
        let (far, within) = (1.0 + FAR, 1.0 + SAME_WITHIN);
        if low > far || low > 1.0 && clears(ratio) {
            Verdict::Slower
        } else if high < 1.0 / far || high < 1.0 && clears(1.0 / ratio) {
            Verdict::Faster
        } else if floor.is_some() && low >= 1.0 / within && high <= within {
            Verdict::Same
        } else {
            Verdict::Inconclusive
        }
    }

    /// Returns the verdict on the inverse ratio, such as speeds instead of times.
    pub fn reversed(self) -> Verdict {
        match self {
            Verdict::Faster => Verdict::Slower,
            Verdict::Slower => Verdict::Faster,
            other => other,
        }
    }
}

named! {
    /// The verdict on a change.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict, "verdict" {
        Faster => "faster", "Takes less time, by more than the noise";
        Slower => "slower", "Takes more time, by more than the noise";
        Same => "same", "The whole interval lies close to no change";
        Inconclusive => "inconclusive", "Not distinguishable from noise; needs more passes, more puzzles or a quieter machine";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_excludes_1_and_exceeds_the_floor() {
        let of = |low: f64, ratio: f64, high: f64, floor| Verdict::of(Estimate { ratio, low, high }, floor);
        assert_eq!(of(1.05, 1.10, 1.15, Some(0.03)), Verdict::Slower);
        assert_eq!(of(0.85, 0.90, 0.95, Some(0.03)), Verdict::Faster);
        // Within the floor, whatever the interval says.
        assert_eq!(of(1.09, 1.10, 1.11, Some(0.12)), Verdict::Inconclusive);
        assert_eq!(of(1.005, 1.01, 1.015, Some(0.0)), Verdict::Same);
        // An interval that contains 1.
        assert_eq!(of(0.99, 1.10, 1.21, Some(0.01)), Verdict::Inconclusive);
        assert_eq!(of(0.97, 1.0, 1.03, Some(0.01)), Verdict::Same);
        assert_eq!(of(0.90, 1.0, 1.10, Some(0.01)), Verdict::Inconclusive);
        assert_eq!(Verdict::Slower.reversed(), Verdict::Faster);
    }

    #[test]
    fn an_interval_far_from_1_is_conclusive_for_any_noise() {
        let of = |low: f64, ratio: f64, high: f64, floor| Verdict::of(Estimate { ratio, low, high }, floor);
        for floor in [None, Some(0.02), Some(125.0)] {
            assert_eq!(of(9.933, 10.256, 10.585, floor), Verdict::Slower);
            assert_eq!(of(0.0029, 0.003, 0.0031, floor), Verdict::Faster);
        }
        // If the noise is unknown, a smaller change may be noise, and nothing counts as the same.
        assert_eq!(of(1.015, 1.02, 1.025, None), Verdict::Inconclusive);
        assert_eq!(of(1.49, 2.0, 2.5, None), Verdict::Inconclusive);
        assert_eq!(of(0.4, 0.5, 0.68, None), Verdict::Inconclusive);
        assert_eq!(of(0.99, 1.0, 1.01, None), Verdict::Inconclusive);
        // An interval that reaches down to 1.
        assert_eq!(of(0.1, 2.5, 7.7, None), Verdict::Inconclusive);
    }
}
