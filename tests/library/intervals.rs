//! Intervals against known answers and simulated data.

use std::collections::HashMap;

use dlxbench::random::Random;
use dlxbench::stats::bootstrap::{histograms, pairs};
use dlxbench::stats::{Deviations, Estimate, Figures, Verdict, rank};

const QUIET: Deviations = Deviations::NONE;

/// Times as puzzles have them: most short, some long.
fn difficulties(random: &mut Random, count: usize) -> Vec<f64> {
    (0..count).map(|_| 3000.0 * (0.5 * random.normal()).exp()).collect()
}

fn quiet_pairs(base: &[f64], new: &[f64]) -> [Estimate; Figures::COUNT] {
    pairs(base, new, [&QUIET, &QUIET]).unwrap()
}

#[test]
fn percentiles_are_by_nearest_rank() {
    // The worked example of the nearest-rank method: 15, 20, 35, 40, 50 have the 30th percentile 20, the 40th 20,
    // the 50th 35 and the 100th 50.
    let list = [15, 20, 35, 40, 50];
    let at = |share| list[rank(share, 5) as usize - 1];
    assert_eq!([0.05, 0.3, 0.4, 0.5, 1.0].map(at), [15, 20, 20, 35, 50]);
    assert_eq!((rank(0.9, 10), rank(0.99, 100), rank(0.99, 101), rank(0.5, 0)), (9, 99, 100, 1));
}

#[test]
fn figures_of_one_to_a_hundred() {
    let mut times: Vec<f64> = (1..=100).rev().map(f64::from).collect();
    let figures = Figures::of(&mut times).unwrap();
    assert_eq!(figures, Figures { mean_ns: 50.5, p50_ns: 50.0, p90_ns: 90.0, p99_ns: 99.0 });
    assert_eq!(Figures::from_array(figures.array()), figures);
    assert_eq!(Figures::of(&mut []), None);
}

/// Halves of a run with these means.
fn halves(means: &[f64]) -> Vec<Figures> {
    means.iter().map(|&mean| Figures::from_array([mean, 100.0, 200.0, 300.0])).collect()
}

#[test]
fn the_noise_floor_is_thrice_the_spread_from_the_quickest_half_to_the_slowest() {
    let deviations = Deviations::of(&halves(&[100.0, 105.0, 102.0]));
    assert!((deviations.floor(0).unwrap() - (1.05_f64.powi(3) - 1.0)).abs() < 1e-12);
    assert_eq!(deviations.floor(1), Some(0.0));
    assert_eq!(Deviations::of(&halves(&[100.0])).floor(0), None);
}

#[test]
fn engines_side_by_side_may_drift_together() {
    let (one, two) = (halves(&[100.0, 150.0, 120.0]), halves(&[200.0, 300.0, 240.0]));
    assert!(Deviations::of_ratios(&one, &two).floor(0).unwrap() < 1e-12);
    assert!(Deviations::of_ratios(&one, &two[..2]).is_empty());
}

#[test]
fn a_constant_factor_is_known_exactly() {
    let base = difficulties(&mut Random::new(1), 500);
    let new: Vec<f64> = base.iter().map(|time| time * 1.25).collect();
    for Estimate { ratio, low, high } in quiet_pairs(&base, &new) {
        assert!([ratio, low, high].iter().all(|figure| (figure - 1.25).abs() < 1e-9), "{low} {ratio} {high}");
    }
}

#[test]
fn the_same_data_give_the_same_interval() {
    let mut random = Random::new(2);
    let (base, new) = (difficulties(&mut random, 300), difficulties(&mut random, 300));
    assert_eq!(quiet_pairs(&base, &new), quiet_pairs(&base, &new));
}

/// For the median of 100 values the exact interval by the binomial distribution is from the 40th to the 61st: P(40 ≤ B < 61)
/// = 0.9648 for B of 100 throws of a coin, and any narrower one has less than 0.95.
#[test]
fn the_interval_of_a_median_is_the_exact_one_by_ranks() {
    let new: Vec<f64> = (1..=100).map(f64::from).collect();
    let base = vec![1.0; 100];
    let [_, median, ..] = quiet_pairs(&base, &new);
    assert_eq!(median.ratio, 50.0);
    assert!((39.0..=41.0).contains(&median.low) && (59.0..=61.0).contains(&median.high), "{median:?}");
    let counts: Vec<(f64, u64)> = new.iter().map(|&value| (value, 1)).collect();
    let [_, median, ..] = histograms(&[(1.0, 100)], &counts, [&QUIET, &QUIET]).unwrap();
    assert!((39.0..=41.0).contains(&median.low) && (59.0..=61.0).contains(&median.high), "{median:?}");
}

