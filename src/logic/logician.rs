//! Solves puzzles step by step, always with the simplest technique that helps.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::board::{Board, Layout};
use super::cells::{CellSet, Removal};
use super::finding::{Finding, Listener};
use super::refutation::{Contradiction, Refutation};
use super::technique::{Difficulty, LEAST_RATINGS, Technique};
use super::words::Speaker;
use super::{chains, coloring, locked, singles, subsets, trial, wings};
use crate::sudoku::{Geometry, Symbols, clash};

/// The difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Grade {
    /// The class.
    pub difficulty: Difficulty,
    /// The hardest technique that made progress; `None` if none did, or if none was needed.
    pub hardest: Option<Technique>,
    /// A number that orders puzzles by difficulty; see [the module](super).
    pub rating: Rating,
    /// The number of rounds of each technique, in the order of the techniques.
    pub rounds: [u32; Technique::COUNT],
    /// The number of candidates left when no technique makes progress; 0 if the puzzle is solved.
    pub candidates_left: u32,
}

impl Grade {
    /// Returns the hardest step that a person needs: a technique, `none` if there is nothing to do, or `beyond` if the
    /// techniques do not suffice, in which case the hardest technique used is not meaningful.
    pub fn hardest_step(&self) -> &'static str {
        match (self.difficulty, self.hardest) {
            (Difficulty::Extreme, _) => "beyond",
            (_, None) => "none",
            (_, Some(technique)) => technique.name(),
        }
    }
}

/// A rating in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rating(pub u32);

impl Rating {
    /// The meaning of ratings, in one line.
    pub const SCALE: &'static str =
        "rating: 1 easy, 2 medium, 3 hard, 4 expert, 5 extreme (+0.01 per candidate left)";

    /// Returns the rating as a number, such as 3.152.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:03}", self.0 / 1000, self.0 % 1000))
    }
}

/// A step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The technique of the step.
    pub technique: Technique,
    /// The cell and the digit, from 1, that the step places.
    pub placement: Option<(usize, u8)>,
    /// The candidates that the step removes: digits, from 1, and the cells that lose them.
    pub removals: Vec<(u8, Vec<usize>)>,
    /// The cells that the reason refers to.
    pub pattern: Vec<usize>,
    /// The conclusion and its reason.
    pub text: String,
    /// The cells before the step, row by row; 0 for an open cell.
    pub cells: Vec<u8>,
    /// The candidates of each cell before the step, as bits; the lowest bit is digit 1.
    pub candidates: Vec<u32>,
}

/// All logical steps on a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The cells at the end; 0 for an open cell.
    pub cells: Vec<u8>,
    /// The candidates at the end, as in [`Step`].
    pub candidates: Vec<u32>,
    /// Whether all cells are placed.
    pub is_solved: bool,
    /// Whether the puzzle turned out to have no solution.
    pub is_contradictory: bool,
    /// The contradiction at the end; `None` if two givens clash.
    pub contradiction: Option<Contradiction>,
}

/// Solves puzzles of one size by logic.
///
/// ```
/// use dlxbench::logic::{Difficulty, Logician, Technique};
/// use dlxbench::sudoku::Grid;
///
/// let puzzle: Grid =
///     ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.".parse()?;
/// let logician = Logician::new(puzzle.geometry());
/// let grade = logician.grade(puzzle.cells()).unwrap();
/// assert_eq!(grade.difficulty, Difficulty::Easy);
/// assert_eq!(grade.hardest, Some(Technique::HiddenSingle));
///
/// let explanation = logician.explain(puzzle.cells(), puzzle.symbols());
/// assert!(explanation.is_solved);
/// assert_eq!(explanation.steps[0].text, "r8c4 is 1: there is no other place for it in box 8");
/// # Ok::<(), dlxbench::sudoku::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Logician(Arc<dyn OfSize>);

/// Logic for one grid size, which determines the width of cell sets.
trait OfSize: fmt::Debug + Send + Sync {
    fn grade(&self, givens: &[u8]) -> Option<Grade>;
    fn explain(&self, givens: &[u8], symbols: Symbols) -> Explanation;
    fn refute(&self, givens: &[u8]) -> Option<Refutation>;
}

