//! The speed-up of one engine over another on the same puzzles, with a confidence interval.
//!
//! Both engines solve each puzzle back to back, so a disturbance affects both, and the comparison is by pairs of times.
//! The speed-up is the ratio of the mean times. Pairs are summed in a fixed number of groups, so that memory does not
//! grow with the corpus, and the [bootstrap](crate::stats::bootstrap) resamples the groups. With no more puzzles than
//! groups, each group is a single pair.

use serde::{Deserialize, Serialize};

use crate::stats::{Deviations, Estimate, bootstrap};

const GROUPS: usize = 512;

/// Sums of paired times: those of the baseline and those of the other engine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Paired {
    /// The number of puzzles compared.
    pub(super) count: u64,
    /// The two sums of each group; empty if there is no pair.
    sums: Vec<(u64, u64)>,
}

/// Fewer pairs than this do not make an interval.
const FEWEST_PAIRS: u64 = 10;

impl Paired {
    /// Adds the times of the baseline and of the other engine on one puzzle. The puzzle's number selects the group; the
    /// puzzle is counted only if it `is_new`, not again in later passes.
    pub(super) fn add(&mut self, number: u64, is_new: bool, base_ns: u64, other_ns: u64) {
        self.sums.resize(GROUPS, (0, 0));
        let sum = &mut self.sums[(number % GROUPS as u64) as usize];
        *sum = (sum.0 + base_ns, sum.1 + other_ns);
        self.count += u64::from(is_new);
    }

    /// Adds the pairs of another worker or another class.
    pub(super) fn merge(&mut self, other: &Paired) {
        self.sums.resize(self.sums.len().max(other.sums.len()), (0, 0));
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        self.count += other.count;
    }

    /// Returns the speed-up: the mean time of the baseline divided by that of the other engine, so above 1 the other
    /// engine is faster. `None` if there are too few pairs. `noise` is how much this ratio varied during the run.
    pub(super) fn speedup(&self, noise: &Deviations) -> Option<Estimate> {
        if self.count < FEWEST_PAIRS {
            return None;
        }
        let groups = || self.sums.iter().filter(|(base, other)| base + other > 0);
        let base: Vec<f64> = groups().map(|group| group.0 as f64).collect();
        let other: Vec<f64> = groups().map(|group| group.1 as f64).collect();
        // The first figure is the ratio of the means, which equals the ratio of the sums.
        bootstrap::pairs(&other, &base, [&Deviations::default(), noise]).map(|[mean, ..]| mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn speedup(paired: &Paired) -> Estimate {
        paired.speedup(&Deviations::default()).unwrap()
    }

    #[test]
    fn a_constant_factor_is_found_exactly() {
        let mut paired = Paired::default();
        (1..=100).for_each(|time| paired.add(time, true, 3 * time, time));
        let Estimate { ratio, low, high } = speedup(&paired);
        assert!([ratio, low, high].iter().all(|figure| (figure - 3.0).abs() < 1e-6), "{low} {ratio} {high}");
    }

    #[test]
    fn the_interval_contains_the_true_ratio_about_95_times_in_100() {
        let mut random = Random::new(4);
        // Fewer pairs than groups, and more.
        for puzzles in [200, 2000] {
            let mut hits = 0;
            for _ in 0..50 {
                let mut paired = Paired::default();
                for number in 0..puzzles {
                    // A common difficulty, and independent noise for each engine; the true ratio of means is 2.
                    let difficulty = 1000 + random.below(9000) as u64;
                    let noise = |random: &mut Random| 500 + random.below(1001) as u64;
                    let base = 2 * difficulty * noise(&mut random) / 1000;
                    paired.add(number, true, base, difficulty * noise(&mut random) / 1000);
                }
                let Estimate { low, high, .. } = speedup(&paired);
                hits += u64::from(low <= 2.0 && 2.0 <= high);
            }
            // 47.5, give or take three standard deviations.
            assert!((43..=50).contains(&hits), "{hits} of 50");
        }
    }

    #[test]
    fn merging_adds_pairs_and_too_few_pairs_give_no_interval() {
        let (mut all, mut one, mut two) = (Paired::default(), Paired::default(), Paired::default());
        for time in 1..=9 {
            all.add(time, true, time * time, time);
            let half = if time % 2 == 0 { &mut one } else { &mut two };
            half.add(time, true, time * time, time);
        }
        one.merge(&two);
        assert_eq!(one, all);
        assert_eq!(all.speedup(&Deviations::default()), None);
        // A later pass adds times, not puzzles.
        all.add(9, false, 1, 1);
        assert_eq!(all.count, 9);
    }

    #[test]
    fn noise_widens_the_interval() {
        let mut paired = Paired::default();
        (1..=100).for_each(|time| paired.add(time, true, 3 * time, time));
        let half = |mean| crate::stats::Figures::from_array([mean; 4]);
        let noise = Deviations::of(&[half(100.0), half(104.0), half(96.0)]);
        let Estimate { low, high, .. } = paired.speedup(&noise).unwrap();
        assert!(low < 2.9 && high > 3.1, "{low} {high}");
    }
}
