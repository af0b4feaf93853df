//! Intervals for ratios of means and of percentiles, by the bootstrap.
//!
//! Efron's percentile method: the data are resampled with replacement many times, the ratio is taken of each resample,
//! and the middle 95 % of these ratios are the interval. Where both runs have the time of each puzzle, puzzles are
//! resampled in pairs, so what is common to a pair, its difficulty, cancels out ([`pairs`]). Where there are only
//! histograms, each is resampled by itself ([`histograms`]); the intervals are wider then.

use rayon::prelude::*;

use super::deviations::Deviations;
use super::figures::{Estimate, Figures, QUANTILES, rank};
use crate::random::Random;

/// How often the data are resampled, if they are not very many.
const RESAMPLES: u64 = 1000;
/// However many they are.
const FEWEST_RESAMPLES: u64 = 200;
/// About as many draws are made in all, at most.
const MOST_DRAWS: u64 = 400_000_000;
/// The seed: the same data shall give the same interval.
const SEED: u64 = 0x5eed;

/// A histogram: values in ascending order, and how often each occurs.
pub type Counts = [(f64, u64)];

/// The figures of `new` divided by those of `base`, where the elements at one place belong together; `None` if there
/// are no pairs. The deviations are those of the runs that the times are from.
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

/// The figures of the histogram `new` divided by those of `base`; `None` if one is empty.
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
        // A number of draws that is itself random makes the counts independent of each other, and changes nothing else.
        let mut one = |side: usize| {
            weights.clear();
            weights.extend(whole[side].iter().map(|&count| random.poisson(count)));
            columns[side].figures(weights)
        };
        Some(ratio(&one(0)?, &one(1)?))
    };
    Some(estimates(ratios, (base.len() + new.len()) as u64, noise, resample))
}

/// The middle 95 % of the ratios of all resamples, each moved by the deviations of a half of either run.
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

/// Values, and their order.
struct Column {
    values: Vec<f64>,
    order: Vec<u32>,
}

impl Column {
    /// `None` if there are no values.
    fn new(values: &[f64]) -> Option<Column> {
        // A time of nothing is a time that the clock could not tell from it.
        let values: Vec<f64> = values.iter().map(|value| value.max(1.0)).collect();
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_by(|&one, &other| values[one as usize].total_cmp(&values[other as usize]));
        (!values.is_empty()).then_some(Column { values, order })
    }

    /// The figures, where each value occurs as often as its weight says; `None` if all weights are 0.
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
