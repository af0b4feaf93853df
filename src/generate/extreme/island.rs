//! An island: its puzzles and their difficulty.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::{EngineKind, Sweep};
use crate::logic::{Difficulty, Effort, EffortRule, Logician};
use crate::random::Random;
use crate::sudoku::Geometry;
use crate::sudoku::minlex::puzzle_minlex;

use super::super::craft::Crafter;

pub(super) type Cells = [u8; 81];

/// How long an island may search. The results depend on these values, so a seed only reproduces puzzles with the same
/// rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IslandRule {
    /// The number of steps without finding an extreme puzzle after which an island is abandoned.
    pub steps: usize,
    /// The effort required to keep a puzzle, in guesses of `dlx`. The hardest known puzzles take 95 on average.
    pub least_effort: f64,
}

impl Default for IslandRule {
    fn default() -> IslandRule {
        IslandRule { steps: 40_000, least_effort: 60.0 }
    }
}

/// The maximum numbers of puzzles to explore from, and to keep at the end. All have a common ancestor.
const POOL: usize = 300;
const KEPT: usize = 30;

/// The numbers of isomorphs on which effort is counted during the search, and at the end.
const ISOMORPHS: usize = 4;
const ISOMORPHS_IN_THE_END: usize = 24;

/// The guesses of `dlx` per guess of `sweep`, on the hardest known puzzles.
pub(super) const SWEEP_SCALE: f64 = 1.8;

/// A puzzle of an island.
#[derive(Clone, Debug)]
pub(super) struct Resident {
    pub(super) cells: Cells,
    effort: f64,
    pub(super) is_explored: bool,
}

pub(super) struct Island<'p> {
    pub(super) rule: IslandRule,
    /// Set when the island is no longer wanted.
    stop: &'p AtomicBool,
    pub(super) random: Random,
    pub(super) crafter: Crafter,
    pub(super) sweep: Sweep,
    logician: Logician,
    pub(super) judges: [Effort; 2],
    /// The canonical forms of all puzzles that were considered.
    seen: HashSet<Vec<u8>>,
    /// The extreme puzzles, hardest first.
    pub(super) pool: Vec<Resident>,
    pub(super) looked_at: usize,
}

fn judges(isomorphs: usize, seed: u64) -> [Effort; 2] {
    [EngineKind::Sweep, EngineKind::Dlx].map(|engine| {
        let rule = EffortRule { engine: Some(engine), isomorphs, seed };
        Effort::new(Geometry::NINE, rule).expect("both engines solve 9×9")
    })
}

/// The final judges use different and more isomorphs than those that guided the search.
pub(super) fn final_judges() -> [Effort; 2] {
    judges(ISOMORPHS_IN_THE_END, 2)
}

impl<'p> Island<'p> {
    pub(super) fn new(seed: u64, number: u64, rule: IslandRule, stop: &'p AtomicBool) -> Island<'p> {
        Island {
            rule,
            stop,
            random: Random::of_member(seed, number),
            crafter: Crafter::new(Geometry::NINE),
            sweep: Sweep::new(),
            logician: Logician::new(Geometry::NINE),
            judges: judges(ISOMORPHS, 1),
            seen: HashSet::new(),
            pool: Vec::new(),
            looked_at: 0,
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Combines the guesses of two engines: the lower number, with those of `sweep` converted to the scale of `dlx`.
    /// With the mean instead, the search ends in puzzles that are hard for only one engine. A result below `least` need
    /// not be exact.
    pub(super) fn effort(&mut self, cells: &Cells, least: f64) -> f64 {
        let [sweep, dlx] = &mut self.judges;
        let guesses = SWEEP_SCALE * sweep.mean(cells);
        // `dlx` takes longer, so it only runs if needed.
        if guesses < least { guesses } else { guesses.min(dlx.mean(cells)) }
    }

    /// Returns whether no technique solves a puzzle. Trials with singles are not sufficient, since subsets often solve
    /// what they leave.
    pub(super) fn is_extreme(&self, cells: &Cells) -> bool {
        self.logician.grade(cells).is_some_and(|grade| grade.difficulty == Difficulty::Extreme)
    }

    /// Adds a minimal puzzle to the pool if it is new, extreme and one of the hardest.
    pub(super) fn consider(&mut self, cells: Cells) {
        if !self.seen.insert(puzzle_minlex(Geometry::NINE, &cells)) {
            return;
        }
        let is_full = self.pool.len() == POOL;
        let least = if is_full { self.pool.last().map_or(0.0, |last| last.effort) } else { 0.0 };
        let effort = self.effort(&cells, least);
        if effort > least && self.is_extreme(&cells) {
            let place = self.pool.partition_point(|resident| resident.effort >= effort);
            self.pool.insert(place, Resident { cells, effort, is_explored: false });
            self.pool.truncate(POOL);
        }
    }

    /// Returns the hardest puzzles according to the final judges.
    pub(super) fn best(mut self) -> Vec<Vec<u8>> {
        if self.is_stopped() {
            return Vec::new();
        }
        let mut pool = std::mem::take(&mut self.pool);
        pool.truncate(2 * KEPT);
        self.judges = final_judges();
        pool.iter_mut().for_each(|resident| resident.effort = self.effort(&resident.cells, 0.0));
        pool.retain(|resident| resident.effort >= self.rule.least_effort);
        pool.sort_by(|one, other| other.effort.total_cmp(&one.effort));
        pool.iter().take(KEPT).map(|resident| resident.cells.to_vec()).collect()
    }
}
