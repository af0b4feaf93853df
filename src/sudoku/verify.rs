//! Checks solutions, fast enough to check every solution of a benchmark.

use super::geometry::Geometry;

/// Checks solutions of one grid size.
#[derive(Clone, Debug)]
pub struct Verifier {
    geometry: Geometry,
    /// The row, column and box of each cell.
    units: Vec<[u8; 3]>,
}

impl Verifier {
    /// Creates a verifier for grids of this size.
    pub fn new(geometry: Geometry) -> Verifier {
        let units = |cell| geometry.unit_indices(cell).map(|unit| unit as u8);
        Verifier { geometry, units: (0..geometry.cell_count()).map(units).collect() }
    }

    /// Returns whether a grid is complete, obeys the rules and agrees with the givens.
    pub fn solves(&self, givens: &[u8], solution: &[u8]) -> bool {
        if givens.len() != self.units.len() || solution.len() != self.units.len() {
            return false;
        }
        // 32 units of each kind, so that a unit masked with 31 needs no range check.
        let mut seen = [[0_u32; 32]; 3];
        let mut agrees = true;
        for ((&given, &digit), units) in givens.iter().zip(solution).zip(&self.units) {
            agrees &= given == 0 || given == digit;
            let bit = 1 << (digit & 31);
            for (seen, unit) in seen.iter_mut().zip(units) {
                seen[usize::from(unit & 31)] |= bit;
            }
        }
        // A unit has as many cells as there are digits, so it contains each digit once if it contains all.
        let all = (1_u32 << (self.geometry.size() + 1)) - 2;
        agrees && seen.iter().all(|units| units[..self.geometry.size()].iter().all(|&digits| digits == all))
    }
}
