//! Inference before the first guess: items whose options all belong to another item as well.
//!
//! Suppose that every option of item A also contains item B. A solution takes one of A's options, which covers B, so no
//! other option of B is in any solution, and all of them can be removed. The argument does not depend on Sudoku; in
//! Sudoku, it is known as locked candidates: if a box has room for a 5 only in its top row, the 5s of that row outside
//! the box can be removed.
//!
//! An option has four items, but only some pairs of families can be A and B. Two options of the same cell share no
//! other item; two options of the same row and digit can only share the box, and likewise for columns; two options of
//! the same box and digit can share a row or a column. A box and a row share three cells, so A has two or three
//! options; with one option it would be forced.

use super::bits::{newly_short, ones};
use super::links::Links;
use super::unchecked::{Choice, FAMILY, Item, LENGTHS, Lengths};

impl Links {
    /// Removes the options that this argument excludes; returns whether there were any.
    ///
    /// `before` holds the lengths at the previous call (initially 0), because an item whose options have not changed
    /// since allows no new inference. It is updated to the current lengths.
    pub(super) fn remove_beyond_subsets(&mut self, before: &mut Lengths) -> bool {
        let mut found = false;
        let now = *self.lengths();
        // Works in chunks of sixteen; the first chunk also contains a cell, which is skipped.
        for first in (FAMILY / 16 * 16..LENGTHS).step_by(16) {
            for index in ones(newly_short(self.lengths(), before, first)) {
                let subset = first + index;
                // It may have become shorter since the chunk was read.
                if subset < FAMILY || self.lengths()[subset] < 2 {
                    continue;
                }
                if subset < 2 * FAMILY {
                    found |= self.remove_beyond(subset, 2) | self.remove_beyond(subset, 3);
                } else {
                    found |= self.remove_beyond(subset, 1);
                }
            }
        }
        *before = now;
        found
    }

    /// If all options of `subset` have the same item at this position, removes the other options of that item; returns
    /// whether there were any.
    #[inline(always)]
    fn remove_beyond(&mut self, subset: Item, position: usize) -> bool {
        // Most pairs fail the first test, and most of the rest the second.
        let item = self.item_of(self.first_option(subset), position);
        if self.item_of(self.last_option(subset), position) != item
            || self.lengths()[item] <= self.lengths()[subset]
            || !self.options_of(subset).all(|option| self.item_of(option, position) == item)
        {
            return false;
        }
        while let Some(option) = self.option_beyond(item, subset) {
            self.remove(option);
        }
        true
    }

    /// Returns an option of `item` that is not an option of `subset`.
    fn option_beyond(&self, item: Item, subset: Item) -> Option<Choice> {
        let lacks = |option: &Choice| (0..4).all(|position| self.item_of(*option, position) != subset);
        self.options_of(item).find(lacks)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::unchecked::COVERED;
    use super::*;
    use crate::engine::limits::Limits;
    use crate::engine::naive::Naive;
    use crate::engine::solver::Engine;
    use crate::sudoku::{Geometry, Grid};

    /// The second box has room for 1, 8 and 9 in its top row only.
    const POINTING: &str =
        "............234......567.........................................................";

    #[test]
    fn options_beyond_a_subset_are_removed() {
        let puzzle: Grid = POINTING.parse().unwrap();
        let mut links = Links::new();
        assert!(links.link(puzzle.cells()));
        assert!(links.remove_beyond_subsets(&mut [0; LENGTHS]));
        // Item 162 is the 1 of the first row, which keeps its three cells in that box.
        assert_eq!(links.lengths()[162], 3);
        assert!(links.options_of(162).all(|option| (3..6).contains(&links.placement(option).0)));
        assert!(!links.remove_beyond_subsets(&mut [0; LENGTHS]));
    }

    #[test]
    fn no_option_of_a_solution_is_removed() {
        let puzzles = [
            "8.........95.......76.........426798...571243...893165......916....3.487....1.532",
            ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ];
        let mut links = Links::new();
        for text in &puzzles[..if cfg!(miri) { 1 } else { 3 }] {
            let puzzle: Grid = text.parse().unwrap();
            let mut solutions = Vec::new();
            Naive::new(Geometry::NINE).solve(puzzle.cells(), &Limits::solutions(10), &mut |cells| {
                solutions.push(cells.to_vec());
                ControlFlow::Continue(())
            });
            assert!(!solutions.is_empty() && links.link(puzzle.cells()));
            let mut before = [0; LENGTHS];
            while links.take_forced().is_none() && links.remove_beyond_subsets(&mut before) {}
            for (cell, digit) in solutions.iter().flat_map(|solution| solution.iter().copied().enumerate()) {
                let has = |option: &Choice| links.placement(*option) == (cell, digit);
                let covered = links.lengths()[cell] >= COVERED;
                assert!(if covered {
                    links.taken().iter().any(has)
                } else {
                    links.options_of(cell).any(|o| has(&o))
                });
            }
        }
    }
}
