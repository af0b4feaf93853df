//! Effort: how much a search has to guess.
//!
//! Logic and effort are two axes. A puzzle that pairs and triples solve may take a search many guesses, and one that no
//! technique solves may take it few. Guesses also depend on the order of cells and digits, so they are counted on a
//! number of isomorphs of the puzzle, always the same ones for a seed, and averaged.

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
    /// On how many isomorphs; 0: on the puzzle as it is.
    pub isomorphs: usize,
    /// The seed of the isomorphs.
    pub seed: u64,
}

impl Default for EffortRule {
    fn default() -> EffortRule {
        EffortRule { engine: None, isomorphs: 16, seed: 1 }
    }
}

/// Counts the guesses of one engine, on isomorphs of each puzzle.
pub struct Effort {
    engine: Box<dyn Engine>,
    isomorphisms: Vec<Isomorphism>,
    image: Vec<u8>,
}

impl Effort {
    /// Prepares to count; `None` if the engine does not solve this size.
    pub fn new(geometry: Geometry, rule: EffortRule) -> Option<Effort> {
        let engine = rule.engine.unwrap_or(EngineKind::fastest_for(geometry)).build(geometry)?;
        let isomorphism =
            |index| Isomorphism::random(geometry, &mut Random::of_member(rule.seed, index as u64));
        let isomorphisms = (0..rule.isomorphs).map(isomorphism).collect();
        Some(Effort { engine, isomorphisms, image: vec![0; geometry.cell_count()] })
    }

    /// The guesses of a search that proves the solution to be the only one, on average.
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