impl Logician {
    /// Creates a logician for puzzles of this size.
    pub fn new(geometry: Geometry) -> Logician {
        Logician(match geometry.size() {
            ..=9 => Arc::new(Layout::<2>::new(geometry)),
            10..=12 => Arc::new(Layout::<3>::new(geometry)),
            13..=16 => Arc::new(Layout::<4>::new(geometry)),
            _ => Arc::new(Layout::<10>::new(geometry)),
        })
    }

    /// Grades a puzzle; `None` if logic shows that it has no solution.
    ///
    /// A grade is only meaningful for puzzles with exactly one solution. Logic cannot solve a puzzle with several
    /// solutions.
    ///
    /// # Panics
    /// If the number of cells is not that of the size, or a given is too large.
    pub fn grade(&self, givens: &[u8]) -> Option<Grade> {
        self.0.grade(givens)
    }

    /// Solves a puzzle step by step, as far as logic goes, and gives the reason for each step.
    ///
    /// # Panics
    /// See [`grade`](Self::grade).
    pub fn explain(&self, givens: &[u8], symbols: Symbols) -> Explanation {
        self.0.explain(givens, symbols)
    }

    /// Proves that a puzzle has no solution, if a few singles suffice. Returns `None` for givens that clash, which need
    /// no proof.
    ///
    /// # Panics
    /// See [`grade`](Self::grade).
    pub fn refute(&self, givens: &[u8]) -> Option<Refutation> {
        self.0.refute(givens)
    }
}

/// Reports everything that a technique finds to a listener.
pub(super) fn find<const W: usize>(
    technique: Technique,
    board: &Board<'_, W>,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    match technique {
        Technique::HiddenSingle => singles::hidden(board, listener),
        Technique::NakedSingle => singles::naked(board, listener),
        Technique::LockedCandidates => locked::locked(board, listener),
        Technique::NakedPair => subsets::naked(board, 2, listener),
        Technique::HiddenPair => subsets::hidden(board, 2, listener),
        Technique::NakedTriple => subsets::naked(board, 3, listener),
        Technique::HiddenTriple => subsets::hidden(board, 3, listener),
        Technique::NakedQuad => subsets::naked(board, 4, listener),
        Technique::HiddenQuad => subsets::hidden(board, 4, listener),
        Technique::XWing => subsets::fish(board, 2, listener),
        Technique::Swordfish => subsets::fish(board, 3, listener),
        Technique::Jellyfish => subsets::fish(board, 4, listener),
        Technique::XyWing => wings::xy_wing(board, 2, listener),
        Technique::XyzWing => wings::xy_wing(board, 3, listener),
        Technique::WWing => wings::w_wing(board, listener),
        Technique::SimpleColoring => coloring::color(board, listener),
        Technique::XChain => chains::chains(board, false, listener),
        Technique::AlternatingChain => chains::chains(board, true, listener),
        Technique::Trial => trial::trial(board, listener),
    }
}

/// Computes the rating of a solved puzzle: by the rounds of the hardest technique, then by those of simpler ones,
/// weighted by their difficulty. The result never leaves the range of the hardest technique.
pub(super) fn rating(hardest: Technique, rounds: &[u32; Technique::COUNT]) -> Rating {
    let hardest = hardest as usize;
    let simpler: u32 = (0..hardest).map(|index| (index as u32 + 1) * rounds[index]).sum();
    let simpler = f64::from(simpler);
    let work = f64::from(rounds[hardest] - 1) + simpler / (simpler + 40.0);
    let (least, beyond) = (LEAST_RATINGS[hardest], LEAST_RATINGS[hardest + 1]);
    Rating(least + (f64::from(beyond - 1 - least) * work / (work + 2.0)) as u32)
}

