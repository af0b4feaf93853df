//! A puzzle with its candidates: which digits each cell may still have.

use super::cells::CellSet;
use crate::sudoku::{Geometry, Unit};

/// The digits of a cell as bits, digit 1 the lowest. Digits are counted from 0 in this module.
pub(super) type Digits = u32;

/// The units and peers of a size.
#[derive(Clone, Debug)]
pub(super) struct Layout<const W: usize> {
    pub(super) geometry: Geometry,
    /// Rows, columns, boxes, as many of each as the size says.
    pub(super) units: Vec<CellSet<W>>,
    /// For each cell those that share a unit with it.
    pub(super) peers: Vec<CellSet<W>>,
    /// For each cell its row, column and box, as numbers of units.
    pub(super) units_of: Vec<[usize; 3]>,
}

impl<const W: usize> Layout<W> {
    pub(super) fn new(geometry: Geometry) -> Layout<W> {
        let size = geometry.size();
        let mut units = vec![CellSet::EMPTY; 3 * size];
        let mut units_of = Vec::new();
        for cell in 0..geometry.cell_count() {
            let of_cell =
                [geometry.row(cell), size + geometry.column(cell), 2 * size + geometry.box_of(cell)];
            of_cell.into_iter().for_each(|unit| units[unit].insert(cell));
            units_of.push(of_cell);
        }
        let peers_of = |(cell, of_cell): (usize, &[usize; 3])| {
            of_cell.iter().fold(CellSet::EMPTY, |all, &unit| all | units[unit]) - CellSet::of(cell)
        };
        let peers = units_of.iter().enumerate().map(peers_of).collect();
        Layout { geometry, units, peers, units_of }
    }

    pub(super) fn size(&self) -> usize {
        self.geometry.size()
    }

    /// A unit by its number.
    pub(super) fn unit(&self, number: usize) -> Unit {
        let index = number % self.size();
        [Unit::Row(index), Unit::Column(index), Unit::Box(index)][number / self.size()]
    }
}

/// Candidates and what has been placed.
#[derive(Debug)]
pub(super) struct Board<'l, const W: usize> {
    pub(super) layout: &'l Layout<W>,
    /// The candidates of each cell; of a cell that is placed, its digit.
    candidates: Vec<Digits>,
    /// For each digit the cells, not placed, that may have it.
    places: Vec<CellSet<W>>,
    /// For each unit the digits that are placed in it.
    done: Vec<Digits>,
    /// The cells that are not placed.
    open: CellSet<W>,
    /// Whether a cell has no candidate left, or two equal digits were placed in a unit.
    is_broken: bool,
}

impl<const W: usize> Clone for Board<'_, W> {
    fn clone(&self) -> Self {
        Board {
            candidates: self.candidates.clone(),
            places: self.places.clone(),
            done: self.done.clone(),
            ..*self
        }
    }

    /// Without an allocation, for boards of one size.
    fn clone_from(&mut self, source: &Self) {
        self.candidates.clone_from(&source.candidates);
        self.places.clone_from(&source.places);
        self.done.clone_from(&source.done);
        (self.layout, self.open, self.is_broken) = (source.layout, source.open, source.is_broken);
    }
}

