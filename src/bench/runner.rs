//! The passes of a run: each reads all sources once, through a [stream](crate::corpus::stream).

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::error::RunError;
use super::externals::ExternalSolvers;
use super::job::Job;
use super::observer::{Observer, Progress};
use super::passes::{Noise, Pass, PassTimes, Timed};
use super::recorder::Recorder;
use super::worker::{BatchResult, Faulty, SolvedPuzzle, Worker};
use crate::corpus::stream::{self, Portion};
use crate::corpus::{Bins, Digest, Source};
use crate::record::{CorpusResult, Faults, FaultyAnswer, Keep, PuzzleTime, Settings};

/// The measurements, before they become the rows of a run.
#[derive(Debug, Default)]
pub(super) struct Measured {
    pub(super) recorder: Recorder,
    /// The names of the classes, by number.
    pub(super) classes: Vec<String>,
    pub(super) corpora: Vec<CorpusResult>,
    /// The digests of the puzzles of each corpus.
    pub(super) digests: Vec<Digest>,
    pub(super) malformed: Faults,
    /// The number of lines that are not puzzles, by the class of their file.
    pub(super) bad_lines: BTreeMap<u16, u64>,
    pub(super) wrong_solutions: Faults,
    /// The first faulty answers of each external solver.
    pub(super) faulty: Vec<FaultyAnswer>,
    /// The progress over all passes.
    pub(super) progress: Progress,
    /// From the first read to the last record.
    pub(super) wall_ns: u64,
    pub(super) interrupted: bool,
    /// How often the worker threads were preempted, if the system reports it.
    pub(super) preemptions: Option<u64>,
    /// The times of all puzzles of this pass, if there are several passes.
    times: Vec<Option<Timed>>,
    pub(super) noise: Noise,
}

/// Solves all puzzles of the sources once per pass. An interrupted pass does not count unless it is the first.
pub(super) fn measure(
    job: &Job,
    externals: &ExternalSolvers,
    bins: Option<&Bins>,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Measured, RunError> {
    let mut pass_times = PassTimes::new(&job.settings);
    let first = pass_times.pass(0);
    let options = stream_options(&job.settings, bins);
    let mut whole =
        run_pass(job, externals, &options, first, sources, Progress::default(), interrupt, observer)?;
    pass_times.close(0, &whole.times);
    for number in 1..job.settings.passes {
        if whole.interrupted {
            break;
        }
        let pass = pass_times.pass(number);
        let measured =
            run_pass(job, externals, &options, pass, sources, whole.progress, interrupt, observer)?;
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

/// Solves all puzzles of the sources once. `before` is the progress of the previous passes.
#[allow(clippy::too_many_arguments)]
fn run_pass(
    job: &Job,
    externals: &ExternalSolvers,
    options: &stream::Options,
    pass: Pass<'_>,
    sources: &[Source],
    before: Progress,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Measured, RunError> {
    observer.pass(pass.number);
    let begun = Instant::now();
    let names: Vec<String> = job.roster().iter().map(ToString::to_string).collect();
    let corpus = |source: &Source| CorpusResult { name: source.name.clone(), ..CorpusResult::default() };
    let mut measured = Measured {
        corpora: sources.iter().map(corpus).collect(),
        digests: vec![Digest::default(); sources.len()],
        progress: before,
        preemptions: Some(0),
        ..Measured::default()
    };
    let ends = stream::run_and_finish(
        options,
        sources,
        interrupt,
        |index| Worker::new(job, pass, sources, externals.for_worker(), index),
        |worker, portion, stop| worker.process(portion, stop).map(Some),
        Worker::end,
        |portion, mut result| {
            let source = &sources[portion.source];
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
            Ok::<(), RunError>(())
        },
    )?;
    measured.wall_ns = begun.elapsed().as_nanos() as u64;
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

impl Measured {
    /// Adds the result of a portion; portions arrive in input order.
    fn take(&mut self, portion: &Portion, result: &mut BatchResult) {
        self.classes.extend_from_slice(&portion.new_classes);
        let corpus = &mut self.corpora[portion.source];
        corpus.puzzles += result.solved;
        corpus.unsolved += result.unsolved;
        let bad_lines = portion.batch.bad_lines().len() as u64;
        corpus.malformed += bad_lines;
        *self.bad_lines.entry(portion.file_class).or_default() += bad_lines;
        corpus.wrong_solutions += result.wrong_solutions.len() as u64;
        if let Some(error) = portion.end.as_ref().and_then(|end| end.failure.as_ref()) {
            let reason = error.source().map_or(String::new(), |reason| format!(": {reason}"));
            corpus.failure = Some(format!("{error}{reason}"));
        }
        self.digests[portion.source] += result.digest;
        self.progress.puzzles += result.solved;
        self.times.append(&mut result.times);
    }

    /// Reports a faulty answer, and keeps it if it is among the first of its engine.
    pub(super) fn take_faulty(
        &mut self,
        job: &Job,
        file: &str,
        faulty: Faulty,
        observer: &mut (dyn Observer + Send),
    ) -> io::Result<()> {
        let engine = job.roster()[usize::from(faulty.engine)].to_string();
        let answer = FaultyAnswer {
            engine,
            class: self.classes[usize::from(faulty.class)].clone(),
            file: file.to_owned(),
            line: faulty.line,
            status: faulty.fault.status.to_string(),
            puzzle: faulty.puzzle,
            answer: faulty.fault.answer,
            reason: faulty.fault.reason,
        };
        observer.faulty(&answer)?;
        if self.faulty.iter().filter(|known| known.engine == answer.engine).count() < Faults::LISTED {
            self.faulty.push(answer);
        }
        Ok(())
    }

    fn take_faults(
        &mut self,
        source: &Source,
        portion: &Portion,
        result: &BatchResult,
        observer: &mut (dyn Observer + Send),
    ) -> io::Result<()> {
        for bad in portion.batch.bad_lines() {
            let reason = bad.reason.to_string();
            self.malformed.add(|| format!("{}, {reason}", source.name));
            observer.bad_line(source, bad.line, &bad.text, &reason)?;
        }
        for (line, reason) in &result.wrong_solutions {
            self.wrong_solutions.add(|| format!("{}, {reason}", source.name));
            observer.bad_line(source, *line, "", reason)?;
        }
        if let Some(end) = &portion.end {
            observer.detected(source, &end.detected);
        }
        Ok(())
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
