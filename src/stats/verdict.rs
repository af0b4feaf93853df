//! What can be said about a change.

use serde::{Deserialize, Serialize};

use super::figures::Estimate;
use crate::named::named;

/// No floor is lower than this. Two runs of one program differ by something that neither of them can see: the pages
/// that it was given, the core's neighbors. `scripts/check-compare` measures how much: see results/.
pub const LEAST_FLOOR: f64 = 0.02;

/// `same` means that the whole interval lies within this share of no change.
pub const SAME_WITHIN: f64 = 0.05;

impl Verdict {
    /// The verdict on a ratio of times, new to old. It is a change only if the interval does not contain 1 and the
    /// ratio exceeds the noise floor; without a floor nothing can be said.
    pub fn of(times: Estimate, floor: Option<f64>) -> Verdict {
        let Some(floor) = floor else { return Verdict::Inconclusive };
        let beyond = 1.0 + floor.max(LEAST_FLOOR);
        let within = 1.0 + SAME_WITHIN;
        match times {
            Estimate { ratio, low, .. } if low > 1.0 && ratio > beyond => Verdict::Slower,
            Estimate { ratio, high, .. } if high < 1.0 && ratio < 1.0 / beyond => Verdict::Faster,
            Estimate { low, high, .. } if low >= 1.0 / within && high <= within => Verdict::Same,
            _ => Verdict::Inconclusive,
        }
    }

    /// The same, seen from the other side: a ratio of speeds instead of times.
    pub fn reversed(self) -> Verdict {
        match self {
            Verdict::Faster => Verdict::Slower,
            Verdict::Slower => Verdict::Faster,
            other => other,
        }
    }
}

named! {
    /// What can be said about a change.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict, "verdict" {
        Faster => "faster", "Takes less time, beyond the noise";
        Slower => "slower", "Takes more time, beyond the noise";
        Same => "same", "The interval lies close to no change";
        Inconclusive => "inconclusive", "More passes or a quieter machine would tell";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_must_exclude_none_and_clear_the_floor() {
        let of = |low: f64, ratio: f64, high: f64, floor| Verdict::of(Estimate { ratio, low, high }, floor);
        assert_eq!(of(1.05, 1.10, 1.15, Some(0.03)), Verdict::Slower);
        assert_eq!(of(0.85, 0.90, 0.95, Some(0.03)), Verdict::Faster);
        // Within the floor, whatever the interval says.
        assert_eq!(of(1.09, 1.10, 1.11, Some(0.12)), Verdict::Inconclusive);
        assert_eq!(of(1.005, 1.01, 1.015, Some(0.0)), Verdict::Same);
        // An interval that holds 1.
        assert_eq!(of(0.99, 1.10, 1.21, Some(0.01)), Verdict::Inconclusive);
        assert_eq!(of(0.97, 1.0, 1.03, Some(0.01)), Verdict::Same);
        assert_eq!(of(0.90, 1.0, 1.10, Some(0.01)), Verdict::Inconclusive);
        // The noise is unknown.
        assert_eq!(of(1.9, 2.0, 2.1, None), Verdict::Inconclusive);
        assert_eq!(of(0.99, 1.0, 1.01, None), Verdict::Inconclusive);
        assert_eq!(Verdict::Slower.reversed(), Verdict::Faster);
    }
}