/// The standard error of a mean is s/√n: of 1 … 100, 29.01/10 = 2.90, so the interval is 50.5 ± 1.96 · 2.89.
#[test]
fn the_interval_of_a_mean_is_that_of_the_textbook() {
    let new: Vec<f64> = (1..=100).map(f64::from).collect();
    let counts: Vec<(f64, u64)> = new.iter().map(|&value| (value, 1)).collect();
    let by_pairs = quiet_pairs(&[1.0; 100], &new)[0];
    // One value, so often that it has no error of its own.
    let by_histograms = histograms(&[(1.0, 1 << 40)], &counts, [&QUIET, &QUIET]).unwrap()[0];
    for Estimate { ratio, low, high } in [by_pairs, by_histograms] {
        assert!((ratio - 50.5).abs() < 1e-6, "{ratio}");
        assert!((low - 44.84).abs() < 0.6 && (high - 56.16).abs() < 0.6, "{low} {high}");
    }
}

#[test]
fn large_histograms_are_as_sure_as_they_should_be() {
    // Half of a million times are 100 ns, half 300: the mean's standard error is 100/1000.
    let counts = [(100.0, 500_000), (300.0, 500_000)];
    let [mean, ..] = histograms(&[(1.0, 1 << 40)], &counts, [&QUIET, &QUIET]).unwrap();
    assert!((mean.high - mean.low - 2.0 * 1.96 * 0.1).abs() < 0.05, "{mean:?}");
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(pairs(&[], &[], [&QUIET, &QUIET]), None);
    assert_eq!(histograms(&[], &[(1.0, 1)], [&QUIET, &QUIET]), None);
    assert_eq!(histograms(&[(1.0, 0)], &[(1.0, 1)], [&QUIET, &QUIET]), None);
    // Times that the clock could not tell from nothing.
    assert_eq!(pairs(&[0.0], &[0.0], [&QUIET, &QUIET]).unwrap()[0].ratio, 1.0);
}

/// How many of 100 intervals hold the truth, for mean, p50 and p90.
fn coverage(trial: impl Fn(&mut Random) -> [Estimate; Figures::COUNT], truth: f64) -> [usize; 3] {
    let mut hits = [0; 3];
    let mut random = Random::new(11);
    for _ in 0..100 {
        let estimates = trial(&mut random);
        for (hits, estimate) in hits.iter_mut().zip(estimates) {
            *hits += usize::from(estimate.low <= truth && truth <= estimate.high);
        }
    }
    hits
}

/// 95 of 100, give or take three standard deviations: a test by chance, but always the same chance.
fn is_about_95(hits: [usize; 3]) -> bool {
    hits.iter().all(|hits| (88..=100).contains(hits))
}

#[test]
fn intervals_hold_the_truth_about_95_times_in_a_hundred() {
    let by_pairs = |random: &mut Random| {
        let base = difficulties(random, 100);
        let slower: Vec<f64> = base.iter().map(|time| 1.1 * time * (0.2 * random.normal()).exp()).collect();
        // The noise is of both, so that the truth is 1.1.
        let base: Vec<f64> = base.iter().map(|time| time * (0.2 * random.normal()).exp()).collect();
        quiet_pairs(&base, &slower)
    };
    let hits = coverage(by_pairs, 1.1);
    assert!(is_about_95(hits), "{hits:?}");
    let by_histograms = |random: &mut Random| {
        let mut counts = |factor: f64| {
            let mut times: Vec<(f64, u64)> =
                difficulties(random, 100).into_iter().map(|time| (time * factor, 1)).collect();
            times.sort_by(|one, other| one.0.total_cmp(&other.0));
            times
        };
        let (base, new) = (counts(1.0), counts(1.1));
        histograms(&base, &new, [&QUIET, &QUIET]).unwrap()
    };
    let hits = coverage(by_histograms, 1.1);
    assert!(is_about_95(hits), "{hits:?}");
}

/// How a machine drifts: the standard deviation of the level of a pass.
#[derive(Clone, Copy, Debug)]
enum Drift {
    /// Other programs only ever make it slower.
    Slower(f64),
    /// Slower and faster, as by a changing frequency.
    Both(f64),
}

impl Drift {
    fn size(self) -> f64 {
        match self {
            Drift::Slower(size) | Drift::Both(size) => size,
        }
    }
}

/// A run on a machine that drifts and has bursts: the best time of each puzzle, and the figures of the halves.
fn noisy_run(random: &mut Random, puzzles: &[f64], factor: f64, drift: Drift) -> (Vec<f64>, Deviations) {
    const PASSES: usize = 12;
    let mut level = drift.size() * random.normal();
    let passes: Vec<Vec<f64>> = (0..PASSES)
        .map(|_| {
            // The level lasts: it is the same for all puzzles of a pass, and much the same in the next one.
            level = 0.8 * level + 0.6 * drift.size() * random.normal();
            let level = if matches!(drift, Drift::Slower(_)) { level.abs() } else { level };
            let burst = |random: &mut Random| if random.below(10) == 0 { 3.0 * random.unit() } else { 0.0 };
            let time =
                |time: &f64| time * factor * level.exp() * (1.0 + 0.02 * random.unit() + burst(random));
            puzzles.iter().map(time).collect()
        })
        .collect();
    let best = |chosen: &dyn Fn(usize) -> bool| -> Vec<f64> {
        let of = |puzzle: usize| {
            let times = passes.iter().enumerate().filter(|(pass, _)| chosen(*pass));
            times.map(|(_, times)| times[puzzle]).fold(f64::INFINITY, f64::min)
        };
        (0..puzzles.len()).map(of).collect()
    };
    let halves: [&dyn Fn(usize) -> bool; 5] =
        [&|pass| pass < 6, &|pass| pass >= 6, &|pass| pass % 2 == 0, &|pass| pass % 2 == 1, &|pass| {
            (3..9).contains(&pass)
        }];
    let figures: Vec<Figures> = halves.iter().filter_map(|half| Figures::of(&mut best(half))).collect();
    (best(&|_| true), Deviations::of(&figures))
}

