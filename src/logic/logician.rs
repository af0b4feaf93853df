//! Takes step after step, the simplest technique first.

use std::fmt;
use std::ops::ControlFlow;

use super::board::{Board, Layout};
use super::cells::CellSet;
use super::finding::{Listener, Removal, Why};
use super::technique::{Difficulty, Technique};
use super::words::Speaker;
use super::{chains, colouring, fish, locked, singles, subsets, trial, wings};
use crate::sudoku::{Geometry, Symbols};

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The class.
    pub difficulty: Difficulty,
    /// The hardest technique that got any further; `None` if nothing did, or nothing was to be done.
    pub hardest: Option<Technique>,
    /// A number that orders puzzles: see [the module](super).
    pub rating: Rating,
    /// The rounds of each technique, in the order of [`Technique::ALL`].
    pub rounds: [u32; Technique::ALL.len()],
    /// How many candidates are left when no technique helps any more; 0 if the puzzle is solved.
    pub candidates_left: u32,
}

/// A rating, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rating(pub u32);

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:03}", self.0 / 1000, self.0 % 1000))
    }
}

/// A step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What kind of step it is.
    pub technique: Technique,
    /// The cell and the digit, from 1, that it places.
    pub placement: Option<(usize, u8)>,
    /// The candidates that it removes: digits from 1, and the cells that lose them.
    pub removals: Vec<(u8, Vec<usize>)>,
    /// What follows, and why.
    pub text: String,
    /// The cells before it, row by row, 0 for an open one.
    pub cells: Vec<u8>,
    /// The candidates of each cell before it, as bits, digit 1 the lowest.
    pub candidates: Vec<u32>,
}

/// All steps that logic takes on a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The cells in the end, 0 for an open one.
    pub cells: Vec<u8>,
    /// The candidates in the end, as in [`Step`].
    pub candidates: Vec<u32>,
    /// Whether all cells are placed.
    pub is_solved: bool,
    /// Whether the puzzle turned out to have no solution.
    pub is_contradictory: bool,
}

/// Solves puzzles of one size by logic.
#[derive(Clone, Debug)]
pub struct Logician(BySize);

#[derive(Clone, Debug)]
enum BySize {
    To9(Layout<2>),
    To12(Layout<3>),
    To16(Layout<4>),
    To25(Layout<10>),
}

impl Logician {
    /// Knows puzzles of this size.
    pub fn new(geometry: Geometry) -> Logician {
        Logician(match geometry.size() {
            ..=9 => BySize::To9(Layout::new(geometry)),
            10..=12 => BySize::To12(Layout::new(geometry)),
            13..=16 => BySize::To16(Layout::new(geometry)),
            _ => BySize::To25(Layout::new(geometry)),
        })
    }

    /// Grades a puzzle; `None` if logic shows that it has no solution.
    ///
    /// A grade means something for puzzles with exactly one solution. With several, logic must get stuck.
    ///
    /// # Panics
    /// If there are more or fewer cells than the size has, or a given is too large.
    pub fn grade(&self, givens: &[u8]) -> Option<Grade> {
        match &self.0 {
            BySize::To9(layout) => grade(layout, givens),
            BySize::To12(layout) => grade(layout, givens),
            BySize::To16(layout) => grade(layout, givens),
            BySize::To25(layout) => grade(layout, givens),
        }
    }

    /// Solves a puzzle step by step, as far as logic goes, with the reason for each.
    ///
    /// # Panics
    /// As [`grade`](Self::grade).
    pub fn explain(&self, givens: &[u8], symbols: Symbols) -> Explanation {
        match &self.0 {
            BySize::To9(layout) => explain(layout, givens, symbols),
            BySize::To12(layout) => explain(layout, givens, symbols),
            BySize::To16(layout) => explain(layout, givens, symbols),
            BySize::To25(layout) => explain(layout, givens, symbols),
        }
    }
}

/// Tells a listener everything that a technique finds.
pub(super) fn find<const W: usize>(
    technique: Technique,
    board: &Board<'_, W>,
    listener: &mut dyn Listener<W>,
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
        Technique::XWing => fish::fish(board, 2, listener),
        Technique::Swordfish => fish::fish(board, 3, listener),
        Technique::Jellyfish => fish::fish(board, 4, listener),
        Technique::XyWing => wings::xy_wing(board, 2, listener),
        Technique::XyzWing => wings::xy_wing(board, 3, listener),
        Technique::WWing => wings::w_wing(board, listener),
        Technique::SimpleColouring => colouring::colour(board, listener),
        Technique::XChain => chains::chains(board, false, listener),
        Technique::AlternatingChain => chains::chains(board, true, listener),
        Technique::Trial => trial::trial(board, listener),
    }
}

/// Gathers all that a technique finds on a board.
struct Round<const W: usize> {
    placements: Vec<(usize, usize)>,
    removals: Vec<CellSet<W>>,
    is_empty: bool,
}

impl<const W: usize> Round<W> {
    fn apply(&mut self, board: &mut Board<'_, W>) {
        for (cell, digit) in self.placements.drain(..) {
            // Two reasons for one placement are no contradiction.
            if board.open().has(cell) || board.candidates(cell) != 1 << digit {
                board.place(cell, digit);
            }
        }
        for (digit, cells) in self.removals.iter_mut().enumerate() {
            board.remove_from(std::mem::replace(cells, CellSet::EMPTY), digit);
        }
        self.is_empty = true;
    }
}

impl<const W: usize> Listener<W> for Round<W> {
    fn placement(&mut self, cell: usize, digit: usize, _: &dyn Fn() -> Why) -> ControlFlow<()> {
        self.placements.push((cell, digit));
        self.is_empty = false;
        ControlFlow::Continue(())
    }