impl<const W: usize> OfSize for Layout<W> {
    fn grade(&self, givens: &[u8]) -> Option<Grade> {
        let mut board = Board::new(self, givens);
        let mut rounds = [0; Technique::COUNT];
        let (mut placements, mut removals) = (Vec::new(), vec![CellSet::EMPTY; self.size()]);
        while !board.is_solved() && !board.is_broken {
            let helps = Technique::ALL.iter().copied().find(|&technique| {
                let mut is_found = false;
                // All findings on one board form a round, so the listener never breaks.
                let _ = find(technique, &board, &mut |finding, _| {
                    is_found = true;
                    match finding {
                        Finding::Placement(cell, digit) => placements.push((cell, digit)),
                        Finding::Removals(found) => {
                            found
                                .iter()
                                .for_each(|&(digit, cells)| removals[digit] = removals[digit] | cells);
                        }
                    }
                    ControlFlow::Continue(())
                });
                is_found
            });
            let Some(technique) = helps else { break };
            rounds[technique as usize] += 1;
            for (cell, digit) in placements.drain(..) {
                // Two reasons for the same placement are not a contradiction.
                if board.open.has(cell) || board.candidates[cell] != 1 << digit {
                    board.place(cell, digit);
                }
            }
            for (digit, cells) in removals.iter_mut().enumerate() {
                board.remove_from(std::mem::replace(cells, CellSet::EMPTY), digit);
            }
        }
        if board.is_contradictory() {
            return None;
        }
        let hardest = Technique::ALL.iter().copied().rev().find(|&technique| rounds[technique as usize] > 0);
        let candidates_left = board.candidate_count() as u32;
        let (difficulty, rating) = match hardest {
            _ if !board.is_solved() => {
                (Difficulty::Extreme, Rating(LEAST_RATINGS[Technique::COUNT] + 10 * candidates_left))
            }
            None => (Difficulty::Easy, Rating(LEAST_RATINGS[0])),
            Some(hardest) => (hardest.difficulty(), rating(hardest, &rounds)),
        };
        Some(Grade { difficulty, hardest, rating, rounds, candidates_left })
    }

    fn explain(&self, givens: &[u8], symbols: Symbols) -> Explanation {
        let mut board = Board::new(self, givens);
        let speaker = Speaker::new(self, symbols);
        let mut steps = Vec::new();
        while !board.is_solved() && !board.is_contradictory() {
            let found = Technique::ALL.iter().find_map(|&technique| {
                let mut first = None;
                let _ = find(technique, &board, &mut |finding, reason| {
                    let (placement, removals) = match finding {
                        Finding::Placement(cell, digit) => (Some((cell, digit)), &[][..]),
                        Finding::Removals(removals) => (None, removals),
                    };
                    let losing = removals.iter().map(|&(digit, cells)| (digit, cells & board.places[digit]));
                    let losing: Vec<Removal<W>> = losing.filter(|(_, cells)| !cells.is_empty()).collect();
                    speaker.take_said();
                    let reason = reason(&speaker);
                    first = Some((technique, placement, losing, reason, speaker.take_said()));
                    ControlFlow::Break(())
                });
                first
            });
            let Some((technique, placement, removals, reason, pattern)) = found else { break };
            let conclusion = match placement {
                Some((cell, digit)) => format!("{} is {}", speaker.cell(cell), speaker.digit(digit)),
                None => speaker.removals(&removals),
            };
            steps.push(Step {
                technique,
                placement: placement.map(|(cell, digit)| (cell, digit as u8 + 1)),
                removals: removals.iter().map(|&(digit, cells)| (digit as u8 + 1, cells.collect())).collect(),
                pattern: pattern.collect(),
                text: format!("{conclusion}: {reason}"),
                cells: board.cells(),
                candidates: board.candidates.clone(),
            });
            if let Some((cell, digit)) = placement {
                board.place(cell, digit);
            }
            removals.into_iter().for_each(|(digit, cells)| board.remove_from(cells, digit));
        }
        Explanation {
            is_solved: board.is_solved(),
            is_contradictory: board.is_contradictory(),
            contradiction: board.contradiction().map(|lost| self.named(lost)),
            cells: board.cells(),
            candidates: board.candidates,
            steps,
        }
    }

    fn refute(&self, givens: &[u8]) -> Option<Refutation> {
        if clash(self.geometry, givens).is_some() { None } else { self.refutation(givens) }
    }
}
