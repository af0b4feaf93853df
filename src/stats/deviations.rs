//! How much an engine deviates from itself during a run.

use super::figures::Figures;
use crate::random::Random;

/// The noise floor is the spread of the halves times this factor. Two halves are only two measurements, and two others
/// may well be further apart. In simulations of drift that lasts for some passes, a factor of 1 raises false alarms in
/// up to 35 of 100 comparisons, 2 in 15, 3 in 7 and 4 in 4, with falling statistical power. If drift can only slow a
/// run down, as other programs do, a factor of 3 raises none. A run cannot detect drift that lasts longer than the run
/// itself.
const CAUTION: f64 = 3.0;

/// The logarithmic deviations of the halves of a run from their mean, figure by figure. Empty if the noise is unknown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deviations(Vec<[f64; Figures::COUNT]>);

impl Deviations {
    /// No known deviations.
    pub const NONE: Deviations = Deviations(Vec::new());

    /// Computes the deviations of these halves; empty if there are fewer than two.
    pub fn of(halves: &[Figures]) -> Deviations {
        let logarithms = |figures: &Figures| figures.array().map(|ns| ns.max(1.0).ln());
        Deviations::of_logarithms(halves.iter().map(logarithms).collect())
    }

    /// Computes the deviations of the ratio of two engines that ran side by side, half by half.
    pub fn of_ratios(above: &[Figures], below: &[Figures]) -> Deviations {
        if above.len() != below.len() {
            return Deviations::NONE;
        }
        let ratio = |(above, below): (&Figures, &Figures)| {
            let (above, below) = (above.array(), below.array());
            std::array::from_fn(|figure| (above[figure].max(1.0) / below[figure].max(1.0)).ln())
        };
        Deviations::of_logarithms(above.iter().zip(below).map(ratio).collect())
    }

    fn of_logarithms(mut halves: Vec<[f64; Figures::COUNT]>) -> Deviations {
        if halves.len() < 2 {
            return Deviations::NONE;
        }
        let count = halves.len() as f64;
        for figure in 0..Figures::COUNT {
            let mean = halves.iter().map(|half| half[figure]).sum::<f64>() / count;
            halves.iter_mut().for_each(|half| half[figure] -= mean);
        }
        Deviations(halves)
    }

    /// Returns whether the noise is unknown.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the largest change that counts as noise (0.02 is 2 %), or `None` if the noise is unknown.
    pub fn floor(&self, figure: usize) -> Option<f64> {
        let values = || self.0.iter().map(|half| half[figure]);
        let (quickest, slowest) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        Some((CAUTION * (slowest - quickest)).exp_m1())
    }

    /// Draws the deviations of a random half. They are scaled up because the halves determine the mean that they
    /// deviate from.
    pub(super) fn draw(&self, random: &mut Random) -> [f64; Figures::COUNT] {
        let count = self.0.len();
        if count == 0 {
            return [0.0; Figures::COUNT];
        }
        let correction = (count as f64 / (count - 1) as f64).sqrt();
        self.0[random.below(count)].map(|deviation| deviation * correction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_variance_of_the_halves() {
        // The sample variance of the logarithms 0, 0.1, 0.3 is 0.07/3.
        let half = |logarithm: f64| Figures::from_array([1000.0 * logarithm.exp(), 100.0, 200.0, 300.0]);
        let deviations = Deviations::of(&[0.0, 0.1, 0.3].map(half));
        let mut random = Random::new(3);
        let draws: Vec<f64> = (0..20_000).map(|_| deviations.draw(&mut random)[0]).collect();
        let variance = draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64;
        assert!((variance - 0.07 / 3.0).abs() < 0.0007, "{variance}");
    }
}
