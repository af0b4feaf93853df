//! How much faster one engine is than another on the same puzzles, with a confidence interval.
//!
//! Both engines solve each puzzle back to back, so what disturbs one disturbs the other; the pairs are what counts.
//! The speed-up is the ratio of the mean times. Its interval comes from the usual linearisation of a ratio of means
//! (the delta method) on the pairs, which needs nothing but five sums.

/// Sums over pairs of times: the baseline's and the other's.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paired {
    count: u64,
    base: f64,
    other: f64,
    base_squared: f64,
    other_squared: f64,
    product: f64,
}

/// A ratio of mean times with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speedup {
    /// The mean time of the baseline divided by that of the other: above 1 the other is faster.
    pub ratio: f64,
    /// The ends of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Fewer pairs than this do not make an interval.
const FEWEST_PAIRS: u64 = 10;

impl Paired {
    /// Adds a puzzle that took the baseline and the other engine these times.
    pub fn add(&mut self, base_ns: u64, other_ns: u64) {
        let (base, other) = (base_ns as f64, other_ns as f64);
        self.count += 1;
        self.base += base;
        self.other += other;
        self.base_squared += base * base;
        self.other_squared += other * other;
        self.product += base * other;
    }

    /// Adds the pairs of another thread.
    pub fn merge(&mut self, other: &Paired) {
        self.count += other.count;
        self.base += other.base;
        self.other += other.other;
        self.base_squared += other.base_squared;
        self.other_squared += other.other_squared;
        self.product += other.product;
    }

    /// How many puzzles were compared.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The speed-up; `None` if there are too few pairs.
    pub fn speedup(&self) -> Option<Speedup> {
        if self.count < FEWEST_PAIRS || self.other <= 0.0 {
            return None;
        }
        let n = self.count as f64;
        let ratio = self.base / self.other;
        // The variance of the mean of base - ratio · other, divided by the square of the other's mean.
        let residuals = self.base_squared - 2.0 * ratio * self.product + ratio * ratio * self.other_squared;
        let variance = residuals.max(0.0) / (n - 1.0) / n;
        let error = 1.96 * variance.sqrt() / (self.other / n);
        Some(Speedup { ratio, low: (ratio - error).max(0.0), high: ratio + error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_constant_factor_is_known_exactly() {
        let mut paired = Paired::default();
        (1..=100).for_each(|time| paired.add(3 * time, time));
        let Speedup { ratio, low, high } = paired.speedup().unwrap();
        assert!([ratio, low, high].iter().all(|figure| (figure - 3.0).abs() < 1e-6), "{low} {ratio} {high}");
    }

    #[test]
    fn the_interval_holds_the_truth_about_95_times_in_a_hundred() {
        let mut random = Random::new(4);
        let mut hits = 0;
        for _ in 0..1000 {
            let mut paired = Paired::default();
            for _ in 0..200 {
                // A common difficulty, and noise of each engine's own; the true ratio of means is 2.
                let difficulty = 1000 + random.below(9000) as u64;
                let noise = |random: &mut Random| 500 + random.below(1001) as u64;
                paired
                    .add(2 * difficulty * noise(&mut random) / 1000, difficulty * noise(&mut random) / 1000);
            }
            let Speedup { low, high, .. } = paired.speedup().unwrap();
            hits += u64::from(low <= 2.0 && 2.0 <= high);
        }
        assert!((920..=975).contains(&hits), "{hits} of 1000");
    }

    #[test]
    fn merging_is_adding_and_few_pairs_say_nothing() {
        let (mut all, mut one, mut two) = (Paired::default(), Paired::default(), Paired::default());
        for time in 1..=9 {
            all.add(time * time, time);
            if time % 2 == 0 { one.add(time * time, time) } else { two.add(time * time, time) }
        }
        one.merge(&two);
        assert_eq!(one, all);
        assert_eq!(all.speedup(), None);
    }
}
