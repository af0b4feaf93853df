//! Takes finished parcels in the order of the input, and tells the observer.
//!
//! Workers hand in their parcels themselves, one at a time: a thread of its own for this would wake up for every batch
//! and push a worker off its core.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::error::RunError;
use super::measured::SourceTally;
use super::measurement::SolvedPuzzle;
use super::observer::{Observer, Progress};
use super::parcel::Parcel;
use super::passes::Timed;
use crate::corpus::Source;
use crate::engine::Status;
use crate::record::{Faults, PuzzleTime};

/// Puts parcels back into order.
pub(super) struct Collector<'a> {
    sources: &'a [Source],
    observer: &'a mut (dyn Observer + Send),
    /// Set when something went wrong: everybody is to stop.
    stop: &'a AtomicBool,
    /// Where parcels are filled again, and those that will be sent there together.
    empty: Sender<Vec<Parcel>>,
    free: Vec<Parcel>,
    /// How many parcels there are in all.
    parcels: usize,
    /// Parcels that came before their turn, and whose turn it is.
    waiting: BTreeMap<u64, Parcel>,
    next: u64,
    /// The first failure.
    pub(super) outcome: Result<(), RunError>,
    pub(super) tallies: Vec<SourceTally>,
    pub(super) malformed: Faults,
    pub(super) wrong_solutions: Faults,
    /// Whether this is the first pass: what is said about lines is said once.
    is_first: bool,
    /// Puzzles and bytes of the passes before this one.
    before: Progress,
    puzzles: u64,
    bytes: u64,
    /// The times of all puzzles, if there are several passes.
    pub(super) times: Vec<Option<Timed>>,
    /// The names of the classes that the parcels so far have told of.
    pub(super) classes: Vec<String>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        sources: &'a [Source],
        observer: &'a mut (dyn Observer + Send),
        stop: &'a AtomicBool,
        empty: Sender<Vec<Parcel>>,
        parcels: usize,
        before: Option<Progress>,
    ) -> Collector<'a> {
        // The receiver is the reader, who ends last; and if it has ended, nobody needs parcels.
        let _ = empty.send((0..parcels).map(|_| Parcel::default()).collect());
        Collector {
            sources,
            observer,
            stop,
            empty,
            free: Vec::with_capacity(parcels),
            parcels,
            waiting: BTreeMap::new(),
            next: 0,
            outcome: Ok(()),
            tallies: vec![SourceTally::default(); sources.len()],
            malformed: Faults::default(),
            wrong_solutions: Faults::default(),
            is_first: before.is_none(),
            before: before.unwrap_or_default(),
            puzzles: 0,
            bytes: 0,
            times: Vec::new(),
            classes: Vec::new(),
        }
    }

    /// Takes a finished parcel, and all that have waited for it.
    pub(super) fn hand_in(&mut self, parcel: Parcel, result: Result<(), RunError>) {
        if self.outcome.is_ok() {
            self.outcome = result;
        }
        self.waiting.insert(parcel.number, parcel);
        while let Some(mut parcel) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.outcome.is_ok() {
                self.outcome = self.take(&mut parcel).map_err(RunError::from);
            }
            self.free.push(parcel);
        }
        // Half of all parcels at a time, in one piece: waking the reader for each would push a worker off its core each
        // time. The other half is on its way, so nobody waits for ever.
        if self.free.len() >= self.parcels / 2 {
            let _ = self.empty.send(std::mem::replace(&mut self.free, Vec::with_capacity(self.parcels)));
        }
        if self.outcome.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn take(&mut self, parcel: &mut Parcel) -> io::Result<()> {
        self.classes.append(&mut parcel.new_classes);
        let source = &self.sources[parcel.source];
        let tally = &mut self.tallies[parcel.source];
        let result = &mut parcel.result;
        tally.puzzles += result.solved;
        tally.digest += result.digest;
        tally.unsolved += result.unsolved;
        tally.bad_lines += parcel.batch.bad_lines.len() as u64;
        tally.wrong_solutions += result.wrong_solutions.len() as u64;
        tally.failure = parcel.failure.take().or(tally.failure.take());
        if self.is_first {
            for bad in &parcel.batch.bad_lines {
                let reason = bad.reason.to_string();
                self.malformed.add(|| format!("{}, {reason}", source.name));
                self.observer.bad_line(source, bad.line, &bad.text, &reason)?;
            }
            for (line, reason) in &result.wrong_solutions {
                self.wrong_solutions.add(|| format!("{}, {reason}", source.name));
                self.observer.wrong_solution(source, *line, reason)?;
            }
            if let Some(detected) = parcel.detected.take() {
                self.observer.detected(source, &detected);
            }
        }
        self.times.append(&mut result.times);
        for puzzle in &result.puzzles {
            tell(self.observer, &source.name, &self.classes, puzzle)?;
        }
        self.puzzles += result.solved;
        self.bytes = parcel.bytes_read;
        self.observer.progress(self.progress());
        Ok(())
    }

    /// How far the run has come, all passes together.
    pub(super) fn progress(&self) -> Progress {
        Progress { puzzles: self.before.puzzles + self.puzzles, bytes: self.before.bytes + self.bytes }
    }
}

/// Tells the observer each time of a puzzle.
fn tell(
    observer: &mut (dyn Observer + Send),
    file: &str,
    classes: &[String],
    puzzle: &SolvedPuzzle,
) -> io::Result<()> {
    let counters = puzzle.outcome.counters;
    // Solved without a search for a second solution: the summary counts it as stopped too.
    let status = if puzzle.status == Status::Solved { Status::Stopped } else { puzzle.status };
    for &time_ns in &puzzle.times_ns {
        observer.puzzle(&PuzzleTime {
            file,
            line: puzzle.line,
            class: &classes[usize::from(puzzle.class)],
            engine: puzzle.engine.name(),
            puzzle: &puzzle.puzzle,
            solution: &puzzle.solution,
            status: status.name(),
            time_ns,
            nodes: counters.nodes,
            guesses: counters.guesses,
            updates: counters.updates,
            clues: puzzle.clues as u64,
        })?;
    }
    Ok(())
}
