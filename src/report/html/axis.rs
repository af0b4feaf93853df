//! Axes: their ranges and their ticks. Ticks are at round figures, and only where their labels fit.

use std::ops::Range;

use super::svg::text_width;
use crate::report::units;

/// The font size of the labels in SVG units.
pub(super) const LABEL: f64 = 12.0;
/// The minimum gap between labels.
const GAP: f64 = 9.0;
/// The space for a figure beside a mark.
const FIGURE: f64 = 54.0;

type Tick = (f64, String);

/// The direction of an axis, and its length in SVG units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Extent {
    Across(f64),
    Up(f64),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    /// The two ends, on the scale of the chart: usually a logarithm.
    pub(super) range: Range<f64>,
    pub(super) ticks: Vec<Tick>,
}

impl Axis {
    /// Returns an axis with the first set of ticks that fits: all fine ones, all coarse ones, or every second, third …
    /// coarse one. Dropping only the ticks that do not fit would leave gaps, and the scale would be hard to read.
    fn fitting(range: Range<f64>, extent: Extent, fine: Vec<Tick>, coarse: &[Tick]) -> Axis {
        let every = |step| coarse.iter().step_by(step).cloned().collect();
        let mut kinds = std::iter::once(fine).chain((1..=coarse.len()).map(every));
        let ticks = kinds.find(|ticks| fits(ticks, &range, extent)).unwrap_or_default();
        Axis { range, ticks }
    }

    /// Returns the position of a place, from 0 at one end to 1 at the other.
    pub(super) fn share(&self, place: f64) -> f64 {
        (place - self.range.start) / (self.range.end - self.range.start)
    }

    /// Returns a logarithmic time axis, from a round time below `low_ns` to one above `high_ns`.
    pub(super) fn times(low_ns: f64, high_ns: f64, extent: Extent) -> Axis {
        let low = low_ns.max(1.0);
        let high = high_ns.max(low);
        let start = rounds().take_while(|round| *round <= low * (1.0 + 1e-9)).last().unwrap_or(low);
        let is_end = |round: &f64| *round >= high * (1.0 - 1e-9) && *round > start * 1.5;
        let end = rounds().find(is_end).unwrap_or(high * 2.0);
        Axis::logarithmic(start.log10()..end.log10(), extent, |ns| without_zeros(units::time(ns)))
    }

    /// Returns a logarithmic axis of puzzles per second, with space for a figure beside the first and the last mark.
    pub(super) fn rates(low: f64, high: f64, extent: Extent) -> Axis {
        let (Extent::Across(length) | Extent::Up(length)) = extent;
        let [low, high] = [low, high].map(|rate| rate.max(1e-6).log10());
        // At least half a factor of ten, which always has a tick.
        let half = (high - low).max(0.5) / 2.0 * length / (length - 2.0 * FIGURE);
        let middle = (low + high) / 2.0;
        Axis::logarithmic(middle - half..middle + half, extent, |rate| match rate {
            rate if rate < 1.0 => format!("{}", (rate * 1e6).round() / 1e6),
            rate => without_zeros(units::short(rate as u64)),
        })
    }

    fn logarithmic(range: Range<f64>, extent: Extent, label: impl Fn(f64) -> String) -> Axis {
        let tick = |round: f64| (round.log10(), label(round));
        let is_inside = |(place, _): &Tick| (range.start - 1e-9..=range.end + 1e-9).contains(place);
        let fine = rounds().map(tick).filter(is_inside).collect();
        let decades: Vec<Tick> = rounds().step_by(3).map(tick).filter(is_inside).collect();
        Axis::fitting(range, extent, fine, &decades)
    }

    /// Returns an axis of percentiles as HdrHistogram plots them: the steps from 90 % to 99 % to 99.9 % have the same
    /// length. The median always has a tick.
    pub(super) fn percentiles(samples: u64, extent: Extent) -> Axis {
        let end = (samples.max(10) as f64).log10();
        // 0 %, 90 %, 99 %, 99.9 %, …
        let tick = |nines: usize| {
            let decimals = nines.saturating_sub(2);
            (nines as f64, format!("{:.decimals$} %", 100.0 - 10_f64.powi(2 - nines as i32)))
        };
        let mut fine: Vec<Tick> = (0..=end.floor() as usize).map(tick).collect();
        fine.insert(1, (2.0_f64.log10(), "50 %".to_owned()));
        let (median, nines) = fine[1..].split_first().expect("the median was inserted");
        let range = 0.0..end * 1.02;
        let fewer = (1..=nines.len()).map(|step| {
            let every = nines.iter().skip(step - 1).step_by(step);
            std::iter::once(median).chain(every).cloned().collect()
        });
        let mut kinds = std::iter::once(fine.clone()).chain(fewer);
        let ticks = kinds.find(|ticks: &Vec<Tick>| fits(ticks, &range, extent));
        Axis { ticks: ticks.unwrap_or_else(|| vec![median.clone()]), range }
    }