impl<'l, const W: usize> Board<'l, W> {
    /// The board that the givens leave, 0 for a blank cell.
    pub(super) fn new(layout: &'l Layout<W>, givens: &[u8]) -> Board<'l, W> {
        let (size, cells) = (layout.size(), layout.geometry.cell_count());
        assert_eq!(givens.len(), cells, "a {} puzzle has other cells", layout.geometry);
        let all: CellSet<W> = (0..cells).collect();
        let mut board = Board {
            layout,
            candidates: vec![(1 << size) - 1; cells],
            places: vec![all; size],
            done: vec![0; 3 * size],
            open: all,
            is_broken: false,
        };
        for (cell, &given) in givens.iter().enumerate().filter(|(_, given)| **given != 0) {
            board.place(cell, usize::from(given) - 1);
        }
        board
    }

    pub(super) fn size(&self) -> usize {
        self.layout.size()
    }

    /// The candidates of every cell, row by row.
    pub(super) fn all_candidates(&self) -> Vec<Digits> {
        self.candidates.clone()
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn candidates(&self, cell: usize) -> Digits {
        self.candidates[cell]
    }

    /// The open cells that may have a digit.
    #[inline]
    pub(super) fn places(&self, digit: usize) -> CellSet<W> {
        self.places[digit]
    }

    /// The open cells of a unit that may have a digit.
    #[inline]
    pub(super) fn places_in(&self, digit: usize, unit: usize) -> CellSet<W> {
        self.places[digit] & self.layout.units[unit]
    }

    /// The cells that are not placed.
    #[inline]
    pub(super) fn open(&self) -> CellSet<W> {
        self.open
    }

    /// Whether a digit has been placed in a unit.
    #[inline]
    pub(super) fn is_done(&self, digit: usize, unit: usize) -> bool {
        self.done[unit] >> digit & 1 != 0
    }

    /// The open cells with exactly two candidates.
    pub(super) fn with_two_candidates(&self) -> CellSet<W> {
        self.open.filter(|&cell| self.candidates[cell].count_ones() == 2).collect()
    }

    pub(super) fn is_solved(&self) -> bool {
        !self.is_broken && self.open.is_empty()
    }

    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Notes a contradiction.
    pub(super) fn set_broken(&mut self) {
        self.is_broken = true;
    }

    /// Whether there can be no solution, as far as can be seen without a technique.
    pub(super) fn is_contradictory(&self) -> bool {
        self.is_broken || (!self.is_solved() && self.contradiction().is_some())
    }

    /// A contradiction that is there to be seen: a cell without a candidate, or a unit without a place for a digit.
    pub(super) fn contradiction(&self) -> Option<Contradiction> {
        let empty = self.open.into_iter().find(|&cell| self.candidates[cell] == 0);
        if let Some(cell) = empty {
            return Some(Contradiction::Cell(cell));
        }
        for unit in 0..self.layout.units.len() {
            for digit in 0..self.size() {
                if !self.is_done(digit, unit) && self.places_in(digit, unit).is_empty() {
                    return Some(Contradiction::Unit { unit, digit });
                }
            }
        }
        None
    }

    /// How many candidates the open cells have.
    pub(super) fn candidate_count(&self) -> usize {
        self.places.iter().map(CellSet::len).sum()
    }

    /// The digits placed so far, from 1, 0 for an open cell.
    pub(super) fn cells(&self) -> Vec<u8> {
        let digit = |(cell, candidates): (usize, &Digits)| {
            if self.open.has(cell) { 0 } else { candidates.trailing_zeros() as u8 + 1 }
        };
        self.candidates.iter().enumerate().map(digit).collect()
    }

    /// Places a digit in an open cell: its peers lose the candidate.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let bit = 1 << digit;
        if self.candidates[cell] & bit == 0 {
            self.is_broken = true;
        }
        let layout = self.layout;
        for &unit in &layout.units_of[cell] {
            self.is_broken |= self.done[unit] & bit != 0;
            self.done[unit] |= bit;
        }
        for other in Bits(self.candidates[cell]) {
            self.places[other].remove(cell);
        }
        self.candidates[cell] = bit;
        self.open.remove(cell);
        self.remove_from(layout.peers[cell], digit);
    }

    /// Removes a candidate from those of these cells that have it.
    pub(super) fn remove_from(&mut self, cells: CellSet<W>, digit: usize) {
        let losing = cells & self.places[digit];
        self.places[digit] = self.places[digit] - losing;
        for cell in losing {
            self.candidates[cell] &= !(1 << digit);
            self.is_broken |= self.candidates[cell] == 0;
        }
    }
}

/// Why a board has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contradiction {
    /// A cell has no candidate.
    Cell(usize),
    /// A digit has no place in a unit.
    Unit { unit: usize, digit: usize },
}

/// The places of the ones of a mask, from the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits(pub(super) u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(place)
    }
}
