//! Orders of puzzles: what they are sorted by, as bytes.

use super::checker::{CheckRule, Checker};
use crate::corpus::Entry;
use crate::engine::Status;
use crate::logic::{Effort, EffortRule, Logician};
use crate::named::named;
use crate::sudoku::{Grid, PerSize};

named! {
    /// What puzzles are sorted by. Ratings in the file and by logic are never mixed, since the scale of a file is not
    /// known.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum SortOrder, "order" {
        Clues => "clues", "The number of givens";
        Rating => "rating", "The rating in the file, then the rating by logic";
        Logic => "logic", "The rating by logic";
        Guesses => "guesses", "The guesses of a search";
        Canonical => "canonical", "The canonical form";
    }
}

/// What a key begins with. It is the same in the reversed order: what has no key is always at the end.
const STATED: u8 = 0;
const FOUND: u8 = 1;
const NONE: u8 = 2;

/// Finds the place of puzzles in an order.
pub struct SortKeys<'a> {
    order: SortOrder,
    is_reversed: bool,
    checker: Checker<'a>,
    logicians: PerSize<Logician>,
    efforts: PerSize<Effort>,
}

impl<'a> SortKeys<'a> {
    /// The rule says when to give up on a puzzle, which then has no place.
    pub fn new(order: SortOrder, is_reversed: bool, rule: CheckRule<'a>) -> SortKeys<'a> {
        let checker = Checker::new(CheckRule { minimal: false, ..rule });
        SortKeys { order, is_reversed, checker, logicians: PerSize::default(), efforts: PerSize::default() }
    }

    /// The key of a puzzle of which the order says nothing, such as one that has not exactly one solution and so no
    /// rating.
    pub const NO_KEY: &'static [u8] = &[NONE];

    /// The place of a puzzle: keys compare as bytes do.
    ///
    /// # Panics
    /// If the rule's engine does not solve its size.
    pub fn key(&mut self, entry: &Entry) -> Vec<u8> {
        let stated = entry.rating().filter(|_| self.order == SortOrder::Rating);
        let (first, bytes) = match stated {
            Some(rating) => (STATED, Some(ordered(rating))),
            None => (FOUND, self.found(&entry.puzzle)),
        };
        let Some(mut bytes) = bytes else { return Self::NO_KEY.to_vec() };
        if self.is_reversed {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
        bytes.insert(0, first);
        bytes
    }

    /// What the order says of a puzzle, whatever stands in the file.
    fn found(&mut self, puzzle: &Grid) -> Option<Vec<u8>> {
        let (geometry, givens) = (puzzle.geometry(), puzzle.cells());
        match self.order {
            SortOrder::Clues => return Some((puzzle.clues() as u32).to_be_bytes().to_vec()),
            SortOrder::Canonical => return self.canonical(puzzle),
            SortOrder::Rating | SortOrder::Logic | SortOrder::Guesses => {}
        }
        let checked = self.checker.check(geometry, givens).expect("the engine solves this size");
        if checked.status != Status::Unique {
            return None;
        }
        if self.order == SortOrder::Guesses {
            let make = || Effort::new(geometry, EffortRule::default()).expect("the fastest engine of a size");
            return Some(ordered(self.efforts.of(geometry, make).mean(givens)));
        }
        let grade = self.logicians.of(geometry, || Logician::new(geometry)).grade(givens)?;
        Some(grade.rating.0.to_be_bytes().to_vec())
    }

    fn canonical(&mut self, puzzle: &Grid) -> Option<Vec<u8>> {
        let isomorphism = self.checker.to_canonical(puzzle)?;
        // Small grids first; in the order of the forms blanks are smaller than digits.
        let mut bytes = vec![0; puzzle.cells().len() + 1];
        isomorphism.apply(puzzle.cells(), &mut bytes[1..]);
        bytes[0] = puzzle.geometry().size() as u8;
        Some(bytes)
    }
}

/// Bytes that compare as the numbers do, which are not negative.
fn ordered(number: f64) -> Vec<u8> {
    number.abs().to_bits().to_be_bytes().to_vec()
}
