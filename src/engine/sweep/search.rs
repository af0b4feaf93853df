//! The search: sweep, guess, and continue with each way of the guess.

use super::super::limits::Limits;
use super::super::solver::Sink;
use super::grid::{Constants, Saved, digits_of};
use super::guess::Guess;
use super::lanes::Lanes;
use super::narrow::{Conflicts, PATIENCE, is_refuted_by_subsets};
use super::rules::Ending;
use crate::cover::{Ended, Outcome};

/// A path to a solution has at most 54 guesses of ways (nine digits in three bands and three stacks), and each leaves
/// at most five ways for later. When patience ends, these and the current grid are pending. From then on, each guess
/// leaves one grid for later and removes a candidate from both grids; there are 729 candidates.
const MOST_PENDING: usize = 54 * 5 + 1 + 729;

/// The grids still to be searched.
#[derive(Clone, Debug)]
pub(super) struct Stack(Box<[Saved]>);

impl Stack {
    pub(super) fn new() -> Stack {
        Stack(vec![Saved::EMPTY; MOST_PENDING].into_boxed_slice())
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
pub(super) fn search<V: Lanes>(
    proof: V::Proof,
    stack: &mut Stack,
    givens: &[u8; 81],
    limits: &Limits<'_>,
    sink: Sink<'_>,
) -> Outcome {
    let mut outcome = Outcome::default();
    if limits.solutions == 0 {
        outcome.ended = Ended::SolutionLimit;
        return outcome;
    }
    let constants = Constants::<V>::new(proof);
    let mut cells = Saved::from_givens(givens).load::<V>(proof);
    let mut pending = 0;
    let mut conflicts = Conflicts::NONE;
    loop {
        if outcome.counters.nodes == PATIENCE {
            if is_refuted_by_subsets(givens) {
                return outcome;
            }
            stack.0[pending].store(&cells);
            stack.turn_over(pending + 1);
            cells = stack.0[pending].load(proof);
        }
        if limits.enter_node(&mut outcome).is_break() {
            return outcome;
        }
        match constants.sweep_to_the_end(&mut cells, &mut outcome.counters.updates) {
            Ending::Stuck { bands, stacks } => {
                outcome.counters.guesses += 1;
                if outcome.counters.nodes > PATIENCE {
                    let mut here = Saved::EMPTY;
                    here.store(&cells);
                    conflicts.split(&mut here, &mut stack.0[pending]);
                    pending += 1;
                    cells = here.load(proof);
                    continue;
                }
                let guess = Guess::choose(proof, &constants, bands, stacks);
                debug_assert!(guess.ways.count_ones() > 1, "a grid with no open digit is decided");
                let mut later = guess.ways & guess.ways.wrapping_sub(1);
                while later != 0 {
                    let way = u32::BITS - 1 - later.leading_zeros();
                    later ^= 1 << way;
                    stack.0[pending].store(&guess.taking(proof, way, &cells));
                    pending += 1;
                }
                cells = guess.taking(proof, guess.ways.trailing_zeros(), &cells);
                continue;
            }
            Ending::Solved => {
                if limits.count_solution(&mut outcome, sink(&digits_of(&cells))).is_break() {
                    return outcome;
                }
            }
            Ending::Contradiction => {
                if outcome.counters.nodes > PATIENCE {
                    let mut here = Saved::EMPTY;
                    here.store(&cells);
                    conflicts.record(&here);
                }
            }
        }
        if pending == 0 {
            return outcome;
        }
        pending -= 1;
        cells = stack.0[pending].load(proof);
    }
}
