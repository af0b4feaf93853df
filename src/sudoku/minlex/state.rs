//! A state of the search: everything decided about the image.

use std::ops::Range;

use super::super::geometry::Geometry;
use super::columns::Columns;

/// The original grid, or its transpose.
pub(super) struct View {
    pub(super) cells: Vec<u8>,
    /// The grid transformed along with this one, if any: the puzzle of a solution.
    pub(super) companion: Option<Vec<u8>>,
    /// One bit per blank row, and one per blank band.
    pub(super) blank_rows: u32,
    pub(super) blank_bands: u32,
    /// For each row, the columns that are not blank, and the digits.
    pub(super) columns: Vec<u32>,
    pub(super) digits: Vec<u32>,
}

impl View {
    pub(super) fn new(geometry: Geometry, cells: Vec<u8>, companion: Option<Vec<u8>>) -> View {
        let size = geometry.size();
        let blank = |length: usize| {
            let runs =
                cells.chunks(length).enumerate().filter(|(_, run)| run.iter().all(|&digit| digit == 0));
            runs.fold(0, |bits, (index, _)| bits | 1 << index)
        };
        let (blank_rows, blank_bands) = (blank(size), blank(size * geometry.box_height()));
        let givens = |row: &[u8], bit: &dyn Fn(usize, u8) -> u32| {
            let givens = row.iter().enumerate().filter(|(_, digit)| **digit != 0);
            givens.fold(0, |bits, (column, &digit)| bits | bit(column, digit))
        };
        let columns = cells.chunks(size).map(|row| givens(row, &|column, _| 1 << column)).collect();
        let digits = cells.chunks(size).map(|row| givens(row, &|_, digit| 1 << digit)).collect();
        View { cells, companion, blank_rows, blank_bands, columns, digits }
    }
}

/// The cell where a digit first occurred: the row of the image, with exchangeable rows in their current order, and the
/// column of the view.
#[derive(Clone, Copy)]
pub(super) struct Home {
    pub(super) row: u8,
    pub(super) column: u8,
}

pub(super) const NOWHERE: Home = Home { row: u8::MAX, column: 0 };

#[derive(Clone, Copy)]
pub(super) struct State {
    /// 0 for the original grid, 1 for its transpose.
    pub(super) view: usize,
    /// The rows of the view that were written, and their number.
    pub(super) rows: [u8; Geometry::MAX_SIZE],
    pub(super) done: usize,
    /// Bit `i` is set if row `i` of the image cannot be exchanged with the row before it.
    pub(super) row_begins: u32,
    /// Rows of the view that must come next and can be exchanged with the row before.
    pub(super) twins: u32,
    pub(super) columns: Columns,
    pub(super) homes: [Home; Geometry::MAX_SIZE + 1],
    pub(super) next: u8,
}

impl State {
    /// Creates a state in which nothing is decided except whether the grid is transposed.
    pub(super) fn new(geometry: Geometry, view: usize) -> State {
        State {
            view,
            rows: [0; Geometry::MAX_SIZE],
            done: 0,
            row_begins: u32::MAX,
            twins: 0,
            columns: Columns::new(geometry),
            homes: [NOWHERE; Geometry::MAX_SIZE + 1],
            next: 1,
        }
    }

    /// Gives a digit its home in the row being written, and returns its name.
    pub(super) fn settle(&mut self, digit: u8, column: usize) -> u8 {
        self.homes[usize::from(digit)] = Home { row: self.done as u8, column: column as u8 };
        self.next += 1;
        self.next - 1
    }

    /// Returns the rows of the image that can be exchanged with this one, including itself.
    fn row_block(&self, row: usize) -> Range<usize> {
        let start = row - (self.row_begins << (31 - row)).leading_zeros() as usize;
        let end = row + 1 + (self.row_begins >> (row + 1)).trailing_zeros() as usize;
        start..end
    }

    /// Returns the first and the last cell of the image to which the home of a digit can still move; `None` if it has
    /// no home.
    pub(super) fn home_range(&self, size: usize, digit: u8) -> Option<(usize, usize)> {
        let home = self.homes[usize::from(digit)];
        if home.row == NOWHERE.row {
            return None;
        }
        let (first, last) = self.columns.positions(usize::from(home.column));
        let rows = self.row_block(usize::from(home.row));
        Some((rows.start * size + first, (rows.end - 1) * size + last))
    }

    /// Moves the home of a digit to the first position that is still possible.
    pub(super) fn put_home_first(&mut self, digit: u8) {
        let home = self.homes[usize::from(digit)];
        self.columns.put_first(usize::from(home.column));
        let start = self.row_block(usize::from(home.row)).start;
        self.row_begins |= 1 << (start + 1);
        self.rows[start..=usize::from(home.row)].rotate_right(1);
        for other in self.homes.iter_mut().filter(|other| (start as u8..=home.row).contains(&other.row)) {
            other.row = if other.row == home.row { start as u8 } else { other.row + 1 };
        }
    }
}
