//! Bootstrap confidence intervals for ratios of means and percentiles.
//!
//! This is Efron's percentile method: resample the data with replacement many times, compute the ratio for each
//! resample, and take the middle 95 % of these ratios as the interval. If both runs recorded the time of each puzzle,
//! puzzles are resampled in pairs, so that the difficulty common to a pair cancels out ([`pairs`]). If there are only
//! histograms, each is resampled separately, which gives wider intervals ([`histograms`]).

use rayon::prelude::*;

use super::deviations::Deviations;
use super::figures::{Estimate, Figures, QUANTILES, rank};
use crate::random::Random;

/// The number of resamples, unless [`MOST_DRAWS`] requires fewer.
const RESAMPLES: u64 = 1000;
/// The minimum number of resamples for any amount of data.
const FEWEST_RESAMPLES: u64 = 200;
/// The approximate limit on draws over all resamples.
const MOST_DRAWS: u64 = 400_000_000;
/// Fixed, so that the same data give the same interval.
const SEED: u64 = 0x5eed;

/// A histogram: values in ascending order, each with its count.
pub type Counts = [(f64, u64)];

/// Estimates the figures of `new` divided by those of `base`, where elements with the same index form a pair. Returns
/// `None` if there are no pairs. `noise` holds the deviations of the two runs.
pub fn pairs(base: &[f64], new: &[f64], noise: [&Deviations; 2]) -> Option<[Estimate; Figures::COUNT]> {
    let count = base.len().min(new.len());
    let columns = [Column::new(&base[..count])?, Column::new(&new[..count])?];
    let unit = vec![1; count];
    let ratios = ratio(&columns[0].figures(&unit)?, &columns[1].figures(&unit)?);
    let resample = |random: &mut Random, weights: &mut Vec<u64>| {
        weights.clear();
        weights.resize(count, 0);
        (0..count).for_each(|_| weights[random.below(count)] += 1);
        Some(ratio(&columns[0].figures(weights)?, &columns[1].figures(weights)?))
    };
    Some(estimates(ratios, count as u64, noise, resample))
}

/// Estimates the figures of the histogram `new` divided by those of `base`. Returns `None` if either is empty.
pub fn histograms(
    base: &Counts,
    new: &Counts,
    noise: [&Deviations; 2],
) -> Option<[Estimate; Figures::COUNT]> {
    let weights = |counts: &Counts| counts.iter().map(|&(_, count)| count).collect::<Vec<u64>>();
    let column = |counts: &Counts| Column::new(&counts.iter().map(|&(value, _)| value).collect::<Vec<f64>>());
    let (columns, whole) = ([column(base)?, column(new)?], [weights(base), weights(new)]);
    let ratios = ratio(&columns[0].figures(&whole[0])?, &columns[1].figures(&whole[1])?);
    let resample = |random: &mut Random, weights: &mut Vec<u64>| {
        // A Poisson-distributed number of draws makes the counts independent of each other and changes nothing else.
        let mut one = |side: usize| {
            weights.clear();
            weights.extend(whole[side].iter().map(|&count| random.poisson(count)));
            columns[side].figures(weights)
        };
        Some(ratio(&one(0)?, &one(1)?))
    };
    Some(estimates(ratios, (base.len() + new.len()) as u64, noise, resample))
}

/// Takes the middle 95 % of the ratios of all resamples, each shifted by the deviations of a random half of each run.
fn estimates(
    ratios: [f64; Figures::COUNT],
    draws: u64,
    noise: [&Deviations; 2],
    resample: impl Fn(&mut Random, &mut Vec<u64>) -> Option<[f64; Figures::COUNT]> + Sync,
) -> [Estimate; Figures::COUNT] {
    let count = (MOST_DRAWS / draws.max(1)).clamp(FEWEST_RESAMPLES, RESAMPLES);
    let one = |weights: &mut Vec<u64>, number: u64| {
        let mut random = Random::of_member(SEED, number);
        let mut drawn = resample(&mut random, weights)?;
        let moved = noise.map(|deviations| deviations.draw(&mut random));
        for (figure, ratio) in drawn.iter_mut().enumerate() {
            *ratio *= (moved[1][figure] - moved[0][figure]).exp();
        }
        Some(drawn)
    };
    let drawn: Vec<[f64; Figures::COUNT]> =
        (0..count).into_par_iter().map_init(Vec::new, one).flatten().collect();
    std::array::from_fn(|figure| {
        let mut sorted: Vec<f64> = drawn.iter().map(|ratios| ratios[figure]).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let ratio = ratios[figure];
        let at =
            |share: f64| sorted.get(rank(share, sorted.len() as u64) as usize - 1).copied().unwrap_or(ratio);
        Estimate { ratio, low: at(0.025), high: at(0.975) }
    })
}

fn ratio(base: &Figures, new: &Figures) -> [f64; Figures::COUNT] {
    let (base, new) = (base.array(), new.array());
    std::array::from_fn(|figure| new[figure] / base[figure])
}

/// Values and their sorted order.
struct Column {
    values: Vec<f64>,
    order: Vec<u32>,
}

impl Column {
    /// `None` if there are no values.
    fn new(values: &[f64]) -> Option<Column> {
        // A time of 0 is one that is too short for the clock to measure.
        let values: Vec<f64> = values.iter().map(|value| value.max(1.0)).collect();
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_by(|&one, &other| values[one as usize].total_cmp(&values[other as usize]));
        (!values.is_empty()).then_some(Column { values, order })
    }

    /// Returns the figures, counting each value as often as its weight says; `None` if all weights are 0.
    fn figures(&self, weights: &[u64]) -> Option<Figures> {
        let count: u64 = weights.iter().sum();
        let sum: f64 = self.values.iter().zip(weights).map(|(value, &weight)| value * weight as f64).sum();
        let mut figures = [sum / count as f64, 0.0, 0.0, 0.0];
        let (mut seen, mut next) = (0, 0);
        for &place in &self.order {
            seen += weights[place as usize];
            while next < QUANTILES.len() && count > 0 && seen >= rank(QUANTILES[next], count) {
                next += 1;
                figures[next] = self.values[place as usize];
            }
        }
        (count > 0).then(|| Figures::from_array(figures))
    }
}
