//! Inference before anything is linked: forced options are taken, and options beyond a subset are excluded.
//!
//! **Forced items.** An item with one option left is forced; people call it a naked single if it is a cell, and a
//! hidden single if it is a digit of a box, row or column. A view of a family shows all singles in its nine units: the
//! naked ones are sets of one digit, the hidden ones are digits that occur in one set of the unit only.
//!
//! **Subsets.** Suppose that every option of item A also contains item B. A solution takes one of A's options, which
//! covers B, so no other option of B is in any solution, and all of them can be excluded. In Sudoku, it is known as
//! locked candidates: if a box has room for a 5 only in its top row, the 5s of that row outside the box can be
//! excluded, and the other way around. Other pairs of families allow no inference of this kind, because their items
//! share at most one option.
//!
//! Both are repeated until nothing changes. What is then left does not depend on the order, and neither do the counters
//! of the search.

use super::rest::{BOX, COLUMN, OfUnits, ROW, Rest, View, cell_at};

/// Forced options: the forced digits of each unit, and for each of these digits its place in the unit, as four bits
/// that are each in a set of their own.
struct Singles {
    digits: OfUnits,
    places: [OfUnits; 4],
}

/// For each family, unit and place, the cell. Places from 9 on do not occur.
static CELLS: [[[u8; 16]; 16]; 3] = {
    let mut cells = [[[0; 16]; 16]; 3];
    let mut index = 0;
    while index < 3 * 81 {
        let (family, unit, place) = (index / 81, index / 9 % 9, index % 9);
        cells[family][unit][place] = cell_at(family, unit, place) as u8;
        index += 1;
    }
    cells
};

impl Rest {
    /// Infers until nothing changes or the puzzle is solved. Returns the number of nodes that go: if the options had
    /// been linked, taking one would unlink its four nodes and three of each rival, and excluding one its four nodes.
    ///
    /// If the puzzle has no solution, an item can run out of options here, and what is inferred afterwards has no
    /// meaning. But the item remains empty, and the search finds it.
    pub(super) fn infer(&mut self) -> u64 {
        let (options, blank, mut excluded) = (self.options(), self.blank(), 0);
        loop {
            self.take_forced();
            let more = if self.is_solved() { 0 } else { self.exclude_beyond_subsets() };
            if more == 0 {
                break;
            }
            excluded += more;
        }
        let left = if self.is_solved() { 0 } else { self.options() };
        (3 * (options - left) + (blank - self.blank()) + excluded) as u64
    }

    /// Takes the options of forced items until no item is forced.
    fn take_forced(&mut self) {
        // How many views in a row had no single.
        let mut quiet = 0;
        for family in [BOX, ROW, COLUMN].into_iter().cycle() {
            let singles = match family {
                BOX => singles(&self.boxes()),
                ROW => singles(&self.rows()),
                _ => singles(&self.columns()),
            };
            quiet = if self.take_singles(family, &singles) { 0 } else { quiet + 1 };
            if quiet == 3 || self.is_solved() {
                return;
            }
        }
    }

    /// Takes forced options; returns whether any was still left.
    #[inline(always)]
    fn take_singles(&mut self, family: usize, singles: &Singles) -> bool {
        let before = self.blank();
        // The sets of four units at a time.
        for first in [0, 4, 8] {
            let four = (0..4).map(|index| u64::from(singles.digits[first + index]) << (16 * index));
            let mut bits = four.fold(0, |bits, set| bits | set);
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (unit, digit) = (first + bit / 16, bit % 16);
                let place =
                    (0..4).fold(0, |place, bit| place | (singles.places[bit][unit] >> digit & 1) << bit);
                self.take(CELLS[family][unit][usize::from(place)].into(), digit);
            }
        }
        self.blank() < before
    }

    /// Excludes options by subsets, first between rows and boxes, then between columns and boxes; returns their number.
    fn exclude_beyond_subsets(&mut self) -> usize {
        let rows = self.rows();
        let in_rows = self.exclude_beyond(ROW, &rows);
        let columns = self.columns();
        in_rows + self.exclude_beyond(COLUMN, &columns)
    }

    #[inline(always)]
    fn exclude_beyond(&mut self, family: usize, view: &View) -> usize {
        let mut excluded = 0;
        for (third, beyond) in beyond_subsets(view).iter().enumerate() {
            for unit in (0..9).filter(|&unit| beyond[unit] != 0) {
                for (place, sets) in view.iter().enumerate().skip(3 * third).take(3) {
                    let digits = sets[unit] & beyond[unit];
                    excluded += digits.count_ones() as usize;
                    self.exclude(cell_at(family, unit, place), digits);
                }
            }
        }
        excluded
    }
}

