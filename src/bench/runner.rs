//! The passes of a run: each goes once through all sources, on the [stream](crate::corpus::stream).

use std::error::Error;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::clock::Clock;
use super::error::RunError;
use super::job::Job;
use super::layout::Layout;
use super::measured::{Measured, SourceTally};
use super::measurement::{BatchResult, Measurement, SolvedPuzzle};
use super::observer::{Observer, Progress};
use super::passes::{Pass, PassTimes, Timed};
use super::recorder::Recorder;
use super::worker::Worker;
use crate::corpus::stream::{self, Portion};
use crate::corpus::{Classes, Source};
use crate::engine::Status;
use crate::random::Random;
use crate::record::{Faults, Keep, PuzzleTime, Settings};

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
    let first = pass_times.pass(0);
    let (mut whole, times, mut progress) = run_pass(job, first, sources, &clock, interrupt, observer, None)?;
    if !whole.interrupted {
        pass_times.close(0, times);
    }
    for number in 1..job.settings.passes {
        if whole.interrupted {
            break;
        }
        let pass = pass_times.pass(number);
        let (measured, times, after) =
            run_pass(job, pass, sources, &clock, interrupt, observer, Some(progress))?;
        progress = after;
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

/// Goes through the sources once. `before` is how far the passes before this one had come.
fn run_pass(
    job: &Job,
    pass: Pass<'_>,
    sources: &[Source],
    clock: &Clock,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
    before: Option<Progress>,
) -> Result<(Measured, Vec<Option<Timed>>, Progress), RunError> {
    let Settings { threads, seed, passes, .. } = job.settings;
    let begun = Instant::now();
    let mut taken = Taken::new(sources, observer, before);
    let ends = stream::run_and_finish(
        &stream_options(&job.settings),
        sources,
        interrupt,
        |index| {
            let member = (pass.number * threads + index) as u64;
            let layout = match passes {
                1 => Layout::natural(),
                _ => Layout::random(&mut Random::of_member(seed, member)),
            };
            Worker::new(Measurement::new(job, pass, sources, clock.clone()), layout)
        },
        |worker, portion, stop| worker.process(portion, stop).map(Some),
        Worker::end,
        |portion, result| taken.take(portion, result).map_err(RunError::from),
    )?;
    let wall_ns = begun.elapsed().as_nanos() as u64;
    let mut recorder = Recorder::default();
    let mut preemptions = Some(0);
    for end in ends {
        recorder.merge(&end.recorder);
        preemptions = preemptions.zip(end.preemptions).map(|(sum, more)| sum + more);
    }
    let Taken { tallies, malformed, wrong_solutions, progress, times, classes, .. } = taken;
    let measured = Measured {
        recorder,
        classes: Classes::from_names(classes),
        sources: tallies,
        malformed,
        wrong_solutions,
        visits: progress.puzzles,
        wall_ns,
        interrupted: interrupt.load(Ordering::Relaxed),
        preemptions,
        noise: Vec::new(),
    };
    Ok((measured, times, progress))
}

/// How the stream reads puzzles.
pub(super) fn stream_options(settings: &Settings) -> stream::Options {
    stream::Options {
        threads: settings.threads,
        column: settings.column.clone(),
        class_by: settings.class_by,
        sample: settings.sample.map(|size| (size, settings.seed)),
        ..stream::Options::default()
    }
}

/// What the stream has handed on so far, in the order of the input.
struct Taken<'a> {
    sources: &'a [Source],
    observer: &'a mut (dyn Observer + Send),
    tallies: Vec<SourceTally>,
    malformed: Faults,
    wrong_solutions: Faults,
    /// Whether this is the first pass: the observer hears of faulty lines once.
    is_first: bool,
    /// How far the passes before this one had come, and how far the run has come.
    before: Progress,
    progress: Progress,
    /// The times of all puzzles, if there are several passes.
    times: Vec<Option<Timed>>,
    classes: Vec<String>,
}

impl<'a> Taken<'a> {
    fn new(
        sources: &'a [Source],
        observer: &'a mut (dyn Observer + Send),
        before: Option<Progress>,
    ) -> Taken<'a> {
        Taken {
            sources,
            observer,
            tallies: vec![SourceTally::default(); sources.len()],
            malformed: Faults::default(),
            wrong_solutions: Faults::default(),
            is_first: before.is_none(),
            before: before.unwrap_or_default(),
            progress: before.unwrap_or_default(),
            times: Vec::new(),
            classes: Vec::new(),
        }
    }

    fn take(&mut self, portion: &Portion, mut result: BatchResult) -> io::Result<()> {
        self.classes.extend_from_slice(&portion.new_classes);
        let source = &self.sources[portion.source];
        let tally = &mut self.tallies[portion.source];
        let bad_lines = portion.batch.bad_lines();
        tally.puzzles += result.solved;
        tally.digest += result.digest;
        tally.unsolved += result.unsolved;
        tally.bad_lines += bad_lines.len() as u64;
        tally.wrong_solutions += result.wrong_solutions.len() as u64;
        if let Some(error) = portion.end.as_ref().and_then(|end| end.failure.as_ref()) {
            let reason = error.source().map_or(String::new(), |reason| format!(": {reason}"));
            tally.failure = Some(format!("{error}{reason}"));
        }
        if self.is_first {
            for bad in bad_lines {
                let reason = bad.reason.to_string();
                self.malformed.add(|| format!("{}, {reason}", source.name));
                self.observer.bad_line(source, bad.line, &bad.text, &reason)?;
            }
            for (line, reason) in &result.wrong_solutions {
                self.wrong_solutions.add(|| format!("{}, {reason}", source.name));
                self.observer.wrong_solution(source, *line, reason)?;
            }
            if let Some(end) = &portion.end {
                self.observer.detected(source, &end.detected);
            }
        }
        self.times.append(&mut result.times);
        for puzzle in &result.puzzles {
            tell(self.observer, &source.name, &self.classes, puzzle)?;
        }
        self.progress.puzzles += result.solved;
        self.progress.bytes = self.before.bytes + portion.bytes_read;
        self.observer.progress(self.progress);
        Ok(())
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
