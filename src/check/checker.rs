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
