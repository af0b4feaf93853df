//! What would settle a comparison that is inconclusive.

use super::figures::Estimate;
use super::verdict::{LEAST_FLOOR, SAME_WITHIN};

/// With fewer passes the noise is not known well enough to say how many would do.
const ENOUGH_PASSES: usize = 10;
/// Nobody waits for more.
const MOST_PASSES: f64 = 200.0;
/// About how much of the floor the noise adds to either side of an interval. The floor is three times the spread of the
/// halves; of two runs, the deviations that are drawn add up to about 0.9 of it.
const SHARE_OF_FLOOR: f64 = 0.3;

/// What would settle a comparison that is inconclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// The noise is unknown: so many passes measure it.
    Measure(usize),
    /// About so many passes.
    Passes(usize),
    /// More puzzles: the interval is as wide as it is because puzzles differ, and passes do not change that.
    Puzzles,
    /// A quieter machine: there is too much noise for any sensible number of passes.
    Quiet,
}

impl Remedy {
    /// What would settle these times, new to old, of runs with so many passes. Noise is taken to average out as the
    /// square root of their number, which is an estimate, and never less than the [least floor](LEAST_FLOOR).
    pub fn of(times: Estimate, floor: Option<f64>, passes: usize) -> Remedy {
        let Some(floor) = floor.filter(|_| passes >= ENOUGH_PASSES) else {
            return Remedy::Measure(ENOUGH_PASSES);
        };
        // All as logarithms: how far the ratio is from 1, how far the interval reaches, how large the noise is.
        let distance = times.ratio.ln().abs();
        let reach = (times.high / times.ratio).ln().max((times.ratio / times.low).ln());
        let floor = floor.max(LEAST_FLOOR).ln_1p();
        let noise = SHARE_OF_FLOOR * floor;
        let choice = (reach.powi(2) - noise.powi(2)).max(0.0);
        // How much of the noise may be left, so that the interval reaches no further than this.
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
    fn noise_that_is_not_known_is_measured_first() {
        assert_eq!(of(1.0, 1.1, 1.2, None, 1), Remedy::Measure(10));
        assert_eq!(of(1.0, 1.1, 1.2, None, 40), Remedy::Measure(10));
        assert_eq!(of(1.0, 1.1, 1.2, Some(0.5), 5), Remedy::Measure(10));
    }

    #[test]
    fn four_times_the_passes_have_half_the_noise() {
        // 10 % of change under a floor of 20 %: it must become half as much, and a little less.
        let halved = of(1.08, 1.1, 1.12, Some(0.2), 12);
        assert_eq!(halved, Remedy::Passes(50));
        assert_eq!(of(1.08, 1.1, 1.12, Some(0.2), 24), Remedy::Passes(90));
        // No change at all, under so much noise that the interval leaves the 5 % within which it is one.
        assert_eq!(of(0.93, 1.0, 1.075, Some(0.27), 12), Remedy::Passes(30));
    }

    #[test]
    fn where_passes_do_not_help_that_is_said() {
        // Hardly any noise, and still a wide interval.
        assert_eq!(of(0.5, 1.1, 2.4, Some(0.02), 20), Remedy::Puzzles);
        assert_eq!(of(0.0, 2.463, 7.73, Some(0.02), 20), Remedy::Puzzles);
        // As far from 1 as could be called the same, and as could be called a change.
        assert_eq!(of(1.02, 1.03, 1.04, Some(1.5), 20), Remedy::Quiet);
    }
}
