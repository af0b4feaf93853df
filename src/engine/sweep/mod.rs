//! The whole grid in nine vectors: a Sudoku solver that looks at every cell, row, column and box at once.
//!
//! Solvers usually keep a list of what has changed and follow its consequences one by one. This one keeps no list.
//! It applies every rule it knows to the whole grid, some 240 vector operations without a branch, and does so again
//! until nothing changes: a *sweep* costs no more than a handful of mispredicted branches. When sweeps lead no
//! further it guesses, and since the grid is only nine vectors, it copies the grid for each way of the guess and
//! never undoes anything.
//!
//! # The lanes
//!
//! A cell is a set of candidates, nine bits of a 16-bit lane. There is one vector for each of the nine positions
//! inside a box, and one lane for each of the nine boxes, so the same position of all boxes is in one vector:
//!
//! ```text
//!   a box: position 3·r + c            a vector: lane 4·R + C, box (R, C)
//!
//!         c=0 c=1 c=2                   quarter 0        quarter 1        quarter 2        quarter 3
//!        +---+---+---+                 +--+--+--+--+    +--+--+--+--+    +--+--+--+--+    +--+--+--+--+
//!   r=0  | 0 | 1 | 2 |  mini-row 0     |00|01|02| ·|    |10|11|12| ·|    |20|21|22| ·|    | ·| ·| ·| ·|
//!        +---+---+---+                 +--+--+--+--+    +--+--+--+--+    +--+--+--+--+    +--+--+--+--+
//!   r=1  | 3 | 4 | 5 |                  lanes 0-3        lanes 4-7        lanes 8-11       lanes 12-15
//!        +---+---+---+
//!   r=2  | 6 | 7 | 8 |                  a band is a quarter: its boxes change places by a shuffle of bytes;
//!        +---+---+---+                  a stack is a lane of each quarter: by a permutation of quarters
//!     mini-column 0
//! ```
//!
//! Sixteen lanes of sixteen bits are one AVX2 register. Lanes marked with a dot are always zero.
//!
//! # Why a sweep needs no loop over units
//!
//! A digit goes through a band in one of **six ways**: it takes a mini-row of each of the three boxes, all in
//! different rows, so a way is a permutation of three things, and three of the six are rotations ("even"), three
//! reflections ("odd"). With M0, M1, M2 the candidates of the three mini-rows of every box, and → the rotation of a
//! band's boxes by one place, the three even ways of *all* digits in *all* bands are the lanes of one vector,
//!
//! ```text
//!   even = M0 & →M1 & →→M2        odd = M0 & →M2 & →→M1
//! ```
//!
//! and what is possible in a mini-row is the union of the ways that use it: `even | odd` for mini-row 0, and the same
//! with rotations for the other two. That is every interaction of rows with boxes, the *locked candidates* of
//! people, in 17 operations. With mini-columns and stacks in place of mini-rows and bands it is those of columns.
//!
//! # The rules of a sweep, in order
//!
//! 1. *Naked singles*: a cell with one candidate; the other cells of its box lose it. (Rows and columns follow by
//!    rule 2: the digit is left with one mini-row in its box.)
//! 2. *Ways through bands*, as above: mini-rows lose the digits that no way brings there.
//! 3. *Asserted digits*: a digit whose other two mini-rows in the box are closed must be in the third. A mini-row with
//!    three asserted digits is *full*: all others leave.
//! 4. *Ways through stacks*, and asserted digits of mini-columns. Rule 3 works on mini-rows in one sweep and on
//!    mini-columns in the next: it costs six operations a line, and half of it does nearly as well.
//! 5. *Hidden singles*: asserted in a mini-row and in a mini-column is asserted in the cell where they cross.
//!
//! The candidates of a box, summed as numbers, tell how it ended: the same sums as before, and the sweep changed
//! nothing; nine cells that are not empty, hold all digits, and sum up to 511, and each has one candidate. A cell
//! without candidate or a digit without place in a box, and there is no solution; nor is there one if, when
//! nothing changes any more, two cells of a box have the same only candidate.
//!
//! # The guess
//!
//! The vectors of ways are also what is guessed upon. Counting, bit by bit, how many of the six ways each digit has,
//! gives the *open* digits of three bands and three stacks, those with two ways or more. The guess goes to the band or
//! stack with the fewest open digits, and in it to the lowest digit with two ways, if there is one. Each way is a
//! child: a mask that closes the other mini-rows of three boxes, six or more candidates at a stroke.
//!
//! After 2048 nodes guesses are at cells, and the search goes on at the other ways of the first guesses (`narrow`).
//!
//! # Figures
//!
//! Per node of the search 3.1 sweeps on hard puzzles, about 40 ns each with what a node costs beside them (AMD Zen 3 at
//! 3 GHz; the loop has about 325 instructions). Puzzles with 17 clues take 17 sweeps and 0.7 guesses in all, the
//! hardest known ones 370 sweeps and 52 guesses. results/ has the comparison with other solvers.
//!
//! # What did not help
//!
//! Each tried on five corpora, mostly while other programs ran, so that a few percent mean little:
//! - guessing after three sweeps, fixpoint or not: as many sweeps or more, up to four times the nodes, and slower
//!   unless there are several solutions. The same when at most one box changed: equal; at most two: 4 to 15 % slower;
//! - looking for a contradiction after the rows already: equal;
//! - equal only candidates in a box looked for in every sweep: 3 to 8 % slower;
//! - hidden singles in every second sweep only: 4 to 8 % slower; empty cells looked for at a fixpoint only: 1 to 6 %;
//! - naked singles last instead of first: cheaper sweeps, but more of them, 2 to 7 % slower;
//! - rotating stacks by vperm2i128 and vshufpd with the first band repeated in the fourth quarter, which has a shorter
//!   latency than vpermq: 1 to 2 % faster, and not to be had without inline assembly;
//! - other scores for bands, other digits than the lowest: within 3 % in sweeps, better on one corpus and worse on the
//!   next;
//! - ties between bands to the one with fewer digits of three ways: 3 % fewer sweeps on one corpus, 10 % more on
//!   another;
//! - weights for bands or digits that ran empty, before 512 nodes: up to 5 % fewer sweeps on some corpora, more on
//!   others.

