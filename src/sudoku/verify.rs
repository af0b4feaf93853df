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
        if let (Ok(givens), Ok(solution)) = (givens.try_into(), solution.try_into())
            && self.geometry == Geometry::NINE
        {
            return solves_nine(givens, solution);
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

/// A one for each digit, in four bits of its own; anything else has a bit that no sum of a unit can have.
const ONES: [u64; 256] = {
    let mut ones = [1 << 60; 256];
    let mut digit = 1;
    while digit <= 9 {
        ones[digit] = 1 << (4 * (digit - 1));
        digit += 1;
    }
    ones
};
/// The sum of a unit that has each digit once.
const EACH_ONCE: u64 = 0x1_1111_1111;

/// The same for 9×9, where a unit is verified by one sum: a benchmark verifies every solution, and the fastest engine
/// takes less than a microsecond for one.
fn solves_nine(givens: &[u8; 81], solution: &[u8; 81]) -> bool {
    let differs = |(&given, &digit): (&u8, &u8)| if given == 0 { 0 } else { given ^ digit };
    let differences = givens.iter().zip(solution).map(differs).fold(0, |all, difference| all | difference);
    // Sums that are wrong have a bit here.
    let mut wrong = 0;
    let mut columns = [0_u64; 9];
    for band in solution.chunks_exact(27) {
        let mut boxes = [0_u64; 3];
        for row in band.chunks_exact(9) {
            let mut sum = 0;
            for (stack, third) in boxes.iter_mut().enumerate() {
                let ones: [u64; 3] = std::array::from_fn(|place| ONES[usize::from(row[3 * stack + place])]);
                for (column, one) in columns[3 * stack..].iter_mut().zip(ones) {
                    *column += one;
                }
                let partial = ones[0] + ones[1] + ones[2];
                *third += partial;
                sum += partial;
            }
            wrong |= sum ^ EACH_ONCE;
        }
        wrong = boxes.iter().fold(wrong, |wrong, sum| wrong | sum ^ EACH_ONCE);
    }
    wrong = columns.iter().fold(wrong, |wrong, sum| wrong | sum ^ EACH_ONCE);
    differences == 0 && wrong == 0
}

#[cfg(test)]
mod tests {
    use super::super::grid::Grid;
    use super::*;

    #[test]
    fn any_change_of_a_solution_is_noticed() {
        for geometry in Geometry::ALL {
            let verifier = Verifier::new(geometry);
            let solution = Grid::pattern(geometry).cells().to_vec();
            let blank = vec![0; solution.len()];
            assert!(
                verifier.solves(&blank, &solution) && verifier.solves(&solution, &solution),
                "{geometry}"
            );
            for cell in 0..solution.len() {
                for digit in [0, 1, 2, geometry.size() as u8, geometry.size() as u8 + 1, 16, 32, 255] {
                    let mut changed = solution.clone();
                    changed[cell] = digit;
                    let is_same = changed == solution;
                    assert_eq!(verifier.solves(&blank, &changed), is_same, "{geometry} {cell} {digit}");
                    assert_eq!(
                        verifier.solves(&changed, &solution),
                        is_same || digit == 0,
                        "{geometry} {cell}"
                    );
                }
            }
            // Rows and columns hold each digit once, but boxes do not.
            let size = geometry.size();
            let shifted: Vec<u8> =
                (0..size * size).map(|cell| ((cell / size + cell) % size + 1) as u8).collect();
            assert!(!verifier.solves(&blank, &shifted), "{geometry}");
        }
    }
}
