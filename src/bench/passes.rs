//! What a run remembers from one pass over the corpora to the next.
//!
//! A machine is never quiet for long: other programs start and stop, and the processor changes its frequency.
//! Back-to-back repetitions share the same warm caches and the same noise; passes are far enough apart to see different
//! noise, so they separate noise from cost. The passes of a run are divided into *halves* in several ways: the first,
//! the middle and the last ones, the even and the odd ones. The spread of the figures of these halves is how much the
//! same engine differs from itself on the same puzzles: the noise floor of the run. (Fifths were tried before. The best
//! of two or three passes is easily spoiled by one burst of other work: the noise came out as 40 % where the whole run
//! was accurate to 1 %.)
//!
//! Each pass has new threads and new engines at different addresses (see [`layout`](super::layout)), because the memory
//! layout changes times by a few percent for the life of a process, which repetitions within one layout cannot reveal.

use std::collections::BTreeMap;

use super::job::EngineIndex;
use crate::record::{Keep, Settings};
use crate::stats::Figures;

/// The number of groups of passes: all passes, and five halves.
const GROUPS: usize = 6;

/// Whether a pass belongs to a group: all passes, or one of the halves.
fn is_in_group(group: usize, pass: usize, passes: usize) -> bool {
    match group {
        0 => true,
        1 => 2 * pass < passes,
        2 => 2 * pass >= passes,
        3 => pass.is_multiple_of(2),
        4 => !pass.is_multiple_of(2),
        // The middle; with fewer than four passes it would equal another half.
        _ => passes >= 4 && (passes..3 * passes).contains(&(4 * pass)),
    }
}

/// The time of one engine on one puzzle in a pass: the shortest or the mean, depending on [`Keep`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Timed {
    pub(super) engine: EngineIndex,
    pub(super) class: u16,
    pub(super) ns: f64,
}

/// A pass as a worker sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass<'a> {
    /// The first pass is number 0.
    pub(super) number: usize,
    pub(super) is_last: bool,
    /// The shortest times of the previous passes, with one place for each puzzle and engine; empty if they do not count.
    pub(super) earlier_ns: &'a [f64],
}

/// An engine on one class, or on all classes if there is none.
pub(super) type Scope = (EngineIndex, Option<u16>);

/// The figures of each half of the passes; empty if there was only one pass.
pub(super) type Noise = BTreeMap<Scope, Vec<Figures>>;

/// What is remembered from pass to pass; stays empty if there is only one pass.
#[derive(Debug)]
pub(super) struct PassTimes {
    keep: Keep,
    passes: usize,
    /// The engine and the class of each place; `None` where a puzzle was not solved.
    places: Vec<Option<(EngineIndex, u16)>>,
    /// The shortest time or the sum of times of each group of passes, at the same places.
    groups_ns: [Vec<f64>; GROUPS],
    /// How many passes of each group are done.
    counts: [usize; GROUPS],
}

impl PassTimes {
    pub(super) fn new(settings: &Settings) -> PassTimes {
        let &Settings { keep, passes, .. } = settings;
        let groups_ns = std::array::from_fn(|_| Vec::new());
        PassTimes { keep, passes, places: Vec::new(), groups_ns, counts: [0; GROUPS] }
    }

