//! A puzzle as an exact-cover problem, for crates that solve exact cover in general and do not know Sudoku.
//!
//! Every crate gets the same problem: only the items that no given covers, and only the options that no given rules out,
//! which is the smallest problem possible without solving. The measured time includes this reduction, as it does for our
//! engines; it takes a few microseconds, and the solvers then take a hundred or more.

use dlxbench::sudoku::encode::items_of;
use dlxbench::sudoku::{Grid, clash};

/// An exact-cover problem with items 0 to `items` − 1 and options of four items each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reduced {
    pub(crate) items: usize,
    pub(crate) options: Vec<[usize; 4]>,
}

impl Reduced {
    /// Returns the problem of a puzzle, or the number of its solutions if that is obvious: none if givens clash or no
    /// option is left, one if no cell is blank. Several of the crates do not accept such problems.
    pub(crate) fn of(puzzle: &Grid) -> Result<Reduced, u64> {
        let geometry = puzzle.geometry();
        if clash(geometry, puzzle.cells()).is_some() {
            return Err(0);
        }
        const COVERED: usize = usize::MAX;
        let mut numbers = vec![0; 4 * geometry.cell_count()];
        for (cell, &given) in puzzle.cells().iter().enumerate().filter(|(_, given)| **given != 0) {
            for item in items_of(geometry, cell, given) {
                numbers[item] = COVERED;
            }
        }
        let mut items = 0;
        for number in numbers.iter_mut().filter(|number| **number != COVERED) {
            *number = items;
            items += 1;
        }
        if items == 0 {
            return Err(1);
        }
        let mut options = Vec::with_capacity(4 * geometry.cell_count());
        for (cell, _) in puzzle.cells().iter().enumerate().filter(|(_, given)| **given == 0) {
            for digit in 1..=geometry.size() as u8 {
                let option = items_of(geometry, cell, digit).map(|item| numbers[item]);
                if !option.contains(&COVERED) {
                    options.push(option);
                }
            }
        }
        if options.is_empty() { Err(0) } else { Ok(Reduced { items, options }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obvious_cases_need_no_solver() {
        let of = |text: &str| Reduced::of(&text.parse().unwrap());
        assert_eq!(of("11.............."), Err(0));
        assert_eq!(of("1234341221434321"), Err(1));
        let almost = of("123434122143432.").unwrap();
        assert_eq!((almost.items, almost.options), (4, vec![[0, 1, 2, 3]]));
        let empty = of("................").unwrap();
        assert_eq!((empty.items, empty.options.len()), (64, 64));
    }
}
