//! The rules of a sweep on three vectors, with the same results as [`super::super::rules`].
//!
//! Lane c of a box is its column c, in all vectors. The rows of the cells are skewed:
//!
//! ```text
//!              lane 0   lane 1   lane 2                       c=0  c=1  c=2
//!   vector 0   (0, 0)   (1, 1)   (2, 2)                r=0     v0   v2   v1
//!   vector 1   (1, 0)   (2, 1)   (0, 2)                r=1     v1   v0   v2
//!   vector 2   (2, 0)   (0, 1)   (1, 2)                r=2     v2   v1   v0
//!              cells (r, c) of each box                vectors of the cells
//! ```
//!
//! So the union of the vectors contains the mini-columns of all boxes. If the lanes of vector 1 are rotated by one place
//! and those of vector 2 by two, lane r contains a cell of row r, and the union contains the mini-rows. All nine lines of
//! a band are one vector, and so all of its ways are two expressions of three rotations.
//!
//! A sweep is limited by the latency of its longest chain of instructions, not by their number, so some of them repeat
//! work to shorten it: on Zen 5 a permutation takes five cycles, a logical operation two, and a comparison that makes a
//! mask and is used by a move eight. Hence masks only end a sweep, and shifts select lanes: a shift by 16 or more leaves
//! nothing, so with digits in bits 4 to 12, `x >> y` is x where y is empty, and nothing elsewhere.
#![forbid(unsafe_code)]

use std::arch::x86_64::*;

use super::super::rules::Direction::{self, Bands, Stacks};
use super::super::rules::Ending;
use super::compiled::{compiled, load, logic};
use super::tables::{ALL_DIGITS, BOXES, IN_BAND, IN_STACK, SECOND, THIRD, Table};

pub(super) type Vector = __m512i;

/// All candidates. Lanes that are not in a box are zero.
pub(super) type Cells = [Vector; 3];

/// The ways of all digits through all bands, or through all stacks. A way is in the three lanes of the lines that it
/// takes.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    pub(super) even: Vector,
    pub(super) odd: Vector,
}

/// What stays in registers.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    /// Rotate the lanes of each box by one place and by two.
    second: Vector,
    third: Vector,
    in_band: [[Vector; 3]; 2],
    in_stack: [[Vector; 3]; 2],
    /// All bits of all lanes; adding it to a lane subtracts 1.
    pub(super) full: Vector,
    all_digits: Vector,
}

