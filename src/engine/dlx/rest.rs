//! The rest of a puzzle before anything is linked: the options that the givens leave, and later those that forced
//! options leave.
//!
//! An option is left if its cell is blank and its digit is missing from the box, row and column of that cell. So as
//! long as options are only taken, 27 sets of digits and the blank cells tell which of the 729 options are left, and
//! taking one changes a few words. What is excluded without being in the way of a taken option
//! ([`infer`](super::infer)) is recorded at its cell.
//!
//! A [`View`] lists what is left, and has a lane for each unit of a family: all nine boxes, rows or columns are
//! examined at once, in plain loops that compile to vector instructions. Closures in them, as in `array::from_fn` and
//! `map` on arrays, were not always inlined; without them, easy puzzles take about 25 % less time.

use super::bits::ones;
use super::unchecked::{FAMILY, equal};

/// The digits 1 … 9 as bits 0 … 8.
const DIGITS: u16 = 0x1ff;

/// The families of units.
pub(super) const BOX: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;

/// A set of digits for each of the nine units of a family. The other seven have no meaning; they complete two vectors.
pub(super) type OfUnits = [u16; 16];

/// The remaining digits of each cell: of the cell at this place of this unit, by places and then units.
pub(super) type View = [OfUnits; 9];

/// The size of a view in a flat array.
const VIEW: usize = 9 * 16;

/// The options left so far.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// The digits that are not excluded from each cell, none if the cell is filled: three views, one for each family,
    /// and unused elements that make the number of elements a power of two.
    open: [u16; 512],
    /// The digits missing from each unit of each family, with unused elements as above.
    missing: [u16; 64],
    /// The digits, from 1; 0 for blank cells.
    digits: [u8; FAMILY],
    blank: usize,
}

/// Where a cell is found: its three elements of [`Rest::open`], and its units as elements of [`Rest::missing`].
#[derive(Clone, Copy)]
struct Position {
    open: [u16; 3],
    units: [u8; 3],
}

static POSITIONS: [Position; FAMILY] = {
    let mut positions = [Position { open: [0; 3], units: [0; 3] }; FAMILY];
    let mut index = 0;
    while index < 3 * VIEW {
        let (family, place, unit) = (index / VIEW, index / 16 % 9, index % 16);
        if unit < 9 {
            let position = &mut positions[cell_at(family, unit, place)];
            position.open[family] = index as u16;
            position.units[family] = (16 * family + unit) as u8;
        }
        index += 1;
    }
    positions
};

/// Returns the cell at a place of a unit.
pub(super) const fn cell_at(family: usize, unit: usize, place: usize) -> usize {
    match family {
        BOX => unit / 3 * 27 + unit % 3 * 3 + place / 3 * 9 + place % 3,
        ROW => 9 * unit + place,
        _ => 9 * place + unit,
    }
}

impl Rest {
    /// A blank grid.
    pub(super) const BLANK: Rest =
        Rest { open: [DIGITS; 512], missing: [DIGITS; 64], digits: [0; FAMILY], blank: FAMILY };

    /// Starts a puzzle with its givens; returns false if they clash. Panics if there are not 81 cells or a cell is larger
    /// than 9.
    pub(super) fn start(&mut self, givens: &[u8]) -> bool {
        let givens: &[u8; FAMILY] = givens.try_into().expect("81 cells");
        *self = Rest::BLANK;
        let (chunks, last) = givens.as_chunks::<16>();
        for (index, chunk) in chunks.iter().enumerate() {
            for cell in ones(equal(chunk, &[0; 16]) ^ 0xffff) {
                if !self.take(16 * index + cell, usize::from(chunk[cell % 16]) - 1) {
                    return false;
                }
            }
        }
        last.iter().all(|&given| given == 0 || self.take(FAMILY - 1, usize::from(given) - 1))
    }

