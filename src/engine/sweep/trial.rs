//! Trial of every candidate: a measure of how far a puzzle is beyond simple logic, for those who look for hard ones.

use super::grid::{BOXES, Constants, Saved};
use super::lanes::Lanes;
use super::rules::Ending;

/// What trials leave of a puzzle's candidates, counted in cells that are not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Leftover {
    /// After every candidate was tried once on the board that the sweeps leave.
    pub(crate) after_one_pass: u32,
    /// After trials lead no further; 0 if they solve the puzzle.
    pub(crate) in_the_end: u32,
}

/// Tries every candidate that is not of the solution: it goes if sweeps show a contradiction. The rules of a sweep are more
/// than singles, so what this does not solve is beyond the trial of one candidate with singles.
#[inline(always)]
pub(super) fn leftover<V: Lanes>(proof: V::Proof, givens: &[u8; 81], solution: &[u8; 81]) -> Leftover {
    let constants = Constants::<V>::new(proof);
    let right = Saved::from_givens(solution);
    let mut cells = Saved::from_givens(givens).load::<V>(proof);
    let (mut sweeps, mut after_one_pass) = (0, None);
    loop {
        if !matches!(constants.sweep_to_the_end(&mut cells, &mut sweeps), Ending::Stuck { .. }) {
            return Leftover { after_one_pass: after_one_pass.unwrap_or(0), in_the_end: 0 };
        }
        let mut board = Saved::EMPTY;
        board.store(&cells);
        let (tried, before) = (board, count(&board));
        for position in 0..9 {
            for lane in (0..16).filter(|&lane| BOXES[lane] != 0) {
                let mut wrong = tried.0[position][lane] & !right.0[position][lane];
                while wrong != 0 {
                    let candidate = wrong & wrong.wrapping_neg();
                    wrong ^= candidate;
                    let mut trial = tried;
                    trial.0[position][lane] = candidate;
                    let mut cells = trial.load::<V>(proof);
                    let ending = constants.sweep_to_the_end(&mut cells, &mut sweeps);
                    if matches!(ending, Ending::Contradiction(_)) {
                        board.0[position][lane] &= !candidate;
                    }
                }
            }
        }
        let left = count(&board);
        let after_one_pass = *after_one_pass.get_or_insert(left);
        if left == before {
            return Leftover { after_one_pass, in_the_end: left };
        }
        cells = board.load(proof);
    }
}

/// The candidates of cells that have more than one.
fn count(board: &Saved) -> u32 {
    board.0.iter().flatten().map(|candidates| candidates.count_ones()).filter(|&count| count > 1).sum()
}