    fn removals(&mut self, removals: &[Removal<W>], _: &dyn Fn() -> Why) -> ControlFlow<()> {
        for &(digit, cells) in removals {
            self.removals[digit] |= cells;
        }
        self.is_empty = false;
        ControlFlow::Continue(())
    }
}

fn grade<const W: usize>(layout: &Layout<W>, givens: &[u8]) -> Option<Grade> {
    let mut board = Board::new(layout, givens);
    let mut rounds = [0; Technique::ALL.len()];
    let mut round =
        Round { placements: Vec::new(), removals: vec![CellSet::EMPTY; layout.size()], is_empty: true };
    while !board.is_solved() && !board.is_broken() {
        let helps = Technique::ALL.into_iter().find(|&technique| {
            // Nothing breaks off here, so there is nothing to be told.
            let _ = find(technique, &board, &mut round);
            !round.is_empty
        });
        let Some(technique) = helps else { break };
        round.apply(&mut board);
        rounds[technique as usize] += 1;
    }
    if board.is_broken() || (!board.is_solved() && board.contradiction().is_some()) {
        return None;
    }
    let hardest = Technique::ALL.into_iter().rev().find(|&technique| rounds[technique as usize] > 0);
    let candidates_left = board.candidate_count() as u32;
    let (difficulty, rating) = match hardest {
        _ if !board.is_solved() => (Difficulty::Extreme, Rating(5000 + 10 * candidates_left)),
        None => (Difficulty::Easy, Rating(Technique::HiddenSingle.least_rating())),
        Some(hardest) => (hardest.difficulty(), rating(hardest, &rounds)),
    };
    Some(Grade { difficulty, hardest, rating, rounds, candidates_left })
}

/// The rating of a puzzle that is solved: by the rounds of the hardest technique, then by those of simpler ones, of which
/// the harder count for more. Both go into the range of the technique without ever leaving it.
pub(super) fn rating(hardest: Technique, rounds: &[u32; Technique::ALL.len()]) -> Rating {
    let simpler: u32 = (0..hardest as usize).map(|index| (index as u32 + 1) * rounds[index]).sum();
    let simpler = f64::from(simpler);
    let work = f64::from(rounds[hardest as usize] - 1) + simpler / (simpler + 40.0);
    let range = f64::from(hardest.highest_rating() - hardest.least_rating());
    Rating(hardest.least_rating() + (range * work / (work + 2.0)) as u32)
}

/// Keeps the first thing that a technique finds.
struct First<const W: usize> {
    placement: Option<(usize, usize)>,
    removals: Vec<Removal<W>>,
    why: Option<Why>,
}

impl<const W: usize> Listener<W> for First<W> {
    fn placement(&mut self, cell: usize, digit: usize, why: &dyn Fn() -> Why) -> ControlFlow<()> {
        (self.placement, self.why) = (Some((cell, digit)), Some(why()));
        ControlFlow::Break(())
    }

    fn removals(&mut self, removals: &[Removal<W>], why: &dyn Fn() -> Why) -> ControlFlow<()> {
        (self.removals, self.why) = (removals.to_vec(), Some(why()));
        ControlFlow::Break(())
    }
}

fn explain<const W: usize>(layout: &Layout<W>, givens: &[u8], symbols: Symbols) -> Explanation {
    let mut board = Board::new(layout, givens);
    let speaker = Speaker { layout, symbols };
    let mut steps = Vec::new();
    while !board.is_solved() && !board.is_broken() {
        let found = Technique::ALL.into_iter().find_map(|technique| {
            let mut first = First { placement: None, removals: Vec::new(), why: None };
            let flow = find(technique, &board, &mut first);
            flow.is_break().then_some((technique, first))
        });
        let Some((technique, first)) = found else { break };
        let (cells, candidates) = (board.cells(), candidates_of(&board));
        let reason = first.why.as_ref().map(|why| speaker.reason(why)).unwrap_or_default();
        let what = match first.placement {
            Some((cell, digit)) => {
                board.place(cell, digit);
                speaker.placement(cell, digit)
            }
            None => {
                let losing =
                    first.removals.iter().map(|&(digit, cells)| (digit, cells & board.places(digit)));
                let losing = losing.filter(|(_, cells)| !cells.is_empty());
                let losing: Vec<(usize, Vec<usize>)> =
                    losing.map(|(digit, cells)| (digit, cells.collect())).collect();
                first.removals.iter().for_each(|&(digit, cells)| board.remove_from(cells, digit));
                steps.push(Step {
                    technique,
                    placement: None,
                    text: format!("{}: {reason}", speaker.removals(&losing)),
                    removals: losing.into_iter().map(|(digit, cells)| (digit as u8 + 1, cells)).collect(),
                    cells,
                    candidates,
                });
                continue;
            }
        };
        let placement = first.placement.map(|(cell, digit)| (cell, digit as u8 + 1));
        let text = format!("{what}: {reason}");
        steps.push(Step { technique, placement, removals: Vec::new(), text, cells, candidates });
    }
    let is_solved = board.is_solved();
    Explanation {
        is_solved,
        is_contradictory: board.is_broken() || (!is_solved && board.contradiction().is_some()),
        cells: board.cells(),
        candidates: candidates_of(&board),
        steps,
    }
}

fn candidates_of<const W: usize>(board: &Board<'_, W>) -> Vec<u32> {
    (0..board.layout.geometry.cell_count()).map(|cell| board.candidates(cell)).collect()
}
