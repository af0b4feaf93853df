//! The class of a puzzle, for the tools that need it.

use dlxbench::check::{CheckRule, Checker};
use dlxbench::corpus::{ClassBy, class_of_guesses};

use super::job::Item;

/// Finds the class of puzzles. By guesses, a puzzle has to be solved first.
pub(super) struct Classifier<'a> {
    by: ClassBy,
    checker: Checker<'a>,
}

impl<'a> Classifier<'a> {
    pub(super) fn new(by: ClassBy, rule: CheckRule<'a>) -> Classifier<'a> {
        Classifier { by, checker: Checker::new(rule) }
    }

    pub(super) fn class(&mut self, item: &Item) -> u16 {
        if self.by != ClassBy::Guesses {
            return item.class;
        }
        let puzzle = &item.entry.puzzle;
        let checked = self.checker.check(puzzle.geometry(), puzzle.cells());
        class_of_guesses(checked.expect("there is an engine for every size").guesses)
    }
}
