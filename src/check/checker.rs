//! Checks whether a puzzle is sound, with evidence that can be verified by hand.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::engine::{Counters, Engine, EngineKind, Fault, Limits, MakeEngine, Status};
use crate::logic::{Logician, Refutation};
use crate::sudoku::{Clash, Geometry, PerSize, clash};

/// What to check of every puzzle, and when to stop.
#[derive(Clone, Copy, Debug)]
pub struct CheckRule<'a> {
    /// What builds the engines; `None` for the fastest one of each size.
    pub engine: Option<&'a dyn MakeEngine>,
    /// Whether to look for redundant givens.
    pub minimal: bool,
    /// The number of nodes after which a search stops.
    pub nodes: u64,
    /// A flag that stops a check soon after it is set; the result is then meaningless.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for CheckRule<'_> {
    fn default() -> Self {
        CheckRule { engine: None, minimal: false, nodes: u64::MAX, interrupt: None }
    }
}

/// The result of checking a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many solutions the puzzle has.
    pub status: Status,
    /// The number of nodes of the search for solutions.
    pub nodes: u64,
    /// The number of guesses among these nodes.
    pub guesses: u64,
    /// Two solutions if the puzzle has several, one if it has one.
    pub solutions: Vec<Vec<u8>>,
    /// Two givens that contradict each other, if the puzzle is invalid.
    pub clash: Option<Clash>,
    /// Why the puzzle has no solution, if a few singles prove it.
    pub refutation: Option<Refutation>,
    /// Redundant givens: without any one of them, the puzzle still has exactly one solution.
    pub redundant: Vec<usize>,
    /// Whether a limit stopped the search for redundant givens.
    pub is_minimal_unknown: bool,
    /// What was wrong with the answer, if the engine is an external solver.
    pub fault: Option<Fault>,
}

/// What [`Checker::verdict`] says about a puzzle.
#[derive(Debug)]
pub enum Verdict<'c> {
    /// It has exactly one solution, and the rule asks for nothing else.
    Sound {
        /// The number of guesses of the search.
        guesses: u64,
        /// The solution.
        solution: &'c [u8],
    },
    /// There is more to say.
    Checked(Checked),
}

/// How a search ended.
struct Searched {
    status: Status,
    counters: Counters,
    fault: Option<Fault>,
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
    /// The solutions that the last search found, one after the other.
    found: Vec<u8>,
}

impl<'a> Checker<'a> {
    /// Creates a checker. Engines are built when they are first needed.
    pub fn new(rule: CheckRule<'a>) -> Checker<'a> {
        Checker { rule, engines: PerSize::default(), logicians: PerSize::default(), found: Vec::new() }
    }

    /// Checks a puzzle. Returns `None` if the rule's engine does not solve this size.
    pub fn check(&mut self, geometry: Geometry, givens: &[u8]) -> Option<Checked> {
        let searched = self.search(geometry, givens)?;
        self.explain(geometry, givens, searched)
    }

    /// Like [`check`](Self::check), but without evidence for a sound puzzle, and so without allocating.
    pub fn verdict(&mut self, geometry: Geometry, givens: &[u8]) -> Option<Verdict<'_>> {
        let searched = self.search(geometry, givens)?;
        if searched.status == Status::Unique && !self.rule.minimal {
            let guesses = searched.counters.guesses;
            return Some(Verdict::Sound { guesses, solution: &self.found });
        }
        self.explain(geometry, givens, searched).map(Verdict::Checked)
    }

    /// Adds the evidence to the result of a search.
    fn explain(&mut self, geometry: Geometry, givens: &[u8], searched: Searched) -> Option<Checked> {
        let Searched { status, counters: Counters { nodes, guesses, .. }, fault } = searched;
        let solutions = self.found.chunks_exact(givens.len()).map(<[u8]>::to_vec).collect();
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
                    Status::Multiple | Status::None | Status::Invalid => {}
                    _ => is_minimal_unknown = true,
                }
                rest[cell] = givens[cell];
            }
        }
        Some(Checked {
            status,
            nodes,
            guesses,
            solutions,
            clash,
            refutation,
            redundant,
            is_minimal_unknown,
            fault,
        })
    }

    /// Returns only the status of a puzzle.
    pub(super) fn status(&mut self, geometry: Geometry, givens: &[u8], nodes: u64) -> Option<Status> {
        self.solve(geometry, givens, nodes, &mut |_| ()).map(|searched| searched.status)
    }

    /// Searches for the solutions of a puzzle, and keeps them in `found`.
    fn search(&mut self, geometry: Geometry, givens: &[u8]) -> Option<Searched> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let keep = &mut |solution: &[u8]| found.extend_from_slice(solution);
        let searched = self.solve(geometry, givens, self.rule.nodes, keep);
        self.found = found;
        searched
    }

    fn solve(
        &mut self,
        geometry: Geometry,
        givens: &[u8],
        nodes: u64,
        take: &mut dyn FnMut(&[u8]),
    ) -> Option<Searched> {
        let fastest = EngineKind::fastest_for(geometry);
        let maker = self.rule.engine.unwrap_or(&fastest);
        let engine = self.engines.of(geometry, || maker.make(geometry)).as_mut()?;
        let limits = Limits { nodes, interrupt: self.rule.interrupt, ..Limits::UNIQUENESS };
        let outcome = engine.solve(givens, &limits, &mut |solution| {
            take(solution);
            ControlFlow::Continue(())
        });
        let fault = engine.take_fault();
        let status = fault.as_ref().map_or_else(|| Status::of(&outcome, givens), |fault| fault.status);
        Some(Searched { status, counters: outcome.counters, fault })
    }
}

impl Checked {
    /// Returns the cells in which the two solutions of a puzzle with several differ.
    pub fn differing_cells(&self) -> Vec<usize> {
        match self.solutions.as_slice() {
            [one, other, ..] => (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the solution if it is known to be the only one.
    pub fn only_solution(&self) -> Option<&[u8]> {
        match (self.status, self.solutions.as_slice()) {
            (Status::Unique, [solution]) => Some(solution),
            _ => None,
        }
    }
}
