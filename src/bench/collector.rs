//! Takes finished parcels in the order of the input, and tells the observer.
//!
//! Workers hand in their parcels themselves, one at a time: a thread of its own for this would wake up for every batch
//! and push a worker off its core.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::job::Job;
use super::parcel::Parcel;
use super::passes::Timed;
use super::runner::{Observer, Progress, RunError, SourceTally};
use crate::corpus::Source;
use crate::engine::Status;

/// Puts parcels back into order.
pub(super) struct Collector<'a> {
    job: &'a Job,
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
        job: &'a Job,
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
            job,
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
        tally.puzzles += parcel.solved;
        tally.digest += parcel.digest;
        tally.unsolved += parcel.unsolved;
        tally.bad_lines += parcel.batch.bad_lines().len() as u64;
        tally.wrong_columns += parcel.remarks.len() as u64;
        tally.failure = parcel.failure.take().or(tally.failure.take());
        if self.is_first {
            for bad in parcel.batch.bad_lines() {
                self.observer.bad_line(source, bad.line, &bad.text, &bad.reason.to_string())?;
            }
            for remark in &parcel.remarks {
                self.observer.wrong_solution(source, remark.line, &remark.reason)?;
            }
            if let Some(detected) = parcel.detected.take() {
                self.observer.detected(source, &detected);
            }
        }
        self.times.append(&mut parcel.times);
        if self.job.per_puzzle {
            self.write_rows(parcel)?;
        }
        self.puzzles += parcel.solved;
        self.bytes = parcel.bytes_read;
        self.observer.progress(self.progress());
        Ok(())
    }

    /// How far the run has come, all passes together.
    pub(super) fn progress(&self) -> Progress {
        Progress { puzzles: self.before.puzzles + self.puzzles, bytes: self.before.bytes + self.bytes }
    }

    fn write_rows(&mut self, parcel: &Parcel) -> io::Result<()> {
        for row in &parcel.rows {
            let counters = row.outcome.counters;
            let figures = [row.line, counters.nodes, counters.guesses, counters.updates, row.clues as u64];
            let [line, nodes, guesses, updates, clues] = figures.map(|figure| figure.to_string());
            // Solved without a search for a second solution: the summary counts it as stopped too.
            let status = if row.status == Status::Solved { Status::Stopped } else { row.status };
            for time_ns in &row.times_ns {
                self.observer.row(&[
                    &self.sources[parcel.source].name,
                    &line,
                    &self.classes[usize::from(row.class)],
                    row.engine.name(),
                    &row.puzzle,
                    &row.solution,
                    status.name(),
                    &time_ns.to_string(),
                    &nodes,
                    &guesses,
                    &updates,
                    &clues,
                ])?;
            }
        }
        Ok(())
    }
}
