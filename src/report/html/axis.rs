//! Axes: where they begin and end, and which ticks they have. Ticks stand at round figures, and only where their
//! labels have room.

use std::ops::Range;

use super::svg::text_width;
use crate::report::units;

/// The size of the labels, in units of the SVG.
pub(super) const LABEL: f64 = 12.0;
/// Labels keep this distance.
const GAP: f64 = 9.0;

/// Which way an axis runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// From left to right.
    Across,
    /// From bottom to top.
    Up,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    /// From one end to the other, in whatever measure the charts use: mostly a logarithm.
    pub(super) range: Range<f64>,
    /// Places and their labels.
    pub(super) ticks: Vec<(f64, String)>,
    /// Whether the labels are names, not figures.
    pub(super) has_names: bool,
}

impl Axis {
    /// Where a place lies: from 0 at one end to 1 at the other.
    pub(super) fn share(&self, place: f64) -> f64 {
        (place - self.range.start) / (self.range.end - self.range.start)
    }

    /// Times on a logarithmic scale, from a round one below `low_ns` to a round one above `high_ns`, in so many
    /// units of the SVG.
    pub(super) fn times(low_ns: f64, high_ns: f64, way: Way, length: f64) -> Axis {
        Axis::logarithmic(low_ns.max(1.0), high_ns, way, length, round_time)
    }

    /// Puzzles a second on a logarithmic scale.
    pub(super) fn rates(low: f64, high: f64, length: f64) -> Axis {
        Axis::logarithmic(low.max(1e-6), high, Way::Across, length, round_count)
    }

    fn logarithmic(low: f64, high: f64, way: Way, length: f64, label: impl Fn(f64) -> String) -> Axis {
        let high = high.max(low);
        let start = rounds(low.log10().floor() as i32, &[1.0, 2.0, 5.0])
            .take_while(|round| *round <= low * (1.0 + 1e-9))
            .last()
            .unwrap_or(low);
        let end = rounds(high.log10().floor() as i32, &[1.0, 2.0, 5.0])
            .find(|round| *round >= high * (1.0 - 1e-9) && *round > start * 1.5)
            .unwrap_or(high * 2.0);
        let range = start.log10()..end.log10();
        // All of a kind or none of it: a scale with gaps is hard to read.
        let first = start.log10().floor() as i32;
        let fine = rounds(first, &[1.0, 2.0, 5.0]).collect::<Vec<f64>>();
        let decades = |step: i32| {
            (first..first + 25)
                .filter(move |power| power % step == 0)
                .map(|power| 10_f64.powi(power))
                .collect()
        };
        let kinds = std::iter::once(fine).chain((1..).map(decades));
        let inside = |kind: Vec<f64>| -> Vec<(f64, String)> {
            let kind =
                kind.into_iter().filter(|round| (start * (1.0 - 1e-9)..=end * (1.0 + 1e-9)).contains(round));
            kind.map(|round| (round.log10(), label(round))).collect()
        };
        let fitting = kinds.map(inside).find(|ticks| fits(ticks, &range, way, length));
        Axis { range, ticks: fitting.unwrap_or_default(), has_names: false }
    }

    /// Percentiles as HdrHistogram plots them: each step from 90 % to 99 % to 99.9 % is as long as the one before.
    pub(super) fn percentiles(samples: u64, length: f64) -> Axis {
        let end = (samples.max(10) as f64).log10();
        let nines = (1..=end.floor() as usize).map(|nines| (nines as f64, percent_of_nines(nines)));
        let first = [(0.0, "0 %".to_owned()), (2.0_f64.log10(), "50 %".to_owned())];
        let range = 0.0..end * 1.02;
        let ticks = fitting(nines.chain(first).collect(), &range, Way::Across, length);
        Axis { range, ticks, has_names: false }
    }

    /// Guesses on a scale that is logarithmic but has a zero.
    pub(super) fn guesses(most: u64, length: f64) -> Axis {
        let range = place_of_guesses(0) - 0.12..place_of_guesses(most.max(9)) + 0.05;
        let round = |guesses: u64| (place_of_guesses(guesses), units::short(guesses));
        let decades = (0..20).map(|power| 10_u64.pow(power)).take_while(|guesses| *guesses <= most.max(9));
        let decades: Vec<u64> = decades.collect();
        let between = decades.iter().flat_map(|decade| [decade.saturating_mul(2), decade.saturating_mul(5)]);
        let between = between.filter(|guesses| *guesses <= most.max(9));
        let candidates = std::iter::once(0).chain(decades.iter().copied()).chain(between).map(round);
        let ticks = fitting(candidates.collect(), &range, Way::Across, length);
        Axis { range, ticks, has_names: false }
    }

