//! Explores the neighborhood of extreme puzzles: every way to replace one clue with another, and some ways to replace
//! two.
//!
//! After a clue is removed, all solutions are listed. A digit that only one of them has in some cell makes the puzzle
//! unique again, so the list yields all neighbors at once, without a solver. Extreme, minimal and hard neighbors are
//! kept and explored in turn.

use super::island::{Cells, Island};

/// The maximum number of solutions to list after removing a clue; if there are more, the clue is skipped.
const MOST_SOLUTIONS: u64 = 4_000;

/// A neighbor that takes the fastest engine fewer guesses is not worth a trial.
const LEAST_GUESSES: u64 = 10;

/// The number of random changes of two clues after each explored puzzle.
const LEAPS: usize = 200;

/// If this many neighbors yield fewer than [`LEAST_POOL`] puzzles, exploration stops.
const FAIR_CHANCE: usize = 20_000;
const LEAST_POOL: usize = 30;

impl Island<'_> {
    /// Explores, starting from the hardest unexplored puzzle, until `neighbors` more puzzles have been examined.
    pub(super) fn explore(&mut self, neighbors: usize) {
        let end = self.looked_at + neighbors;
        while self.looked_at < end && !self.is_stopped() {
            if self.looked_at + neighbors > end + FAIR_CHANCE && self.pool.len() < LEAST_POOL {
                return;
            }
            let next = self.pool.iter().position(|resident| !resident.is_explored);
            if let Some(next) = next {
                self.pool[next].is_explored = true;
                let cells = self.pool[next].cells;
                self.explore_from(&cells);
            }
            for _ in 0..LEAPS {
                if self.pool.is_empty() || self.looked_at >= end {
                    return;
                }
                // Prefers the hardest puzzles.
                let among = 1 + self.random.below(self.pool.len());
                let cells = self.pool[self.random.below(among)].cells;
                match self.child(&cells, 2, 0.0) {
                    Some(child) => self.look_at(child),
                    None => self.looked_at += 1,
                }
            }
        }
    }

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
                        let mut neighbor = rest;
                        neighbor[cell] = digit;
                        self.look_at(neighbor);
                    }
                }
            }
        }
    }

    /// Makes a puzzle with one solution minimal and considers it, if it is hard enough and beyond trial.
    fn look_at(&mut self, mut cells: Cells) {
        self.looked_at += 1;
        let (guesses, solution) = self.search(&cells);
        if guesses < LEAST_GUESSES || self.sweep.leftover(&cells, &solution).in_the_end == 0 {
            return;
        }
        self.minimize(&mut cells);
        self.consider(cells);
    }
}