    pub(super) fn pass(&self, number: usize) -> Pass<'_> {
        // The times of earlier passes count only if the best of all is kept.
        let earlier_ns = if self.keep == Keep::Best { self.groups_ns[0].as_slice() } else { &[] };
        Pass { number, is_last: number + 1 == self.passes, earlier_ns }
    }

    /// Adds the times of a complete pass.
    pub(super) fn close(&mut self, pass: usize, times: &[Option<Timed>]) {
        if self.passes == 1 {
            return;
        }
        let (nothing, combine): (f64, fn(f64, f64) -> f64) = match self.keep {
            Keep::Best => (f64::INFINITY, f64::min),
            Keep::All => (0.0, |sum, ns| sum + ns),
        };
        for group in (0..GROUPS).filter(|&group| is_in_group(group, pass, self.passes)) {
            self.counts[group] += 1;
            let group_ns = &mut self.groups_ns[group];
            group_ns.resize(times.len(), nothing);
            for (ns, timed) in group_ns.iter_mut().zip(times) {
                *ns = combine(*ns, timed.map_or(nothing, |timed| timed.ns));
            }
        }
        if pass == 0 {
            self.places = times.iter().map(|timed| timed.map(|timed| (timed.engine, timed.class))).collect();
        }
    }

    /// Returns the figures of the halves; empty if the run ended before each half had a pass.
    pub(super) fn into_noise(self) -> Noise {
        let mut noise = Noise::new();
        if self.groups_ns[1..5].iter().any(Vec::is_empty) {
            return noise;
        }
        for (half, count) in self.groups_ns.iter().zip(self.counts).skip(1) {
            let divisor = if self.keep == Keep::All { count as f64 } else { 1.0 };
            let mut scopes: BTreeMap<Scope, Vec<f64>> = BTreeMap::new();
            for (place, sum) in self.places.iter().zip(half) {
                let Some((engine, class)) = *place else { continue };
                // An external solver may fail in one pass and not in another.
                if !sum.is_finite() {
                    continue;
                }
                for class in [Some(class), None] {
                    scopes.entry((engine, class)).or_default().push(sum / divisor);
                }
            }
            for (scope, mut times) in scopes {
                noise.entry(scope).or_default().extend(Figures::of(&mut times));
            }
        }
        noise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(ns: [f64; 4]) -> Vec<Option<Timed>> {
        let timed = |(place, ns): (usize, f64)| Some(Timed { engine: 0, class: u16::from(place > 1), ns });
        ns.into_iter().enumerate().map(timed).collect()
    }

    fn closed(keep: Keep, passes: usize) -> PassTimes {
        let mut times_of_passes = PassTimes::new(&Settings { keep, passes, ..Settings::default() });
        for pass in 0..passes {
            let longer = pass as f64;
            times_of_passes.close(pass, &times([10.0 + longer, 20.0, 30.0, 40.0 - longer]));
        }
        times_of_passes
    }

    #[test]
    fn halves_hold_the_shortest_or_the_mean_of_their_passes() {
        let means = |keep, passes, class| -> Vec<f64> {
            let noise = closed(keep, passes).into_noise();
            noise[&(0, class)].iter().map(|figures| figures.mean_ns).collect()
        };
        // First and last, even and odd: the same with two passes.
        assert_eq!(means(Keep::Best, 2, Some(0)), [15.0, 15.5, 15.0, 15.5]);
        assert_eq!(means(Keep::Best, 2, Some(1)), [35.0, 34.5, 35.0, 34.5]);
        assert_eq!(means(Keep::Best, 2, None), [25.0, 25.0, 25.0, 25.0]);
        // First, last, even, odd and middle ones of eight: 0 to 3, 4 to 7, …, 2 to 5.
        assert_eq!(means(Keep::Best, 8, Some(0)), [15.0, 17.0, 15.0, 15.5, 16.0]);
        assert_eq!(means(Keep::All, 8, Some(0)), [15.75, 17.75, 16.5, 17.0, 16.75]);
        assert_eq!(means(Keep::All, 3, Some(0)), [15.25, 16.0, 15.5, 15.5]);
    }

    #[test]
    fn each_half_has_half_of_the_passes() {
        for passes in 2..40 {
            for half in 1..GROUPS {
                let count = (0..passes).filter(|&pass| is_in_group(half, pass, passes)).count();
                let is_empty_middle = half == 5 && passes < 4;
                assert!(is_empty_middle == (count == 0), "{half} of {passes}");
                assert!(is_empty_middle || (2 * count).abs_diff(passes) <= 1, "{half} of {passes}: {count}");
            }
        }
    }

    #[test]
    fn workers_see_the_shortest_time_of_earlier_passes() {
        let best = closed(Keep::Best, 3);
        assert_eq!(best.pass(2).earlier_ns, [10.0, 20.0, 30.0, 38.0]);
        assert!(best.pass(2).is_last && !best.pass(1).is_last);
        assert!(closed(Keep::All, 3).pass(2).earlier_ns.is_empty());
    }

    #[test]
    fn a_run_that_ended_early_has_no_noise() {
        assert!(PassTimes::new(&Settings::default()).into_noise().is_empty());
        let mut early = PassTimes::new(&Settings { passes: 8, ..Settings::default() });
        (0..4).for_each(|pass| early.close(pass, &times([1.0; 4])));
        assert!(early.into_noise().is_empty());
    }
}
