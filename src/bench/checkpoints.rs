//! States of a run from which it can go on, taken while it goes on.
//!
//! What is counted in input order is exact between any two portions. What workers record is not: each has its own
//! recorder, and the portions that it has worked on may be ahead of those that were taken. So a checkpoint begins with a
//! *cut*: the number of a portion that no worker has yet. Before its first portion from the cut on, each worker hands in
//! what it has recorded so far. The checkpoint is complete when all of them have.

use std::collections::BTreeSet;
use std::io;

use serde::{Deserialize, Serialize};

use super::cut::{Cut, StoredMark, StoredPassed};
use super::measured::Measured;
use super::observer::Observer;
use super::recorder::Recorder;
use crate::corpus::stream::Portion;
use crate::corpus::{Part, Source};

/// A state of a run: all that it has measured, and where the rest begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub(super) measured: Measured,
    /// How many puzzles have been read.
    pub(super) puzzles: u64,
    /// The first source that has not been read to its end, and how far it has been read.
    source: usize,
    reached: Option<StoredPassed>,
}

impl State {
    /// Returns the state at the end of a run.
    pub(super) fn at_end(measured: Measured) -> State {
        let (puzzles, source) = (measured.progress.puzzles, measured.corpora.len());
        State { measured, puzzles, source, reached: None }
    }

    /// Returns the number of puzzles that have been solved.
    pub fn puzzles(&self) -> u64 {
        self.measured.progress.puzzles
    }

    /// Restricts sources to what is still to be read.
    pub fn rest_of(&self, sources: &[Source]) -> Vec<Source> {
        let mut rest = sources.to_vec();
        for (index, source) in rest.iter_mut().enumerate() {
            let end = source.part.map_or(u64::MAX, |part| part.end);
            if index < self.source {
                source.part = Some(Part::between(0, 0));
            } else if let (true, Some(reached)) = (index == self.source, self.reached) {
                source.part = Some(Part::after(reached.to.into(), end));
            }
        }
        rest
    }

    /// Returns where the part of a source began that has been read in part.
    pub(super) fn began(&self, source: usize) -> Option<StoredMark> {
        self.reached.filter(|_| source == self.source).map(|reached| reached.from)
    }
}

/// Takes checkpoints when the observer wants them.
pub(super) struct Checkpoints<'c> {
    cut: &'c Cut,
    /// More portions than can be on their way.
    ahead: u64,
    /// What all workers recorded before the last cut.
    pub(super) before: Recorder,
    /// The workers that have worked so far, and those of them that have not handed in what they recorded before the cut.
    active: BTreeSet<usize>,
    awaited: BTreeSet<usize>,
    /// The state at the cut, without what workers recorded; `None` before the cut is reached.
    state: Option<State>,
    /// Where the last portion ended.
    last: (usize, Option<StoredPassed>),
    puzzles: u64,
    /// The source in which the run went on, and where its part began before the interruption.
    origin: Option<(usize, StoredMark)>,
}

impl<'c> Checkpoints<'c> {
    pub(super) fn new(cut: &'c Cut, ahead: u64, from: Option<&State>) -> Checkpoints<'c> {
        Checkpoints {
            cut,
            ahead,
            before: from.map_or(Recorder::default(), |state| state.measured.recorder.clone()),
            active: BTreeSet::new(),
            awaited: BTreeSet::new(),
            state: None,
            last: from.map_or((0, None), |state| (state.source, state.reached)),
            puzzles: from.map_or(0, |state| state.puzzles),
            origin: from.and_then(|state| Some((state.source, state.reached?.from))),
        }
    }

    /// Before the result of a portion is taken: it may be the first behind the cut.
    pub(super) fn before(
        &mut self,
        portion: &Portion,
        measured: &Measured,
        observer: &mut (dyn Observer + Send),
    ) -> io::Result<()> {
        let is_cut = self.state.is_none() && self.cut.before(portion.number()).is_some();
        if is_cut {
            let (source, reached) = self.last;
            let state = State { measured: measured.clone(), puzzles: self.puzzles, source, reached };
            self.awaited = self.active.clone();
            self.state = Some(state);
            observer.cut()?;
        }
        Ok(())
    }

    /// After the result of a portion was taken, and with it what a worker recorded before the cut.
    pub(super) fn after(
        &mut self,
        portion: &Portion,
        (worker, handed_in): (usize, Option<Recorder>),
        observer: &mut (dyn Observer + Send),
    ) -> io::Result<()> {
        self.active.insert(worker);
        if let Some(recorder) = handed_in {
            self.before.merge(&recorder);
            self.awaited.remove(&worker);
        }
        self.last = match portion.end {
            Some(_) => (portion.source + 1, None),
            None => {
                let reached = portion.reached.map(StoredPassed::from);
                let origin = self.origin.filter(|(source, _)| *source == portion.source);
                let begun = |reached: StoredPassed| origin.map_or(reached.from, |(_, from)| from);
                (portion.source, reached.map(|reached| StoredPassed { from: begun(reached), ..reached }))
            }
        };
        self.puzzles = portion.first + portion.batch.len() as u64;
        match &mut self.state {
            Some(state) if self.awaited.is_empty() => {
                // A block may go on behind the cut; the next cut will be at a better place.
                if state.reached.is_some() || is_between_sources(state) {
                    state.measured.recorder = self.before.clone();
                    let text = serde_json::to_vec(state).map_err(io::Error::other)?;
                    observer.checkpoint(state.puzzles, &text)?;
                }
                self.state = None;
                self.cut.set(None);
            }
            None if self.cut.before(u64::MAX - 1).is_none() && observer.is_checkpoint_due() => {
                self.cut.set(Some(portion.number() + self.ahead + 1));
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether nothing of the next source has been read.
fn is_between_sources(state: &State) -> bool {
    state.measured.corpora.get(state.source).is_none_or(|corpus| {
        corpus.puzzles + corpus.unsolved + corpus.malformed + corpus.wrong_solutions == 0
    })
}
