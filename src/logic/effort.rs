//! Effort: the number of guesses that a search needs.
//!
//! Logical difficulty and effort are independent. A puzzle that pairs and triples solve may take a search many guesses,
//! and a puzzle that no technique solves may take few. Guesses also depend on the order of cells and digits, so they
//! are averaged over several isomorphs of the puzzle. The transformations depend only on the seed.

use std::ops::ControlFlow;

use crate::engine::{Engine, EngineKind, Limits};
use crate::random::Random;
use crate::sudoku::Geometry;
use crate::sudoku::isomorph::Isomorphism;

/// How effort is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffortRule {
    /// The engine; `None` for the fastest of each size.
    pub engine: Option<EngineKind>,
    /// The number of isomorphs; 0 counts on the puzzle itself.
    pub isomorphs: usize,
    /// The seed of the isomorphs.
    pub seed: u64,
}

impl Default for EffortRule {
    fn default() -> EffortRule {
        EffortRule { engine: None, isomorphs: 16, seed: 1 }
    }
}

/// Counts the guesses of one engine on isomorphs of each puzzle.
pub struct Effort {
    engine: Box<dyn Engine>,
    isomorphisms: Vec<Isomorphism>,
    image: Vec<u8>,
}

impl Effort {
    /// Creates a counter; `None` if the engine does not support this size.
    pub fn new(geometry: Geometry, rule: EffortRule) -> Option<Effort> {
        let engine = rule.engine.unwrap_or(EngineKind::fastest_for(geometry)).build(geometry)?;
        let isomorphism =
            |index| Isomorphism::random(geometry, &mut Random::of_member(rule.seed, index as u64));
        let isomorphisms = (0..rule.isomorphs).map(isomorphism).collect();
        Some(Effort { engine, isomorphisms, image: vec![0; geometry.cell_count()] })
    }

    /// Returns the average number of guesses of a search that proves the solution unique.
    pub fn mean(&mut self, givens: &[u8]) -> f64 {
        let mut guesses = |cells: &[u8]| {
            let outcome = self.engine.solve(cells, &Limits::UNIQUENESS, &mut |_| ControlFlow::Continue(()));
            outcome.counters.guesses
        };
        if self.isomorphisms.is_empty() {
            return guesses(givens) as f64;
        }
        let mut sum = 0;
        for isomorphism in &self.isomorphisms {
            isomorphism.apply(givens, &mut self.image);
            sum += guesses(&self.image);
        }
        sum as f64 / self.isomorphisms.len() as f64
    }
}
