//! Reads the sources and fills parcels, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use super::job::Job;
use super::parcel::Parcel;
use super::sampling::Sample;
use crate::corpus::{Classes, Reader, Source};

/// The size of the first batches, before anybody knows how long a puzzle takes.
const FIRST_BATCH: usize = 8;
/// Later batches are made to take this long: handing over costs next to nothing then, and at the end of a run no
/// thread works much longer than the others.
const BATCH_NS: u64 = 4_000_000;
/// However quick they are.
const LARGEST_BATCH: usize = 2048;

/// Fills parcels with puzzles until the sources or the run end.
pub(super) struct Feeder {
    job: Job,
    sources: Vec<Source>,
    stop: Arc<AtomicBool>,
    /// How long a worker last took for a puzzle, all in all.
    pace: Arc<AtomicU64>,
    empty: Receiver<Vec<Parcel>>,
    /// Those that are at hand.
    free: Vec<Parcel>,
    filled: Sender<Parcel>,
    classes: Classes,
    /// Parcels and puzzles sent so far.
    parcels: u64,
    puzzles: u64,
    /// Bytes of the sources before the present one.
    bytes_before: u64,
    /// How many classes the parcels have told of.
    classes_sent: usize,
}

impl Feeder {
    pub(super) fn new(
        job: &Job,
        sources: &[Source],
        (stop, pace): (&Arc<AtomicBool>, &Arc<AtomicU64>),
        empty: Receiver<Vec<Parcel>>,
        filled: Sender<Parcel>,
    ) -> Feeder {
        let classes = Classes::new(job.settings.class_by);
        Feeder {
            job: job.clone(),
            sources: sources.to_vec(),
            stop: Arc::clone(stop),
            pace: Arc::clone(pace),
            empty,
            free: Vec::new(),
            filled,
            classes,
            parcels: 0,
            puzzles: 0,
            bytes_before: 0,
            classes_sent: 0,
        }
    }

    pub(super) fn feed(mut self) {
        let mut sample = self.job.settings.sample.map(|size| Sample::new(size, self.job.settings.seed));
        for index in 0..self.sources.len() {
            if self.feed_source(index, sample.as_mut()).is_none() {
                return;
            }
        }
        if let Some(sample) = sample {
            self.feed_sample(sample);
        }
    }

    /// Sends the puzzles of a source on their way, or into the sample; `None` when the run is over.
    fn feed_source(&mut self, index: usize, mut sample: Option<&mut Sample>) -> Option<()> {
        let source = self.sources[index].clone();
        let by_file = self.classes.number(&source.class);
        let mut reader = match source.open() {
            Ok(input) => Reader::new(input).with_column(self.job.settings.column.clone()),
            Err(error) => return self.send_failure(index, error.to_string()),
        };
        let mut more = true;
        while more {
            let mut parcel = self.empty_parcel(index)?;
            let size = self.batch_size();
            let result = reader.read_batch(
                size,
                self.job.settings.class_by,
                by_file,
                &mut self.classes,
                &mut parcel.batch,
            );
            more = *result.as_ref().unwrap_or(&false);
            parcel.failure = result.err().map(|error| format!("cannot read {}: {error}", source.name));
            parcel.bytes_read = self.bytes_before + reader.bytes_read();
            parcel.detected = (!more).then(|| reader.detected());
            if let Some(sample) = sample.as_deref_mut() {
                sample.take(index, &mut parcel.batch);
            }
            self.send(parcel)?;
        }
        self.bytes_before += reader.bytes_read();
        Some(())
    }

    /// Sends the puzzles that were chosen, in the order of the input.
    fn feed_sample(&mut self, sample: Sample) -> Option<()> {
        let mut chosen = sample.in_order().into_iter().peekable();
        while let Some(source) = chosen.peek().map(|puzzle| puzzle.source) {
            let mut parcel = self.empty_parcel(source)?;
            parcel.bytes_read = self.bytes_before;
            let size = self.batch_size();
            while parcel.batch.len() < size
                && let Some(puzzle) = chosen.next_if(|puzzle| puzzle.source == source)
            {
                parcel.batch.push(puzzle.as_puzzle());
            }
            self.send(parcel)?;
        }
        Some(())
    }

    fn send_failure(&mut self, index: usize, failure: String) -> Option<()> {
        let mut parcel = self.empty_parcel(index)?;
        parcel.failure = Some(failure);
        parcel.bytes_read = self.bytes_before;
        self.send(parcel)
    }

    /// Waits for a parcel that is free; `None` when the run is over.
    fn empty_parcel(&mut self, source: usize) -> Option<Parcel> {
        if self.free.is_empty() {
            self.free = self.empty.recv().ok()?;
        }
        let mut parcel = self.free.pop()?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        parcel.batch.clear();
        parcel.failure = None;
        parcel.detected = None;
        parcel.number = self.parcels;
        parcel.source = source;
        parcel.first = self.puzzles;
        Some(parcel)
    }

    fn send(&mut self, mut parcel: Parcel) -> Option<()> {
        let names = self.classes.names();
        parcel.new_classes.extend_from_slice(&names[self.classes_sent..]);
        self.classes_sent = names.len();
        self.parcels += 1;
        self.puzzles += parcel.batch.len() as u64;
        self.filled.send(parcel).ok()
    }

    fn batch_size(&self) -> usize {
        match self.pace.load(Ordering::Relaxed) {
            // A sample is chosen before anything is solved.
            0 if self.job.settings.sample.is_some() => LARGEST_BATCH,
            0 => FIRST_BATCH,
            puzzle_ns => ((BATCH_NS / puzzle_ns) as usize).clamp(1, LARGEST_BATCH),
        }
    }
}