    /// Shares of a whole, from none to a little above `most`.
    pub(super) fn shares(most: f64) -> Axis {
        let most = most.clamp(0.001, 1.0);
        let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
        let step = steps.into_iter().find(|step| most / step <= 4.0).unwrap_or(0.5);
        let count = (most / step).floor() as usize;
        let label = |share: f64| match share * 100.0 {
            percent if percent > 0.0 && percent < 0.95 => format!("{percent:.1} %"),
            percent => format!("{percent:.0} %"),
        };
        let ticks = (0..=count).map(|tick| (tick as f64 * step, label(tick as f64 * step))).collect();
        Axis { range: 0.0..most * 1.08, ticks, has_names: false }
    }

    /// Small counts, from 0 to a little above `most`, with ticks at these.
    pub(super) fn counts(ticks: impl Iterator<Item = usize>, most: f64, way: Way, length: f64) -> Axis {
        let range = 0.0..most * 1.08;
        let ticks = ticks.map(|count| (count as f64, count.to_string())).collect();
        Axis { ticks: fitting(ticks, &range, way, length), range, has_names: false }
    }

    /// Rows with names, the first at the top.
    pub(super) fn rows(names: &[String]) -> Axis {
        let count = names.len();
        let ticks = names.iter().enumerate().map(|(row, name)| (place_of_row(row, count), name.clone()));
        Axis { range: 0.0..count.max(1) as f64, ticks: ticks.collect(), has_names: true }
    }
}

/// Where a row stands on the axis of rows.
pub(super) fn place_of_row(row: usize, count: usize) -> f64 {
    count as f64 - row as f64 - 0.5
}

/// Where so many guesses stand.
pub(super) fn place_of_guesses(guesses: u64) -> f64 {
    (guesses as f64 + 1.0).log10()
}

/// Round figures from a power of ten upwards.
fn rounds(power: i32, steps: &[f64]) -> impl Iterator<Item = f64> {
    (power..power + 25).flat_map(move |power| steps.iter().map(move |step| step * 10_f64.powi(power)))
}

/// 90 %, 99 %, 99.9 %, …
fn percent_of_nines(nines: usize) -> String {
    match nines {
        1 => "90 %".to_owned(),
        2 => "99 %".to_owned(),
        more => format!("99.{} %", "9".repeat(more - 2)),
    }
}

/// A round time without decimals: `200 ns`, `5 µs`.
fn round_time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 0.999e3 => (ns, "ns"),
        ns if ns < 0.999e6 => (ns / 1e3, "µs"),
        ns if ns < 0.999e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{value:.0} {unit}")
}

/// A round count without decimals: `200`, `5 k`.
fn round_count(count: f64) -> String {
    let (value, unit) = match count {
        count if count < 0.999 => return format!("{}", (count * 1e6).round() / 1e6),
        count if count < 0.999e3 => (count, ""),
        count if count < 0.999e6 => (count / 1e3, " k"),
        count if count < 0.999e9 => (count / 1e6, " M"),
        count => (count / 1e9, " G"),
    };
    format!("{value:.0}{unit}")
}

/// Whether two labels stand clear of each other.
fn apart(one: &(f64, String), other: &(f64, String), range: &Range<f64>, way: Way, length: f64) -> bool {
    let distance = (one.0 - other.0).abs() / (range.end - range.start) * length;
    distance
        >= match way {
            Way::Up => LABEL + GAP,
            Way::Across => (text_width(&one.1, LABEL) + text_width(&other.1, LABEL)) / 2.0 + GAP,
        }
}

fn fits(ticks: &[(f64, String)], range: &Range<f64>, way: Way, length: f64) -> bool {
    ticks.windows(2).all(|pair| apart(&pair[0], &pair[1], range, way, length))
}

/// Those that stand clear of all before them: the important ones come first.
fn fitting(candidates: Vec<(f64, String)>, range: &Range<f64>, way: Way, length: f64) -> Vec<(f64, String)> {
    let mut ticks: Vec<(f64, String)> = Vec::new();
    for candidate in candidates {
        if ticks.iter().all(|tick| apart(tick, &candidate, range, way, length)) {
            ticks.push(candidate);
        }
    }
    ticks.sort_by(|one, other| one.0.total_cmp(&other.0));
    ticks
}

