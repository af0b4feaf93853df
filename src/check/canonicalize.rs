//! The canonical form of the Sudoku community, with the solving that it needs.

use super::checker::{CheckRule, Checker};
use crate::engine::Status;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::minlex::{to_puzzle_minlex, to_solution_minlex};
use crate::sudoku::{Grid, PerSize};

/// Brings puzzles of any size to their canonical form.
pub struct Canonicalizer<'a> {
    rule: CheckRule<'a>,
    checkers: PerSize<Checker<'a>>,
}

impl<'a> Canonicalizer<'a> {
    /// The rule says when to give up, and which engine solves the puzzles.
    pub fn new(rule: CheckRule<'a>) -> Canonicalizer<'a> {
        Canonicalizer { rule, checkers: PerSize::default() }
    }

    /// The transformation to the canonical form: by the solution if there is exactly one, otherwise by the puzzle
    /// itself. `None` if the search was given up.
    ///
    /// # Panics
    /// If the rule's engine does not solve this size.
    pub fn to_canonical(&mut self, puzzle: &Grid) -> Option<Isomorphism> {
        let (geometry, rule) = (puzzle.geometry(), self.rule);
        let make = || Checker::new(geometry, rule).expect("the engine solves this size");
        let checked = self.checkers.of(geometry, make).check(puzzle.cells());
        match (checked.status, checked.solutions.first()) {
            (Status::Stopped, _) => None,
            (Status::Unique, Some(solution)) => Some(to_solution_minlex(geometry, puzzle.cells(), solution)),
            _ => Some(to_puzzle_minlex(geometry, puzzle.cells())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineKind;
    use crate::random::Random;

    #[test]
    fn isomorphs_have_the_same_form_and_others_another() {
        let puzzles = [
            "1..2......34....",
            "1..2............",
            ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.",
            ".6.3..8.4537.9.....4...63.7.9..51238.........7136...4.3.64...1.....6.5.31.2..9.8.",
            "11...............................................................................",
        ];
        let mut canonicalizer = Canonicalizer::new(CheckRule::default());
        let mut form = |puzzle: &Grid| {
            let mut image = vec![0; puzzle.cells().len()];
            canonicalizer.to_canonical(puzzle).unwrap().apply(puzzle.cells(), &mut image);
            image
        };
        let mut forms = std::collections::HashSet::new();
        for puzzle in puzzles {
            let puzzle: Grid = puzzle.parse().unwrap();
            let mut random = Random::new(1);
            let found = form(&puzzle);
            for _ in 0..20 {
                let mut image = vec![0; puzzle.cells().len()];
                Isomorphism::random(puzzle.geometry(), &mut random).apply(puzzle.cells(), &mut image);
                assert_eq!(form(&puzzle.with_cells(&image)), found);
            }
            assert!(forms.insert(found));
        }
    }

    #[test]
    fn a_puzzle_that_was_given_up_has_no_form() {
        let rule = CheckRule { engine: Some(EngineKind::Naive), nodes: 5, ..CheckRule::default() };
        let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        assert_eq!(Canonicalizer::new(rule).to_canonical(&hard.parse().unwrap()), None);
    }
}
