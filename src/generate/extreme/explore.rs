//! Exploring the neighborhood of extreme puzzles: every way to replace one clue by another, and some to replace two.
//!
//! A clue is taken away, all solutions are listed, and a digit that only one of them has in a cell makes the puzzle
//! unique again; so the list gives all neighbors at once, without a solver. What is extreme, minimal and hard is kept,
//! and explored in its turn.

use super::island::{Cells, Island};

/// Solutions that are listed of a puzzle with a clue taken away; where there are more, it is left alone.
const MOST_SOLUTIONS: u64 = 4_000;

/// A neighbor that takes the quickest engine fewer guesses is not worth a trial.
const LEAST_GUESSES: u64 = 10;

/// Random changes of two clues after each puzzle that was explored.
const LEAPS: usize = 200;

/// If so many neighbors have brought too few puzzles, there is nothing to be found here.
const FAIR_CHANCE: usize = 20_000;
const LEAST_POOL: usize = 30;

impl Island<'_> {
    /// Explores from the hardest puzzle that has not been explored, until it has looked at so many more.
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
                // Rather from one of the hardest.
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

    /// Considers a puzzle with one solution if it is hard enough and beyond trial, made minimal.
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