/// Places as near as can be to the wanted ones, but at least `gap` apart and, if there is room, within the bounds:
/// for labels beside the ends of curves. The places are in the order of the wishes.
pub(super) fn spread(wanted: &[f64], gap: f64, bounds: Range<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&one, &other| wanted[one].total_cmp(&wanted[other]));
    // Less the gaps, the places must only not fall: neighbors that would are pooled at their mean.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (rank, &index) in order.iter().enumerate() {
        pools.push((wanted[index] - rank as f64 * gap, 1));
        while let [.., (before, many), (last, few)] = pools[..]
            && before > last
        {
            pools.truncate(pools.len() - 2);
            let both = many + few;
            pools.push(((before * many as f64 + last * few as f64) / both as f64, both));
        }
    }
    let room = bounds.end - bounds.start - (wanted.len().saturating_sub(1)) as f64 * gap;
    let levels = pools.iter().flat_map(|&(level, count)| std::iter::repeat_n(level, count));
    let mut places = vec![0.0; wanted.len()];
    for (rank, (level, &index)) in levels.zip(&order).enumerate() {
        places[index] = level.min(bounds.start + room).max(bounds.start) + rank as f64 * gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn times_have_round_ends_and_as_many_ticks_as_there_is_room_for() {
        let axis = Axis::times(2146.0, 153_000.0, Way::Up, 240.0);
        assert_eq!(labels(&axis), ["2 µs", "5 µs", "10 µs", "20 µs", "50 µs", "100 µs", "200 µs"]);
        assert!((axis.range.start - 2000_f64.log10()).abs() < 1e-9);
        assert!((axis.range.end - 200_000_f64.log10()).abs() < 1e-9);
        let axis = Axis::times(150.0, 3.1e9, Way::Across, 400.0);
        assert_eq!(labels(&axis), ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
        let axis = Axis::times(150.0, 3.1e9, Way::Across, 300.0);
        assert_eq!(labels(&axis), ["100 ns", "10 µs", "1 ms", "100 ms"]);
        assert_eq!(labels(&Axis::rates(11_242.0, 398_123.0, 300.0))[..2], ["10 k", "20 k"]);
        // One time only is still an axis.
        let axis = Axis::times(1000.0, 1000.0, Way::Across, 300.0);
        assert!(axis.range.end > axis.range.start && !axis.ticks.is_empty());
    }

    #[test]
    fn percentiles_go_on_to_the_last_sample() {
        let axis = Axis::percentiles(2000, 330.0);
        assert_eq!(labels(&axis), ["0 %", "90 %", "99 %", "99.9 %"]);
        assert!(axis.range.end > 3.3 && axis.range.end < 3.5);
        assert_eq!(labels(&Axis::percentiles(100, 330.0)), ["0 %", "50 %", "90 %", "99 %"]);
        assert_eq!(labels(&Axis::percentiles(1, 330.0)), ["0 %", "50 %", "90 %"]);
    }

    #[test]
    fn guesses_have_a_zero_and_shares_a_few_steps() {
        let axis = Axis::guesses(300, 330.0);
        assert_eq!(labels(&axis), ["0", "1", "2", "5", "10", "20", "50", "100", "200"]);
        assert_eq!(labels(&Axis::shares(0.47)), ["0 %", "20 %", "40 %"]);
        assert_eq!(labels(&Axis::shares(0.004)), ["0 %", "0.1 %", "0.2 %", "0.3 %", "0.4 %"]);
    }

    proptest! {
        #[test]
        fn labels_never_touch(low in 0.0..12.0_f64, decades in 0.0..12.0_f64, length in 60.0..900.0_f64) {
            let (low, high) = (10_f64.powf(low), 10_f64.powf(low + decades));
            for way in [Way::Up, Way::Across] {
                let axis = Axis::times(low, high, way, length);
                prop_assert!(fits(&axis.ticks, &axis.range, way, length));
                prop_assert!(axis.range.start <= low.log10() + 1e-9 && axis.range.end >= high.log10() - 1e-9);
            }
            for axis in [Axis::percentiles(high as u64, length), Axis::guesses(high as u64, length)] {
                prop_assert!(fits(&axis.ticks, &axis.range, Way::Across, length));
            }
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
