//! Sort orders of puzzles, and their keys as bytes.

use super::checker::{CheckRule, Checker};
use crate::corpus::Entry;
use crate::engine::Status;
use crate::logic::{Effort, EffortRule, Logician};
use crate::named::named;
use crate::sudoku::{Grid, PerSize};

named! {
    /// What puzzles are sorted by. Ratings in the file and ratings by logic are never mixed, because the scale of a
    /// file is unknown.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum SortOrder, "order" {
        Clues => "clues", "The number of givens";
        Rating => "rating", "The rating in the file, then the rating by logic";
        Logic => "logic", "The rating by logic";
        Guesses => "guesses", "The number of guesses of a search";
        Canonical => "canonical", "The canonical form";
    }
}

/// The first byte of a key. Reversing the order does not invert it, so puzzles without a key always come last.
const STATED: u8 = 0;
const FOUND: u8 = 1;
const NONE: u8 = 2;

/// Computes the sort keys of puzzles.
pub struct SortKeys<'a> {
    order: SortOrder,
    is_reversed: bool,
    checker: Checker<'a>,
    logicians: PerSize<Logician>,
    efforts: PerSize<Effort>,
}

impl<'a> SortKeys<'a> {
    /// Creates keys for this order. A puzzle on which a limit of the rule stops the search gets
    /// [`NO_KEY`](Self::NO_KEY).
    pub fn new(order: SortOrder, is_reversed: bool, rule: CheckRule<'a>) -> SortKeys<'a> {
        let checker = Checker::new(CheckRule { minimal: false, ..rule });
        SortKeys { order, is_reversed, checker, logicians: PerSize::default(), efforts: PerSize::default() }
    }

    /// The key of a puzzle that the order does not apply to, such as a puzzle without exactly one solution, which has
    /// no rating.
    pub const NO_KEY: &'static [u8] = &[NONE];

    /// Returns the sort key of a puzzle. Keys compare as bytes.
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

    /// Computes the key from the puzzle alone, whatever the file says.
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
        // Small grids come first. Among forms of one size, blanks come before digits.
        let mut bytes = vec![0; puzzle.cells().len() + 1];
        isomorphism.apply(puzzle.cells(), &mut bytes[1..]);
        bytes[0] = puzzle.geometry().size() as u8;
        Some(bytes)
    }
}

/// Returns bytes that compare like the numbers, which must not be negative.
fn ordered(number: f64) -> Vec<u8> {
    number.abs().to_bits().to_be_bytes().to_vec()
}