    /// Returns an axis of guesses, with a logarithmic scale that includes zero.
    pub(super) fn guesses(most: f64, extent: Extent) -> Axis {
        let most = most.max(9.0);
        let tick = |guesses: f64| (place_of_guesses(guesses), without_zeros(units::short(guesses as u64)));
        let upwards = || rounds().skip_while(|round| *round < 1.0).take_while(|round| *round <= most);
        let fine = std::iter::once(0.0).chain(upwards()).map(tick).collect();
        let decades: Vec<Tick> = std::iter::once(0.0).chain(upwards().step_by(3)).map(tick).collect();
        let range = place_of_guesses(0.0) - 0.12..place_of_guesses(most) + 0.05;
        Axis::fitting(range, extent, fine, &decades)
    }

    /// Returns an axis of shares of a whole, from 0 to a little above `most`.
    pub(super) fn shares(most: f64, extent: Extent) -> Axis {
        let (Extent::Across(length) | Extent::Up(length)) = extent;
        let steps = if length < 120.0 { 3.0 } else { 4.0 };
        let most = most.clamp(0.004, 1.0);
        let step = rounds().find(|step| most / step <= steps).unwrap_or(1.0);
        let label = |share: f64| match share * 100.0 {
            percent if percent > 0.0 && percent < 0.95 => format!("{percent:.1} %"),
            percent => format!("{percent:.0} %"),
        };
        let shares = (0..=(most / step).floor() as usize).map(|tick| tick as f64 * step);
        Axis { range: 0.0..most * 1.08, ticks: shares.map(|share| (share, label(share))).collect() }
    }

    /// Returns an axis of small counts, from 0 to a little above `most`, with these ticks.
    pub(super) fn counts(ticks: impl Iterator<Item = usize>, most: f64, extent: Extent) -> Axis {
        let ticks: Vec<Tick> = ticks.map(|count| (count as f64, count.to_string())).collect();
        Axis::fitting(0.0..most * 1.08, extent, ticks.clone(), &ticks)
    }

    /// Returns an axis of named rows, the first at the top.
    pub(super) fn rows(names: impl Iterator<Item = String>) -> Axis {
        let ticks: Vec<Tick> = names.enumerate().map(|(row, name)| (place_of_row(row), name)).collect();
        Axis { range: ticks.len().max(1) as f64..0.0, ticks }
    }
}

pub(super) fn place_of_row(row: usize) -> f64 {
    row as f64 + 0.5
}

pub(super) fn place_of_guesses(guesses: f64) -> f64 {
    (guesses + 1.0).log10()
}

/// Returns the round figures: 1, 2 and 5 times the powers of ten.
fn rounds() -> impl Iterator<Item = f64> {
    (-6..25).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)))
}

/// Drops the decimals of a round figure: `5 µs`, not `5.00 µs`.
fn without_zeros(figure: String) -> String {
    figure.replace(".00 ", " ").replace(".0 ", " ")
}

/// Whether no labels overlap.
fn fits(ticks: &[Tick], range: &Range<f64>, extent: Extent) -> bool {
    let is_clear = |pair: &[Tick]| {
        let share = (pair[1].0 - pair[0].0) / (range.end - range.start);
        let widths = pair.iter().map(|(_, label)| text_width(label, LABEL));
        match extent {
            Extent::Across(length) => share * length >= widths.sum::<f64>() / 2.0 + GAP,
            Extent::Up(length) => share * length >= LABEL + GAP,
        }
    };
    ticks.windows(2).all(is_clear)
}

