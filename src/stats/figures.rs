//! The figures by which runs are compared: mean and percentiles.

use serde::{Deserialize, Serialize};

/// Mean and percentiles of times.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// The mean.
    pub mean_ns: f64,
    /// The median.
    pub p50_ns: f64,
    /// The 90th percentile.
    pub p90_ns: f64,
    /// The 99th percentile.
    pub p99_ns: f64,
}

/// A ratio with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The ratio.
    pub ratio: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The percentiles of [`Figures`], as shares.
pub const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

impl Figures {
    /// The number of figures.
    pub const COUNT: usize = 4;
    /// The names of the figures, in the order of [`Figures::array`].
    pub const NAMES: [&'static str; Figures::COUNT] = ["mean", "p50", "p90", "p99"];

    /// Sorts the times and computes their figures; `None` if there are no times.
    pub fn of(times: &mut [f64]) -> Option<Figures> {
        times.sort_unstable_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let quantile = |share: f64| times.get(rank(share, times.len() as u64) as usize - 1).copied();
        let [p50, p90, p99] = QUANTILES.map(quantile);
        Some(Figures { mean_ns: mean, p50_ns: p50?, p90_ns: p90?, p99_ns: p99? })
    }

    /// The figures as an array.
    pub fn array(&self) -> [f64; Figures::COUNT] {
        [self.mean_ns, self.p50_ns, self.p90_ns, self.p99_ns]
    }

    /// Creates figures from an array.
    pub fn from_array([mean_ns, p50_ns, p90_ns, p99_ns]: [f64; Figures::COUNT]) -> Figures {
        Figures { mean_ns, p50_ns, p90_ns, p99_ns }
    }
}

/// Returns the rank, from 1, of a quantile among `count` sorted values: the lowest rank with at least this share of all
/// values at or below it. At least 1, even if there are no values.
pub fn rank(share: f64, count: u64) -> u64 {
    // Shares such as 0.9 are not exact in binary: 0.9 of 10 must be 9, not 10.
    ((share * count as f64 - 1e-9).ceil() as u64).clamp(1, count.max(1))
}
