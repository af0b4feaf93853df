//! Collects the lines of a puzzle that is written as a block of rows.
//!
//! A block may have blank lines between its bands, so a blank line alone does not end it. The block continues if
//! another band follows: as many rows as a box is high, of the same width, after the same number of blank lines. At
//! most the lines of one block and of a possible next one are kept.

use super::entry::Place;
use super::malformed::{Misplaced, misplaced};
use crate::sudoku::{Geometry, Grid, GridError, RowShape, Symbols, row_characters};

/// A line of a block.
#[derive(Debug)]
pub(super) struct BlockLine {
    place: Place,
    text: String,
    shape: RowShape,
}

/// A block that has ended.
#[derive(Debug)]
pub(super) struct Collected {
    /// The first row of a grid; otherwise the line at fault.
    pub(super) place: Place,
    pub(super) text: String,
    pub(super) grid: Result<Grid, Misplaced>,
}

/// The lines of a block so far.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The lines of the bands that a blank line ended, then those of the current band.
    lines: Vec<BlockLine>,
    /// The index at which the current band begins.
    band: usize,
    /// The number of rows of each band before it.
    bands: Vec<usize>,
    /// The index at which the last of these begins.
    last_band: usize,
    /// The number of cells of a row; 0 before the first row.
    width: usize,
    /// The number of blank lines since the last row.
    gap: usize,
    /// The number of blank lines between the first two bands.
    first_gap: usize,
}

impl BlockLine {
    /// Creates a line of a block. A line of another shape is a row with an error in it.
    pub(super) fn new(place: Place, text: &str, shape: RowShape) -> BlockLine {
        let shape = if shape == RowShape::Other { RowShape::Row(row_characters(text).len()) } else { shape };
        BlockLine { place, text: text.to_owned(), shape }
    }

    fn is_row(&self) -> bool {
        matches!(self.shape, RowShape::Row(_))
    }
}

impl Block {
    /// Returns whether it has no lines yet.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns what decides how it goes on. Lines are told apart by their bytes, because their numbers may be unknown.
    pub(super) fn state(&self) -> String {
        let lines: Vec<(u64, &str)> = self.lines.iter().map(|line| (line.place.byte, &*line.text)).collect();
        let Block { band, bands, last_band, width, gap, first_gap, .. } = self;
        format!("{:?}", (lines, band, bands, last_band, width, gap, first_gap))
    }

    /// Returns whether a line that is not a valid row is probably meant to be one, with a typo in it.
    pub(super) fn takes_for_row(&self, text: &str) -> bool {
        let signs = row_characters(text);
        let under_way = self.width > 0 && self.gap == 0;
        let width = if under_way { self.width } else { signs.len() };
        let Some(geometry) = Geometry::from_size(width).filter(|_| signs.len().abs_diff(width) <= 1) else {
            return false;
        };
        let wrong = signs.iter().filter(|sign| !Symbols::has(geometry, **sign)).count();
        if under_way { wrong * 2 <= width } else { wrong == 1 }
    }

    /// Adds a line. Blocks that are then complete go to `found`.
    pub(super) fn push(&mut self, line: BlockLine, found: &mut Vec<Collected>) {
        if let RowShape::Row(cells) = line.shape {
            if !self.goes_on_with(cells) {
                self.end_before(cells, found);
            }
            if !self.bands.is_empty() && self.first_gap == 0 {
                self.first_gap = self.gap;
            }
            self.gap = 0;
            if self.width == 0 || Geometry::from_size(self.width).is_none() {
                self.width = cells;
            }
        }
        self.lines.push(line);
        if self.is_complete() {
            self.end_whole(found);
        } else if self.lines.len() > 4 * Geometry::MAX_SIZE {
            // A block may have many borders, but not an unlimited number.
            self.end(found);
        }
    }

    /// Returns whether a row belongs to the current block, possibly as a row that is too long or too short.
    fn goes_on_with(&self, cells: usize) -> bool {
        if self.width == 0 {
            return true;
        }
        if self.gap > 0 {
            return cells == self.width && (self.first_gap == 0 || self.gap == self.first_gap);
        }
        // A single row that is very different from the next was a line of another kind, perhaps a number.
        let is_first = self.lines.iter().filter(|line| line.is_row()).count() == 1;
        let is_size = !is_first && Geometry::from_size(self.width).is_some();
        is_size || cells.abs_diff(self.width) <= 1
    }