/// Returns places near the wanted ones, but at least `gap` apart and, if possible, within the bounds: for labels beside
/// the ends of curves. The places are in the same order as the wanted ones.
pub(super) fn spread(wanted: &[f64], gap: f64, bounds: Range<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&one, &other| wanted[one].total_cmp(&wanted[other]));
    let mut places = wanted.to_vec();
    let mut least = bounds.start;
    for &index in &order {
        places[index] = places[index].max(least);
        least = places[index] + gap;
    }
    let mut most = bounds.end;
    for &index in order.iter().rev() {
        places[index] = places[index].min(most);
        most = places[index] - gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ticks_are_round_and_as_many_as_fit() {
        let up = Extent::Up(240.0);
        let across = Extent::Across;
        let cases = [
            (Axis::times(2146.0, 153_000.0, up), "2 µs, 5 µs, 10 µs, 20 µs, 50 µs, 100 µs, 200 µs"),
            (Axis::times(150.0, 3.1e9, across(300.0)), "100 ns, 10 µs, 1 ms, 100 ms"),
            (
                Axis::times(150.0, 3.1e9, across(400.0)),
                "100 ns, 1 µs, 10 µs, 100 µs, 1 ms, 10 ms, 100 ms, 1 s",
            ),
            // A single time still makes an axis.
            (Axis::times(1000.0, 1000.0, across(300.0)), "1 µs, 2 µs"),
            (Axis::rates(11_242.0, 98_123.0, across(300.0)), "10 k, 20 k, 50 k, 100 k"),
            (Axis::rates(0.5, 0.5, across(300.0)), "0.5, 1"),
            (Axis::percentiles(2000, across(330.0)), "50 %, 90 %, 99 %, 99.9 %"),
            (Axis::percentiles(100, across(330.0)), "0 %, 50 %, 90 %, 99 %"),
            (Axis::percentiles(1, across(330.0)), "0 %, 50 %, 90 %"),
            (Axis::percentiles(2_000_000, across(150.0)), "50 %, 99.9 %, 99.9999 %"),
            (Axis::guesses(300.0, across(330.0)), "0, 1, 2, 5, 10, 20, 50, 100, 200"),
            (Axis::shares(0.47, up), "0 %, 20 %, 40 %"),
            (Axis::shares(0.35, Extent::Up(100.0)), "0 %, 20 %"),
            (Axis::shares(0.004, up), "0 %, 0.1 %, 0.2 %, 0.3 %, 0.4 %"),
        ];
        for (axis, expected) in cases {
            let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
            assert_eq!(labels.join(", "), expected);
            assert!(axis.range.start < axis.range.end);
        }
        let times = Axis::times(2146.0, 153_000.0, up).range;
        assert!((times.start - 2e3_f64.log10()).abs() < 1e-9 && (times.end - 2e5_f64.log10()).abs() < 1e-9);
        // Percentiles extend to the last sample.
        assert!((3.3..3.5).contains(&Axis::percentiles(2000, across(330.0)).range.end));
    }

    proptest! {
        #[test]
        fn labels_never_touch(low in 0.0..12.0_f64, decades in 0.0..12.0_f64, length in 60.0..900.0_f64) {
            let (lowest, highest) = (10_f64.powf(low), 10_f64.powf(low + decades));
            let across = Extent::Across(length);
            for extent in [Extent::Up(length), across] {
                let axis = Axis::times(lowest, highest, extent);
                prop_assert!(fits(&axis.ticks, &axis.range, extent));
                prop_assert!(axis.range.start <= low + 1e-9 && axis.range.end >= low + decades - 1e-9);
            }
            let percentiles = Axis::percentiles(highest as u64, across);
            prop_assert!(percentiles.ticks.iter().any(|(_, label)| label == "50 %"));
            for axis in [percentiles, Axis::guesses(highest, across)] {
                prop_assert!(fits(&axis.ticks, &axis.range, across));
            }
            let (length, scaled) = (length + 120.0, Extent::Across(length + 120.0));
            let axis = Axis::rates(lowest / 10.0, highest / 10.0, scaled);
            prop_assert!(fits(&axis.ticks, &axis.range, scaled));
            let room = [axis.share(low - 1.0), 1.0 - axis.share(low + decades - 1.0)];
            prop_assert!(room.iter().all(|share| share * length >= FIGURE - 1e-6));
        }

        #[test]
        fn spread_places_keep_their_distance_and_their_order(wanted in prop::collection::vec(0.0..100.0_f64, 0..8)) {
            let places = spread(&wanted, 12.0, 0.0..100.0);
            for (one, a) in wanted.iter().enumerate() {
                for (other, b) in wanted.iter().enumerate().filter(|(other, _)| *other != one) {
                    prop_assert!((places[one] - places[other]).abs() >= 12.0 - 1e-6);
                    prop_assert!(a >= b || places[one] < places[other]);
                }
                prop_assert!(places[one] >= -1e-6 && places[one] <= 100.0 + 1e-6);
            }
        }
    }
}
