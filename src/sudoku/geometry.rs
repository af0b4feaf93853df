//! Grid sizes: the shapes of boxes, and the units of each cell.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The shape of a Sudoku grid: boxes have `box_height` rows and `box_width` columns, and the grid has as many rows,
/// columns, boxes and digits as a box has cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Geometry {
    box_height: u8,
    box_width: u8,
}

/// The error for a size that no grid has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown size {0:?}; expected 4, 6, 9, 12, 16 or 25")]
pub struct UnknownSize(String);

/// A row, column or box, counted from 0; boxes are counted from left to right and top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box.
    Box(usize),
}

impl Geometry {
    /// 9×9, the usual size.
    pub const NINE: Geometry = Geometry { box_height: 3, box_width: 3 };

    /// All sizes: 4×4, 6×6 (boxes 2×3), 9×9, 12×12 (boxes 3×4), 16×16 and 25×25.
    pub const ALL: [Geometry; 6] = [
        Geometry { box_height: 2, box_width: 2 },
        Geometry { box_height: 2, box_width: 3 },
        Geometry::NINE,
        Geometry { box_height: 3, box_width: 4 },
        Geometry { box_height: 4, box_width: 4 },
        Geometry { box_height: 5, box_width: 5 },
    ];

    /// The largest supported number of rows.
    pub const MAX_SIZE: usize = 25;

    /// The place of this size in [`ALL`](Geometry::ALL).
    #[inline]
    pub(super) const fn place(self) -> usize {
        /// By size; a match would become a jump, for each puzzle of a benchmark several times.
        const PLACES: [u8; Geometry::MAX_SIZE + 1] = {
            let mut places = [0; Geometry::MAX_SIZE + 1];
            let mut place = 0;
            while place < Geometry::ALL.len() {
                places[Geometry::ALL[place].size()] = place as u8;
                place += 1;
            }
            places
        };
        PLACES[self.size()] as usize
    }

    /// Returns the geometry with this many rows.
    pub const fn from_size(size: usize) -> Option<Geometry> {
        let mut index = 0;
        while index < Geometry::ALL.len() {
            if Geometry::ALL[index].size() == size {
                return Some(Geometry::ALL[index]);
            }
            index += 1;
        }
        None
    }

    /// Returns the geometry with this many cells.
    pub fn from_cell_count(count: usize) -> Option<Geometry> {
        Geometry::ALL.into_iter().find(|geometry| geometry.cell_count() == count)
    }

    /// Returns the number of rows, columns, boxes and digits.
    pub const fn size(self) -> usize {
        self.box_height as usize * self.box_width as usize
    }

    /// Returns the number of cells.
    pub const fn cell_count(self) -> usize {
        self.size() * self.size()
    }

    /// Returns the number of rows of a box.
    pub const fn box_height(self) -> usize {
        self.box_height as usize
    }

    /// Returns the number of columns of a box.
    pub const fn box_width(self) -> usize {
        self.box_width as usize
    }

    /// Returns whether boxes are square, so that a grid can be transposed.
    pub const fn is_square(self) -> bool {
        self.box_height == self.box_width
    }

    /// Returns the row of a cell; cells are counted row by row.
    pub const fn row(self, cell: usize) -> usize {
        cell / self.size()
    }

    /// Returns the column of a cell.
    pub const fn column(self, cell: usize) -> usize {
        cell % self.size()
    }

    /// Returns the box of a cell.
    pub const fn box_of(self, cell: usize) -> usize {
        let boxes_across = self.size() / self.box_width();
        self.row(cell) / self.box_height() * boxes_across + self.column(cell) / self.box_width()
    }

    /// Returns the row, column and box of a cell.
    pub(crate) const fn unit_indices(self, cell: usize) -> [usize; 3] {
        [self.row(cell), self.column(cell), self.box_of(cell)]
    }

    /// Returns the name of a cell in output for people; the first cell is `r1c1`.
    pub fn cell_name(self, cell: usize) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.column(cell) + 1)
    }

    /// Returns the three units of a cell.
    pub const fn units(self, cell: usize) -> [Unit; 3] {
        let [row, column, in_box] = self.unit_indices(cell);
        [Unit::Row(row), Unit::Column(column), Unit::Box(in_box)]
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}", self.size())
    }
}

/// Parses `9`, `9x9` or `9×9`.
impl FromStr for Geometry {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Geometry, UnknownSize> {
        let (rows, columns) = text.split_once(['x', '×']).unwrap_or((text, text));
        let size = rows.parse().ok().filter(|_| rows == columns);
        size.and_then(Geometry::from_size).ok_or_else(|| UnknownSize(text.to_owned()))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Row(index) => write!(f, "row {}", index + 1),
            Unit::Column(index) => write!(f, "column {}", index + 1),
            Unit::Box(index) => write!(f, "box {}", index + 1),
        }
    }
}