// A position or a lane indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

mod grid;
mod guess;
mod lanes;
mod narrow;
mod portable;
mod rules;
mod search;
mod trial;

#[cfg(target_arch = "x86_64")]
mod avx2;

use self::portable::Portable;
use self::search::Stack;
pub(crate) use self::trial::Leftover;
use super::limits::Limits;
use super::solver::{Engine, Sink, assert_fits};
use crate::cover::Outcome;
use crate::sudoku::Geometry;

/// Whole-grid sweeps, for 9×9.
///
/// The counters are those of any engine, except that an update is a sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    vectors: Vectors,
    stack: Stack,
}

/// What the processor's vectors are.
#[derive(Clone, Copy, Debug)]
enum Vectors {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Detected),
}

impl Default for Sweep {
    fn default() -> Sweep {
        Sweep::new()
    }
}

impl Sweep {
    /// An engine with the widest vectors that this processor has.
    pub fn new() -> Sweep {
        #[cfg(target_arch = "x86_64")]
        if let Some(detected) = avx2::Detected::on_this_processor() {
            return Sweep { vectors: Vectors::Avx2(detected), stack: Stack::new() };
        }
        Sweep::portable()
    }

    /// An engine that any processor can run, with the same answers and the same counters.
    pub fn portable() -> Sweep {
        Sweep { vectors: Vectors::Portable, stack: Stack::new() }
    }

    /// What the trial of every candidate leaves of a puzzle that has this one solution.
    pub(crate) fn leftover(&self, givens: &[u8; 81], solution: &[u8; 81]) -> Leftover {
        match self.vectors {
            Vectors::Portable => trial::leftover::<Portable>((), givens, solution),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(detected) => avx2::leftover(detected, givens, solution),
        }
    }
}

impl Engine for Sweep {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        assert_fits(Geometry::NINE, givens);
        let Ok(givens) = givens.try_into() else { unreachable!("81 cells are 81 cells") };
        match self.vectors {
            Vectors::Portable => search::search::<Portable>((), &mut self.stack, givens, limits, sink),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(detected) => avx2::search(detected, &mut self.stack, givens, limits, sink),
        }
    }
}

#[cfg(test)]
mod tests;
