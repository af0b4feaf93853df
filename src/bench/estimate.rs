//! Estimates how long a run will take before it begins.
//!
//! The slowest engine may take a million times as long as the fastest, and the last file of a run ten thousand times as
//! long as the first. So each engine solves a few puzzles from the head of each source, in at most a second altogether,
//! and the times are extrapolated. The workers build their own engines afterwards, so the estimate does not affect the
//! measurements.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::job::{EngineIndex, Job};
use crate::corpus::{Batch, Source};
use crate::engine::external::{ExternalEngine, ExternalSolver};
use crate::engine::{Engine, Limits};
use crate::sudoku::Geometry;

/// The time limit for all solves together.
const TRIAL: Duration = Duration::from_secs(1);
/// How often to check for an interrupt.
const INTERVAL: Duration = Duration::from_millis(20);
/// The maximum number of sources that are sampled, at equal distances.
const MOST_SOURCES: usize = 32;
/// The number of puzzles in the head of a source; the puzzles to solve are spread over it.
const HEAD: usize = 4096;
/// The maximum number of puzzles to solve from each source.
const MOST_PUZZLES: usize = 32;
/// The stride between consecutive picks; it has no common factor with `MOST_PUZZLES`.
const STRIDE: usize = 13;

/// How long a run is likely to take.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The time of each engine for all passes on all threads, in the order of the job.
    pub engines: Vec<EngineTime>,
    /// The number of puzzles in a pass.
    pub puzzles: f64,
    /// The end of each source, in bytes of all sources, with the share of the total time that has passed by then.
    pub ends: Vec<(f64, f64)>,
}

/// How long an engine is likely to take.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineTime {
    /// The engine.
    pub engine: String,
    /// The time in seconds.
    pub seconds: f64,
    /// Whether a solve was cut short, which makes the time a lower bound.
    pub is_least: bool,
}

impl Estimate {
    /// Returns the time of all engines together, in seconds.
    pub fn seconds(&self) -> f64 {
        self.engines.iter().map(|engine| engine.seconds).sum()
    }

    /// Returns the share of a pass's time, from 0 to 1, that has passed when this many bytes have been processed.
    pub fn share_at(&self, bytes: u64) -> f64 {
        let (bytes, mut start) = (bytes as f64, (0.0, 0.0));
        for &end in &self.ends {
            if bytes < end.0 {
                return start.1 + (end.1 - start.1) * (bytes - start.0) / (end.0 - start.0);
            }
            start = end;
        }
        1.0
    }
}

/// Estimates the time of a run by solving a few puzzles of the sources. Returns `None` if the size of a source is not
/// known, no puzzle could be solved, or the run was interrupted.
pub fn estimate(job: &Job, sources: &[Source], interrupt: &AtomicBool) -> Option<Estimate> {
    let bytes: Vec<u64> = sources.iter().map(|source| source.bytes).collect::<Option<_>>()?;
    let step = sources.len().div_ceil(MOST_SOURCES).max(1);
    let chosen = sources.iter().enumerate().step_by(step);
    let mut trials: Vec<Trial> =
        chosen.filter_map(|(index, source)| Trial::begin(job, index, source)).collect();
    solve(job, &mut trials, interrupt)?;
    extrapolate(job, &bytes, &trials)
}

fn extrapolate(job: &Job, bytes: &[u64], trials: &[Trial]) -> Option<Estimate> {
    let settings = &job.settings;
    // A source that was not sampled is assumed to be like the last sampled one before it.
    let trial = |index: usize| trials.iter().rfind(|trial| trial.source <= index).or(trials.first());
    let sources =
        || bytes.iter().enumerate().filter_map(|(index, bytes)| Some((*bytes as f64, trial(index)?)));
    let all: f64 = sources().map(|(bytes, trial)| bytes / trial.bytes_per_puzzle).sum();
    let sampled = settings.sample.map_or(1.0, |sample| (sample as f64 / all).min(1.0));
    let solves = (settings.passes * settings.repeat) as f64 * sampled / settings.threads.max(1) as f64;
    let names = job.roster();
    let mut engines: Vec<(EngineIndex, EngineTime)> = Vec::new();
    for time in trials.iter().flat_map(|trial| &trial.times) {
        if !engines.iter().any(|(known, _)| *known == time.engine) {
            let engine = names[usize::from(time.engine)].to_string();
            engines.push((time.engine, EngineTime { engine, seconds: 0.0, is_least: false }));
        }
    }
    let mut ends = vec![(0.0, 0.0)];
    for (bytes, trial) in sources() {
        let (mut end, puzzles) = (*ends.last()?, bytes / trial.bytes_per_puzzle);
        end.0 += bytes;
        for (index, engine) in &mut engines {
            // A source for which there was no time is assumed to be like the average of all others.
            let tried: Vec<&Trial> = match trial.tried {
                0 => trials.iter().collect(),
                _ => vec![trial],
            };
            let count: u32 = tried.iter().map(|trial| trial.tried).sum();
            for time in tried.iter().flat_map(|trial| &trial.times).filter(|time| time.engine == *index) {
                let seconds = time.total.as_secs_f64() / f64::from(count) * puzzles * solves;
                engine.seconds += seconds;
                engine.is_least |= time.is_least;
                end.1 += seconds;
            }
        }
        ends.push(end);
    }
    let total = ends.last()?.1;
    ends.iter_mut().for_each(|end| end.1 /= total);
    let engines = engines.into_iter().map(|(_, time)| time).collect();
    Some(Estimate { engines, puzzles: all * sampled, ends }).filter(|_| total > 0.0)
}

