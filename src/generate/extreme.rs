//! Extreme puzzles do not turn up by chance: they are searched for, on *islands* that know nothing of each other.
//!
//! An island begins with random minimal puzzles. First it breeds: a puzzle loses one to three clues, gets others of one of
//! the solutions it then has, and is made minimal again; those live on of which the trial of every candidate leaves most,
//! and that take a search most guesses. That ends when no logic of ours solves one: the island's ancestor. Then
//! it explores the neighbourhood of what it has found, the hardest puzzle first: every way to replace one clue by another,
//! and some to replace two. A clue is taken away, all solutions are listed, and a digit that only one of them has in a cell
//! makes the puzzle unique again; so the list gives all neighbours at once, without a solver. What is extreme, minimal
//! and hard is kept and explored in its turn.
//!
//! Hard means many guesses: of two engines that branch differently, each averaged over isomorphs, so that neither one engine
//! nor an order of cells is the measure. Those that are kept in the end are measured on other isomorphs than those which
//! led the search.
//!
//! Everything counts steps, not time, and an island has a seed of its own: it is the same on every machine.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::engine::sweep::Leftover;
use crate::engine::{Engine, EngineKind, Limits, Sweep};
use crate::logic::{Difficulty, Logician};
use crate::random::Random;
use crate::rating::{Effort, EffortRule};
use crate::sudoku::Geometry;
use crate::sudoku::canonical::canonical_form;

use super::Plan;
use super::craft::Crafter;

type Cells = [u8; 81];

/// How much an island may do. What it finds depends on these, so they are part of what a seed means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IslandRule {
    /// Puzzles that are bred among.
    pub population: usize,
    /// Children before an island is given up.
    pub children: usize,
    /// Neighbours that exploring looks at.
    pub neighbours: usize,
    /// Puzzles that exploring goes on from.
    pub pool: usize,
    /// Puzzles that are kept in the end; all have one ancestor.
    pub kept: usize,
}

impl Default for IslandRule {
    fn default() -> IslandRule {
        IslandRule { population: 60, children: 120_000, neighbours: 60_000, pool: 300, kept: 30 }
    }
}

/// Solutions that are listed of a puzzle with clues taken away; where there are more, it is left alone.
const MOST_SOLUTIONS: u64 = 4_000;

/// A neighbour that takes the quickest engine fewer guesses is not worth a trial.
const LEAST_GUESSES: u64 = 10;

/// Isomorphs on which effort is counted while exploring, and in the end.
const ISOMORPHS: usize = 4;
const ISOMORPHS_IN_THE_END: usize = 24;

/// What a guess counts for while breeding, in candidates that trials leave.
const GUESS_WEIGHT: f64 = 2.0;

/// The guesses of `dlx` for one of `sweep`, on the hardest puzzles that people have found.
const SWEEP_SCALE: f64 = 1.8;

/// Random changes of two clues after each puzzle that was explored.
const LEAPS: usize = 200;

/// Exploring is given up if a sixth of the neighbours has not brought so many puzzles.
const LEAST_POOL: usize = 15;

/// A puzzle of an island.
#[derive(Clone, Debug)]
struct Resident {
    cells: Cells,
    effort: f64,
    is_explored: bool,
}

struct Island<'p> {
    plan: &'p Plan<'p>,
    rule: IslandRule,
    random: Random,
    crafter: Crafter,
    sweep: Sweep,
    logician: Logician,
    judges: [Effort; 2],
    /// The canonical forms of all puzzles whose effort was counted.
    seen: HashSet<Vec<u8>>,
    pool: Vec<Resident>,
    looked_at: usize,
}

fn judges(isomorphs: usize, seed: u64) -> [Effort; 2] {
    [EngineKind::Sweep, EngineKind::Dlx].map(|engine| {
        let rule = EffortRule { engine: Some(engine), isomorphs, seed };
        Effort::new(Geometry::NINE, rule).expect("both engines solve 9×9")
    })
}

