//! Tries every candidate with singles: a measure of how far a puzzle is beyond simple logic, used in the search for
//! hard puzzles. The vectors are those of a sweep, but a trial applies only naked and hidden singles. The grid is swept
//! between rounds of trials, so that candidates removed by sweeps need no trial.

use super::grid::{BOXES, Cells, Constants, Saved};
use super::lanes::Lanes;
use super::rules::Direction::{self, Bands, Stacks};
use super::rules::Ending;

/// The candidates that trials leave in a puzzle, counted in undecided cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Leftover {
    /// The sum over all passes, each of which tries every candidate once; higher if more passes are needed.
    pub(crate) in_all_passes: u32,
    /// The count once trials make no more progress; 0 if they solve the puzzle.
    pub(crate) in_the_end: u32,
}

/// Tries every candidate that is not in the solution, and removes it if singles lead to a contradiction.
#[inline(always)]
pub(super) fn leftover<V: Lanes>(proof: V::Proof, givens: &[u8; 81], solution: &[u8; 81]) -> Leftover {
    let constants = Constants::<V>::new(proof);
    let right = Saved::from_givens(solution);
    let mut cells = Saved::from_givens(givens).load::<V>(proof);
    let mut in_all_passes = 0;
    loop {
        if !matches!(constants.sweep_to_the_end(&mut cells, &mut 0), Ending::Stuck { .. }) {
            return Leftover { in_all_passes, in_the_end: 0 };
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
                    if constants.refutes(&mut cells) {
                        board.0[position][lane] &= !candidate;
                    }
                }
            }
        }
        let left = count(&board);
        in_all_passes += left;
        if left == before {
            return Leftover { in_all_passes, in_the_end: left };
        }
        cells = board.load(proof);
    }
}

/// Counts the candidates of cells that have more than one.
fn count(board: &Saved) -> u32 {
    board.0.iter().flatten().map(|candidates| candidates.count_ones()).filter(|&count| count > 1).sum()
}

/// The digits that occur at least once, and those that occur at least twice.
#[derive(Clone, Copy)]
struct Tally<V> {
    once: V,
    twice: V,
}

impl<V: Lanes> Tally<V> {
    #[inline(always)]
    fn of_three(one: V, two: V, three: V) -> Tally<V> {
        let either = one.or(two);
        Tally { once: either.or(three), twice: one.and(two).or(either.and(three)) }
    }

    /// Combines three tallies.
    #[inline(always)]
    fn joined(one: Tally<V>, two: Tally<V>, three: Tally<V>) -> Tally<V> {
        let across = Tally::of_three(one.once, two.once, three.once);
        Tally { once: across.once, twice: across.twice.or(one.twice).or(two.twice).or(three.twice) }
    }

    /// Returns the tally of whole lines, given that of one mini-line per box.
    #[inline(always)]
    fn along(self, direction: Direction) -> Tally<V> {
        let (once, twice) = (direction.rotations(self.once), direction.rotations(self.twice));
        Tally::joined(self, Tally { once: once.0, twice: twice.0 }, Tally { once: once.1, twice: twice.1 })
    }
}

/// Returns the tallies of all rows (by mini-row), all columns (by mini-column) and all boxes.
#[inline(always)]
fn tallies<V: Lanes>(cells: &Cells<V>) -> ([Tally<V>; 3], [Tally<V>; 3], Tally<V>) {
    let row = |r: usize| Tally::of_three(cells[3 * r], cells[3 * r + 1], cells[3 * r + 2]);
    let column = |c: usize| Tally::of_three(cells[c], cells[c + 3], cells[c + 6]);
    let (rows, columns) = ([row(0), row(1), row(2)], [column(0), column(1), column(2)]);
    let in_box = Tally::joined(rows[0], rows[1], rows[2]);
    let rows = [rows[0].along(Bands), rows[1].along(Bands), rows[2].along(Bands)];
    (rows, [columns[0].along(Stacks), columns[1].along(Stacks), columns[2].along(Stacks)], in_box)
}

impl<V: Lanes> Constants<V> {
    /// Places naked and hidden singles until there are none; returns whether this leads to a contradiction.
    #[inline(always)]
    fn refutes(&self, cells: &mut Cells<V>) -> bool {
        let mut before = self.zero;
        loop {
            let mut singles = [self.zero; 9];
            for position in 0..9 {
                singles[position] = self.single(cells[position]);
            }
            let (rows, columns, in_box) = tallies(&singles);
            let mut wrong = in_box.twice;
            for line in 0..3 {
                wrong = wrong.or(rows[line].twice).or(columns[line].twice);
            }
            for position in 0..9 {
                let seen = rows[position / 3].once.or(columns[position % 3].once).or(in_box.once);
                cells[position] = cells[position].without(seen).or(singles[position]);
            }
            let (rows, columns, in_box) = tallies(cells);
            let mut everywhere = in_box.once;
            for line in 0..3 {
                everywhere = everywhere.and(rows[line].once).and(columns[line].once);
            }
            wrong = wrong.or(self.all_digits.without(everywhere));
            let (mut least, mut sums) = (self.full, self.zero);
            for position in 0..9 {
                let (row, column) = (rows[position / 3], columns[position % 3]);
                let hidden = row.once.without(row.twice).or(column.once.without(column.twice));
                let hidden = hidden.or(in_box.once.without(in_box.twice)).and(cells[position]);
                // A cell with two hidden singles is a contradiction.
                wrong = wrong.or(hidden.and(hidden.plus(self.full)).and(self.boxes));
                cells[position] = cells[position].and(hidden.or(hidden.equals(self.zero)));
                least = least.min(cells[position]);
                sums = sums.plus(cells[position]);
            }
            wrong = wrong.or(least.equals(self.zero).and(self.boxes));
            if !wrong.is_zero() {
                return true;
            }
            if sums.equals(before).is_full() {
                return false;
            }
            before = sums;
        }
    }
}
