//! Orders of puzzles: what they are sorted by, as bytes.

use super::canonicalize::Canonicalizer;
use super::checker::{CheckRule, Checker};
use crate::corpus::Entry;
use crate::engine::Status;
use crate::logic::{Effort, EffortRule, Logician};
use crate::named::named;
use crate::sudoku::{Grid, PerSize};

/// What puzzles are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SortOrder {
    /// The number of givens.
    Clues,
    /// The rating that stands in the file; puzzles without one come behind the others, by their rating by logic. The two are
    /// never mixed, since the scale of a file is not known.
    Rating,
    /// The rating by logic, whatever the file says.
    Logic,
    /// The guesses of a search, averaged over isomorphs.
    Guesses,
    /// The canonical form, so that isomorphs come together.
    Canonical,
}

named! { SortOrder, "order",
    Clues => "clues", "The number of givens";
    Rating => "rating", "The rating in the file, then the rating by logic";
    Logic => "logic", "The rating by logic";
    Guesses => "guesses", "The guesses of a search";
    Canonical => "canonical", "The canonical form";
}

/// The place of a puzzle in an order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SortKey(Vec<u8>);

/// What a key begins with. It is the same in the reversed order: what has no key is always at the end.
const STATED: u8 = 0;
const FOUND: u8 = 1;
const NONE: u8 = 2;

impl SortKey {
    /// Keys compare as their bytes do.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether the order says nothing of the puzzle, such as one that has not exactly one solution and so no rating.
    pub fn is_none(&self) -> bool {
        self.0 == [NONE]
    }
}

/// Finds the place of puzzles in an order.
pub struct SortKeys<'a> {
    order: SortOrder,
    is_reversed: bool,
    rule: CheckRule<'a>,
    checkers: PerSize<Checker<'a>>,
    logicians: PerSize<Logician>,
    efforts: PerSize<Effort>,
    canonicalizer: Canonicalizer<'a>,
}

impl<'a> SortKeys<'a> {
    /// The rule says when to give up on a puzzle, which then has no place.
    pub fn new(order: SortOrder, is_reversed: bool, rule: CheckRule<'a>) -> SortKeys<'a> {
        SortKeys {
            order,
            is_reversed,
            rule,
            checkers: PerSize::default(),
            logicians: PerSize::default(),
            efforts: PerSize::default(),
            canonicalizer: Canonicalizer::new(rule),
        }
    }

    /// The place of a puzzle.
    pub fn key(&mut self, entry: &Entry) -> SortKey {
        let puzzle = &entry.puzzle;
        let found = |bytes: Vec<u8>| (FOUND, bytes);
        let key = match self.order {
            SortOrder::Clues => Some(found((puzzle.clues() as u32).to_be_bytes().to_vec())),
            SortOrder::Rating => match entry.rating() {
                Some(rating) => Some((STATED, ordered(rating))),
                None => self.logic(puzzle).map(found),
            },
            SortOrder::Logic => self.logic(puzzle).map(found),
            SortOrder::Guesses => self.guesses(puzzle).map(found),
            SortOrder::Canonical => self.canonical(puzzle).map(found),
        };
        let Some((first, mut bytes)) = key else { return SortKey(vec![NONE]) };
        if self.is_reversed {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
        bytes.insert(0, first);
        SortKey(bytes)
    }

    fn is_unique(&mut self, puzzle: &Grid) -> bool {
        let (geometry, rule) = (puzzle.geometry(), self.rule);
        let make = || Checker::new(geometry, rule).expect("the engine solves this size");
        self.checkers.of(geometry, make).check(puzzle.cells()).status == Status::Unique
    }

    fn logic(&mut self, puzzle: &Grid) -> Option<Vec<u8>> {
        if !self.is_unique(puzzle) {
            return None;
        }
        let geometry = puzzle.geometry();
        let grade = self.logicians.of(geometry, || Logician::new(geometry)).grade(puzzle.cells())?;
        Some(grade.rating.0.to_be_bytes().to_vec())
    }

    fn guesses(&mut self, puzzle: &Grid) -> Option<Vec<u8>> {
        if !self.is_unique(puzzle) {
            return None;
        }
        let geometry = puzzle.geometry();
        let make = || Effort::new(geometry, EffortRule::default()).expect("the fastest engine of a size");
        Some(ordered(self.efforts.of(geometry, make).mean(puzzle.cells())))
    }

    fn canonical(&mut self, puzzle: &Grid) -> Option<Vec<u8>> {
        let isomorphism = self.canonicalizer.to_canonical(puzzle)?;
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
