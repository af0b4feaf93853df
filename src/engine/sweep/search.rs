//! The search: sweep, guess, and continue with each way of the guess.

use super::super::limits::Limits;
use super::super::solver::Sink;
use super::grid::Saved;
use super::narrow::{Conflicts, PATIENCE, is_refuted_by_subsets};
use super::rules::Ending;
use crate::cover::{Ended, Outcome};

/// A grid in registers, with the rules and the guess.
pub(super) trait Board: Copy {
    /// Proof that this processor has such registers.
    type Proof: Copy;
    /// Constants that stay in registers.
    type Kit;
    /// The candidates of a grid in memory.
    type Saved: Copy;
    /// The ways of all digits through all bands, or through all stacks.
    type Ways;
    type Guess;

    fn kit(proof: Self::Proof) -> Self::Kit;
    fn from_givens(kit: &Self::Kit, givens: &[u8; 81]) -> Self;
    fn load(kit: &Self::Kit, saved: &Self::Saved) -> Self;
    fn store(&self, saved: &mut Self::Saved);
    /// Returns the digits of a solved grid, row by row.
    fn digits(&self) -> [u8; 81];

    /// Sweeps until the rules make no more progress; adds the number of sweeps to `count`.
    fn sweep_to_the_end(&mut self, kit: &Self::Kit, count: &mut u64) -> Ending<Self::Ways>;
    fn choose(kit: &Self::Kit, bands: Self::Ways, stacks: Self::Ways) -> Self::Guess;
    /// Returns the ways of a guess as bits, in the order in which they are tried.
    fn ways(guess: &Self::Guess) -> u32;
    /// Returns the grid that follows from a way of a guess.
    fn taking(&self, kit: &Self::Kit, guess: &Self::Guess, way: u32) -> Self;

    /// Converts to the form of nine vectors, and back.
    fn to_nine(saved: &Self::Saved) -> Saved;
    fn from_nine(saved: &Saved) -> Self::Saved;
}

/// A path to a solution has at most 54 guesses of ways (nine digits in three bands and three stacks), and each leaves
/// at most five ways for later. When patience ends, these and the current grid are pending. From then on, each guess
/// leaves one grid for later and removes a candidate from both grids; there are 729 candidates.
const MOST_PENDING: usize = 54 * 5 + 1 + 729;

/// The grids still to be searched.
#[derive(Clone, Debug)]
pub(super) struct Pending<S>(Box<[S]>);

/// The grids still to be searched, as nine vectors.
pub(super) type Stack = Pending<Saved>;

impl Stack {
    pub(super) fn new() -> Stack {
        Pending::with(Saved::EMPTY)
    }
}

impl<S: Copy> Pending<S> {
    /// No room, for engines with another form of grids.
    pub(super) fn none() -> Pending<S> {
        Pending(Box::default())
    }

    pub(super) fn with(empty: S) -> Pending<S> {
        Pending(vec![empty; MOST_PENDING].into_boxed_slice())
    }

    /// Reverses the order, so that the grids left first come next.
    #[cold]
    fn turn_over(&mut self, pending: usize) {
        self.0[..pending].reverse();
    }
}

/// Finds solutions, up to the limits. A node is a grid that is swept to the end; a guess is a node that is then
/// undecided.
#[inline(always)]
pub(super) fn search<B: Board>(
    proof: B::Proof,
    stack: &mut Pending<B::Saved>,
    givens: &[u8; 81],
    limits: &Limits<'_>,
    sink: Sink<'_>,
) -> Outcome {
    let mut outcome = Outcome::default();
    if limits.solutions == 0 {
        outcome.ended = Ended::SolutionLimit;
        return outcome;
    }
    let kit = B::kit(proof);
    let mut board = B::from_givens(&kit, givens);
    let mut pending = 0;
    let mut conflicts = Conflicts::NONE;
    loop {
        if outcome.counters.nodes == PATIENCE {
            if is_refuted_by_subsets(givens) {
                return outcome;
            }
            board.store(&mut stack.0[pending]);
            stack.turn_over(pending + 1);
            board = B::load(&kit, &stack.0[pending]);
        }
        if limits.enter_node(&mut outcome).is_break() {
            return outcome;
        }
        match board.sweep_to_the_end(&kit, &mut outcome.counters.updates) {
            Ending::Stuck { bands, stacks } => {
                outcome.counters.guesses += 1;
                if outcome.counters.nodes > PATIENCE {
                    board.store(&mut stack.0[pending]);
                    split::<B>(&conflicts, &mut stack.0[pending..]);
                    pending += 1;
                    board = B::load(&kit, &stack.0[pending]);
                    continue;
                }
                let guess = B::choose(&kit, bands, stacks);
                let ways = B::ways(&guess);
                debug_assert!(ways.count_ones() > 1, "a grid with no open digit is decided");
                let mut later = ways & ways.wrapping_sub(1);
                while later != 0 {
                    let way = u32::BITS - 1 - later.leading_zeros();
                    later ^= 1 << way;
                    board.taking(&kit, &guess, way).store(&mut stack.0[pending]);
                    pending += 1;
                }
                board = board.taking(&kit, &guess, ways.trailing_zeros());
                continue;
            }
            Ending::Solved => {
                if limits.count_solution(&mut outcome, sink(&board.digits())).is_break() {
                    return outcome;
                }
            }
            Ending::Contradiction => {
                if outcome.counters.nodes > PATIENCE {
                    board.store(&mut stack.0[pending]);
                    record::<B>(&mut conflicts, &stack.0[pending]);
                }
            }
        }
        if pending == 0 {
            return outcome;
        }
        pending -= 1;
        board = B::load(&kit, &stack.0[pending]);
    }
}

/// Guesses a cell of the first grid: the second becomes the grid with the guess, and the first the one without it.
#[cold]
fn split<B: Board>(conflicts: &Conflicts, grids: &mut [B::Saved]) {
    let (here, later) = conflicts.split(B::to_nine(&grids[0]));
    grids[0] = B::from_nine(&later);
    grids[1] = B::from_nine(&here);
}

#[cold]
fn record<B: Board>(conflicts: &mut Conflicts, grid: &B::Saved) {
    conflicts.record(&B::to_nine(grid));
}
