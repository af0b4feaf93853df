//! The whole grid in nine vectors: a Sudoku solver that processes all cells, rows, columns and boxes at once.
//!
//! Solvers usually keep a list of changes and follow the consequences one by one. This engine keeps no list. It applies
//! all of its rules to the whole grid, about 240 vector operations without a branch, and repeats this until nothing
//! changes. One such *sweep* costs no more than a few mispredicted branches. When sweeps make no more progress, the
//! engine guesses. Since the grid is only nine vectors, it copies the grid for each way of the guess and never undoes
//! anything.
//!
//! # The lanes
//!
//! A cell is a set of candidates, nine bits of a 16-bit lane. There is one vector for each of the nine positions inside
//! a box and one lane for each of the nine boxes, so one vector contains the same position of all boxes:
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
//!   r=2  | 6 | 7 | 8 |                  a band is a quarter: a byte shuffle moves its boxes;
//!        +---+---+---+                  a stack is a lane of each quarter: a permutation of quarters moves them
//!     mini-column 0
//! ```
//!
//! Sixteen lanes of sixteen bits form one AVX2 register, or two registers of NEON or SSE. Lanes marked with a dot are
//! always zero.
//!
//! AVX-512 has 32 lanes, and a layout of its own with three vectors, the same rules, and the same counters (`avx512`).
//!
//! # Why a sweep needs no loop over units
//!
//! A digit passes through a band in one of **six ways**: it takes one mini-row of each of the three boxes, all in
//! different rows. A way is thus a permutation of three elements; three of the six are rotations ("even"), and three
//! are reflections ("odd"). If M0, M1, M2 are the candidates of the three mini-rows of every box, and → rotates the
//! boxes of a band by one place, then the three even ways of *all* digits in *all* bands are the lanes of one vector,
//!
//! ```text
//!   even = M0 & →M1 & →→M2        odd = M0 & →M2 & →→M1
//! ```
//!
//! and the possible candidates of a mini-row are the union of the ways that use it: `even | odd` for mini-row 0, and
//! the same with rotations for the other two. This covers all interactions of rows with boxes, known to people as
//! *locked candidates*, in 17 operations. Mini-columns and stacks instead of mini-rows and bands cover those of
//! columns.
//!
//! # The rules of a sweep, in order
//!
//! 1. *Naked singles*: if a cell has one candidate, the other cells of its box lose it. (Rows and columns follow by
//!    rule 2, since the digit has only one mini-row left in its box.)
//! 2. *Ways through bands*, as above: mini-rows lose the digits that no way puts there.
//! 3. *Asserted digits*: if two mini-rows of a box are closed to a digit, it must be in the third. A mini-row with
//!    three asserted digits is *full* and loses all others.
//! 4. *Ways through stacks*, and asserted digits of mini-columns. Full mini-lines are looked for among mini-rows in one
//!    sweep and among mini-columns in the next: the rule costs six operations per mini-line, and half of it works
//!    nearly as well.
//! 5. *Hidden singles*: a digit asserted in a mini-row and in a mini-column is in the cell where they cross.
//!
//! The candidates of a box, summed as numbers, tell how the sweep ended. If the sums are the same as before, the sweep
//! changed nothing. If the nine cells of a box are not empty, contain all digits and sum up to 511, each has exactly
//! one candidate. If a cell has no candidate or a digit has no place in a box, there is no solution. Nor is there one
//! if nothing changes any more and two cells of a box have the same single candidate.
//!
//! # The guess
//!
//! Guesses use the vectors of ways, too. Counting, bit by bit, how many of its six ways each digit has left yields the
//! *open* digits of each band and stack: those with two or more ways. The guess takes the band or stack with the fewest
//! open digits and, in it, the lowest digit with two ways if there is one, otherwise the lowest open digit. Each way is
//! a child: a mask closes the other mini-rows of three boxes, removing six or more candidates at once.
//!
//! After 2048 nodes, the search guesses cells instead, and continues with the other ways of the first guesses
//! (`narrow`).
//!
//! # Figures
//!
//! On hard puzzles, a node of the search takes 3.1 sweeps of about 40 ns each, including the other costs of a node (AMD
//! Zen 3 at 3 GHz). One pass through the loop is 298 instructions with AVX2, 835 with SSE and 582 with NEON. SSE has two
//! operands and sixteen registers, so over a third of its instructions copy or spill vectors; the portable lanes take
//! 1,161 on ARM, over half of them scalar. Puzzles with 17 clues take 17 sweeps and 0.7 guesses in total, the hardest
//! known puzzles 370 sweeps and 52 guesses. results/ contains a comparison with other solvers.
//!
//! On AMD Zen 5, a sweep of the hardest puzzles takes 36 ns with AVX2 and 26 ns with AVX-512, likewise with all costs of
//! a node. Its loop has 122 instructions; time relative to AVX2 is 0.69 on 17-clue puzzles and 0.58 on easy ones.
//!
//! # What did not help
//!
//! Each idea was tried on five corpora, mostly while other programs ran, so differences of a few percent mean little:
//! - guessing after three sweeps, whether or not they reached a fixpoint: at least as many sweeps, up to four times the
//!   nodes, and slower unless there are several solutions. Guessing when at most one box changed: equal; at most two: 4
//!   to 15 % slower;
//! - checking for a contradiction right after the rows: equal;
//! - checking for equal single candidates in a box in every sweep: 3 to 8 % slower;
//! - hidden singles only in every second sweep: 4 to 8 % slower; checking for empty cells only at a fixpoint: 1 to 6 %
//!   slower;
//! - naked singles last instead of first: cheaper but more sweeps, 2 to 7 % slower;
//! - rotating stacks by vperm2i128 and vshufpd, with the first band repeated in the fourth quarter, which has a shorter
//!   latency than vpermq: 1 to 2 % faster, but only possible with inline assembly;
//! - other scores for bands, or digits other than the lowest: within 3 % in sweeps, better on one corpus and worse on
//!   another;
//! - breaking ties between bands by fewer digits with three ways: 3 % fewer sweeps on one corpus, 10 % more on another;
//! - weights for bands or digits that led to contradictions, before 512 nodes: up to 5 % fewer sweeps on some corpora,
//!   more on others.
//!
//! Later, on AMD Zen 5, with nothing else on the core:
//! - closing full mini-rows and full mini-columns in every sweep: 2 to 8 % fewer sweeps, but AVX2 1 to 4 % slower;
//! - with AVX-512, sweeping both children of a guess in one loop, instruction by instruction, which also needs that rule
//!   in every sweep: 9 to 11 % faster on hard puzzles, equal with 17 clues, 30 % slower if there are several solutions,
//!   where the second child is often not needed;
//! - guessing after two sweeps, from the third guess on and as long as no node has ended: 5 % faster if there are several
//!   solutions, otherwise up to 1.5 % slower; after one sweep: up to 3 % slower, also if there are several solutions;
//! - from the third guess on and as long as no node has ended, guessing digits with three or more ways first: 4 to 11 %
//!   faster if there are several solutions, within 1 % on other corpora, but 14 % more nodes on random puzzles with 0 to
//!   22 givens.