/// The trial solves of one source.
struct Trial {
    /// The index of the source.
    source: usize,
    batch: Batch,
    bytes_per_puzzle: f64,
    /// How many puzzles were tried.
    tried: u32,
    times: Vec<TrialTime>,
}

/// The time that an engine took for the puzzles of a trial.
struct TrialTime {
    engine: EngineIndex,
    total: Duration,
    is_least: bool,
}

impl Trial {
    /// Reads the head of a source.
    fn begin(job: &Job, index: usize, source: &Source) -> Option<Trial> {
        let (format, column) = (job.settings.input, job.settings.column.clone());
        let mut reader = source.reader(format, column).ok()?;
        let mut batch = Batch::default();
        let is_cut = reader.read_batch(HEAD, &mut batch).ok()?;
        let bytes = if is_cut { reader.bytes_read() } else { source.bytes? };
        let bytes_per_puzzle = bytes as f64 / batch.len() as f64;
        (!batch.is_empty()).then_some(Trial {
            source: index,
            batch,
            bytes_per_puzzle,
            tried: 0,
            times: Vec::new(),
        })
    }

    /// Has all engines solve the puzzle of this turn, until they are stopped; `None` if the head has no puzzle for it.
    fn solve(
        &self,
        turn: usize,
        job: &Job,
        limits: &Limits<'_>,
        engines: &mut TrialEngines,
    ) -> Option<Vec<TrialTime>> {
        let picks = self.batch.len().min(MOST_PUZZLES);
        // Strides spread even the first few picks over the whole head.
        let pick = Some(turn * STRIDE % MOST_PUZZLES).filter(|&pick| pick < picks)?;
        let puzzle = self.batch.puzzle((2 * pick + 1) * self.batch.len() / (2 * picks));
        let stop = limits.interrupt?;
        let mut times = Vec::new();
        for (engine, choice) in job.engines_for(puzzle.geometry) {
            let (total, is_finished) = match choice.external() {
                None => {
                    let key = (puzzle.geometry, engine);
                    let built = engines.built_in.entry(key).or_insert_with(|| {
                        choice.built_in().and_then(|kind| (job.build)(kind, puzzle.geometry))
                    });
                    let Some(solver) = built else { continue };
                    let begun = Instant::now();
                    let outcome = solver.solve(puzzle.cells, limits, &mut |_| ControlFlow::Continue(()));
                    (begun.elapsed(), !outcome.ended.is_stopped())
                }
                Some(external) => {
                    let solver = engines.external.entry(engine).or_insert_with(|| {
                        let mut solver = ExternalSolver::new(Arc::clone(external), job.terms()).engine();
                        // Its start is not part of the estimate.
                        solver.warm_up(puzzle.geometry, puzzle.cells, stop);
                        solver
                    });
                    let begun = Instant::now();
                    let is_finished = solver.solve(puzzle.geometry, puzzle.cells, 1, stop).is_some();
                    (begun.elapsed(), is_finished)
                }
            };
            let is_over = stop.load(Ordering::Relaxed);
            let is_least = is_over && !is_finished;
            times.push(TrialTime { engine, total, is_least });
            if is_over {
                break;
            }
        }
        Some(times)
    }

    /// Adds the times of one puzzle.
    fn add(&mut self, times: Vec<TrialTime>) {
        self.tried += 1;
        for time in times {
            match self.times.iter_mut().find(|known| known.engine == time.engine) {
                Some(known) => {
                    known.total += time.total;
                    known.is_least |= time.is_least;
                }
                None => self.times.push(time),
            }
        }
    }
}

/// The engines of all trials, made when they are first needed.
#[derive(Default)]
struct TrialEngines {
    built_in: BTreeMap<(Geometry, EngineIndex), Option<Box<dyn Engine>>>,
    external: BTreeMap<EngineIndex, ExternalEngine>,
}

/// Has each engine solve puzzles of each source in turn until the time is up; `None` if the run was interrupted.
fn solve(job: &Job, trials: &mut [Trial], interrupt: &AtomicBool) -> Option<()> {
    let stop = AtomicBool::new(false);
    let nodes = job.settings.max_nodes.unwrap_or(u64::MAX);
    let limits = Limits { solutions: job.settings.limit, nodes, interrupt: Some(&stop) };
    let mut engines = TrialEngines::default();
    thread::scope(|scope| {
        let (ended, end) = channel();
        let watch = || watch(end, interrupt, &stop);
        // The watch needs its own thread, because this one may be busy with a very long solve.
        thread::Builder::new().spawn_scoped(scope, watch).ok()?;
        let _ended: Sender<()> = ended;
        let mut has_times = false;
        for turn in 0..MOST_PUZZLES {
            for trial in trials.iter_mut() {
                let Some(times) = trial.solve(turn, job, &limits, &mut engines) else { continue };
                // A solve that was cut short says little, unless it had at least half of the time.
                let is_useful = |time: &TrialTime| !time.is_least || time.total > TRIAL / 2;
                if !has_times || times.iter().all(is_useful) {
                    trial.add(times);
                    has_times = true;
                }
                if stop.load(Ordering::Relaxed) {
                    return Some(());
                }
            }
        }
        Some(())
    })?;
    (!interrupt.load(Ordering::Relaxed)).then_some(())
}

/// Sets `stop` when the time is up or the run is interrupted.
fn watch(end: Receiver<()>, interrupt: &AtomicBool, stop: &AtomicBool) {
    let begun = Instant::now();
    while begun.elapsed() < TRIAL && !interrupt.load(Ordering::Relaxed) {
        if end.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
    stop.store(true, Ordering::Relaxed);
}
