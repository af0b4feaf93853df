//! Symmetries of the pattern of clues.

use crate::named::named;
use crate::sudoku::Geometry;

named! {
    /// The symmetry of the pattern of clues.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum Symmetry, "symmetry" {
        #[default]
        None => "none", "Any pattern";
        Rotational => "rotational", "180° rotation";
        QuarterTurn => "quarter-turn", "90° rotation";
        Mirror => "mirror", "Left-right reflection";
        MirrorUpsideDown => "mirror-upside-down", "Top-bottom reflection";
        Diagonal => "diagonal", "Reflection across the diagonal from the top left";
        Antidiagonal => "antidiagonal", "Reflection across the diagonal from the top right";
    }
}

impl Symmetry {
    /// Returns the image of a cell.
    pub fn image(self, geometry: Geometry, cell: usize) -> usize {
        let size = geometry.size();
        let (row, column, last) = (geometry.row(cell), geometry.column(cell), size - 1);
        let (row, column) = match self {
            Symmetry::None => (row, column),
            Symmetry::Rotational => (last - row, last - column),
            Symmetry::QuarterTurn => (column, last - row),
            Symmetry::Mirror => (row, last - column),
            Symmetry::MirrorUpsideDown => (last - row, column),
            Symmetry::Diagonal => (column, row),
            Symmetry::Antidiagonal => (last - column, last - row),
        };
        row * size + column
    }

    /// Returns the cells in groups; the cells of a group either all have clues or all have none.
    pub fn orbits(self, geometry: Geometry) -> Vec<Vec<usize>> {
        let mut is_taken = vec![false; geometry.cell_count()];
        let mut orbits = Vec::new();
        for first in 0..geometry.cell_count() {
            let mut orbit = Vec::new();
            let mut cell = first;
            while !std::mem::replace(&mut is_taken[cell], true) {
                orbit.push(cell);
                cell = self.image(geometry, cell);
            }
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Returns whether the clues of a puzzle have this symmetry.
    pub fn fits(self, geometry: Geometry, cells: &[u8]) -> bool {
        (0..cells.len()).all(|cell| (cells[cell] == 0) == (cells[self.image(geometry, cell)] == 0))
    }

    /// Returns all symmetries of the clues of a puzzle; only `Symmetry::None` if there are no others.
    pub fn of(geometry: Geometry, cells: &[u8]) -> Vec<Symmetry> {
        let others = Symmetry::ALL[1..].iter().copied();
        let fitting: Vec<Symmetry> = others.filter(|symmetry| symmetry.fits(geometry, cells)).collect();
        if fitting.is_empty() { vec![Symmetry::None] } else { fitting }
    }
}