    /// Takes the option that puts a digit, from 0, into a cell, if it is left; returns whether it was.
    #[inline(always)]
    pub(super) fn take(&mut self, cell: usize, digit: usize) -> bool {
        assert!(digit < 9);
        let Position { open, units } = POSITIONS[cell];
        // The remainders let the compiler omit range checks.
        let open = open.map(|index| usize::from(index % 512));
        let units = units.map(|unit| usize::from(unit % 64));
        let left = units.iter().fold(self.open[open[BOX]], |left, &unit| left & self.missing[unit]);
        if left >> digit & 1 == 0 {
            return false;
        }
        for (index, unit) in open.into_iter().zip(units) {
            self.open[index] = 0;
            self.missing[unit] &= !(1 << digit);
        }
        self.digits[cell] = digit as u8 + 1;
        self.blank -= 1;
        true
    }

    /// Excludes digits from a cell.
    pub(super) fn exclude(&mut self, cell: usize, digits: u16) {
        for index in POSITIONS[cell].open {
            self.open[usize::from(index % 512)] &= !digits;
        }
    }

    #[inline(always)]
    pub(super) fn boxes(&self) -> View {
        let [_, rows, columns] = self.missing();
        let rows = [thrice(rows, [0, 3, 6]), thrice(rows, [1, 4, 7]), thrice(rows, [2, 5, 8])];
        let columns = [in_turn(columns, [0, 3, 6]), in_turn(columns, [1, 4, 7]), in_turn(columns, [2, 5, 8])];
        self.view(BOX, |place, of_box| rows[place / 3][of_box] & columns[place % 3][of_box])
    }

    #[inline(always)]
    pub(super) fn rows(&self) -> View {
        let [boxes, _, columns] = self.missing();
        let boxes = [thrice(boxes, [0, 3, 6]), thrice(boxes, [1, 4, 7]), thrice(boxes, [2, 5, 8])];
        self.view(ROW, |column, row| columns[column] & boxes[column / 3][row])
    }

    #[inline(always)]
    pub(super) fn columns(&self) -> View {
        let [boxes, rows, _] = self.missing();
        let boxes = [thrice(boxes, [0, 1, 2]), thrice(boxes, [3, 4, 5]), thrice(boxes, [6, 7, 8])];
        self.view(COLUMN, |row, column| rows[row] & boxes[row / 3][column])
    }

    /// Returns a view. `crossing` returns the digits missing from both other units of the cell at a place of a unit.
    #[inline(always)]
    fn view(&self, family: usize, crossing: impl Fn(usize, usize) -> u16) -> View {
        let (open, _) = self.open[VIEW * family..][..VIEW].as_chunks::<16>();
        let missing = &self.missing()[family];
        let mut view = [[0; 16]; 9];
        for place in 0..9 {
            for unit in 0..16 {
                view[place][unit] = open[place][unit] & missing[unit] & crossing(place, unit);
            }
        }
        view
    }

    /// Returns the digits missing from the units of each family.
    #[inline(always)]
    pub(super) fn missing(&self) -> &[OfUnits; 3] {
        self.missing.as_chunks().0.first_chunk().expect("three families")
    }

    /// Returns the digits, from 1; 0 for blank cells.
    #[inline(always)]
    pub(super) fn digits(&self) -> &[u8; FAMILY] {
        &self.digits
    }

    #[inline(always)]
    pub(super) fn is_solved(&self) -> bool {
        self.blank == 0
    }

    /// Returns the number of blank cells.
    #[inline(always)]
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the number of options left.
    pub(super) fn options(&self) -> usize {
        let mut of_columns = [0; 16];
        for sets in &self.columns() {
            for column in 0..16 {
                of_columns[column] += sets[column].count_ones() as u16;
            }
        }
        of_columns.iter().sum::<u16>().into()
    }
}

/// Returns the sets of three units, each for three adjacent units.
#[inline(always)]
fn thrice(sets: &OfUnits, units: [usize; 3]) -> OfUnits {
    let [a, b, c] = [sets[units[0]], sets[units[1]], sets[units[2]]];
    [a, a, a, b, b, b, c, c, c, 0, 0, 0, 0, 0, 0, 0]
}

/// Returns the sets of three units in turn, three times.
#[inline(always)]
fn in_turn(sets: &OfUnits, units: [usize; 3]) -> OfUnits {
    let [a, b, c] = [sets[units[0]], sets[units[1]], sets[units[2]]];
    [a, b, c, a, b, c, a, b, c, 0, 0, 0, 0, 0, 0, 0]
}
