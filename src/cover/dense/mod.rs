//! The dense engine: exact cover with bitsets that are copied rather than undone.
//!
//! It walks the same tree as dancing links (the first of the items with the fewest options, and its options in order),
//! so it finds the same solutions in the same order after the same nodes and guesses. It has no links and therefore no
//! updates.
//!
//! # State and descent
//!
//! A *compiled* problem has one bit per option and one byte per primary item:
//!
//! ```text
//!   live     1 1 0 1 1 0 1 …   remaining options           64 · W bits
//!   sizes    3 2 ■ 4 ■ 2 … ■   remaining options per item  one byte each, 32 per vector; ■ = 255: covered, or no item
//! ```
//!
//! Choosing an option takes a few operations on whole words: all conflicting options are removed from `live`, and for
//! each removed option a row of zeros and ones is subtracted from `sizes`, 32 items at a time. Vector instructions also
//! find the smallest size and the first item that has it. A guess keeps a copy of the state and tries its options from
//! there; a forced move works in place; nothing is ever undone. ([`descent`])
//!
//! Conflicts are stored by item: two options conflict if they share an item, unless both give it the same color.
//! Secondary items and colors are therefore only additional bitsets next to those of the primary items, and cost
//! nothing in the state. ([`compile`])
//!
//! # Stages
//!
//! Small bitsets are fast, so once enough options are gone, the rest of the problem is compiled again:
//!
//! ```text
//!   lists ──▶ 1024 options ──▶ 256 ──▶ 64        (any stage may be skipped)
//! ```
//!
//! A compilation must pay for itself: each stage is on trial, and a stage whose compilations serve too few nodes is
//! skipped for a while ([`stages`]). A problem starts as lists, which may hold any number of options. Lists are
//! searched with a trail that undoes choices, since copying would take too much memory ([`wide`]).
//!
//! # Processors
//!
//! All hot code is compiled twice: for any processor, and for processors with AVX2, which is detected at run time. The
//! counts are the same. ([`lanes`]) The search itself is compiled for seven combinations of bitset length and size
//! length. Twelve combinations, with a stage of 512 options and shorter sizes for 1024 options, gained nothing: without
//! the other five, pentominoes 6×10, queens 20 and 26 and Langford 20 take the same number of instructions within 1 %
//! (AVX2; the portable flavor was not measured).

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

/// An exact-cover problem as bitsets, built once and searched any number of times.
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

    /// Prepares a problem for a search without special instructions, whatever this processor supports.
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
