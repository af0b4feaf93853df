//! The flow of a run: reader → batches → workers → batches in order again.
//!
//! A fixed number of parcels goes round: the reader takes an empty one, fills it and puts it on the desk; a worker
//! solves its puzzles and hands it in; the collector takes the parcels in the order of the input, hands their rows and
//! bad lines to the observer, and gives them back to the reader. Since there are only so many parcels, memory does not
//! grow with the corpus, and nobody gets far ahead of anybody.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::collector::Collector;
use super::error::RunError;
use super::feeder::Feeder;
use super::job::Job;
use super::layout::Layout;
use super::measured::Measured;
use super::measurement::Measurement;
use super::observer::{Observer, Progress};
use super::parcel::Parcel;
use super::passes::{Pass, PassTimes, Timed};
use super::recorder::Recorder;
use super::worker::{Worker, WorkerEnd};
use crate::corpus::{Classes, Source};
use crate::random::Random;
use crate::record::Keep;

/// How soon an interruption is noticed.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);
/// Parcels for each worker: one being solved, and some waiting on either side.
const PARCELS_PER_WORKER: usize = 6;

/// Solves all puzzles of the sources, as many times as there are passes. A pass that was interrupted does not count, unless
/// it is the first.
pub(super) fn measure(
    job: &Job,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Measured, RunError> {
    let clock = Clock::new();
    let mut pass_times = PassTimes::new(&job.settings);
    let mut before = None;
    let first = run_pass(job, pass_times.pass(0), sources, &clock, interrupt, observer, &mut before)?;
    let mut whole = first.measured;
    if !whole.interrupted {
        pass_times.close(0, first.times);
    }
    for number in 1..job.settings.passes {
        if whole.interrupted {
            break;
        }
        let pass = run_pass(job, pass_times.pass(number), sources, &clock, interrupt, observer, &mut before)?;
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
        match job.settings.keep {
            // Each pass has the best times of all so far.
            Keep::Best => whole.recorder = measured.recorder,
            Keep::All => whole.recorder.merge(&measured.recorder),
        }
        pass_times.close(number, times);
    }
    whole.noise = pass_times.into_noise();
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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.settings.threads).build();
    let pool = pool.map_err(|error| RunError::Threads(error.into()))?;
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
    let collector = Mutex::new(Collector::new(sources, observer, stop, empty_in, parcels, *before));
    let filled_out = Mutex::new(filled_out);
    let ends: Mutex<Vec<WorkerEnd>> = Mutex::new(Vec::new());
    pool.in_place_scope(|scope| {
        for index in 0..workers {
            let (working, clock) = (working.clone(), clock.clone());
            let (filled_out, collector, ends) = (&filled_out, &collector, &ends);
            scope.spawn(move |_| {
                let layout = match job.settings.passes {
                    1 => Layout::natural(),
                    _ => Layout::random(&mut Random::of_member(
                        job.settings.seed,
                        (pass.number * workers + index) as u64,
                    )),
                };
                let measurement = Measurement::new(job, pass, sources, stop, clock);
                let mut worker = Worker::new(measurement, layout);
                while let Some(mut parcel) = take(filled_out, stop) {
                    let begun = Instant::now();
                    // A panic must not leave the others waiting for this parcel for ever.
                    let processed = catch_unwind(AssertUnwindSafe(|| {
                        let Parcel { batch, source, first, result, .. } = &mut parcel;
                        worker.process(batch, *source, *first, result)
                    }));
                    if let Some(puzzle_ns) =
                        (begun.elapsed().as_nanos() as u64).checked_div(parcel.result.solved)
                    {
                        pace.store(puzzle_ns.max(1), Ordering::Relaxed);
                    }
                    lock(collector).hand_in(parcel, processed.unwrap_or(Err(RunError::Panicked)));
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
    let Collector { outcome, tallies, malformed, wrong_solutions, classes, times, .. } = collector;
    outcome?;
    let classes = Classes::from_names(classes);
    let mut recorder = Recorder::default();
    let mut preemptions = Some(0);
    for end in ends.into_inner().unwrap_or_else(PoisonError::into_inner) {
        recorder.merge(&end.recorder);
        preemptions = preemptions.zip(end.preemptions).map(|(sum, more)| sum + more);
    }
    let interrupted = interrupt.load(Ordering::Relaxed);
    let measured = Measured {
        recorder,
        classes,
        sources: tallies,
        malformed,
        wrong_solutions,
        visits: progress.puzzles,
        wall_ns,
        interrupted,
        preemptions,
        noise: Vec::new(),
    };
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
