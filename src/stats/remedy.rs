//! What would settle an inconclusive comparison.

use super::figures::Estimate;
use super::verdict::{LEAST_FLOOR, SAME_WITHIN};

/// With fewer passes, the noise is not known well enough to predict how many would suffice.
const ENOUGH_PASSES: usize = 10;
/// The most passes that are worth suggesting.
const MOST_PASSES: f64 = 200.0;
/// Roughly how much of the floor the noise adds to each side of an interval. The floor is three times the spread of the
/// halves; the deviations drawn from two runs add up to about 0.9 of that spread.
const SHARE_OF_FLOOR: f64 = 0.3;

/// What would settle an inconclusive comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// The noise is unknown; this many passes measure it.
    Measure(usize),
    /// About this many passes.
    Passes(usize),
    /// More puzzles: the interval is wide because puzzles differ, which passes do not change.
    Puzzles,
    /// A quieter machine: there is too much noise for any reasonable number of passes.
    Quiet,
}

impl Remedy {
    /// Returns what would settle this ratio of times (new to old) of runs with this many passes. It assumes that noise
    /// falls with the square root of the number of passes, which is an estimate, and that it is never below the [least
    /// floor](LEAST_FLOOR).
    pub fn of(times: Estimate, floor: Option<f64>, passes: usize) -> Remedy {
        let Some(floor) = floor.filter(|_| passes >= ENOUGH_PASSES) else {
            return Remedy::Measure(ENOUGH_PASSES);
        };
        // Logarithms of how far the ratio is from 1, how far the interval reaches and how large the noise is.
        let distance = times.ratio.ln().abs();
        let reach = (times.high / times.ratio).ln().max((times.ratio / times.low).ln());
        let floor = floor.max(LEAST_FLOOR).ln_1p();
        let noise = SHARE_OF_FLOOR * floor;
        let choice = (reach.powi(2) - noise.powi(2)).max(0.0);
        // The share of the noise that may remain if the interval is to reach no further than `reach`.
        let left = |reach: f64| (reach.powi(2) - choice).max(0.0).sqrt() / noise;
        let as_change =
            if distance > LEAST_FLOOR.ln_1p() { left(distance).min(distance / floor) } else { 0.0 };
        let as_same = left((SAME_WITHIN.ln_1p() - distance).max(0.0));
        let left = as_change.max(as_same);
        let needed = passes as f64 / left.powi(2);
        match left {
            0.0 => Remedy::Puzzles,
            _ if needed > MOST_PASSES => Remedy::Quiet,
            _ => Remedy::Passes(((needed / 10.0).ceil() * 10.0) as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(low: f64, ratio: f64, high: f64, floor: Option<f64>, passes: usize) -> Remedy {
        Remedy::of(Estimate { ratio, low, high }, floor, passes)
    }

    #[test]
    fn unknown_noise_is_measured_first() {
        assert_eq!(of(1.0, 1.1, 1.2, None, 1), Remedy::Measure(10));
        assert_eq!(of(1.0, 1.1, 1.2, None, 40), Remedy::Measure(10));
        assert_eq!(of(1.0, 1.1, 1.2, Some(0.5), 5), Remedy::Measure(10));
    }

    #[test]
    fn four_times_the_passes_have_half_the_noise() {
        // A change of 10 % under a floor of 20 %: the floor must fall to a little less than half.
        let halved = of(1.08, 1.1, 1.12, Some(0.2), 12);
        assert_eq!(halved, Remedy::Passes(50));
        assert_eq!(of(1.08, 1.1, 1.12, Some(0.2), 24), Remedy::Passes(90));
        // No change, but enough noise that the interval exceeds the 5 % within which times count as the same.
        assert_eq!(of(0.93, 1.0, 1.075, Some(0.27), 12), Remedy::Passes(30));
    }

    #[test]
    fn passes_are_not_suggested_if_they_do_not_help() {
        // Little noise, but a wide interval.
        assert_eq!(of(0.5, 1.1, 2.4, Some(0.02), 20), Remedy::Puzzles);
        assert_eq!(of(0.0, 2.463, 7.73, Some(0.02), 20), Remedy::Puzzles);
        // Neither clearly the same nor clearly a change.
        assert_eq!(of(1.02, 1.03, 1.04, Some(1.5), 20), Remedy::Quiet);
    }
}
