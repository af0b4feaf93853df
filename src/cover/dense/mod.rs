//! The dense engine: exact cover by bitsets that are copied, not taken back.
//!
//! It walks the same tree as dancing links do (the first of the items with the fewest options, its options in order),
//! so it finds the same solutions in the same order after the same nodes and guesses. It has no links, and so no
//! updates.
//!
//! # State and descent
//!
//! A *compiled* problem has a bit for each option and a byte for each primary item:
//!
//! ```text
//!   live     1 1 0 1 1 0 1 …   options that are left       64 · W bits
//!   sizes    3 2 ■ 4 ■ 2 … ■   options each item has left  a byte each, 32 in a vector; ■ = 255: covered, or no item
//! ```
//!
//! Choosing an option is a few operations on whole words: what conflicts with it leaves `live`, and for each option
//! that goes a row of zeros and ones is subtracted from `sizes`, 32 items at a time. The smallest size and the first
//! item that has it come from vector instructions too. A guess keeps a copy of the state and tries its options from
//! there; a forced move works in place; nothing is ever undone. ([`descent`])
//!
//! Which options conflict is known by item: two options conflict if they share an item, unless both give it the same
//! color. So secondary items and colors are only more bitsets beside those of the primary items, and cost nothing in
//! the state. ([`compile`])
//!
//! # Stages
//!
//! Small bitsets are fast, so when enough options have gone, what is left is compiled again:
//!
//! ```text
//!   lists ──▶ 1024 options ──▶ 256 ──▶ 64        (any stage may be left out)
//! ```
//!
//! A compilation must pay for itself; each stage is on trial, and one whose compilations are used for too few nodes is
//! left out for a while ([`stages`]). Problems begin as lists, in which there may be any number of options; these are
//! searched with a trail to take choices back, since copying would cost too much memory ([`wide`]).
//!
//! # Processors
//!
//! Everything that is hot is compiled twice: for any processor, and for those with AVX2, which is detected at run time.
//! The counts are the same. ([`lanes`]) The search itself is compiled for seven pairs of lengths, of bitsets and of
//! sizes. There were twelve, with a stage of 512 options and shorter sizes beside 1024 options; without them
//! pentominoes 6×10, queens 20 and 26 and Langford 20 take the same number of instructions within 1 % (AVX2; the
//! portable flavor was not measured).

mod compile;
mod descent;
mod lanes;
mod source;
mod stages;
mod state;
mod wide;

use std::ops::ControlFlow;
use std::sync::Arc;

use self::lanes::Portable;
use self::source::Source;
use self::stages::Stages;
use self::wide::Wide;
use super::explore::{Explorer, Terms, Visitor, outcome_without_search};
use super::outcome::{Ended, Outcome};
use super::problem::{ItemId, Problem};
use super::walk::Walk;

/// An exact-cover problem as bitsets, made once and searched as often as wanted.
///
/// ```
/// use dlxbench::cover::{Dense, Explorer, Terms, problems};
///
/// let mut dense = Dense::new(&problems::queens(6).unwrap());
/// assert_eq!(dense.count(Terms::default()).solutions, 4);
/// ```
#[derive(Clone, Debug)]
pub struct Dense {
    wide: Wide,
    stages: Stages,
    #[cfg(target_arch = "x86_64")]
    avx2: Option<lanes::Avx2>,
}

impl Dense {
    /// Prepares a problem.
    pub fn new(problem: &Problem) -> Dense {
        Dense {
            #[cfg(target_arch = "x86_64")]
            avx2: lanes::Avx2::detect(),
            ..Dense::portable(problem)
        }
    }

    /// Prepares a problem for a search that uses no special instructions, whatever this processor has.
    pub fn portable(problem: &Problem) -> Dense {
        let source = Arc::new(Source::new(problem));
        Dense {
            stages: Stages::new(Arc::clone(&source)),
            wide: Wide::new(source),
            #[cfg(target_arch = "x86_64")]
            avx2: None,
        }
    }

    fn search(&mut self, walk: &mut Walk<'_>) -> ControlFlow<()> {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return wide::search(avx2, &mut self.wide, walk, &mut self.stages);
        }
        wide::search(Portable, &mut self.wide, walk, &mut self.stages)
    }
}

impl Explorer for Dense {
    fn item_without_option(&self) -> Option<ItemId> {
        self.wide.item_without_option()
    }

    fn explore(&mut self, terms: Terms<'_>, visitor: &mut dyn Visitor) -> Outcome {
        if let Some(outcome) = outcome_without_search(self, terms.limits) {
            return outcome;
        }
        let mut walk = Walk::new(terms, Some(visitor));
        if self.search(&mut walk).is_continue() {
            let _ = walk.end(Ended::Complete);
        }
        self.wide.restore(0, 0);
        walk.outcome()
    }
}
