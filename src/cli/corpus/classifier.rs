//! The class of a puzzle, for the tools that need it.

use dlxbench::check::{CheckRule, Checker};
use dlxbench::corpus::{ClassBy, class_of_guesses};
use dlxbench::sudoku::PerSize;

use super::job::Item;

/// Finds the class of puzzles. By guesses, a puzzle has to be solved first.
pub(super) struct Classifier<'a> {
    by: ClassBy,
    rule: CheckRule<'a>,
    checkers: PerSize<Checker<'a>>,
}

impl<'a> Classifier<'a> {
    pub(super) fn new(by: ClassBy, rule: CheckRule<'a>) -> Classifier<'a> {
        Classifier { by, rule, checkers: PerSize::default() }
    }

    pub(super) fn class(&mut self, item: &Item) -> u16 {
        if self.by != ClassBy::Guesses {
            return item.class;
        }
        let (puzzle, rule) = (&item.entry.puzzle, self.rule);
        let make = || Checker::new(puzzle.geometry(), rule).expect("there is an engine for every size");
        class_of_guesses(self.checkers.of(puzzle.geometry(), make).check(puzzle.cells()).guesses)
    }
}
