//! Which compiled form comes next: problems are compiled anew, to smaller bitsets, when they have shrunk enough.
//!
//! A compilation costs as much as some tens of nodes, and how many nodes it is used for depends on the problem. So each
//! stage is on trial: when its compilations have been used for too few nodes on average, it is left out for a while. That
//! changes how fast the search is, never what it counts.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::compile::{Compiled, Compiler, Rest, Shrink};
use super::descent::Descent;
use super::lanes::{Flavour, LANES, Single, Sizes, Twice};
use super::source::Source;
use super::walk::Walk;

/// The lengths of bitsets in words, and how many nodes a compilation to each must be used for to pay.
const WORDS: [usize; 3] = [1, 4, MOST_WORDS];
const NODES_TO_PAY: [u64; 3] = [40, 200, 160];
const MOST_WORDS: usize = 16;

/// The most options and items of a compiled problem, and the most options of an item.
pub(super) const MOST_OPTIONS: usize = 64 * MOST_WORDS;
pub(super) const MOST_GROUPS: usize = 4;
pub(super) const MOST_ITEMS: usize = MOST_GROUPS * LANES;
pub(super) const MOST_OPTIONS_OF_ITEM: u32 = 254;

/// The stage whose bitsets are single words.
pub(super) const ONE_WORD: usize = 0;

/// How many vectors the sizes of so many items take beside bitsets of `words` words: 1, 2 or 4.
///
/// The longest bitsets always have 4: few nodes are so large, and each further form is one more copy of the search.
pub(super) fn groups_for(words: usize, items: usize) -> usize {
    if words == MOST_WORDS { MOST_GROUPS } else { items.div_ceil(LANES).next_power_of_two() }
}

/// Compilations on trial, and opportunities that are let go when the trial was lost.
const TRIALS: u64 = 64;
const PENALTY: u64 = 8192;

#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    compilations: u64,
    nodes: u64,
    /// Opportunities to be let go.
    barred: u64,
}

/// The memory of all stages, and what is known about their worth.
#[derive(Clone, Debug)]
pub(super) struct Stages<F> {
    flavour: F,
    source: Arc<Source>,
    compiler: Compiler,
    compiled: [Compiled; WORDS.len()],
    trials: [Trial; WORDS.len()],
}

impl<F: Flavour> Stages<F> {
    pub(super) fn new(flavour: F, source: Arc<Source>) -> Stages<F> {
        let compiler = Compiler::new(&source);
        Stages { flavour, source, compiler, compiled: Default::default(), trials: Default::default() }
    }

    #[cfg(target_arch = "x86_64")]
    pub(super) fn flavour(&self) -> F {
        self.flavour
    }

    /// The stage to which a problem with so many options left is compiled, from bitsets of `words` words; `None` if it had
    /// better stay as it is.
    #[inline(always)]
    pub(super) fn smaller_stage(&mut self, words: usize, options: u32) -> Option<usize> {
        for (class, (smaller, trial)) in WORDS.into_iter().zip(&mut self.trials).enumerate() {
            if smaller >= words {
                return None;
            }
            if options as usize <= 64 * smaller {
                if trial.barred == 0 {
                    return Some(class);
                }
                trial.barred -= 1;
            }
        }
        None
    }

    /// Whether a problem with so many options, which has not been compiled yet, should be.
    pub(super) fn is_worth_it(&mut self, options: usize) -> bool {
        let class = Self::class_for(options);
        let trial = &mut self.trials[class];
        let is_barred = trial.barred > 0;
        trial.barred = trial.barred.saturating_sub(1);
        !is_barred
    }

    fn class_for(options: usize) -> usize {
        WORDS.iter().position(|words| options <= 64 * words).unwrap_or(WORDS.len() - 1)
    }

    /// Compiles what is left of a problem that has not been compiled yet, and searches it.
    pub(super) fn descend_from(
        &mut self,
        options: usize,
        list: impl FnOnce(&mut Rest),
        walk: &mut Walk<'_>,
    ) -> ControlFlow<()> {
        self.descend(Self::class_for(options), list, walk)
    }

    /// Compiles what is left and searches it.
    pub(super) fn descend(
        &mut self,
        class: usize,
        list: impl FnOnce(&mut Rest),
        walk: &mut Walk<'_>,
    ) -> ControlFlow<()> {
        let mut compiled = std::mem::take(&mut self.compiled[class]);
        list(&mut compiled.rest);
        self.compiler.compile(WORDS[class], &self.source, &mut compiled);
        self.search_on_trial(class, compiled, walk)
    }

    /// Compiles what is left of a compiled problem to bitsets of one word, and searches it.
    pub(super) fn shrink<const W: usize>(
        &mut self,
        from: &Compiled,
        live: [u64; W],
        items: u128,
        walk: &mut Walk<'_>,
    ) -> ControlFlow<()> {
        let mut into = std::mem::take(&mut self.compiled[ONE_WORD]);
        self.flavour.run(Shrink { flavour: self.flavour, from, live, items, into: &mut into });
        self.search_on_trial(ONE_WORD, into, walk)
    }

    fn search_on_trial(&mut self, class: usize, compiled: Compiled, walk: &mut Walk<'_>) -> ControlFlow<()> {
        let before = walk.nodes();
        let is_fair = !walk.is_in_top();
        let flow = self.search(class, &compiled, walk);
        if is_fair {
            self.judge(class, walk.nodes() - before);
        }
        self.compiled[class] = compiled;
        flow
    }

    fn judge(&mut self, class: usize, nodes: u64) {
        let trial = &mut self.trials[class];
        trial.compilations += 1;
        trial.nodes += nodes;
        if trial.compilations == TRIALS {
            let is_worth_it = trial.nodes >= TRIALS * NODES_TO_PAY[class];
            *trial = Trial { barred: if is_worth_it { 0 } else { PENALTY }, ..Trial::default() };
        }
    }

    fn search(&mut self, class: usize, compiled: &Compiled, walk: &mut Walk<'_>) -> ControlFlow<()> {
        let words = WORDS[class];
        match (words, groups_for(words, compiled.rest.items.len())) {
            (1, 1) => self.descend_with::<Single<F::Vector>, 1>(compiled, walk),
            (1, 2) => self.descend_with::<Twice<Single<F::Vector>>, 1>(compiled, walk),
            (1, _) => self.descend_with::<Twice<Twice<Single<F::Vector>>>, 1>(compiled, walk),
            (4, 1) => self.descend_with::<Single<F::Vector>, 4>(compiled, walk),
            (4, 2) => self.descend_with::<Twice<Single<F::Vector>>, 4>(compiled, walk),
            (4, _) => self.descend_with::<Twice<Twice<Single<F::Vector>>>, 4>(compiled, walk),
            _ => self.descend_with::<Twice<Twice<Single<F::Vector>>>, MOST_WORDS>(compiled, walk),
        }
    }

    fn descend_with<S: Sizes<F>, const W: usize>(
        &mut self,
        compiled: &Compiled,
        walk: &mut Walk<'_>,
    ) -> ControlFlow<()> {
        let flavour = self.flavour;
        flavour.run(Descent::<F, S, W> { flavour, compiled, walk, stages: self, start: None })
    }
}
