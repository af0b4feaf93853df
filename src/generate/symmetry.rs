//! Symmetries of the pattern that the clues make.

use crate::named::named;
use crate::sudoku::Geometry;

/// How the pattern of clues is mapped to itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Symmetry {
    /// Any pattern.
    #[default]
    None,
    /// By half a turn.
    Rotational,
    /// By a quarter turn.
    QuarterTurn,
    /// By a mirror from top to bottom: left and right change places.
    Mirror,
    /// By a mirror from left to right: top and bottom change places.
    MirrorUpsideDown,
    /// By a mirror along the diagonal from top left.
    Diagonal,
}

named! { Symmetry, "symmetry",
    None => "none", "Any pattern";
    Rotational => "rotational", "Half a turn";
    QuarterTurn => "quarter-turn", "A quarter turn";
    Mirror => "mirror", "Left and right change places";
    MirrorUpsideDown => "mirror-upside-down", "Top and bottom change places";
    Diagonal => "diagonal", "Mirrored along the diagonal from top left";
}

impl Symmetry {
    /// Where a cell is mapped to.
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
        };
        row * size + column
    }

    /// The cells in groups that have a clue together or not at all.
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

    /// Whether the clues of a puzzle have this symmetry.
    pub fn fits(self, geometry: Geometry, cells: &[u8]) -> bool {
        (0..cells.len()).all(|cell| (cells[cell] == 0) == (cells[self.image(geometry, cell)] == 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_hold_every_cell_once_and_are_closed() {
        for geometry in Geometry::ALL {
            for &symmetry in Symmetry::ALL {
                let orbits = symmetry.orbits(geometry);
                let mut cells: Vec<usize> = orbits.iter().flatten().copied().collect();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..geometry.cell_count()), "{geometry} {symmetry}");
                for orbit in orbits {
                    assert!(orbit.iter().all(|&cell| orbit.contains(&symmetry.image(geometry, cell))));
                    assert!(orbit.len() <= if symmetry == Symmetry::QuarterTurn { 4 } else { 2 });
                }
            }
        }
    }
}