/// The verdicts on 100 comparisons of such runs: slower, faster, neither.
fn verdicts(factor: f64, drift: Drift) -> [usize; 3] {
    let mut random = Random::new(21);
    let mut counts = [0; 3];
    for _ in 0..100 {
        let puzzles = difficulties(&mut random, 25);
        let (base, one) = noisy_run(&mut random, &puzzles, 1.0, drift);
        let (new, other) = noisy_run(&mut random, &puzzles, factor, drift);
        let [mean, ..] = pairs(&base, &new, [&one, &other]).unwrap();
        let floor = one.floor(0).zip(other.floor(0)).map(|(one, other)| one.max(other));
        counts[match Verdict::of(mean, floor) {
            Verdict::Slower => 0,
            Verdict::Faster => 1,
            Verdict::Same | Verdict::Inconclusive => 2,
        }] += 1;
    }
    counts
}

#[test]
fn drift_and_bursts_raise_few_false_alarms() {
    for drift in [Drift::Slower(0.005), Drift::Slower(0.02), Drift::Slower(0.1), Drift::Both(0.005)] {
        let [slower, faster, neither] = verdicts(1.0, drift);
        assert!(neither >= 95, "{drift:?}: {slower} slower, {faster} faster");
    }
    // The hardest case: much of such drift lasts longer than half a run.
    for drift in [Drift::Both(0.02), Drift::Both(0.1)] {
        let [slower, faster, neither] = verdicts(1.0, drift);
        assert!(neither >= 90, "{drift:?}: {slower} slower, {faster} faster");
    }
}

#[test]
fn a_slow_down_of_ten_per_cent_is_found() {
    for drift in [Drift::Slower(0.0), Drift::Slower(0.005), Drift::Slower(0.02), Drift::Both(0.005)] {
        let [slower, faster, neither] = verdicts(1.1, drift);
        assert!(slower >= 95, "{drift:?}: {slower} slower, {faster} faster, {neither} neither");
    }
    // And a speed-up of as much.
    assert!(verdicts(1.0 / 1.1, Drift::Slower(0.005))[1] >= 95);
}

/// What the noise of the runs is for: puzzles alone, however many, would call every drift a change.
#[test]
fn without_the_noise_of_the_runs_drift_would_be_taken_for_a_change() {
    let mut random = Random::new(31);
    let mut alarms = 0;
    for _ in 0..50 {
        let puzzles = difficulties(&mut random, 25);
        let (base, _) = noisy_run(&mut random, &puzzles, 1.0, Drift::Both(0.1));
        let (new, _) = noisy_run(&mut random, &puzzles, 1.0, Drift::Both(0.1));
        let [mean, ..] = quiet_pairs(&base, &new);
        alarms += usize::from(mean.low > 1.0 || mean.high < 1.0);
    }
    assert!(alarms > 25, "{alarms} of 50");
}

#[test]
fn a_seed_always_means_the_same_numbers() {
    let mut random = Random::new(1);
    let drawn: Vec<usize> = (0..8).map(|_| random.below(100)).collect();
    assert_eq!(drawn, [81, 74, 10, 74, 18, 59, 98, 52]);
}

#[test]
fn distributions_have_their_mean_and_variance() {
    let mut random = Random::new(5);
    let mut moments = |draw: &mut dyn FnMut(&mut Random) -> f64| {
        let drawn: Vec<f64> = (0..40_000).map(|_| draw(&mut random)).collect();
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        (mean, drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / drawn.len() as f64)
    };
    let close = |(mean, variance): (f64, f64), expected: (f64, f64)| {
        let error = 4.0 * (expected.1 / 40_000.0).sqrt();
        (mean - expected.0).abs() < error && (variance / expected.1 - 1.0).abs() < 0.05
    };
    assert!(close(moments(&mut Random::unit), (0.5, 1.0 / 12.0)));
    assert!(close(moments(&mut Random::normal), (0.0, 1.0)));
    for mean in [1, 4, 30, 31, 5000] {
        assert!(close(moments(&mut |random| random.poisson(mean) as f64), (mean as f64, mean as f64)));
    }
    assert_eq!(random.poisson(0), 0);
}

#[test]
fn every_order_of_three_comes_up_about_equally_often() {
    let mut random = Random::new(7);
    let mut counts = HashMap::new();
    for _ in 0..6000 {
        let mut list = [0, 1, 2];
        random.shuffle(&mut list);
        *counts.entry(list).or_insert(0) += 1;
    }
    assert!(counts.len() == 6 && counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}
