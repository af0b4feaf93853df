//! Sets of cells as bits.

use std::ops::{BitAnd, BitOr, Sub};

/// A set of at most `64 · W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellSet<const W: usize>([u64; W]);

/// Removed candidates: a digit, and the cells that lose it.
pub(super) type Removal<const W: usize> = (usize, CellSet<W>);

impl<const W: usize> CellSet<W> {
    pub(super) const EMPTY: CellSet<W> = CellSet([0; W]);

    pub(super) fn of(cell: usize) -> CellSet<W> {
        CellSet::from_iter([cell])
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the lowest cell.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the only cell, if there is exactly one.
    #[inline]
    pub(super) fn only(&self) -> Option<usize> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// Returns the two cells, if there are exactly two.
    #[inline]
    pub(super) fn pair(self) -> Option<[usize; 2]> {
        let mut cells = self;
        let pair = [cells.next()?, cells.next()?];
        cells.is_empty().then_some(pair)
    }
}

/// A set iterates over its own cells, from the lowest to the highest.
impl<const W: usize> Iterator for CellSet<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.first()?;
        self.0[cell / 64] &= self.0[cell / 64] - 1;
        Some(cell)
    }
}

impl<const W: usize> FromIterator<usize> for CellSet<W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = CellSet<W>;

    #[inline]
    fn bitand(mut self, other: CellSet<W>) -> CellSet<W> {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = CellSet<W>;

    #[inline]
    fn bitor(mut self, other: CellSet<W>) -> CellSet<W> {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

/// Returns the cells of one set that are not in the other.
impl<const W: usize> Sub for CellSet<W> {
    type Output = CellSet<W>;

    #[inline]
    fn sub(mut self, other: CellSet<W>) -> CellSet<W> {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }
}
