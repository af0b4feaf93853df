//! A puzzle with its candidates: the digits that each cell may still have.

use super::cells::CellSet;
use crate::sudoku::{Geometry, Unit};

/// The digits of a cell as bits; the lowest bit is digit 1. Digits are counted from 0 in this module.
pub(super) type Digits = u32;

/// The units and peers of all cells of a size.
#[derive(Clone, Debug)]
pub(super) struct Layout<const W: usize> {
    pub(super) geometry: Geometry,
    /// The rows, then the columns, then the boxes.
    pub(super) units: Vec<CellSet<W>>,
    /// For each cell, the cells that share a unit with it.
    pub(super) peers: Vec<CellSet<W>>,
    /// For each cell, its row, column and box, as unit numbers.
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

    /// Returns the unit with this number.
    pub(super) fn unit(&self, unit: usize) -> Unit {
        let index = unit % self.size();
        [Unit::Row(index), Unit::Column(index), Unit::Box(index)][unit / self.size()]
    }
}

/// The candidates and the placed digits. Techniques only read it; [`place`](Board::place) and
/// [`remove_from`](Board::remove_from) change it.
#[derive(Clone, Debug)]
pub(super) struct Board<'l, const W: usize> {
    pub(super) layout: &'l Layout<W>,
    /// The candidates of each cell; for a placed cell, its digit.
    pub(super) candidates: Vec<Digits>,
    /// For each digit, the open cells that may have it.
    pub(super) places: Vec<CellSet<W>>,
    /// For each unit, the digits placed in it.
    done: Vec<Digits>,
    /// The cells without a placed digit.
    pub(super) open: CellSet<W>,
    /// Whether a cell has no candidate left, a unit has no place for a digit, or two equal digits were placed in a
    /// unit.
    pub(super) is_broken: bool,
}

impl<'l, const W: usize> Board<'l, W> {
    /// Creates the board that the givens leave, 0 for a blank cell.
    pub(super) fn new(layout: &'l Layout<W>, givens: &[u8]) -> Board<'l, W> {
        let (size, cells) = (layout.size(), layout.geometry.cell_count());
        assert_eq!(givens.len(), cells, "wrong number of cells for a {} puzzle", layout.geometry);
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

    /// Copies a board of the same size without allocating.
    pub(super) fn copy_from(&mut self, source: &Self) {
        self.candidates.copy_from_slice(&source.candidates);
        self.places.copy_from_slice(&source.places);
        self.done.copy_from_slice(&source.done);
        (self.open, self.is_broken) = (source.open, source.is_broken);
    }

    /// Returns the open cells of a unit that may have a digit.
    #[inline]
    pub(super) fn places_in(&self, digit: usize, unit: usize) -> CellSet<W> {
        self.places[digit] & self.layout.units[unit]
    }

    /// Returns whether a digit has been placed in a unit.
    #[inline]
    pub(super) fn is_done(&self, digit: usize, unit: usize) -> bool {
        self.done[unit] >> digit & 1 != 0
    }

    pub(super) fn with_two_candidates(&self) -> CellSet<W> {
        self.open.filter(|&cell| self.candidates[cell].count_ones() == 2).collect()
    }

    pub(super) fn is_solved(&self) -> bool {
        !self.is_broken && self.open.is_empty()
    }

    /// Returns whether the board has no solution, as far as can be seen without a technique.
    pub(super) fn is_contradictory(&self) -> bool {
        self.is_broken || (!self.is_solved() && self.contradiction().is_some())
    }

    /// Returns the first visible contradiction.
    pub(super) fn contradiction(&self) -> Option<Lost> {
        self.contradictions().next()
    }

    /// Returns all visible contradictions, cells first.
    pub(super) fn contradictions(&self) -> impl Iterator<Item = Lost> {
        let places = (0..3 * self.size())
            .flat_map(|unit| (0..self.size()).map(move |digit| Lost::Place { unit, digit }));
        self.open.map(Lost::Cell).chain(places).filter(|&lost| self.has_lost(lost))
    }

    pub(super) fn has_lost(&self, lost: Lost) -> bool {
        match lost {
            Lost::Cell(cell) => self.open.has(cell) && self.candidates[cell] == 0,
            Lost::Place { unit, digit } => {
                !self.is_done(digit, unit) && self.places_in(digit, unit).is_empty()
            }
        }
    }

    /// Returns whether an open cell must have a digit: the cell has no other candidate, or a unit has no other place
    /// for the digit.
    pub(super) fn is_single(&self, cell: usize, digit: usize) -> bool {
        let is_hidden = |&unit: &usize| self.places_in(digit, unit).only() == Some(cell);
        self.open.has(cell)
            && (self.candidates[cell] == 1 << digit || self.layout.units_of[cell].iter().any(is_hidden))
    }

    pub(super) fn candidate_count(&self) -> usize {
        self.places.iter().map(CellSet::len).sum()
    }

    /// Returns the digits placed so far, counted from 1; 0 for an open cell.
    pub(super) fn cells(&self) -> Vec<u8> {
        let digit = |(cell, candidates): (usize, &Digits)| {
            if self.open.has(cell) { 0 } else { candidates.trailing_zeros() as u8 + 1 }
        };
        self.candidates.iter().enumerate().map(digit).collect()
    }

    /// Places a digit in an open cell and removes it from the peers.
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

    /// Removes a candidate from these cells.
    pub(super) fn remove_from(&mut self, cells: CellSet<W>, digit: usize) {
        let losing = cells & self.places[digit];
        self.places[digit] = self.places[digit] - losing;
        for cell in losing {
            self.candidates[cell] &= !(1 << digit);
            self.is_broken |= self.candidates[cell] == 0;
        }
    }
}

/// Why a board has no solution: a cell has no candidate, or a digit has no place in a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lost {
    Cell(usize),
    Place { unit: usize, digit: usize },
}

/// Iterates over the positions of the ones of a mask, from the lowest.
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
