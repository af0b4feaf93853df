//! The flow of a run: reader → batches → workers → batches in order again.
//!
//! A fixed number of parcels goes round: the reader takes an empty one, fills it and puts it on the desk; a worker
//! solves its puzzles; the calling thread takes the finished parcels in the order of the input, hands their rows and
//! bad lines to the observer, and gives them back to the reader. Since there are only so many parcels, memory does not
//! grow with the corpus, and nobody gets far ahead of anybody.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use thiserror::Error;

use super::clock::Clock;
use super::digest::Digest;
use super::job::Job;
use super::recorder::Recorder;
use super::sampling::Sample;
use super::worker::{Row, Worker, WorkerEnd};
use crate::corpus::{Batch, Classes, Puzzle, Reader, Source};
use crate::engine::EngineKind;
use crate::sudoku::Geometry;

/// The size of the first batches, before anybody knows how long a puzzle takes.
const FIRST_BATCH: usize = 8;
/// Later batches are made to take this long: handing over costs next to nothing then, and at the end of a run no
/// thread works much longer than the others.
const BATCH_NS: u64 = 2_000_000;
/// However quick they are.
const LARGEST_BATCH: usize = 2048;
/// Parcels for each worker: one being solved, and some waiting on either side.
const PARCELS_PER_WORKER: usize = 6;

/// A batch on its way through the run.
#[derive(Debug, Default)]
pub(super) struct Parcel {
    /// Its place in the order of the input.
    number: u64,
    pub(super) source: usize,
    /// The number of its first puzzle in the whole run.
    pub(super) first: u64,
    pub(super) batch: Batch,
    /// How many of its puzzles were solved and recorded.
    pub(super) solved: u64,
    pub(super) digest: Digest,
    pub(super) rows: Vec<Row>,
    /// Lines whose solution column is wrong, and the first cell that differs.
    pub(super) wrong_columns: Vec<(u64, usize)>,
    /// How much of the input had been read when it was filled.
    bytes_read: u64,
    /// Why its source could not be read any further.
    failure: Option<String>,
    /// Classes that its puzzles are the first to have.
    new_classes: Vec<String>,
}

/// Why a run ended without a result.
#[derive(Debug, Error)]
pub enum RunError {
    /// An engine gave an answer that is none.
    #[error(
        "engine {engine} gave a wrong solution: a benchmark of wrong answers is worthless\n  at        {place}\n  puzzle    {puzzle}\n  solution  {solution}"
    )]
    WrongSolution {
        /// The engine.
        engine: &'static str,
        /// File and line.
        place: String,
        /// The puzzle.
        puzzle: String,
        /// The wrong solution.
        solution: String,
    },
    /// Two engines found different numbers of solutions.
    #[error("engines disagree at {place}: {} found {} solutions, {} found {}\n  puzzle  {puzzle}", .first.0, .first.1, .other.0, .other.1)]
    Disagreement {
        /// File and line.
        place: String,
        /// The puzzle.
        puzzle: String,
        /// An engine and its number of solutions.
        first: (&'static str, u64),
        /// Another engine and its number of solutions.
        other: (&'static str, u64),
    },
    /// None of the engines asked for solves this size.
    #[error("{place}: none of these engines solves {geometry} puzzles; --engine cover does")]
    NoEngine {
        /// File and line.
        place: String,
        /// The size.
        geometry: Geometry,
    },
    /// What was measured could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The operating system gives us no threads.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl RunError {
    pub(super) fn wrong_solution(
        kind: EngineKind,
        puzzle: &Puzzle<'_>,
        source: &Source,
        wrong: &[u8],
    ) -> RunError {
        // A wrong digit may be too large for any grid to hold.
        let symbols = puzzle.symbols;
        let text = |cells: &[u8]| cells.iter().map(|&digit| symbols.symbol(digit)).collect();
        RunError::WrongSolution {
            engine: kind.name(),
            place: format!("{}, line {}", source.name, puzzle.line),
            puzzle: text(puzzle.cells),
            solution: text(wrong),
        }
    }
}

/// What happened to one source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceTally {
    /// Puzzles solved.
    pub puzzles: u64,
    /// Lines that are no puzzles.
    pub bad_lines: u64,
    /// Puzzles whose solution column is wrong.
    pub wrong_columns: u64,
    /// The fingerprint of its puzzles.
    pub digest: Digest,
    /// Why it could not be read to its end.
    pub failure: Option<String>,
}

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    /// Times and counters.
    pub recorder: Recorder,
    /// The classes.
    pub classes: Classes,
    /// By source.
    pub sources: Vec<SourceTally>,
    /// From the first read to the last record.
    pub wall_ns: u64,
    /// Whether somebody stopped the run.
    pub interrupted: bool,
    /// How often the working threads were preempted, where the system tells.
    pub preemptions: Option<u64>,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Puzzles solved.
    pub puzzles: u64,
    /// Bytes of the input that have been worked through.
    pub bytes: u64,
}

/// Watches a run; called on the thread that called [`run`], once a batch, in the order of the input.
pub trait Observer {
    /// A batch is done.
    fn progress(&mut self, progress: Progress);

    /// A line is no puzzle, or has a wrong solution.
    fn bad_line(&mut self, source: &Source, line: u64, text: &str, reason: &str) -> io::Result<()>;

    /// What a row of `puzzles.csv` holds, field by field; only if the job asks for rows.
    fn row(&mut self, fields: &[&str]) -> io::Result<()>;
}

