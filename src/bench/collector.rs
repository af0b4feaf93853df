//! Takes finished parcels in the order of the input, and tells the observer.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::job::Job;
use super::parcel::Parcel;
use super::runner::{Observer, Progress, RunError, SourceTally};
use crate::corpus::Source;

/// Takes finished parcels in order.
pub(super) struct Collector<'a> {
    sources: &'a [Source],
    observer: &'a mut dyn Observer,
    pub(super) tallies: Vec<SourceTally>,
    puzzles: u64,
    /// The names of the classes that the parcels so far have told of.
    classes: Vec<String>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(sources: &'a [Source], observer: &'a mut dyn Observer) -> Collector<'a> {
        Collector {
            sources,
            observer,
            tallies: vec![SourceTally::default(); sources.len()],
            puzzles: 0,
            classes: Vec::new(),
        }
    }

    /// Takes parcels until there are no more; after a failure or an interruption, has everybody stop.
    pub(super) fn collect(
        &mut self,
        done: Receiver<(Parcel, Result<(), RunError>)>,
        empty: &Sender<Parcel>,
        stop: &AtomicBool,
        interrupt: &AtomicBool,
        job: &Job,
    ) -> Result<(), RunError> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        loop {
            if interrupt.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
            // A search may take long; Ctrl-C must not wait for it.
            let (parcel, result) = match done.recv_timeout(Duration::from_millis(50)) {
                Ok(received) => received,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return outcome,
            };
            if outcome.is_ok() {
                outcome = result;
            }
            waiting.insert(parcel.number, parcel);
            while let Some(mut parcel) = waiting.remove(&next) {
                next += 1;
                if outcome.is_ok() {
                    outcome = self.take(&mut parcel, job).map_err(RunError::from);
                }
                let _ = empty.send(parcel);
            }
            if outcome.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn take(&mut self, parcel: &mut Parcel, job: &Job) -> io::Result<()> {
        self.classes.append(&mut parcel.new_classes);
        let source = &self.sources[parcel.source];
        let tally = &mut self.tallies[parcel.source];
        tally.puzzles += parcel.solved;
        tally.digest += parcel.digest;
        tally.bad_lines += parcel.batch.bad_lines.len() as u64;
        tally.wrong_columns += parcel.wrong_columns.len() as u64;
        if let Some(failure) = parcel.failure.take() {
            tally.failure = Some(failure);
        }
        for bad in &parcel.batch.bad_lines {
            self.observer.bad_line(source, bad.line, &bad.text, &bad.reason.to_string())?;
        }
        for &(line, cell) in &parcel.wrong_columns {
            let size = (0..parcel.batch.len()).map(|index| parcel.batch.puzzle(index));
            let size = size
                .filter(|puzzle| puzzle.line == line)
                .map(|puzzle| puzzle.geometry.size())
                .next()
                .unwrap_or(9);
            let (row, column) = (cell / size + 1, cell % size + 1);
            let reason =
                format!("line {line}: the solution in the file is wrong at row {row}, column {column}");
            self.observer.bad_line(source, line, "", &reason)?;
        }
        if job.per_puzzle {
            self.write_rows(parcel)?;
        }
        self.puzzles += parcel.solved;
        self.observer.progress(Progress { puzzles: self.puzzles, bytes: parcel.bytes_read });
        Ok(())
    }

    fn write_rows(&mut self, parcel: &Parcel) -> io::Result<()> {
        for row in &parcel.rows {
            let counters = row.outcome.counters;
            let numbers =
                [row.line, row.time_ns, counters.nodes, counters.guesses, counters.updates, row.clues as u64]
                    .map(|number| number.to_string());
            let class = &self.classes[usize::from(row.class)];
            self.observer.row(&[
                &self.sources[parcel.source].name,
                &numbers[0],
                class,
                row.engine.name(),
                &row.puzzle,
                &row.solution,
                row.status.name(),
                &numbers[1],
                &numbers[2],
                &numbers[3],
                &numbers[4],
                &numbers[5],
            ])?;
        }
        Ok(())
    }
}
