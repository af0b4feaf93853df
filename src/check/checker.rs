//! Is a puzzle sound? An answer with evidence that anyone can check by hand.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::engine::{Engine, EngineKind, Limits, Status};
use crate::sudoku::{Clash, Geometry, clash};

/// What is asked of every puzzle.
#[derive(Clone, Copy, Debug)]
pub struct CheckRule<'a> {
    /// The engine; `None` for the fastest of each size.
    pub engine: Option<EngineKind>,
    /// Whether to look for givens that are not needed.
    pub minimal: bool,
    /// Nodes of a search after which it is given up.
    pub nodes: u64,
    /// A flag that stops a check soon after it is set; its answer then means nothing.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for CheckRule<'_> {
    fn default() -> Self {
        CheckRule { engine: None, minimal: false, nodes: u64::MAX, interrupt: None }
    }
}

/// What was found out about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many solutions it has.
    pub status: Status,
    /// The guesses that it took to find out.
    pub guesses: u64,
    /// Two solutions, of a puzzle with several; one, of a puzzle with one.
    pub solutions: Vec<Vec<u8>>,
    /// Two givens that cannot both stand, of a puzzle that is invalid.
    pub clash: Option<Clash>,
    /// Givens without which a puzzle has still exactly one solution, each taken by itself.
    pub redundant: Vec<usize>,
    /// Whether a limit ended the search for them.
    pub is_minimal_unknown: bool,
}

/// Checks puzzles of one size.
///
/// ```
/// use dlxbench::check::{CheckRule, Checker};
/// use dlxbench::engine::Status;
/// use dlxbench::sudoku::Grid;
///
/// let puzzle: Grid = "1..2......34....".parse()?;
/// let rule = CheckRule { minimal: true, ..CheckRule::default() };
/// let mut checker = Checker::new(puzzle.geometry(), rule).expect("there is an engine for every size");
/// let checked = checker.check(puzzle.cells());
/// assert_eq!(checked.status, Status::Unique);
/// assert!(checked.redundant.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Checker<'a> {
    geometry: Geometry,
    rule: CheckRule<'a>,
    engine: Box<dyn Engine>,
}

