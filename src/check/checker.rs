//! Is a puzzle sound? An answer with evidence that anyone can check by hand.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::engine::{Counters, Engine, EngineKind, Limits, Status};
use crate::logic::{Logician, Refutation};
use crate::sudoku::{Clash, Geometry, PerSize, clash};

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
    /// The nodes of the search that it took to find out.
    pub nodes: u64,
    /// The guesses among them.
    pub guesses: u64,
    /// Two solutions, of a puzzle with several; one, of a puzzle with one.
    pub solutions: Vec<Vec<u8>>,
    /// Two givens that cannot both stand, of a puzzle that is invalid.
    pub clash: Option<Clash>,
    /// Why a puzzle has none, if a few singles prove it.
    pub refutation: Option<Refutation>,
    /// Givens without which a puzzle has still exactly one solution, each taken by itself.
    pub redundant: Vec<usize>,
    /// Whether a limit ended the search for them.
    pub is_minimal_unknown: bool,
}

/// Checks puzzles of any size.
///
/// ```
/// use dlxbench::check::{CheckRule, Checker};
/// use dlxbench::engine::Status;
/// use dlxbench::sudoku::Grid;
///
/// let puzzle: Grid = "1..2......34....".parse()?;
/// let mut checker = Checker::new(CheckRule { minimal: true, ..CheckRule::default() });
/// let checked = checker.check(puzzle.geometry(), puzzle.cells()).expect("there is an engine for every size");
/// assert_eq!(checked.status, Status::Unique);
/// assert!(checked.redundant.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Checker<'a> {
    rule: CheckRule<'a>,
    engines: PerSize<Option<Box<dyn Engine>>>,
    logicians: PerSize<Logician>,
}

impl<'a> Checker<'a> {
    /// Engines are made when they are first needed.
    pub fn new(rule: CheckRule<'a>) -> Checker<'a> {
        Checker { rule, engines: PerSize::default(), logicians: PerSize::default() }
    }

    /// Checks a puzzle; `None` if the rule's engine does not solve this size.
    pub fn check(&mut self, geometry: Geometry, givens: &[u8]) -> Option<Checked> {
        let mut solutions = Vec::new();
        let keep = &mut |solution: &[u8]| solutions.push(solution.to_vec());
        let (status, Counters { nodes, guesses, .. }) =
            self.solve(geometry, givens, self.rule.nodes, keep)?;
        let clash = clash(geometry, givens).filter(|_| status == Status::Invalid);
        let refutation = match status {
            Status::None => self.logicians.of(geometry, || Logician::new(geometry)).refute(givens),
            _ => None,
        };
        let (mut redundant, mut is_minimal_unknown) = (Vec::new(), false);
        if self.rule.minimal && status == Status::Unique {
            let mut rest = givens.to_vec();
            for cell in (0..givens.len()).filter(|&cell| givens[cell] != 0) {
                rest[cell] = 0;
                match self.status(geometry, &rest, self.rule.nodes)? {
                    Status::Unique => redundant.push(cell),
                    Status::Stopped => is_minimal_unknown = true,
                    _ => {}
                }
                rest[cell] = givens[cell];
            }
        }
        Some(Checked { status, nodes, guesses, solutions, clash, refutation, redundant, is_minimal_unknown })
    }

    /// How many solutions a puzzle has, and nothing else of it.
    pub(super) fn status(&mut self, geometry: Geometry, givens: &[u8], nodes: u64) -> Option<Status> {
        self.solve(geometry, givens, nodes, &mut |_| ()).map(|(status, _)| status)
    }

    /// The status, and what it took.
    fn solve(
        &mut self,
        geometry: Geometry,
        givens: &[u8],
        nodes: u64,
        take: &mut dyn FnMut(&[u8]),
    ) -> Option<(Status, Counters)> {
        let kind = self.rule.engine.unwrap_or(EngineKind::fastest_for(geometry));
        let engine = self.engines.of(geometry, || kind.build(geometry)).as_mut()?;
        let limits = Limits { nodes, interrupt: self.rule.interrupt, ..Limits::UNIQUENESS };
        let outcome = engine.solve(givens, &limits, &mut |solution| {
            take(solution);
            ControlFlow::Continue(())
        });
        Some((Status::of(&outcome, givens), outcome.counters))
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
