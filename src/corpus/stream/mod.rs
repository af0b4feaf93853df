//! The stream reads puzzles, works on them in parallel and delivers the results in input order, in bounded memory.
//!
//! ```text
//!             filled portions                     finished portions, in any order
//!   feeder ────────────────────▶ workers (rayon) ─────────────────────────────────▶ collector ──▶ take, in input order
//!      ▲                                                                                │
//!      └──────────────────────────────── emptied portions ──────────────────────────────┘
//! ```
//!
//! A fixed number of portions circulates. The feeder, on a thread of its own, fills a [`Portion`] with the next puzzles
//! of a source: a flat [`Batch`](super::Batch), so that nothing is allocated per puzzle, and what the feeder knows
//! about it. A worker turns the portion into a result of any type and hands in both. The collector calls `take` with
//! each portion and its result in input order, on one thread at a time, and returns the portion to the feeder.
//!
//! How to use it:
//!
//! - `make(index)` creates the state of a worker, once and on its own thread: engines, buffers, counters.
//! - `work(&mut state, &portion, stop)` returns `Ok(Some(result))`. If its puzzles can take long, it should check
//!   `stop`, or pass it to an engine as its interrupt; `stop` is set on an interrupt and on a failure. If it then gives
//!   up, it returns `Ok(None)`, and neither this portion nor any later one is taken, so what `take` gets covers a
//!   gapless beginning of the input. `portion.batch.puzzles()` iterates over the puzzles, `portion.batch.in_order()`
//!   also over the bad lines between them, and `puzzle.to_entry()` returns an owned [`Entry`](super::Entry).
//! - `take(&portion, result)` writes, counts or reports progress. The portion says which source it is from, how many
//!   puzzles came before it, how much has been read so far and which classes are new. The last portion of a source
//!   ([`SourceEnd`]) also says what was detected in the source and whether it failed. A source that fails does not end
//!   the stream.
//! - An error from `work` or `take` ends the stream and is returned; a panic becomes [`StreamError::Panicked`].
//! - After an interrupt, the stream does not wait for the feeder, which may hang in a read from a pipe that stays open.
//!
//! `take` runs on a thread of the stream's own pool, whose threads are all busy, so parallel work that it starts
//! belongs on another thread.

mod collector;
mod feeder;
mod portion;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use thiserror::Error;

pub use feeder::Options;
pub use portion::{Portion, SourceEnd};

use self::collector::Collector;
use self::feeder::{Signals, feed};
use super::source::Source;

/// How soon an interrupt is noticed.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);
/// The number of portions per worker: one being worked on, and some waiting on either side.
const PORTIONS_PER_WORKER: usize = 6;

/// Returns how many portions are on their way at most.
pub fn portions(threads: usize) -> usize {
    threads * PORTIONS_PER_WORKER
}

/// Why a stream ended early, apart from errors of its callbacks.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// A bug in the program; the message of the panic has been printed.
    #[error("a thread panicked: this is a bug in dlxbench")]
    Panicked,
    /// The operating system provides no threads.
    #[error("cannot start threads")]
    Threads(#[source] io::Error),
}

/// Works on all puzzles of the sources in parallel and takes the results in input order; see the [module](self).
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use dlxbench::corpus::stream::{self, Options, StreamError};
/// use dlxbench::corpus::Source;
///
/// let (mut clues, mut bad_lines) = (Vec::new(), 0);
/// stream::run(
///     &Options::default(),
///     &[Source::of_text("four", "1..2......34....\n12............21\n1..?\n...............1\n")],
///     &AtomicBool::new(false),
///     |_index| (),
///     |(), portion, _stop| Ok(Some(portion.batch.puzzles().map(|puzzle| puzzle.grid().clues()).collect())),
///     |portion, counted: Vec<usize>| {
///         bad_lines += portion.batch.bad_lines().len();
///         clues.extend(counted);
///         Ok::<(), StreamError>(())
///     },
/// )?;
/// assert_eq!((clues, bad_lines), (vec![4, 4, 1], 1));
/// # Ok::<(), StreamError>(())
/// ```
pub fn run<W, R: Send, E: From<StreamError> + Send>(
    options: &Options,
    sources: &[Source],
    interrupt: &AtomicBool,
    make: impl Fn(usize) -> W + Sync,
    work: impl Fn(&mut W, &Portion, &AtomicBool) -> Result<Option<R>, E> + Sync,
    take: impl FnMut(&Portion, R) -> Result<(), E> + Send,
) -> Result<(), E> {
    run_and_finish(options, sources, interrupt, make, work, |_| (), take).map(|_| ())
}

