//! An island: its puzzles, and how hard they are.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::{EngineKind, Sweep};
use crate::logic::{Difficulty, Logician};
use crate::logic::{Effort, EffortRule};
use crate::random::Random;
use crate::sudoku::Geometry;
use crate::sudoku::minlex::puzzle_minlex;

use super::super::craft::Crafter;

pub(super) type Cells = [u8; 81];

/// How much an island may do. What it finds depends on these, so they are part of what a seed means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IslandRule {
    /// Steps of the search for an extreme puzzle before an island is given up.
    pub steps: usize,
    /// The effort that a puzzle must take to be kept, in guesses of `dlx`. The hardest known puzzles take 95 on average.
    pub least_effort: f64,
}

impl Default for IslandRule {
    fn default() -> IslandRule {
        IslandRule { steps: 40_000, least_effort: 60.0 }
    }
}

/// Puzzles that exploring goes on from, at most.
const POOL: usize = 300;

/// Puzzles that are kept in the end, at most; all have one ancestor.
const KEPT: usize = 30;

/// Isomorphs on which effort is counted while searching, and in the end.
const ISOMORPHS: usize = 4;
const ISOMORPHS_IN_THE_END: usize = 24;

/// The guesses of `dlx` for one of `sweep`, on the hardest known puzzles.
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
    /// Set when the island is not wanted any more.
    stop: &'p AtomicBool,
    pub(super) random: Random,
    pub(super) crafter: Crafter,
    pub(super) sweep: Sweep,
    logician: Logician,
    judges: [Effort; 2],
    /// The canonical forms of all puzzles whose effort was counted.
    seen: HashSet<Vec<u8>>,
    /// Extreme puzzles, the hardest first.
    pub(super) pool: Vec<Resident>,
    pub(super) looked_at: usize,
}

fn judges(isomorphs: usize, seed: u64) -> [Effort; 2] {
    [EngineKind::Sweep, EngineKind::Dlx].map(|engine| {
        let rule = EffortRule { engine: Some(engine), isomorphs, seed };
        Effort::new(Geometry::NINE, rule).expect("both engines solve 9×9")
    })
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

    /// The guesses of two engines as one number: the lesser, when `sweep` is put on the scale of `dlx`. With a mean in its
    /// place the search ends in puzzles that are hard for one of them only. What is below `least` need not be known
    /// exactly.
    pub(super) fn effort(&mut self, cells: &Cells, least: f64) -> f64 {
        let [sweep, dlx] = &mut self.judges;
        let guesses = SWEEP_SCALE * sweep.mean(cells);
        // The other engine takes longer.
        if guesses < least { guesses } else { guesses.min(dlx.mean(cells)) }
    }

    /// Whether no logic of ours solves a puzzle. Trials of singles are not enough: what they leave, subsets often solve.
    pub(super) fn is_extreme(&self, cells: &Cells) -> bool {
        self.logician.grade(cells).is_some_and(|grade| grade.difficulty == Difficulty::Extreme)
    }

    /// Puts a minimal puzzle into the pool, if it is extreme and one of the hardest.
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

    /// From here on effort is that on other isomorphs, and more of them, than those which led the search.
    pub(super) fn measure_anew(&mut self) {
        self.judges = judges(ISOMORPHS_IN_THE_END, 2);
    }

    /// The hardest puzzles, measured anew.
    pub(super) fn best(mut self) -> Vec<Vec<u8>> {
        if self.is_stopped() {
            return Vec::new();
        }
        self.measure_anew();
        let pool = std::mem::take(&mut self.pool);
        let candidates = pool.into_iter().take(2 * KEPT);
        let mut measured: Vec<(Cells, f64)> =
            candidates.map(|resident| (resident.cells, self.effort(&resident.cells, 0.0))).collect();
        measured.retain(|(_, effort)| *effort >= self.rule.least_effort);
        measured.sort_by(|one, other| other.1.total_cmp(&one.1));
        measured.truncate(KEPT);
        measured.into_iter().map(|(cells, _)| cells.to_vec()).collect()
    }
}
