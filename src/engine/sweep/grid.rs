//! The state of the search: the candidates of all cells.

use super::lanes::{ALL_DIGITS, Array, Lanes, YES};

/// The candidates of position `3·r + c` of every box.
pub(super) type Cells<V> = [V; 9];

#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Saved(pub(super) [Array; 9]);

/// The lanes that represent boxes.
pub(super) const BOXES: Array = [YES, YES, YES, 0, YES, YES, YES, 0, YES, YES, YES, 0, 0, 0, 0, 0];

pub(super) const fn lane_of_box(band: usize, stack: usize) -> usize {
    4 * band + stack
}

/// Returns the position and the lane of a cell; cells are counted row by row.
pub(super) fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (row % 3 * 3 + column % 3, lane_of_box(row / 3, column / 3))
}

#[derive(Clone, Copy)]
pub(super) struct Constants<V> {
    pub(super) zero: V,
    /// All bits of all lanes; adding it to a lane subtracts 1.
    pub(super) full: V,
    pub(super) boxes: V,
    pub(super) all_digits: V,
}

impl<V: Lanes> Constants<V> {
    #[inline(always)]
    pub(super) fn new(proof: V::Proof) -> Constants<V> {
        let boxes = V::load(proof, &BOXES);
        Constants {
            zero: V::splat(proof, 0),
            full: V::splat(proof, YES),
            boxes,
            all_digits: V::splat(proof, ALL_DIGITS).and(boxes),
        }
    }
}

impl Saved {
    pub(super) const EMPTY: Saved = Saved([[0; 16]; 9]);

    /// Returns the candidates of a puzzle: the given digit, or all digits.
    #[inline(always)]
    pub(super) fn from_givens(givens: &[u8; 81]) -> Saved {
        const CANDIDATES: Array = [ALL_DIGITS, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];
        let mut saved = Saved::EMPTY;
        for row in 0..9 {
            for column in 0..3 {
                for stack in 0..3 {
                    let given = usize::from(givens[9 * row + 3 * stack + column] % 16);
                    saved.0[3 * (row % 3) + column][lane_of_box(row / 3, stack)] = CANDIDATES[given];
                }
            }
        }
        saved
    }

    #[inline(always)]
    pub(super) fn load<V: Lanes>(&self, proof: V::Proof) -> Cells<V> {
        let mut cells = [V::load(proof, &self.0[0]); 9];
        for position in 1..9 {
            cells[position] = V::load(proof, &self.0[position]);
        }
        cells
    }

    #[inline(always)]
    pub(super) fn store<V: Lanes>(&mut self, cells: &Cells<V>) {
        for position in 0..9 {
            cells[position].store(&mut self.0[position]);
        }
    }
}

/// Returns the digits of a solved grid, row by row.
#[inline(always)]
pub(super) fn digits_of<V: Lanes>(cells: &Cells<V>) -> [u8; 81] {
    let mut saved = Saved::EMPTY;
    saved.store(cells);
    let mut digits = [0; 81];
    for row in 0..9 {
        for stack in 0..3 {
            for column in 0..3 {
                let single = saved.0[3 * (row % 3) + column][lane_of_box(row / 3, stack)];
                digits[9 * row + 3 * stack + column] = single.trailing_zeros() as u8 + 1;
            }
        }
    }
    digits
}
