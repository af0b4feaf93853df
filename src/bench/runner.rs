//! The passes of a run: each reads all sources once, through a [stream](crate::corpus::stream).

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::checkpoints::{Checkpoints, State};
use super::cut::Cut;
use super::error::RunError;
use super::externals::ExternalSolvers;
use super::job::Job;
use super::measured::Measured;
use super::observer::{Observer, Progress};
use super::passes::{Pass, PassTimes};
use super::worker::{SolvedPuzzle, Worker};
use crate::corpus::stream;
use crate::corpus::{Bins, Digest, Source};
use crate::record::{CorpusResult, Keep, PuzzleTime, Settings};

/// Solves all puzzles of the sources once per pass, or those that are left after a state of the run. An interrupted pass does not count unless it is the first.
pub(super) fn measure(
    job: &Job,
    externals: &ExternalSolvers,
    bins: Option<&Bins>,
    sources: &[Source],
    from: Option<&State>,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Measured, RunError> {
    let mut pass_times = PassTimes::new(&job.settings);
    let first = pass_times.pass(0);
    let options = stream_options(&job.settings, bins);
    let mut whole = match from {
        Some(state) => {
            let rest = state.rest_of(sources);
            run_pass(job, externals, &options, first, &rest, Before::of(state), interrupt, observer)?
        }
        None => run_pass(job, externals, &options, first, sources, Before::default(), interrupt, observer)?,
    };
    pass_times.close(0, &whole.times);
    for number in 1..job.settings.passes {
        if whole.interrupted {
            break;
        }
        let pass = pass_times.pass(number);
        let measured =
            run_pass(job, externals, &options, pass, sources, whole.progress.into(), interrupt, observer)?;
        whole.wall_ns += measured.wall_ns;
        whole.progress = measured.progress;
        whole.preemptions = sum(whole.preemptions, measured.preemptions);
        whole.interrupted = measured.interrupted;
        if measured.interrupted {
            break;
        }
        for (index, source) in sources.iter().enumerate() {
            let of = |measured: &Measured| (measured.digests[index], measured.corpora[index].failure.clone());
            if of(&whole) != of(&measured) {
                return Err(RunError::Changed(source.name.clone()));
            }
        }
        match job.settings.keep {
            // The recorder of each pass has the best times of all passes so far.
            Keep::Best => whole.recorder = measured.recorder,
            Keep::All => whole.recorder.merge(&measured.recorder),
        }
        pass_times.close(number, &measured.times);
    }
    whole.noise = pass_times.into_noise();
    Ok(whole)
}

/// What came before a pass: the progress of other passes, or a state of this one.
#[derive(Clone, Copy, Default)]
struct Before<'s> {
    progress: Progress,
    state: Option<&'s State>,
}

impl<'s> Before<'s> {
    fn of(state: &'s State) -> Before<'s> {
        Before { progress: state.measured.progress, state: Some(state) }
    }
}

impl From<Progress> for Before<'_> {
    fn from(progress: Progress) -> Self {
        Before { progress, state: None }
    }
}

/// Solves all puzzles of the sources once.
#[allow(clippy::too_many_arguments)]
fn run_pass(
    job: &Job,
    externals: &ExternalSolvers,
    options: &stream::Options,
    pass: Pass<'_>,
    sources: &[Source],
    Before { progress: before, state }: Before<'_>,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Measured, RunError> {
    observer.pass(pass.number);
    let begun = Instant::now();
    let names: Vec<String> = job.roster().iter().map(ToString::to_string).collect();
    let corpus = |source: &Source| CorpusResult { name: source.name.clone(), ..CorpusResult::default() };
    let fresh = || Measured {
        corpora: sources.iter().map(corpus).collect(),
        digests: vec![Digest::default(); sources.len()],
        progress: before,
        preemptions: Some(0),
        ..Measured::default()
    };
    let mut measured = state.map_or_else(fresh, |state| state.measured.clone());
    let wall_ns = measured.wall_ns;
    let mut options = options.clone();
    if let Some(state) = state {
        options.begun = (state.puzzles, state.measured.classes.clone());
    }
    options.marks = observer.wants_checkpoints() && job.settings.passes == 1;
    let cut = Cut::new();
    let ahead = stream::portions(job.settings.threads) as u64;
    let mut checkpoints = options.marks.then(|| Checkpoints::new(&cut, ahead, state));
    let ends = stream::run_and_finish(
        &options,
        sources,
        interrupt,
        |index| Worker::new(job, pass, sources, externals.for_worker(), index, &cut),
        |worker, portion, stop| worker.process(portion, stop).map(Some),
        Worker::end,
        |portion, mut result| {
            let source = &sources[portion.source];
            if let Some(checkpoints) = &mut checkpoints {
                measured.wall_ns = wall_ns + begun.elapsed().as_nanos() as u64;
                checkpoints.before(portion, &measured, observer)?;
            }
            // Faulty lines are reported only once.
            if pass.number == 0 {
                measured.take_faults(source, portion, &result, observer)?;
            }
            measured.take(portion, &mut result);
            for faulty in result.faulty.drain(..) {
                measured.take_faulty(job, &source.name, faulty, observer)?;
            }
            measured.progress.bytes = before.bytes + portion.bytes_read;
            for puzzle in &result.puzzles {
                report_times(observer, &source.name, &names, &measured.classes, puzzle)?;
            }
            observer.progress(measured.progress);
            if let Some(checkpoints) = &mut checkpoints {
                checkpoints.after(portion, (result.worker, result.handed_in), observer)?;
            }
            Ok::<(), RunError>(())
        },
    )?;
    measured.wall_ns = wall_ns + begun.elapsed().as_nanos() as u64;
    if let Some(checkpoints) = checkpoints {
        measured.recorder = checkpoints.before;
    }
    for (source, part) in &mut measured.parts {
        part.from = state.and_then(|state| state.began(*source)).unwrap_or(part.from);
    }
    measured.interrupted = interrupt.load(Ordering::Relaxed);
    for (recorder, preemptions) in ends {
        measured.recorder.merge(&recorder);
        measured.preemptions = sum(measured.preemptions, preemptions);
    }
    Ok(measured)
}

fn sum(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    Some(one? + other?)
}

/// Returns the options with which the stream reads the puzzles.
pub(super) fn stream_options(settings: &Settings, bins: Option<&Bins>) -> stream::Options {
    stream::Options {
        threads: settings.threads,
        format: settings.input,
        column: settings.column.clone(),
        class_by: settings.class_by,
        bins: bins.cloned(),
        sample: settings.sample.map(|size| (size, settings.seed)),
        ..stream::Options::default()
    }
}

/// Reports each time of a puzzle to the observer.
fn report_times(
    observer: &mut (dyn Observer + Send),
    file: &str,
    engines: &[String],
    classes: &[String],
    puzzle: &SolvedPuzzle,
) -> io::Result<()> {
    let answer = &puzzle.answer;
    let counters = answer.outcome.counters;
    answer.times_ns.iter().try_for_each(|&time_ns| {
        observer.puzzle(&PuzzleTime {
            file,
            line: puzzle.line,
            class: &classes[usize::from(puzzle.class)],
            engine: &engines[usize::from(answer.engine)],
            puzzle: &puzzle.puzzle,
            solution: &puzzle.solution,
            status: answer.status.name(),
            time_ns,
            nodes: counters.nodes,
            guesses: counters.guesses,
            updates: counters.updates,
            clues: puzzle.clues as u64,
            claimed_ns: answer.claimed_ns,
        })
    })
}