/// Like [`run`], but each worker ends with `finish`, which turns its state, on its own thread, into a value that is
/// returned.
pub fn run_and_finish<W, R: Send, F: Send, E: From<StreamError> + Send>(
    options: &Options,
    sources: &[Source],
    interrupt: &AtomicBool,
    make: impl Fn(usize) -> W + Sync,
    work: impl Fn(&mut W, &Portion, &AtomicBool) -> Result<Option<R>, E> + Sync,
    finish: impl Fn(W) -> F + Sync,
    take: impl FnMut(&Portion, R) -> Result<(), E> + Send,
) -> Result<Vec<F>, E> {
    let (threads, empty) = Threads::start(options, sources, interrupt)?;
    let collector = Mutex::new(Collector::new(take, &threads.signals.stop, empty, threads.portions()));
    let ends = Mutex::new(Vec::with_capacity(threads.workers));
    let worker = |index: usize| {
        let mut state = make(index);
        while let Some(portion) = threads.next_portion() {
            let begun = Instant::now();
            let result = work(&mut state, &portion, &threads.signals.stop);
            threads.set_pace(begun.elapsed(), portion.batch.len());
            lock(&collector).hand_in(portion, result);
        }
        lock(&ends).push(finish(state));
    };
    threads.run(interrupt, &worker, &|| lock(&collector).fail(StreamError::Panicked.into()));
    into_inner(collector).outcome?;
    threads.end()?;
    Ok(into_inner(ends))
}

/// The threads of a stream and what connects them. It is not generic, so it is compiled only once.
struct Threads {
    pool: rayon::ThreadPool,
    workers: usize,
    signals: Arc<Signals>,
    filled: Receiver<Portion>,
    feeder: JoinHandle<()>,
}

impl Threads {
    /// Starts the feeder, and returns the sender of the empty portions for which it waits.
    fn start(
        options: &Options,
        sources: &[Source],
        interrupt: &AtomicBool,
    ) -> Result<(Threads, Sender<Vec<Portion>>), StreamError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
        let pool = pool.map_err(|error| StreamError::Threads(io::Error::other(error)))?;
        let workers = pool.current_num_threads();
        let signals = Arc::new(Signals::default());
        signals.stop.store(interrupt.load(Ordering::Relaxed), Ordering::Relaxed);
        let (empty_in, empty_out) = unbounded();
        let (filled_in, filled) = bounded(workers * PORTIONS_PER_WORKER);
        // The feeder borrows nothing, because it may outlive the run after an interrupt.
        let (options, sources, heard) = (options.clone(), sources.to_vec(), Arc::clone(&signals));
        let feeder = std::thread::Builder::new().name("feeder".to_owned());
        let feeder = feeder.spawn(move || feed(&options, &sources, &heard, empty_out, filled_in));
        let feeder = feeder.map_err(StreamError::Threads)?;
        Ok((Threads { pool, workers, signals, filled, feeder }, empty_in))
    }

    /// Returns the number of portions that circulate.
    fn portions(&self) -> usize {
        portions(self.workers)
    }

    /// Returns the next filled portion; `None` when there are no more or the run must end.
    fn next_portion(&self) -> Option<Portion> {
        while !self.signals.stop.load(Ordering::Relaxed) {
            match self.filled.recv_timeout(INTERRUPT_INTERVAL) {
                Ok(portion) => return Some(portion),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    fn set_pace(&self, time: Duration, puzzles: usize) {
        if let Some(puzzle_ns) = (time.as_nanos() as u64).checked_div(puzzles as u64) {
            self.signals.puzzle_ns.store(puzzle_ns.max(1), Ordering::Relaxed);
        }
    }

    /// Runs a worker on each thread until all have ended. Calls `panicked` if a worker panics, so that the others do
    /// not wait for its portion.
    fn run(&self, interrupt: &AtomicBool, worker: &(dyn Fn(usize) + Sync), panicked: &(dyn Fn() + Sync)) {
        // Nothing is ever sent on this channel: it closes when all workers have ended.
        let (working, all_ended) = bounded::<()>(0);
        self.pool.in_place_scope(|scope| {
            for index in 0..self.workers {
                let working = working.clone();
                scope.spawn(move |_| {
                    if catch_unwind(AssertUnwindSafe(|| worker(index))).is_err() {
                        panicked();
                    }
                    drop(working);
                });
            }
            drop(working);
            while all_ended.recv_timeout(INTERRUPT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if interrupt.load(Ordering::Relaxed) {
                    self.signals.stop.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    /// Joins the feeder, unless the run was stopped. The workers have then received its last portion, so it ends soon.
    fn end(self) -> Result<(), StreamError> {
        if !self.signals.stop.load(Ordering::Relaxed) && self.feeder.join().is_err() {
            return Err(StreamError::Panicked);
        }
        Ok(())
    }
}

/// Locks a mutex even if it is poisoned: each change of the data is complete, so a panic cannot leave it inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
