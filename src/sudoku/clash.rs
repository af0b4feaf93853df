//! Clashes: two equal digits in one unit.

use super::geometry::{Geometry, Unit};

/// Two equal givens in one unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The first cell.
    pub first: usize,
    /// The second cell.
    pub second: usize,
    /// The unit that they share.
    pub unit: Unit,
}

/// Finds two equal digits in one unit of a grid: the pair whose second cell comes first.
pub fn clash(geometry: Geometry, cells: &[u8]) -> Option<Clash> {
    // seen[kind][unit] has a bit for each digit in the unit.
    let mut seen = [[0_u32; Geometry::MAX_SIZE]; 3];
    for (second, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        let bit = 1 << digit;
        for (kind, index) in geometry.unit_indices(second).into_iter().enumerate() {
            if seen[kind][index] & bit != 0 {
                let unit = geometry.units(second)[kind];
                let shares = |&first: &usize| cells[first] == digit && geometry.units(first)[kind] == unit;
                let first = (0..second).find(shares).expect("an earlier cell set the bit");
                return Some(Clash { first, second, unit });
            }
            seen[kind][index] |= bit;
        }
    }
    None
}
