//! The sweep: applies every rule to the whole grid until nothing changes.

use super::grid::{Cells, Constants};
use super::lanes::Lanes;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// Bands, whose boxes share rows.
    Bands,
    /// Stacks, whose boxes share columns.
    Stacks,
}

use Direction::{Bands, Stacks};

impl Direction {
    /// Returns the mini-line of its box that a position is in.
    #[inline(always)]
    pub(super) fn line_of(self, position: usize) -> usize {
        match self {
            Bands => position / 3,
            Stacks => position % 3,
        }
    }

    /// Returns the lanes of the next box, and of the next but one.
    #[inline(always)]
    pub(super) fn rotations<V: Lanes>(self, vector: V) -> (V, V) {
        match self {
            Bands => (vector.next_in_band(), vector.next_but_one_in_band()),
            Stacks => (vector.next_in_stack(), vector.next_but_one_in_stack()),
        }
    }

    #[inline(always)]
    fn lines<V: Lanes>(self, cells: &Cells<V>) -> [V; 3] {
        match self {
            Bands => [
                cells[0].or(cells[1]).or(cells[2]),
                cells[3].or(cells[4]).or(cells[5]),
                cells[6].or(cells[7]).or(cells[8]),
            ],
            Stacks => [
                cells[0].or(cells[3]).or(cells[6]),
                cells[1].or(cells[4]).or(cells[7]),
                cells[2].or(cells[5]).or(cells[8]),
            ],
        }
    }
}

/// The ways of all digits through all bands, or through all stacks. A way in lane B takes mini-line 0 of box B; an even
/// way takes mini-line 1 of the next box and mini-line 2 of the one after it, an odd way the reverse.
#[derive(Clone, Copy)]
pub(super) struct Ways<V> {
    pub(super) even: V,
    pub(super) odd: V,
}

impl<V: Lanes> Ways<V> {
    /// Computes the ways that the candidates of three mini-lines leave.
    #[inline(always)]
    fn through(direction: Direction, lines: [V; 3]) -> Ways<V> {
        let (one_next, one_after) = direction.rotations(lines[1]);
        let (two_next, two_after) = direction.rotations(lines[2]);
        Ways { even: lines[0].and(one_next).and(two_after), odd: lines[0].and(two_next).and(one_after) }
    }

    /// Computes the candidates that these ways leave in the three mini-lines.
    #[inline(always)]
    fn lines(self, direction: Direction) -> [V; 3] {
        let (even_next, even_after) = direction.rotations(self.even);
        let (odd_next, odd_after) = direction.rotations(self.odd);
        [self.even.or(self.odd), even_after.or(odd_next), even_next.or(odd_after)]
    }
}

/// Returns the digits that must be in each of three mini-lines because the other two are closed to them.
#[inline(always)]
fn asserted<V: Lanes>(lines: [V; 3]) -> [V; 3] {
    let [first, second, third] = lines;
    [first.without(second.or(third)), second.without(first.or(third)), third.without(first.or(second))]
}

#[inline(always)]
fn union<V: Lanes>(lines: [V; 3]) -> V {
    lines[0].or(lines[1]).or(lines[2])
}

/// How a grid looks when it was swept to the end; `W` are the ways of all digits.
pub(super) enum Ending<W> {
    /// There is no solution.
    Contradiction,
    /// Every cell has one candidate, and they are a solution.
    Solved,
    /// The rules make no more progress.
    Stuck { bands: W, stacks: W },
}