/// Finds the singles of a view. If two cells of a unit only have room for the same digit, there is no solution, and the
/// place of that digit has no meaning.
#[inline(always)]
fn singles(view: &View) -> Singles {
    let (mut once, mut twice) = ([0; 16], [0; 16]);
    for sets in view {
        for unit in 0..16 {
            twice[unit] |= once[unit] & sets[unit];
            once[unit] |= sets[unit];
        }
    }
    let mut singles = *view;
    for sets in &mut singles {
        for unit in 0..16 {
            let set = sets[unit];
            let naked = if set & set.wrapping_sub(1) == 0 { set } else { 0 };
            sets[unit] = naked | set & once[unit] & !twice[unit];
        }
    }
    let (mut digits, mut places) = ([0; 16], [[0; 16]; 4]);
    for unit in 0..16 {
        places[0][unit] = singles[1][unit] | singles[3][unit] | singles[5][unit] | singles[7][unit];
        places[1][unit] = singles[2][unit] | singles[3][unit] | singles[6][unit] | singles[7][unit];
        places[2][unit] = singles[4][unit] | singles[5][unit] | singles[6][unit] | singles[7][unit];
        places[3][unit] = singles[8][unit];
        digits[unit] = singles[0][unit] | places.iter().fold(0, |digits, sets| digits | sets[unit]);
    }
    Singles { digits, places }
}

/// Returns the digits beyond a subset, for each third of each row, or of each column: a third is where the line meets a
/// box. A digit is beyond a subset if its options in the line or in the box are all in another third.
#[inline(always)]
fn beyond_subsets(view: &View) -> [OfUnits; 3] {
    let mut thirds = [[0; 16]; 3];
    for third in 0..3 {
        for unit in 0..16 {
            thirds[third][unit] =
                view[3 * third][unit] | view[3 * third + 1][unit] | view[3 * third + 2][unit];
        }
    }
    // The digits that the box has only here, and those that the line has only here.
    let (mut only_of_box, mut only_of_line) = (thirds, thirds);
    for third in 0..3 {
        let beside = beside(&thirds[third]);
        for unit in 0..16 {
            only_of_box[third][unit] &= !beside[unit];
            only_of_line[third][unit] &= !(thirds[(third + 1) % 3][unit] | thirds[(third + 2) % 3][unit]);
        }
    }
    for third in 0..3 {
        let beside = beside(&only_of_line[third]);
        for unit in 0..16 {
            let along = only_of_box[(third + 1) % 3][unit] | only_of_box[(third + 2) % 3][unit];
            thirds[third][unit] &= along | beside[unit];
        }
    }
    thirds
}

/// Returns for each line the union of the two lines that cross the same boxes.
#[inline(always)]
fn beside(lines: &OfUnits) -> OfUnits {
    let [a, b, c, d, e, f, g, h, i, ..] = *lines;
    [b | c, a | c, a | b, e | f, d | f, d | e, h | i, g | i, g | h, 0, 0, 0, 0, 0, 0, 0]
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine::limits::Limits;
    use crate::engine::naive::Naive;
    use crate::engine::solver::Engine;
    use crate::sudoku::{Geometry, Grid};

    fn start(puzzle: &str) -> Rest {
        let mut rest = Rest::BLANK;
        assert!(rest.start(puzzle.parse::<Grid>().unwrap().cells()));
        rest
    }

    #[test]
    fn forced_options_are_taken() {
        // The 5 of the top left cell is forced: it is the only digit left for the cell, or the cell is the only one
        // left in the box, or in the row but not in the box.
        let by_cell = [(1, 1), (2, 2), (9, 3), (18, 4), (4, 6), (5, 7), (36, 8), (72, 9)];
        let by_box = [(12, 5), (24, 5), (28, 5), (56, 5)];
        let by_row = [(5, 4), (6, 1), (7, 2), (8, 3), (28, 5), (56, 5), (39, 5), (67, 5)];
        for givens in [&by_cell[..], &by_box, &by_row] {
            for transposed in [false, true] {
                let mut cells = [0; 81];
                for &(cell, digit) in givens {
                    cells[if transposed { cell % 9 * 9 + cell / 9 } else { cell }] = digit;
                }
                let mut rest = Rest::BLANK;
                assert!(rest.start(&cells));
                rest.take_forced();
                assert_eq!(rest.digits()[0], 5, "{givens:?}");
            }
        }
    }

    #[test]
    fn options_beyond_a_subset_are_excluded() {
        // The second box has room for 1, 8 and 9 in its top row only.
        let mut rest =
            start("............234......567.........................................................");
        assert_eq!(rest.exclude_beyond_subsets(), 18);
        for (column, digits) in rest.columns()[0][..9].iter().enumerate() {
            assert_eq!(digits & 0b1_1000_0001 != 0, (3..6).contains(&column));
        }
        assert_eq!(rest.exclude_beyond_subsets(), 0);
    }

    #[test]
    fn no_option_of_a_solution_is_excluded() {
        let puzzles = [
            "8.........95.......76.........426798...571243...893165......916....3.487....1.532",
            ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ];
        for puzzle in &puzzles[..if cfg!(miri) { 1 } else { 3 }] {
            let mut rest = start(puzzle);
            let mut solutions = Vec::new();
            Naive::new(Geometry::NINE).solve(rest.digits(), &Limits::solutions(10), &mut |cells| {
                solutions.push(cells.to_vec());
                ControlFlow::Continue(())
            });
            rest.infer();
            let left = rest.columns();
            assert!(!solutions.is_empty());
            for (cell, digit) in solutions.iter().flat_map(|solution| solution.iter().copied().enumerate()) {
                let filled = rest.digits()[cell];
                assert!(filled == digit || filled == 0 && left[cell / 9][cell % 9] >> (digit - 1) & 1 == 1);
            }
        }
    }
}