/// Solves all puzzles of the sources and measures it.
///
/// `interrupt` may be set at any time: the run then ends in order and says so.
pub fn run(
    job: &Job,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Measured, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build()?;
    let workers = pool.current_num_threads();
    let clock = Clock::new();
    // A failure stops everybody too, but is no interruption.
    let stop = AtomicBool::new(false);
    let pace = AtomicU64::new(0);
    let begun = Instant::now();
    let (empty_in, empty_out) = channel();
    let (filled_in, filled_out) = channel();
    let (done_in, done_out) = channel();
    for _ in 0..workers * PARCELS_PER_WORKER {
        let _ = empty_in.send(Parcel::default());
    }
    let filled_out = Mutex::new(filled_out);
    let ends: Mutex<Vec<WorkerEnd>> = Mutex::new(Vec::new());
    let mut collector = Collector::new(sources, observer);
    let mut outcome = Ok(());
    let classes = std::thread::scope(|scope| {
        let (stop, pace) = (&stop, &pace);
        let reader = scope.spawn(move || {
            let mut feeder = Feeder::new(job, sources, (stop, pace), empty_out, filled_in);
            feeder.feed();
            feeder.classes
        });
        pool.in_place_scope(|scope| {
            for _ in 0..workers {
                let (done_in, clock) = (done_in.clone(), clock.clone());
                let (filled_out, ends) = (&filled_out, &ends);
                scope.spawn(move |_| {
                    let mut worker = Worker::new(job, sources, stop, clock);
                    while let Ok(mut parcel) = take(filled_out) {
                        let begun = Instant::now();
                        let result = worker.process(&mut parcel);
                        if let Some(puzzle_ns) =
                            (begun.elapsed().as_nanos() as u64).checked_div(parcel.solved)
                        {
                            pace.store(puzzle_ns.max(1), Ordering::Relaxed);
                        }
                        if done_in.send((parcel, result)).is_err() {
                            break;
                        }
                    }
                    lock(ends).push(worker.end());
                });
            }
            drop(done_in);
            outcome = collector.collect(done_out, &empty_in, stop, interrupt, job);
            // Without parcels to come, reader and workers end.
            drop(empty_in);
        });
        reader.join().unwrap_or_default()
    });
    outcome?;
    let wall_ns = begun.elapsed().as_nanos() as u64;
    let mut recorder = Recorder::default();
    let mut preemptions = Some(0);
    for end in ends.into_inner().unwrap_or_else(PoisonError::into_inner) {
        recorder.merge(&end.recorder);
        preemptions = preemptions.zip(end.preemptions).map(|(sum, more)| sum + more);
    }
    let interrupted = interrupt.load(Ordering::Relaxed);
    Ok(Measured { recorder, classes, sources: collector.tallies, wall_ns, interrupted, preemptions })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(filled: &Mutex<Receiver<Parcel>>) -> Result<Parcel, std::sync::mpsc::RecvError> {
    lock(filled).recv()
}

/// Reads the sources and fills parcels, on a thread of its own.
struct Feeder<'a> {
    job: &'a Job,
    sources: &'a [Source],
    stop: &'a AtomicBool,
    /// How long a worker last took for a puzzle, all in all.
    pace: &'a AtomicU64,
    empty: Receiver<Parcel>,
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

impl<'a> Feeder<'a> {
    fn new(
        job: &'a Job,
        sources: &'a [Source],
        (stop, pace): (&'a AtomicBool, &'a AtomicU64),
        empty: Receiver<Parcel>,
        filled: Sender<Parcel>,
    ) -> Feeder<'a> {
        let classes = Classes::new(job.class_by);
        Feeder {
            job,
            sources,
            stop,
            pace,
            empty,
            filled,
            classes,
            parcels: 0,
            puzzles: 0,
            bytes_before: 0,
            classes_sent: 0,
        }
    }

    fn feed(&mut self) {
        let mut sample = self.job.sample.map(|size| Sample::new(size, self.job.seed));
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
        let source = &self.sources[index];
        let by_file = self.classes.number(&source.class);
        let mut reader = match source.open() {
            Ok(input) => Reader::new(input),
            Err(error) => return self.send_failure(index, error.to_string()),
        };
        let mut more = true;
        while more {
            let mut parcel = self.empty_parcel(index)?;
            let size = self.batch_size();
            let result =
                reader.read_batch(size, self.job.class_by, by_file, &mut self.classes, &mut parcel.batch);
            more = *result.as_ref().unwrap_or(&false);
            parcel.failure = result.err().map(|error| format!("cannot read {}: {error}", source.name));
            parcel.bytes_read = self.bytes_before + reader.bytes_read();
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
        let mut parcel = self.empty.recv().ok()?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        parcel.batch.clear();
        parcel.failure = None;
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
            0 => FIRST_BATCH,
            puzzle_ns => ((BATCH_NS / puzzle_ns) as usize).clamp(1, LARGEST_BATCH),
        }
    }
}

/// Takes finished parcels in order.
struct Collector<'a> {
    sources: &'a [Source],
    observer: &'a mut dyn Observer,
    tallies: Vec<SourceTally>,
    puzzles: u64,
    /// The names of the classes that the parcels so far have told of.
    classes: Vec<String>,
}

impl<'a> Collector<'a> {
    fn new(sources: &'a [Source], observer: &'a mut dyn Observer) -> Collector<'a> {
        Collector {
            sources,
            observer,
            tallies: vec![SourceTally::default(); sources.len()],
            puzzles: 0,
            classes: Vec::new(),
        }
    }

    /// Takes parcels until there are no more; after a failure or an interruption, has everybody stop.
    fn collect(
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
            let (parcel, result) = match done.recv_timeout(std::time::Duration::from_millis(50)) {
                Ok(received) => received,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => continue,
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return outcome,
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