impl<V: Lanes> Constants<V> {
    /// Sweeps until the rules make no more progress; adds the number of sweeps to `count`.
    #[inline(always)]
    pub(super) fn sweep_to_the_end(&self, cells: &mut Cells<V>, count: &mut u64) -> Ending<Ways<V>> {
        let mut before = self.zero;
        for cell in cells.iter() {
            before = before.plus(*cell);
        }
        let mut crowded = Bands;
        loop {
            *count += 1;
            self.naked_singles(cells);

            let bands = Ways::through(Bands, Bands.lines(cells));
            let mut rows = bands.lines(Bands);
            let in_row = asserted(rows);
            if crowded == Bands {
                self.close_full_lines(&mut rows, in_row);
            }
            for position in 0..9 {
                cells[position] = cells[position].and(rows[Bands.line_of(position)]);
            }

            let stacks = Ways::through(Stacks, Stacks.lines(cells));
            let mut columns = stacks.lines(Stacks);
            let in_column = asserted(columns);
            if crowded == Stacks {
                self.close_full_lines(&mut columns, in_column);
            }
            let (mut least, mut sums) = (self.full, self.zero);
            for position in 0..9 {
                let (row, column) = (Bands.line_of(position), Stacks.line_of(position));
                let hidden_single = in_row[row].and(in_column[column]);
                let allowed = hidden_single.or(hidden_single.equals(self.zero));
                cells[position] = cells[position].and(columns[column]).and(allowed);
                least = least.min(cells[position]);
                sums = sums.plus(cells[position]);
            }

            let missing = self.all_digits.without(union(columns));
            let failed = least.equals(self.zero).and(self.boxes).or(missing);
            if !failed.is_zero() {
                return Ending::Contradiction;
            }
            if sums.equals(self.all_digits).is_full() {
                return if self.is_solution(cells) { Ending::Solved } else { Ending::Contradiction };
            }
            if sums.equals(before).is_full() {
                return if self.has_twins(cells) {
                    Ending::Contradiction
                } else {
                    Ending::Stuck { bands, stacks }
                };
            }
            before = sums;
            crowded = if crowded == Bands { Stacks } else { Bands };
        }
    }

    /// Removes a digit that is alone in its cell from the other cells of the box.
    #[inline(always)]
    fn naked_singles(&self, cells: &mut Cells<V>) {
        let (mut singles, mut in_box) = ([self.zero; 9], self.zero);
        for position in 0..9 {
            singles[position] = self.single(cells[position]);
            in_box = in_box.or(singles[position]);
        }
        for position in 0..9 {
            cells[position] = cells[position].without(in_box).or(singles[position]);
        }
    }

    /// Returns the candidate of a cell that has exactly one, otherwise zero.
    #[inline(always)]
    pub(super) fn single(&self, cell: V) -> V {
        let others = cell.and(cell.plus(self.full));
        cell.and(others.equals(self.zero))
    }

    /// Returns whether two cells of a box have the same single candidate, so that there is no solution. Neither cell
    /// loses it to the other, so without this test the search would have to find out that too few cells are left for
    /// the other digits.
    #[inline(always)]
    fn has_twins(&self, cells: &Cells<V>) -> bool {
        let (mut union, mut sum) = (self.zero, self.zero);
        for cell in cells.iter() {
            let single = self.single(*cell);
            union = union.or(single);
            sum = sum.plus(single);
        }
        !sum.equals(union).is_full()
    }

    /// Removes all other digits from mini-lines with three asserted digits.
    #[inline(always)]
    fn close_full_lines(&self, lines: &mut [V; 3], asserted: [V; 3]) {
        for line in 0..3 {
            // Removes two bits; the result is not zero if there were three.
            let but_one = asserted[line].and(asserted[line].plus(self.full));
            let but_two = but_one.and(but_one.plus(self.full));
            lines[line] = lines[line].and(asserted[line].or(but_two.equals(self.zero)));
        }
    }

    /// Returns whether a grid is solved, given that the cells of each box sum up to 511 and none is empty. If a box
    /// contains all digits, the sum implies that no two cells share one. If every digit has a way through its band and
    /// its stack, it occurs once in each row and column.
    #[inline(always)]
    fn is_solution(&self, cells: &Cells<V>) -> bool {
        let rows = Ways::through(Bands, Bands.lines(cells)).lines(Bands);
        let columns = Ways::through(Stacks, Stacks.lines(cells)).lines(Stacks);
        union(rows).and(union(columns)).equals(self.all_digits).is_full()
    }
}
