//! The engines that search.

use std::ops::ControlFlow;

use anyhow::Context;
use clap::ValueEnum;
use dlxbench::cover::{
    Dense, Explorer, Limits, Matrix, Monitor, OptionId, Outcome, ParallelSearch, Problem, Terms,
};

/// How to search. All engines find the same solutions in the same order.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CoverEngine {
    /// Knuth's dancing links; counts updates
    Dlx,
    /// Bitsets, copied instead of restored; the fastest
    Dense,
}

/// Receives each solution; a break ends the search.
pub(super) type Visit<'v> = &'v mut dyn FnMut(&[OptionId]) -> ControlFlow<()>;

/// How far and on how many threads to search.
pub(super) struct Search<'m> {
    pub(super) limits: Limits,
    pub(super) threads: usize,
    pub(super) monitor: &'m Monitor,
}

impl CoverEngine {
    pub(super) fn name(self) -> &'static str {
        match self {
            CoverEngine::Dlx => "dlx",
            CoverEngine::Dense => "dense",
        }
    }

    /// Searches a problem; without a visitor, solutions are only counted.
    pub(super) fn search(
        self,
        problem: &Problem,
        search: &Search<'_>,
        visit: Option<Visit<'_>>,
    ) -> anyhow::Result<Outcome> {
        match self {
            CoverEngine::Dlx => search.run(Matrix::new(problem), visit),
            CoverEngine::Dense => search.run(Dense::new(problem), visit),
        }
    }
}

impl Search<'_> {
    fn run<E: Explorer>(&self, mut engine: E, visit: Option<Visit<'_>>) -> anyhow::Result<Outcome> {
        if self.threads != 1 {
            let search = ParallelSearch::new(&engine, self.limits, self.threads, self.monitor);
            let search = search.context("cannot start the threads")?;
            return Ok(match visit {
                None => search.count(),
                Some(visit) => search.for_each(visit),
            });
        }
        let terms = Terms::new(self.limits).monitored(self.monitor);
        Ok(match visit {
            None => engine.count(terms),
            Some(mut visit) => engine.explore(terms, &mut visit),
        })
    }
}