    /// Ends the block before a row that is not part of it, or before the last band if that is closer to the row.
    fn end_before(&mut self, cells: usize, found: &mut Vec<Collected>) {
        if self.gap > 0 && self.gap < self.first_gap && cells == self.width {
            let (width, gap, rows) = (self.width, self.gap, self.bands.pop());
            let lines = self.lines.split_off(self.last_band);
            self.end(found);
            let (band, bands) = (lines.len(), rows.into_iter().collect());
            *self = Block { lines, band, bands, width, gap, ..Block::default() };
            return;
        }
        self.end(found);
    }

    /// Takes a blank line, which ends the block or a band.
    pub(super) fn blank_line(&mut self, found: &mut Vec<Collected>) {
        if self.width == 0 {
            // There are only borders, if anything.
            self.lines.clear();
            return;
        }
        if self.gap == 0 {
            self.end_band(found);
        }
        self.gap += usize::from(!self.lines.is_empty());
    }

    /// Ends the current band, and the block if it is complete or cannot become complete.
    fn end_band(&mut self, found: &mut Vec<Collected>) {
        let (rows, possible) = self.rows_of_band();
        let Some(geometry) = Geometry::from_size(self.width) else {
            return self.end(found);
        };
        let (height, before) = (geometry.box_height(), self.bands.iter().sum::<usize>());
        if rows > height || before == 0 && rows + possible == self.width {
            return if before + rows > self.width { self.end_whole(found) } else { self.end(found) };
        }
        if rows == 0 && possible < height {
            return;
        }
        self.bands.push((rows + possible).min(height));
        (self.last_band, self.band) = (self.band, self.lines.len());
        let (count, rows) = (self.bands.len(), self.bands.iter().sum::<usize>());
        let has_all_bands = count * height >= self.width && count < rows;
        if rows >= self.width || has_all_bands {
            self.end(found);
        }
    }

    /// Ends the block when the current band is a whole block: the lines before the blank line were another block, a
    /// broken one.
    fn end_whole(&mut self, found: &mut Vec<Collected>) {
        let (band, width) = (self.lines.split_off(self.band), self.width);
        self.end(found);
        (self.lines, self.width) = (band, width);
        self.end(found);
    }

    /// Returns the number of rows of the current band, and of lines in it that may be rows or borders.
    fn rows_of_band(&self) -> (usize, usize) {
        let band = &self.lines[self.band..];
        let rows = band.iter().filter(|line| line.is_row()).count();
        (rows, band.iter().filter(|line| line.shape == RowShape::Blanks(self.width)).count())
    }

    /// Returns whether the current band is a whole block. Lines that may be borders count as rows of blanks only if the
    /// rows use the same character and not all of these lines are between two bands, where borders are.
    fn is_complete(&self) -> bool {
        let (rows, possible) = self.rows_of_band();
        if rows == 0 || rows == self.width || rows > Geometry::MAX_SIZE {
            return rows > 0;
        }
        let Some(geometry) =
            Geometry::from_size(self.width).filter(|_| possible > 0 && self.bands.is_empty())
        else {
            return false;
        };
        let is_blanks = |line: &&BlockLine| line.shape == RowShape::Blanks(self.width);
        let sign =
            if self.lines.iter().filter(is_blanks).all(|line| line.text.contains('_')) { '_' } else { '-' };
        let rows_use_it = || self.lines.iter().any(|line| line.is_row() && line.text.contains(sign));
        let is_out_of_place = |index: usize| {
            let rows = self.lines[..index].iter().filter(|line| line.is_row()).count();
            is_blanks(&&self.lines[index]) && rows % geometry.box_height() != 0
        };
        rows + possible == self.width && rows_use_it() && (0..self.lines.len()).any(is_out_of_place)
    }

    /// Ends the block, complete or not.
    pub(super) fn end(&mut self, found: &mut Vec<Collected>) {
        let mut lines = std::mem::take(self).lines;
        let Some(first) = lines.iter().position(BlockLine::is_row) else { return };
        let grid = Grid::from_rows(lines.iter().map(|line| (line.place.line, line.text.as_str())));
        let at_fault = |error: &GridError| lines.iter().position(|line| line.place.line == error.line);
        let told = grid.as_ref().err().and_then(at_fault).unwrap_or(first);
        let BlockLine { place, text, .. } = lines.swap_remove(told);
        found.push(Collected { place, text, grid: grid.map_err(misplaced) });
    }
}
