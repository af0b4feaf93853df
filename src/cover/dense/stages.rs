//! Selects the next compiled form: a problem that has shrunk enough is compiled again, to smaller bitsets.
//!
//! A compilation costs as much as a few dozen nodes, and how many nodes it serves depends on the problem. So each stage
//! is on trial: if its compilations served too few nodes on average, it is skipped for a while. This changes the speed
//! of the search, never its counts.

use std::sync::Arc;

use super::compile::{Compiled, Compiler, MOST_WORDS, Rest};
use super::source::Source;

/// The bitset length of each stage in words, and the number of nodes a compilation must serve to pay for itself.
pub(super) const WORDS: [usize; 3] = [1, 4, MOST_WORDS];
const NODES_TO_PAY: [u64; 3] = [40, 200, 160];

/// The stage whose bitsets are single words.
pub(super) const ONE_WORD: usize = 0;

/// Compilations per trial, and opportunities to skip after a failed trial.
const TRIALS: u64 = 64;
const PENALTY: u64 = 8192;

#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    compilations: u64,
    nodes: u64,
    /// Opportunities to skip.
    barred: u64,
}

/// The memory of all stages, and the state of their trials.
#[derive(Clone, Debug)]
pub(super) struct Stages {
    source: Arc<Source>,
    compiler: Compiler,
    compiled: [Compiled; WORDS.len()],
    trials: [Trial; WORDS.len()],
}

impl Stages {
    pub(super) fn new(source: Arc<Source>) -> Stages {
        let compiler = Compiler::new(&source);
        Stages { source, compiler, compiled: Default::default(), trials: Default::default() }
    }

    /// Returns the stage to which a problem with bitsets of `words` words and `options` remaining options should be
    /// compiled; `None` if it should stay as it is.
    #[inline(always)]
    pub(super) fn smaller_stage(&mut self, words: usize, options: u32) -> Option<usize> {
        for (stage, (smaller, trial)) in WORDS.into_iter().zip(&mut self.trials).enumerate() {
            if smaller >= words {
                return None;
            }
            if options as usize <= 64 * smaller {
                if trial.barred == 0 {
                    return Some(stage);
                }
                trial.barred -= 1;
            }
        }
        None
    }

    /// Takes the memory of a stage, to be returned by [`put_back`](Self::put_back).
    pub(super) fn take(&mut self, stage: usize) -> Compiled {
        std::mem::take(&mut self.compiled[stage])
    }

    /// Compiles what `list` lists, using the memory of a stage.
    pub(super) fn compile(&mut self, stage: usize, list: impl FnOnce(&mut Rest)) -> Compiled {
        let mut compiled = self.take(stage);
        list(&mut compiled.rest);
        self.compiler.compile(WORDS[stage], &self.source, &mut compiled);
        compiled
    }

    /// Returns the memory of a stage, and rates the compilation by the nodes it served, if known.
    pub(super) fn put_back(&mut self, stage: usize, compiled: Compiled, nodes: Option<u64>) {
        self.compiled[stage] = compiled;
        let Some(nodes) = nodes else { return };
        let trial = &mut self.trials[stage];
        trial.compilations += 1;
        trial.nodes += nodes;
        if trial.compilations == TRIALS {
            let is_worth_it = trial.nodes >= TRIALS * NODES_TO_PAY[stage];
            *trial = Trial { barred: if is_worth_it { 0 } else { PENALTY }, ..Trial::default() };
        }
    }
}