impl Constants {
    compiled! {
        pub(super) fn new() -> Constants {
            let three = |tables: &[Table; 3]| [load(&tables[0]), load(&tables[1]), load(&tables[2])];
            let six = |tables: &[[Table; 3]; 2]| [three(&tables[0]), three(&tables[1])];
            Constants {
                second: load(&SECOND),
                third: load(&THIRD),
                in_band: six(&IN_BAND),
                in_stack: six(&IN_STACK),
                full: _mm512_set1_epi16(-1),
                all_digits: _mm512_set1_epi16(ALL_DIGITS as i16),
            }
        }

        /// Returns a vector with the lanes of each box rotated by zero, one and two places.
        pub(super) fn rotated(&self, vector: Vector) -> [Vector; 3] {
            [vector, _mm512_permutexvar_epi16(self.second, vector), _mm512_permutexvar_epi16(self.third, vector)]
        }

        fn union_in_box(&self, vector: Vector) -> Vector {
            union(self.rotated(vector))
        }

        fn sum_in_box(&self, vector: Vector) -> Vector {
            sum(self.rotated(vector))
        }

        /// Returns the candidates of the mini-rows of all boxes; the mini-columns are the `union`.
        fn rows(&self, cells: &Cells) -> Vector {
            union([cells[0], self.rotated(cells[1])[2], self.rotated(cells[2])[1]])
        }

        /// Returns the ways through all bands or stacks, given the candidates of their lines and the `index` of the next
        /// box and the one after it; and the lines that the ways leave, in three rotations.
        ///
        /// Rotating the lines at the end instead would save eight instructions but wait for another permutation.
        fn ways(&self, lines: Vector, index: &[[Vector; 3]; 2]) -> (Ways, [Vector; 3]) {
            let first = self.rotated(lines);
            let (mut next, mut after) = ([lines; 3], [lines; 3]);
            for place in 0..3 {
                next[place] = _mm512_permutexvar_epi16(index[0][place], lines);
                after[place] = _mm512_permutexvar_epi16(index[1][place], lines);
            }
            let (mut even, mut odd, mut left) = ([lines; 3], [lines; 3], [lines; 3]);
            for place in 0..3 {
                let (second, third) = ((place + 1) % 3, (place + 2) % 3);
                even[place] = logic!(A & B & C, first[place], next[second], after[third]);
                odd[place] = logic!(A & B & C, first[place], next[third], after[second]);
                left[place] = _mm512_or_si512(even[place], odd[place]);
            }
            (Ways { even: even[0], odd: odd[0] }, left)
        }

        /// Returns the lanes without their lowest bit.
        fn but_one(&self, vector: Vector) -> Vector {
            _mm512_and_si512(vector, _mm512_add_epi16(vector, self.full))
        }

        /// Returns the candidates of cells that have exactly one.
        fn singles(&self, cells: &Cells) -> Cells {
            let mut singles = *cells;
            for vector in 0..3 {
                singles[vector] = _mm512_srlv_epi16(cells[vector], self.but_one(cells[vector]));
            }
            singles
        }

        /// Sweeps until the rules make no more progress; adds the number of sweeps to `count`.
        pub(super) fn sweep_to_the_end(&self, cells: &mut Cells, count: &mut u64) -> Ending<Ways> {
            let mut before = sum(*cells);
            loop {
                // The same twice, so that the compiler knows which rule comes next.
                for crowded in [Bands, Stacks] {
                    *count += 1;
                    let swept = self.sweep(cells, crowded);
                    // No lane of a box is smaller than its smallest cell.
                    let least = _mm512_min_epu16(_mm512_min_epu16(cells[0], cells[1]), cells[2]);
                    if _mm512_testn_epi16_mask(least, least) & BOXES != 0
                        || differ(swept.places, self.all_digits)
                    {
                        return Ending::Contradiction;
                    }
                    let sums = sum(*cells);
                    if !differ(self.sum_in_box(sums), self.all_digits) {
                        return if self.is_solution(cells) { Ending::Solved } else { Ending::Contradiction };
                    }
                    if !differ(sums, before) {
                        return if self.has_twins(cells) {
                            Ending::Contradiction
                        } else {
                            Ending::Stuck { bands: swept.bands, stacks: swept.stacks }
                        };
                    }
                    before = sums;
                }
            }
        }

        /// Applies every rule once.
        fn sweep(&self, cells: &mut Cells, crowded: Direction) -> Swept {
            let singles = self.singles(cells);
            let taken = self.union_in_box(union(singles));
            // The rows of the cells that the singles leave, without waiting for these cells.
            let rows = logic!((A & !B) | C, self.rows(cells), taken, self.rows(&singles));
            let (bands, rows) = self.ways(rows, &self.in_band);
            let mut in_row = rows;
            for vector in 0..3 {
                in_row[vector] =
                    logic!(A & !(B | C), rows[vector], rows[(vector + 1) % 3], rows[(vector + 2) % 3]);
                let left = logic!((A & !B) | C, cells[vector], taken, singles[vector]);
                cells[vector] = _mm512_and_si512(left, rows[vector]);
                if crowded == Bands {
                    cells[vector] = close_full_lines(cells[vector], in_row[vector]);
                }
            }

            let (stacks, columns) = self.ways(union(*cells), &self.in_stack);
            let in_column = logic!(A & !(B | C), columns[0], columns[1], columns[2]);
            let (mut left, mut places) = (columns[0], union(columns));
            if crowded == Stacks {
                left = close_full_lines(left, in_column);
                places = self.union_in_box(left);
            }
            for vector in 0..3 {
                let hidden_single = _mm512_and_si512(in_column, in_row[vector]);
                let without_one = _mm512_srlv_epi16(self.full, hidden_single);
                let cell = _mm512_and_si512(cells[vector], left);
                cells[vector] = logic!(A & (B | C), cell, hidden_single, without_one);
            }
            Swept { bands, stacks, places }
        }

        /// Returns whether two cells of a box have the same single candidate.
        fn has_twins(&self, cells: &Cells) -> bool {
            let singles = self.singles(cells);
            differ(self.sum_in_box(sum(singles)), self.union_in_box(union(singles)))
        }

        /// Returns whether a grid is solved, given that each box contains each digit once.
        fn is_solution(&self, cells: &Cells) -> bool {
            let (_, rows) = self.ways(self.rows(cells), &self.in_band);
            let (_, columns) = self.ways(union(*cells), &self.in_stack);
            !differ(_mm512_and_si512(union(rows), union(columns)), self.all_digits)
        }
    }
}

/// What a sweep found.
struct Swept {
    bands: Ways,
    stacks: Ways,
    /// The digits that have a place in their box.
    places: Vector,
}

compiled! {
    fn union(vectors: [Vector; 3]) -> Vector {
        logic!(A | B | C, vectors[0], vectors[1], vectors[2])
    }

    fn sum(vectors: [Vector; 3]) -> Vector {
        _mm512_add_epi16(_mm512_add_epi16(vectors[0], vectors[1]), vectors[2])
    }

    fn differ(one: Vector, other: Vector) -> bool {
        _mm512_cmpneq_epu16_mask(one, other) & BOXES != 0
    }

    /// Removes all other digits from mini-lines with three asserted digits.
    fn close_full_lines(lines: Vector, asserted: Vector) -> Vector {
        // The sign is set if there are three or more.
        let sign = _mm512_add_epi16(_mm512_popcnt_epi16(asserted), _mm512_set1_epi16(i16::MAX - 2));
        logic!(A & (B | !C), lines, asserted, _mm512_srai_epi16::<15>(sign))
    }
}