impl<'a> Checker<'a> {
    /// Prepares to check; `None` if the rule's engine does not solve this size.
    pub fn new(geometry: Geometry, rule: CheckRule<'a>) -> Option<Checker<'a>> {
        let engine = rule.engine.unwrap_or(EngineKind::fastest_for(geometry)).build(geometry)?;
        Some(Checker { geometry, rule, engine })
    }

    /// Checks a puzzle.
    pub fn check(&mut self, givens: &[u8]) -> Checked {
        let mut solutions = Vec::new();
        let (status, guesses) = self.solve(givens, Some(&mut solutions));
        let is_unique = status == Status::Unique;
        let mut checked = Checked {
            status,
            guesses,
            clash: clash(self.geometry, givens).filter(|_| status == Status::Invalid),
            solutions,
            redundant: Vec::new(),
            is_minimal_unknown: false,
        };
        if self.rule.minimal && is_unique {
            let mut rest = givens.to_vec();
            for cell in (0..givens.len()).filter(|&cell| givens[cell] != 0) {
                rest[cell] = 0;
                match self.solve(&rest, None).0 {
                    Status::Unique => checked.redundant.push(cell),
                    Status::Stopped => checked.is_minimal_unknown = true,
                    _ => {}
                }
                rest[cell] = givens[cell];
            }
        }
        checked
    }

    fn solve(&mut self, givens: &[u8], mut kept: Option<&mut Vec<Vec<u8>>>) -> (Status, u64) {
        let limits = Limits { nodes: self.rule.nodes, interrupt: self.rule.interrupt, ..Limits::UNIQUENESS };
        let outcome = self.engine.solve(givens, &limits, &mut |solution| {
            if let Some(kept) = &mut kept {
                kept.push(solution.to_vec());
            }
            ControlFlow::Continue(())
        });
        (Status::of(&outcome, givens), outcome.counters.guesses)
    }
}

impl Checked {
    /// The cells in which the two solutions of a puzzle with several differ.
    pub fn differing_cells(&self) -> Vec<usize> {
        match self.solutions.as_slice() {
            [one, other, ..] => (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect(),
            _ => Vec::new(),
        }
    }

    /// The solution, if it is known to be the only one.
    pub fn only_solution(&self) -> Option<&[u8]> {
        match (self.status, self.solutions.as_slice()) {
            (Status::Unique, [solution]) => Some(solution),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Entry;
    use crate::sudoku::{Grid, Unit};

    const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn check(text: &str, minimal: bool) -> (Grid, Checked) {
        let grid: Grid = text.parse().unwrap();
        let rule = CheckRule { minimal, ..CheckRule::default() };
        let checked = Checker::new(grid.geometry(), rule).unwrap().check(grid.cells());
        (grid, checked)
    }

    #[test]
    fn two_solutions_are_shown_and_differ_where_it_is_said() {
        let (grid, checked) = check(&UNIQUE.replacen("6.8", "..8", 1), false);
        assert_eq!(checked.status, Status::Multiple);
        let [one, other] = checked.solutions.as_slice() else { panic!("two solutions") };
        let cells = checked.differing_cells();
        assert!(!cells.is_empty());
        for (cell, (a, b)) in one.iter().zip(other).enumerate() {
            assert_eq!(a != b, cells.contains(&cell));
        }
        for solution in &checked.solutions {
            assert!(grid.with_cells(solution).solves(&grid));
        }
    }

    #[test]
    fn exactly_the_givens_that_are_not_needed_are_redundant() {
        let (grid, checked) = check(UNIQUE, true);
        assert_eq!(checked.status, Status::Unique);
        for cell in (0..81).filter(|&cell| grid.cells()[cell] != 0) {
            let mut rest = grid.cells().to_vec();
            rest[cell] = 0;
            let without = check(&grid.with_cells(&rest).to_line(), false).1;
            assert_eq!(without.status == Status::Unique, checked.redundant.contains(&cell), "cell {cell}");
        }
        assert!(check(UNIQUE, false).1.redundant.is_empty());
        // One of the 17-clue puzzles: none with fewer givens exists.
        let least = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
        assert!(check(least, true).1.redundant.is_empty());
    }

    #[test]
    fn clashing_givens_are_named_with_their_unit() {
        let (_, checked) = check(&UNIQUE.replacen("7....6", "7..5.6", 1), true);
        let clash = checked.clash.unwrap();
        assert_eq!((checked.status, clash.first, clash.second), (Status::Invalid, 0, 7));
        assert_eq!(clash.unit, Unit::Row(0));
    }

    #[test]
    fn a_wrong_solution_is_wrong_at_a_cell() {
        let (grid, checked) = check(UNIQUE, false);
        let right = checked.only_solution().unwrap();
        let wrong_cell = |found: Option<&[u8]>, stated: &[u8]| {
            let solution = Some(grid.with_cells(stated));
            let entry = Entry { solution, ..Entry::new(1, grid.clone()) };
            entry.wrong_solution(found).map(|wrong| wrong.cell)
        };
        assert_eq!(wrong_cell(Some(right), right), None);
        let mut wrong = right.to_vec();
        wrong.swap(3, 5);
        assert_eq!(wrong_cell(Some(right), &wrong), Some(3));
        // Where no solution is known, the stated one is checked by itself.
        assert_eq!(wrong_cell(None, right), None);
        assert!(wrong_cell(None, &wrong).is_some());
        for (cell, digit) in [(0, 9), (2, 0)] {
            let mut wrong = right.to_vec();
            wrong[cell] = digit;
            assert_eq!(wrong_cell(None, &wrong), Some(cell));
        }
    }

    #[test]
    fn limits_leave_the_answer_open() {
        let grid: Grid = UNIQUE.parse().unwrap();
        let rule = CheckRule { engine: Some(EngineKind::Naive), minimal: true, nodes: 5, interrupt: None };
        let checked = Checker::new(grid.geometry(), rule).unwrap().check(grid.cells());
        assert_eq!(checked.status, Status::Stopped);
        assert!(
            Checker::new(
                Geometry::from_size(4).unwrap(),
                CheckRule { engine: Some(EngineKind::Dlx), ..rule }
            )
            .is_none()
        );
    }
}
