//! How much faster one engine is than another on the same puzzles, with a confidence interval.
//!
//! Both engines solve each puzzle back to back, so what disturbs one disturbs the other; the pairs are what counts.
//! The speed-up is the ratio of the mean times. Pairs are added up in a fixed number of groups, so that memory does not
//! grow with the corpus, and the [bootstrap](crate::stats::bootstrap) resamples the groups. Up to that number of
//! puzzles each group is a pair.

use crate::stats::{Deviations, Estimate, bootstrap};

const GROUPS: usize = 512;

/// Sums over pairs of times: the baseline's and the other's.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Paired {
    /// How many puzzles were compared.
    pub(super) count: u64,
    /// The sums of each group; empty if there is no pair.
    sums: Vec<(u64, u64)>,
}

/// Fewer pairs than this do not make an interval.
const FEWEST_PAIRS: u64 = 10;

impl Paired {
    /// Adds a puzzle that took the baseline and the other engine these times. Its number chooses the group; it is not
    /// counted again if it `is_new` no more.
    pub(super) fn add(&mut self, number: u64, is_new: bool, base_ns: u64, other_ns: u64) {
        self.sums.resize(GROUPS, (0, 0));
        let sum = &mut self.sums[(number % GROUPS as u64) as usize];
        *sum = (sum.0 + base_ns, sum.1 + other_ns);
        self.count += u64::from(is_new);
    }

    /// Adds the pairs of another thread.
    pub(super) fn merge(&mut self, other: &Paired) {
        self.sums.resize(self.sums.len().max(other.sums.len()), (0, 0));
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        self.count += other.count;
    }

    /// The speed-up: the mean time of the baseline divided by that of the other, so above 1 the other is faster. `None`
    /// if there are too few pairs. `noise` is how much this ratio varied in the course of the run.
    pub(super) fn speedup(&self, noise: &Deviations) -> Option<Estimate> {
        if self.count < FEWEST_PAIRS {
            return None;
        }
        let groups = || self.sums.iter().filter(|(base, other)| base + other > 0);
        let base: Vec<f64> = groups().map(|group| group.0 as f64).collect();
        let other: Vec<f64> = groups().map(|group| group.1 as f64).collect();
        // Its first figure is the ratio of the means, which is that of the sums.
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
    fn a_constant_factor_is_known_exactly() {
        let mut paired = Paired::default();
        (1..=100).for_each(|time| paired.add(time, true, 3 * time, time));
        let Estimate { ratio, low, high } = speedup(&paired);
        assert!([ratio, low, high].iter().all(|figure| (figure - 3.0).abs() < 1e-6), "{low} {ratio} {high}");
    }

    #[test]
    fn the_interval_holds_the_truth_about_95_times_in_a_hundred() {
        let mut random = Random::new(4);
        // Fewer pairs than groups, and more.
        for puzzles in [200, 2000] {
            let mut hits = 0;
            for _ in 0..50 {
                let mut paired = Paired::default();
                for number in 0..puzzles {
                    // A common difficulty, and noise of each engine's own; the true ratio of means is 2.
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
    fn merging_is_adding_and_few_pairs_say_nothing() {
        let (mut all, mut one, mut two) = (Paired::default(), Paired::default(), Paired::default());
        for time in 1..=9 {
            all.add(time, true, time * time, time);
            let half = if time % 2 == 0 { &mut one } else { &mut two };
            half.add(time, true, time * time, time);
        }
        one.merge(&two);
        assert_eq!(one, all);
        assert_eq!(all.speedup(&Deviations::default()), None);
        // A second pass adds times, not puzzles.
        all.add(9, false, 1, 1);
        assert_eq!(all.count, 9);
    }

    #[test]
    fn noise_that_both_runs_saw_widens_the_interval() {
        let mut paired = Paired::default();
        (1..=100).for_each(|time| paired.add(time, true, 3 * time, time));
        let half = |mean| crate::stats::Figures::from_array([mean; 4]);
        let noise = Deviations::of(&[half(100.0), half(104.0), half(96.0)]);
        let Estimate { low, high, .. } = paired.speedup(&noise).unwrap();
        assert!(low < 2.9 && high > 3.1, "{low} {high}");
    }
}
