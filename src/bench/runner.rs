//! The flow of a run: reader → batches → workers → batches in order again.
//!
//! A fixed number of parcels goes round: the reader takes an empty one, fills it and puts it on the desk; a worker
//! solves its puzzles and hands it in; the collector takes the parcels in the order of the input, hands their rows and
//! bad lines to the observer, and gives them back to the reader. Since there are only so many parcels, memory does not
//! grow with the corpus, and nobody gets far ahead of anybody.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::clock::Clock;
use super::collector::Collector;
use super::feeder::Feeder;
use super::job::{Job, Keep};
use super::layout::Layout;
use super::parcel::Parcel;
use super::passes::{Book, Noise, Pass, Timed};
use super::recorder::Recorder;
use super::worker::{Worker, WorkerEnd};
use crate::corpus::Digest;
use crate::corpus::{Classes, Detected, Puzzle, Source};
use crate::engine::EngineKind;
use crate::random::Random;

/// How soon an interruption is noticed.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);
/// Parcels for each worker: one being solved, and some waiting on either side.
const PARCELS_PER_WORKER: usize = 6;

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
    /// A corpus was not the same in every pass.
    #[error("{0} changed while it was measured: all passes must see the same puzzles")]
    Changed(String),
    /// A defect of the program; the message has been printed.
    #[error("a thread panicked: this is a defect of dlxbench")]
    Panicked,
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
    /// Puzzles of a size that no engine of the run knows.
    pub unsolved: u64,
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
    /// Puzzles solved, each pass counted.
    pub visits: u64,
    /// From the first read to the last record.
    pub wall_ns: u64,
    /// Whether somebody stopped the run.
    pub interrupted: bool,
    /// How often the working threads were preempted, where the system tells.
    pub preemptions: Option<u64>,
    /// How much the same engine differed from itself; nothing if there was only one pass.
    pub noise: Vec<Noise>,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Puzzles solved.
    pub puzzles: u64,
    /// Bytes of the input that have been worked through.
    pub bytes: u64,
}

/// Watches a run; called once a batch, in the order of the input, by whichever worker finished it.
pub trait Observer {
    /// A batch is done.
    fn progress(&mut self, progress: Progress);

    /// A line is no puzzle.
    fn bad_line(&mut self, source: &Source, line: u64, text: &str, reason: &str) -> io::Result<()>;

    /// A puzzle has another solution than its line says.
    fn wrong_solution(&mut self, source: &Source, line: u64, reason: &str) -> io::Result<()> {
        self.bad_line(source, line, "", reason)
    }

    /// A source has been read to its end, and this is what it was.
    fn detected(&mut self, _source: &Source, _detected: &Detected) {}

    /// What a row of `puzzles.csv` holds, field by field; only if the job asks for rows.
    fn row(&mut self, fields: &[&str]) -> io::Result<()>;
}

