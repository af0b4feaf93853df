//! The classes of puzzles, for the tools that ask for them.

use dlxbench::check::{CheckRule, Checker};
use dlxbench::corpus::{ClassBy, Classes, class_of_guesses};
use dlxbench::sudoku::PerSize;

use super::job::Item;

/// Says of which class a puzzle is.
pub(super) struct Classifier<'a> {
    by: ClassBy,
    rule: CheckRule<'a>,
    checkers: PerSize<Checker<'a>>,
}

impl<'a> Classifier<'a> {
    pub(super) fn new(by: ClassBy, rule: CheckRule<'a>) -> Classifier<'a> {
        Classifier { by, rule, checkers: PerSize::default() }
    }

    /// The name of the class. By guesses the puzzle has to be solved first.
    pub(super) fn name(&mut self, item: &Item<'_>) -> String {
        let puzzle = &item.record.puzzle;
        if self.by != ClassBy::Guesses {
            return item.record.class_name(self.by, item.file_class);
        }
        let (geometry, rule) = (puzzle.geometry(), self.rule);
        let make = || Checker::new(geometry, rule).expect("there is an engine for every size");
        let guesses = self.checkers.of(geometry, make).check(puzzle.cells()).guesses;
        Classes::new(self.by).names()[usize::from(class_of_guesses(guesses))].clone()
    }
}