/// The guesses of two engines as one number: the lesser, when `sweep` is put on the scale of `dlx`. With a mean in its place
/// the search ends in puzzles that are hard for one of them only. What is below `least` need not be known exactly.
fn effort(judges: &mut [Effort; 2], cells: &Cells, least: f64) -> f64 {
    let [sweep, dlx] = judges;
    let guesses = SWEEP_SCALE * sweep.mean(cells);
    // The other engine takes longer.
    if guesses < least { guesses } else { guesses.min(dlx.mean(cells)) }
}

/// The puzzles of an island, the hardest first; none if it finds no ancestor.
pub(super) fn island(number: u64, plan: &Plan<'_>) -> Vec<Vec<u8>> {
    let mut island = Island::new(number, plan);
    if let Some(ancestor) = island.breed() {
        island.consider(ancestor);
        island.explore();
    }
    island.best()
}

impl<'p> Island<'p> {
    fn new(number: u64, plan: &'p Plan<'p>) -> Island<'p> {
        Island {
            plan,
            rule: plan.island,
            random: Random::of_member(plan.seed, number),
            crafter: Crafter::new(Geometry::NINE),
            sweep: Sweep::new(),
            logician: Logician::new(Geometry::NINE),
            judges: judges(ISOMORPHS, 1),
            seen: HashSet::new(),
            pool: Vec::new(),
            looked_at: 0,
        }
    }

    /// Breeds until a puzzle is extreme.
    fn breed(&mut self) -> Option<Cells> {
        let mut population: Vec<(Cells, f64)> = Vec::new();
        while population.len() < self.rule.population {
            let mut cells: Cells = [0; 81];
            cells.copy_from_slice(&self.crafter.full_grid(&mut self.random));
            self.minimise(&mut cells);
            let leftover = self.leftover(&cells);
            let promise = self.promise(&cells, leftover, 0.0);
            population.push((cells, promise));
        }
        for _ in 0..self.rule.children {
            if self.plan.is_interrupted() {
                return None;
            }
            let parent = self.strongest_of_three(&population, |one, other| one > other);
            let dropped = 1 + self.random.below(3);
            let Some(child) = self.child(&population[parent].0, dropped) else { continue };
            let leftover = self.leftover(&child);
            if leftover.in_the_end > 0 {
                if self.is_extreme(&child) {
                    return Some(child);
                }
                // A trap: trials of singles fail, and so does the score, but pairs or chains solve it.
                continue;
            }
            let victim = self.strongest_of_three(&population, |one, other| one < other);
            let promise = self.promise(&child, leftover, population[victim].1);
            let is_twin = population.iter().any(|(cells, _)| *cells == child);
            if promise >= population[victim].1 && !is_twin {
                population[victim] = (child, promise);
            }
        }
        None
    }

    /// The index of the first by this order among three random puzzles.
    fn strongest_of_three(
        &mut self,
        population: &[(Cells, f64)],
        comes_first: fn(f64, f64) -> bool,
    ) -> usize {
        let mut winner = self.random.below(population.len());
        for _ in 1..3 {
            let other = self.random.below(population.len());
            if comes_first(population[other].1, population[winner].1) {
                winner = other;
            }
        }
        winner
    }

    /// What trials leave of a puzzle with one solution.
    fn leftover(&mut self, cells: &Cells) -> Leftover {
        let solutions = self.solutions(cells, 1);
        self.sweep.leftover(cells, &solutions[0])
    }

    /// How promising a puzzle is: the candidates that trials leave, pass by pass, and guesses. With either alone breeding
    /// gets stuck: long trials come to an end all the same, and many guesses are no proof of logical depth. What is below
    /// `least` need not be known exactly.
    fn promise(&mut self, cells: &Cells, leftover: Leftover, least: f64) -> f64 {
        let left = f64::from(leftover.in_all_passes);
        left + GUESS_WEIGHT * effort(&mut self.judges, cells, (least - left) / GUESS_WEIGHT)
    }

    fn solutions(&mut self, cells: &Cells, limit: u64) -> Vec<Cells> {
        let mut solutions = Vec::new();
        self.sweep.solve(cells, &Limits::solutions(limit), &mut |solution| {
            solutions.push(solution.try_into().expect("81 cells"));
            ControlFlow::Continue(())
        });
        solutions
    }

    /// Takes away what is not needed, in a random order.
    fn minimise(&mut self, cells: &mut Cells) {
        let mut order: Vec<Vec<usize>> =
            (0..81).filter(|&cell| cells[cell] != 0).map(|cell| vec![cell]).collect();
        self.random.shuffle(&mut order);
        self.crafter.reduce(cells, &order, 0);
    }

    /// A minimal puzzle like another one, with so many clues replaced by some of one of the solutions that are then there.
    fn child(&mut self, parent: &Cells, dropped: usize) -> Option<Cells> {
        let mut child = *parent;
        for _ in 0..dropped {
            let clues: Vec<usize> = (0..81).filter(|&cell| child[cell] != 0).collect();
            child[clues[self.random.below(clues.len())]] = 0;
        }
        let mut solutions = self.solutions(&child, 200);
        let target = solutions[self.random.below(solutions.len())];
        loop {
            while solutions.len() > 1 {
                let differs = |cell: &usize| solutions.iter().any(|other| other[*cell] != target[*cell]);
                let cells: Vec<usize> = (0..81).filter(differs).collect();
                let cell = cells[self.random.below(cells.len())];
                child[cell] = target[cell];
                solutions.retain(|other| other[cell] == target[cell]);
            }
            // The list may have been cut short.
            solutions = self.solutions(&child, 200);
            if solutions.len() == 1 {
                break;
            }
            if !solutions.contains(&target) {
                solutions.push(target);
            }
        }
        self.minimise(&mut child);
        (child != *parent).then_some(child)
    }

    /// Explores from the hardest puzzle that has not been explored, until it has looked at enough.
    fn explore(&mut self) {
        while self.looked_at < self.rule.neighbours && !self.plan.is_interrupted() {
            if self.looked_at > self.rule.neighbours / 6 && self.pool.len() < LEAST_POOL {
                return;
            }
            let next = self.pool.iter().position(|resident| !resident.is_explored);
            if let Some(next) = next {
                self.pool[next].is_explored = true;
                let cells = self.pool[next].cells;
                self.explore_from(&cells);
            }
            for _ in 0..LEAPS {
                if self.pool.is_empty() || self.looked_at >= self.rule.neighbours {
                    return;
                }
                // Rather from one of the hardest.
                let among = 1 + self.random.below(self.pool.len());
                let cells = self.pool[self.random.below(among)].cells;
                if let Some(child) = self.child(&cells, 2) {
                    self.look_at(child);
                }
            }
        }
    }

    /// Looks at every puzzle with one clue replaced by another.
    fn explore_from(&mut self, puzzle: &Cells) {
        for taken in (0..81).filter(|&cell| puzzle[cell] != 0) {
            let mut rest = *puzzle;
            rest[taken] = 0;
            let solutions = self.solutions(&rest, MOST_SOLUTIONS);
            if solutions.len() as u64 == MOST_SOLUTIONS {
                continue;
            }
            for cell in (0..81).filter(|&cell| rest[cell] == 0) {
                let mut counts = [0_u32; 10];
                solutions.iter().for_each(|solution| counts[usize::from(solution[cell])] += 1);
                for digit in (1..10).filter(|&digit| counts[usize::from(digit)] == 1) {
                    if (cell, digit) != (taken, puzzle[taken]) {
                        let mut neighbour = rest;
                        neighbour[cell] = digit;
                        self.look_at(neighbour);
                    }
                }
            }
        }
    }

    /// Keeps a puzzle with one solution if it is hard enough and beyond trial, made minimal.
    fn look_at(&mut self, mut cells: Cells) {
        self.looked_at += 1;
        let outcome = self.sweep.solve(&cells, &Limits::UNIQUENESS, &mut |_| ControlFlow::Continue(()));
        if outcome.counters.guesses < LEAST_GUESSES || self.leftover(&cells).in_the_end == 0 {
            return;
        }
        self.minimise(&mut cells);
        self.consider(cells);
    }

    /// Whether no logic of ours solves a puzzle. Trials of singles are not enough: what they leave, subsets often solve.
    fn is_extreme(&self, cells: &Cells) -> bool {
        self.logician.grade(cells).is_some_and(|grade| grade.difficulty == Difficulty::Extreme)
    }

    /// Puts a minimal puzzle into the pool, if it is extreme and one of the hardest.
    fn consider(&mut self, cells: Cells) {
        if !self.seen.insert(canonical_form(Geometry::NINE, &cells)) {
            return;
        }
        let is_full = self.pool.len() == self.rule.pool;
        let least = if is_full { self.pool.last().map_or(0.0, |last| last.effort) } else { 0.0 };
        let effort = effort(&mut self.judges, &cells, least);
        if effort > least && self.is_extreme(&cells) {
            let place = self.pool.partition_point(|resident| resident.effort >= effort);
            self.pool.insert(place, Resident { cells, effort, is_explored: false });
            self.pool.truncate(self.rule.pool);
        }
    }

    /// The hardest puzzles, measured anew.
    fn best(mut self) -> Vec<Vec<u8>> {
        self.judges = judges(ISOMORPHS_IN_THE_END, 2);
        let pool = std::mem::take(&mut self.pool);
        let mut measured: Vec<(Cells, f64)> = pool
            .into_iter()
            .take(2 * self.rule.kept)
            .map(|resident| {
                let effort = effort(&mut self.judges, &resident.cells, 0.0);
                (resident.cells, effort)
            })
            .collect();
        measured.sort_by(|one, other| other.1.total_cmp(&one.1));
        measured.truncate(self.rule.kept);
        measured.into_iter().map(|(cells, _)| cells.to_vec()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_near_an_extreme_puzzle_is_extreme_minimal_and_new() {
        // Golden Nugget: there are many near it.
        let text = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let start: crate::sudoku::Grid = text.parse().unwrap();
        let rule = IslandRule {
            neighbours: if cfg!(debug_assertions) { 60 } else { 3000 },
            ..IslandRule::default()
        };
        let plan = Plan { island: rule, ..Plan::new(Geometry::NINE, 1) };
        let found = || {
            let mut island = Island::new(1, &plan);
            island.consider(start.cells().try_into().unwrap());
            island.explore();
            island.best()
        };
        let puzzles = found();
        assert_eq!(puzzles, found());
        assert!(puzzles.len() > if cfg!(debug_assertions) { 0 } else { 5 }, "{}", puzzles.len());
        let (logician, mut crafter) = (Logician::new(Geometry::NINE), Crafter::new(Geometry::NINE));
        let mut forms = HashSet::new();
        for puzzle in &puzzles {
            assert_eq!(logician.grade(puzzle).unwrap().difficulty, Difficulty::Extreme);
            assert!(crafter.is_unique(puzzle) == Some(true) && crafter.is_minimal(puzzle));
            assert!(forms.insert(canonical_form(Geometry::NINE, puzzle)));
        }
    }

    #[test]
    fn trials_in_vectors_agree_with_the_logician() {
        let text = ".85.2....4....35.8....7.3....1.....4...3.6...647......9...8..7......4..3...5..1..";
        let needs_trial: crate::sudoku::Grid = text.parse().unwrap();
        let plan = Plan::new(Geometry::NINE, 1);
        let mut island = Island::new(1, &plan);
        let leftover = island.leftover(needs_trial.cells().try_into().unwrap());
        assert_eq!(leftover.in_the_end, 0);
        assert!(leftover.in_all_passes > 0);
    }
}