/// Solves all puzzles of the sources, as many times as the job has passes, and measures it.
///
/// `interrupt` may be set at any time: the run then ends in order and says so. A pass that was not finished then does not
/// count, unless it is the first.
pub fn run(
    job: &Job,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Measured, RunError> {
    let clock = Clock::new();
    let mut book = Book::new(job);
    let mut before = None;
    let first = run_pass(job, book.pass(0), sources, &clock, interrupt, observer, &mut before)?;
    let mut whole = first.measured;
    if !whole.interrupted {
        book.close(0, first.times);
    }
    for number in 1..job.passes {
        if whole.interrupted {
            break;
        }
        let pass = run_pass(job, book.pass(number), sources, &clock, interrupt, observer, &mut before)?;
        let (measured, times) = (pass.measured, pass.times);
        whole.wall_ns += measured.wall_ns;
        whole.visits = measured.visits;
        whole.preemptions = whole.preemptions.zip(measured.preemptions).map(|(sum, more)| sum + more);
        whole.interrupted = measured.interrupted;
        if measured.interrupted {
            break;
        }
        for ((source, then), now) in sources.iter().zip(&whole.sources).zip(&measured.sources) {
            if then.digest != now.digest || then.failure != now.failure {
                return Err(RunError::Changed(source.name.clone()));
            }
        }
        match job.keep {
            // Each pass has the best times of all so far.
            Keep::Best => whole.recorder = measured.recorder,
            Keep::All => whole.recorder.merge(&measured.recorder),
        }
        book.close(number, times);
    }
    whole.noise = book.into_noise();
    Ok(whole)
}

/// What comes of one pass.
struct PassEnd {
    measured: Measured,
    times: Vec<Option<Timed>>,
}

/// Goes through the sources once. `before` is how far the run had come, and comes after it.
fn run_pass(
    job: &Job,
    pass: Pass<'_>,
    sources: &[Source],
    clock: &Clock,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
    before: &mut Option<Progress>,
) -> Result<PassEnd, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build()?;
    let workers = pool.current_num_threads();
    // Set by an interruption or a failure: everybody is to stop.
    let stop = Arc::new(AtomicBool::new(false));
    let pace = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let (empty_in, empty_out) = channel();
    let (filled_in, filled_out) = channel();
    // Nothing is ever sent here: when all workers have left, it is closed.
    let (working, all_done) = channel::<()>();
    let parcels = workers * PARCELS_PER_WORKER;
    // The reader is not waited for: after an interruption it may hang in a read from a pipe that nobody writes to.
    let feeder = Feeder::new(job, sources, (&stop, &pace), empty_out, filled_in);
    std::thread::spawn(move || feeder.feed());
    let (stop, pace) = (&*stop, &*pace);
    let collector = Mutex::new(Collector::new(job, sources, observer, stop, empty_in, parcels, *before));
    let filled_out = Mutex::new(filled_out);
    let ends: Mutex<Vec<WorkerEnd>> = Mutex::new(Vec::new());
    pool.in_place_scope(|scope| {
        for index in 0..workers {
            let (working, clock) = (working.clone(), clock.clone());
            let (filled_out, collector, ends) = (&filled_out, &collector, &ends);
            scope.spawn(move |_| {
                let layout = match job.passes {
                    1 => Layout::natural(),
                    _ => Layout::random(&mut Random::of_member(
                        job.seed,
                        (pass.number * workers + index) as u64,
                    )),
                };
                let mut worker = Worker::new(job, pass, sources, stop, clock, layout);
                while let Some(mut parcel) = take(filled_out, stop) {
                    let begun = Instant::now();
                    // A panic must not leave the others waiting for this parcel for ever.
                    let result = catch_unwind(AssertUnwindSafe(|| worker.process(&mut parcel)));
                    if let Some(puzzle_ns) = (begun.elapsed().as_nanos() as u64).checked_div(parcel.solved) {
                        pace.store(puzzle_ns.max(1), Ordering::Relaxed);
                    }
                    lock(collector).hand_in(parcel, result.unwrap_or(Err(RunError::Panicked)));
                }
                lock(ends).push(worker.end());
                drop(working);
            });
        }
        drop(working);
        while all_done.recv_timeout(INTERRUPT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if interrupt.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let wall_ns = begun.elapsed().as_nanos() as u64;
    let collector = collector.into_inner().unwrap_or_else(PoisonError::into_inner);
    let progress = collector.progress();
    *before = Some(progress);
    let Collector { outcome, tallies, classes, times, .. } = collector;
    outcome?;
    let classes = Classes::from_names(classes);
    let mut recorder = Recorder::default();
    let mut preemptions = Some(0);
    for end in ends.into_inner().unwrap_or_else(PoisonError::into_inner) {
        recorder.merge(&end.recorder);
        preemptions = preemptions.zip(end.preemptions).map(|(sum, more)| sum + more);
    }
    let interrupted = interrupt.load(Ordering::Relaxed);
    let noise = Vec::new();
    let visits = progress.puzzles;
    let measured =
        Measured { recorder, classes, sources: tallies, visits, wall_ns, interrupted, preemptions, noise };
    Ok(PassEnd { measured, times })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next filled parcel; `None` when there are no more, or the run is to end.
fn take(filled: &Mutex<Receiver<Parcel>>, stop: &AtomicBool) -> Option<Parcel> {
    loop {
        match lock(filled).recv_timeout(INTERRUPT_INTERVAL) {
            Ok(parcel) => return Some(parcel),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
