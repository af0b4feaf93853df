//! From a random puzzle to an extreme one, by annealing: a puzzle loses one or two clues and gets others, and the child
//! replaces it if it is as promising, or a little less. Promising is a puzzle of which the trial of every candidate
//! leaves much, and that takes a search many guesses; with either alone the search gets stuck. Most extreme puzzles
//! have no extreme neighbor, so this does not end with the first, but with one from which a short exploration finds
//! others.
//!
//! A step takes 40 µs. With seed 1, about one island in a hundred finds a rich place: the first 1,000 puzzles are from
//! 5,939 islands, more than forty of which gave any. Measured roughly (a minute or two of a core each): populations of
//! 60 with tournaments do as well; 10,000 to 150,000 steps differ little; one to three clues at a time are worse than
//! one or two; a premium on few clues did not help, nor did guesses with a weight of 15. It was far slower when trials
//! began with singles only, when guesses were counted on isomorphs of every child, and when children were chosen from
//! 200 solutions.

use super::island::{Cells, Island, SWEEP_SCALE};

/// What a guess counts for, in candidates that trials leave.
const GUESS_WEIGHT: f64 = 4.0;

/// The temperature at the first step and at the last.
const HOT: f64 = 0.15;
const COLD: f64 = 0.05;

/// Clues that go at a time, at most.
const MOST_DROPPED: usize = 2;

/// A child is not worth a trial if one search takes less than this share of its parent's guesses; the second is for a
/// child that still has needless clues.
const LEAST_SHARE: f64 = 0.4;
const LEAST_SHARE_AT_ONCE: f64 = 0.1;

/// Neighbors that are looked at near each extreme puzzle, and how many must then be there to stay.
const PROBE: usize = 3_000;
const LEAST_POOL: usize = 8;

/// A puzzle, and how promising it is.
#[derive(Clone, Debug)]
struct Prospect {
    cells: Cells,
    /// The guesses of two engines as one number.
    effort: f64,
    promise: f64,
}

impl Island<'_> {
    /// Searches until there are extreme puzzles near each other; whether it came to that.
    pub(super) fn breed(&mut self) -> bool {
        let mut cells: Cells = [0; 81];
        cells.copy_from_slice(&self.crafter.full_grid(&mut self.random));
        self.minimize(&mut cells);
        let solution = self.search(&cells).1;
        let left = self.sweep.leftover(&cells, &solution).in_all_passes;
        let mut here = self.prospect(cells, left, 0.0);
        for step in 0..self.rule.steps {
            if self.is_stopped() {
                return false;
            }
            let temperature = HOT * (COLD / HOT).powf(step as f64 / self.rule.steps as f64);
            let chance = self.random.unit().max(f64::MIN_POSITIVE);
            let least = here.promise.max(1.0) * chance.powf(temperature);
            let dropped = 1 + self.random.below(MOST_DROPPED);
            let wanted = here.effort / SWEEP_SCALE;
            let Some(child) = self.child(&here.cells, dropped, LEAST_SHARE_AT_ONCE * wanted) else {
                continue;
            };
            let (guesses, solution) = self.search(&child);
            if (guesses as f64) < LEAST_SHARE * wanted {
                continue;
            }
            let leftover = self.sweep.leftover(&child, &solution);
            if leftover.in_the_end > 0 && self.is_extreme(&child) && self.is_rich_around(child) {
                return true;
            }
            let child = self.prospect(child, leftover.in_all_passes, least);
            if child.promise >= least {
                here = child;
            }
        }
        false
    }

    /// How promising a puzzle is. What is below `least` need not be known exactly.
    fn prospect(&mut self, cells: Cells, left: u32, least: f64) -> Prospect {
        let left = f64::from(left);
        let effort = self.effort(&cells, (least - left) / GUESS_WEIGHT);
        Prospect { cells, effort, promise: left + GUESS_WEIGHT * effort }
    }

    /// Whether there are other extreme puzzles near this one, or near those that were found before.
    fn is_rich_around(&mut self, extreme: Cells) -> bool {
        self.consider(extreme);
        self.explore(PROBE);
        if self.pool.len() >= LEAST_POOL {
            return true;
        }
        self.pool.iter_mut().for_each(|resident| resident.is_explored = true);
        false
    }
}
