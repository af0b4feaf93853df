//! Turns a random puzzle into an extreme one by simulated annealing: a puzzle loses one or two clues and gets others,
//! and the child replaces its parent if it is as promising or slightly less so. A puzzle is promising if the trial of
//! every candidate leaves many candidates and if a search takes many guesses; with either criterion alone, annealing
//! gets stuck. Most extreme puzzles have no extreme neighbors, so this does not stop at the first one, but at one from
//! which a short exploration finds others.
//!
//! A step takes 40 µs. With seed 1, about one island in a hundred finds a rich neighborhood: the first 1,000 puzzles
//! come from 5,939 islands, more than forty of which yielded any. Rough measurements (a minute or two of one core
//! each): populations of 60 with tournaments perform equally well; 10,000 to 150,000 steps differ little; changing one
//! to three clues at a time is worse than one or two; a bonus for few clues did not help, nor did a weight of 15 for
//! guesses. It was much slower to start trials with singles only, to count guesses on isomorphs of every child, or to
//! choose children from 200 solutions.

use super::island::{Cells, Island, SWEEP_SCALE};

/// The weight of a guess, in candidates that trials leave.
const GUESS_WEIGHT: f64 = 4.0;

/// The temperatures at the first and the last step.
const HOT: f64 = 0.15;
const COLD: f64 = 0.05;

/// The maximum number of clues removed at a time.
const MOST_DROPPED: usize = 2;

/// A child is not worth a trial if a search takes less than this share of its parent's guesses. The second limit
/// applies before redundant clues are removed.
const LEAST_SHARE: f64 = 0.4;
const LEAST_SHARE_AT_ONCE: f64 = 0.1;

/// The number of neighbors to examine near each extreme puzzle, and the pool size required to stay there.
const PROBE: usize = 3_000;
const LEAST_POOL: usize = 8;

/// A puzzle and its promise.
#[derive(Clone, Debug)]
struct Prospect {
    cells: Cells,
    /// The combined guesses of two engines.
    effort: f64,
    promise: f64,
}

impl Island<'_> {
    /// Searches for extreme puzzles near each other; returns whether it found any.
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

    /// Rates a puzzle. A promise below `least` need not be exact.
    fn prospect(&mut self, cells: Cells, left: u32, least: f64) -> Prospect {
        let left = f64::from(left);
        let effort = self.effort(&cells, (least - left) / GUESS_WEIGHT);
        Prospect { cells, effort, promise: left + GUESS_WEIGHT * effort }
    }

    /// Returns whether there are other extreme puzzles near this one or near those found before.
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
