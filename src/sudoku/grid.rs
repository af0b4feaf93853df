//! Grids: cells with digits, with drawing and checks. [`text`](super::text) parses them.

use std::fmt;
use std::ops::Index;

use thiserror::Error;

use super::clash::{Clash, clash};
use super::geometry::Geometry;
use super::symbols::Symbols;
use super::verify::Verifier;
use crate::counts::counted;

/// A Sudoku grid, complete or not: a puzzle or a solution.
///
/// A grid is parsed from a line or a drawing, or created from digits:
///
/// ```
/// use dlxbench::sudoku::Grid;
///
/// let puzzle: Grid = "1......2..3.4...".parse()?;
/// assert_eq!((puzzle.geometry().size(), puzzle.clues()), (4, 4));
/// assert_eq!((puzzle[(0, 0)], puzzle[(0, 1)]), (1, 0));
/// assert_eq!(
///     puzzle.to_string(),
///     "\
/// +-----+-----+
/// | 1 . | . . |
/// | . . | . 2 |
/// +-----+-----+
/// | . . | 3 . |
/// | 4 . | . . |
/// +-----+-----+
/// "
/// );
/// let solution = Grid::try_from(&[1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 2, 1][..])?;
/// assert!(solution.solves(&puzzle));
/// assert_eq!(solution.to_line(), "1243341221344321");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    pub(super) geometry: Geometry,
    pub(super) symbols: Symbols,
    /// Row by row; 0 is a blank cell, otherwise 1 … size.
    pub(super) cells: Vec<u8>,
}

/// Why a list of numbers is not a grid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CellsError {
    /// The number of cells fits no size.
    #[error("{}; a grid has 16, 36, 81, 144, 256 or 625", counted(*.0 as u64, "cell"))]
    Count(usize),
    /// A digit is larger than the size.
    #[error("cell {cell} is {digit}; a {geometry} grid has the digits 1 to {}, and 0 for a blank cell", .geometry.size())]
    Digit {
        /// The cell, row by row from 0.
        cell: usize,
        /// The number in the cell.
        digit: u8,
        /// The size of the grid.
        geometry: Geometry,
    },
}

/// Derives the size from the number of cells; 0 is a blank cell.
impl TryFrom<&[u8]> for Grid {
    type Error = CellsError;

    fn try_from(cells: &[u8]) -> Result<Grid, CellsError> {
        let geometry = Geometry::from_cell_count(cells.len()).ok_or(CellsError::Count(cells.len()))?;
        let is_too_large = |&digit: &u8| usize::from(digit) > geometry.size();
        match cells.iter().position(is_too_large) {
            Some(cell) => Err(CellsError::Digit { cell, digit: cells[cell], geometry }),
            None => Ok(Grid::new(geometry, Symbols::usual(geometry), cells)),
        }
    }
}

/// Returns the digit in a row and a column, both counted from 0; the digit of a blank cell is 0.
impl Index<(usize, usize)> for Grid {
    type Output = u8;

    fn index(&self, (row, column): (usize, usize)) -> &u8 {
        &self.cells[row * self.geometry.size()..][..self.geometry.size()][column]
    }
}

impl Grid {
    /// Creates a grid from digits, row by row, 0 for blank.
    ///
    /// # Panics
    /// If the number of cells is not that of the geometry, or a digit is too large. [`Grid::try_from`] returns an error
    /// instead.
    pub fn new(geometry: Geometry, symbols: Symbols, cells: &[u8]) -> Grid {
        assert_eq!(cells.len(), geometry.cell_count());
        assert!(cells.iter().all(|&digit| usize::from(digit) <= geometry.size()));
        Grid { geometry, symbols, cells: cells.to_vec() }
    }

    /// Creates a solved grid of any size by a regular pattern: each row is a shifted copy of the one before it.
    pub fn pattern(geometry: Geometry) -> Grid {
        let (size, height, width) = (geometry.size(), geometry.box_height(), geometry.box_width());
        let digit = |row: usize, column: usize| ((row % height) * width + row / height + column) % size + 1;
        let cells = (0..geometry.cell_count()).map(|cell| digit(cell / size, cell % size) as u8).collect();
        Grid { geometry, symbols: Symbols::usual(geometry), cells }
    }

    /// Creates a grid with the size and symbols of this grid and other cells.
    pub fn with_cells(&self, cells: &[u8]) -> Grid {
        Grid::new(self.geometry, self.symbols, cells)
    }

    /// Returns the size.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Returns the alphabet in which the digits are written.
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// Returns the digits, row by row; 0 is blank.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the number of cells that are not blank.
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// Formats the grid as one line, `.` for blank.
    pub fn to_line(&self) -> String {
        self.cells.iter().map(|&digit| self.symbols.symbol(digit)).collect()
    }

    /// Returns the character for a digit in this grid.
    pub fn symbol(&self, digit: u8) -> char {
        self.symbols.symbol(digit)
    }

    /// Finds two equal digits in one unit.
    pub fn clash(&self) -> Option<Clash> {
        clash(self.geometry, &self.cells)
    }

    /// Describes two givens that clash, if there are any.
    pub fn clash_in_words(&self) -> Option<String> {
        let Clash { first, second, unit } = self.clash()?;
        let [one, other] = [first, second].map(|cell| self.geometry.cell_name(cell));
        let digit = self.symbol(self.cells[first]);
        Some(format!("{digit} is given twice in {unit}: {one} and {other}"))
    }

    /// Returns whether this grid is complete and obeys the rules.
    pub fn is_solved(&self) -> bool {
        self.solves(self)
    }

    /// Returns whether this grid is complete, obeys the rules and agrees with the givens of a puzzle.
    pub fn solves(&self, puzzle: &Grid) -> bool {
        Verifier::new(self.geometry).solves(&puzzle.cells, &self.cells)
    }

    /// Draws the grid with borders around the boxes and parentheses around the marked cells.
    pub fn drawn(&self, marked: &dyn Fn(usize) -> bool) -> String {
        let (size, width) = (self.geometry.size(), self.geometry.box_width());
        let segment = "-".repeat(2 * width + 1);
        let border = format!("+{}\n", format!("{segment}+").repeat(size / width));
        let mut drawing = String::new();
        for row in 0..size {
            if row % self.geometry.box_height() == 0 {
                drawing.push_str(&border);
            }
            let is_marked = |column: usize| marked(row * size + column);
            for column in 0..size {
                let after_marked = column > 0 && is_marked(column - 1);
                let opening = if is_marked(column) { '(' } else { ' ' };
                let closing = if after_marked { ')' } else { ' ' };
                match (column, column % width) {
                    (0, _) => drawing.extend(['|', opening]),
                    (_, 0) => drawing.extend([closing, '|', opening]),
                    // A single character separates two cells in a box.
                    _ if after_marked == is_marked(column) => drawing.push(' '),
                    _ => drawing.push(if after_marked { closing } else { opening }),
                }
                drawing.push(self.symbol(self[(row, column)]));
            }
            drawing.push_str(if is_marked(size - 1) { ")|\n" } else { " |\n" });
        }
        drawing.push_str(&border);
        drawing
    }
}

/// Draws the grid with borders around the boxes.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawn(&|_| false))
    }
}