// A position or a lane indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

mod grid;
mod guess;
mod lanes;
mod narrow;
mod nine;
mod portable;
mod rules;
mod search;
mod trial;

mod vectors;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse;

use self::lanes::{Lanes, Task};
use self::nine::Nine;
use self::search::Stack;
pub(crate) use self::trial::Leftover;
use self::vectors::Detected;
pub use self::vectors::Vectors;
use super::limits::Limits;
use super::solver::{Engine, Sink, assert_fits};
use crate::cover::Outcome;
use crate::sudoku::Geometry;

/// Whole-grid sweeps, for 9×9.
///
/// The counters are the usual ones, except that an update is a sweep. They do not depend on the kind of vectors.
#[derive(Clone, Debug)]
pub struct Sweep {
    detected: Detected,
    stack: Stack,
    /// The same for three vectors.
    #[cfg(target_arch = "x86_64")]
    stack_of_three: avx512::Stack,
}

impl Default for Sweep {
    fn default() -> Sweep {
        Sweep::new()
    }
}

impl Sweep {
    /// Creates an engine that uses the widest vectors of this processor.
    pub fn new() -> Sweep {
        Sweep::with(Vectors::widest()).expect("the processor has its widest vectors")
    }

    /// Creates an engine that uses this kind of vectors, with the same answers and counters; `None` if the processor
    /// does not have them.
    pub fn with(vectors: Vectors) -> Option<Sweep> {
        let detected = Detected::on_this_processor(vectors)?;
        Some(Sweep {
            detected,
            stack: if vectors == Vectors::Avx512 { Stack::none() } else { Stack::new() },
            #[cfg(target_arch = "x86_64")]
            stack_of_three: if vectors == Vectors::Avx512 {
                avx512::new_stack()
            } else {
                avx512::Stack::none()
            },
        })
    }

    /// Returns what the trial of every candidate leaves of a puzzle whose only solution is `solution`.
    pub(crate) fn leftover(&self, givens: &[u8; 81], solution: &[u8; 81]) -> Leftover {
        self.detected.run(Trial { givens, solution })
    }
}

impl Engine for Sweep {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        assert_fits(Geometry::NINE, givens);
        let Ok(givens) = givens.try_into() else { unreachable!("81 cells are 81 cells") };
        #[cfg(target_arch = "x86_64")]
        if let Detected::Avx512(detected) = self.detected {
            return avx512::search(detected, &mut self.stack_of_three, givens, limits, sink);
        }
        self.detected.run(Search { stack: &mut self.stack, givens, limits, sink })
    }
}

struct Search<'a> {
    stack: &'a mut Stack,
    givens: &'a [u8; 81],
    limits: &'a Limits<'a>,
    sink: Sink<'a>,
}

impl Task for Search<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<V: Lanes>(self, proof: V::Proof) -> Outcome {
        search::search::<Nine<V>>(proof, self.stack, self.givens, self.limits, self.sink)
    }
}

struct Trial<'a> {
    givens: &'a [u8; 81],
    solution: &'a [u8; 81],
}

impl Task for Trial<'_> {
    type Output = Leftover;

    #[inline(always)]
    fn run<V: Lanes>(self, proof: V::Proof) -> Leftover {
        trial::leftover::<V>(proof, self.givens, self.solution)
    }
}

#[cfg(test)]
mod tests;
