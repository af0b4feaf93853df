//! A whole run: measures the corpora and assembles the result.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::batches::measure_batches;
use super::checkpoints::State;
use super::environment;
use super::error::RunError;
use super::externals::ExternalSolvers;
use super::job::{Job, Provenance};
use super::measured::Measured;
use super::observer::Observer;
use super::receipts::{receipts, round_trip};
use super::rows::Rows;
use super::runner::measure;
use super::survey::bins;
use super::threads::measure_threads;
use super::warnings::{Warning, warnings};
use crate::corpus::{Digest, Source};
use crate::record::{FORMAT, Options, Receipt, Run};

/// Solves all puzzles of the sources once per pass of the job and measures the solves.
///
/// `interrupt` may be set at any time: the run then ends early and is marked as interrupted. An unfinished pass does not
/// count unless it is the first.
pub fn run(
    job: &Job,
    sources: &[Source],
    provenance: Provenance,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Run, RunError> {
    run_from(job, sources, provenance, None, interrupt, observer).map(|(run, _)| run)
}

/// Like [`run`], but goes on from a state of the same run if there is one, and also returns the last state.
pub fn run_from(
    job: &Job,
    sources: &[Source],
    provenance: Provenance,
    from: Option<&State>,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<(Run, State), RunError> {
    let bins = bins(job, sources, interrupt, observer)?;
    let externals = ExternalSolvers::of(job);
    let round_trip = round_trip(job, interrupt)?;
    let mut measured = measure(job, &externals, bins.as_ref(), sources, from, interrupt, observer)?;
    if !measured.interrupted {
        let begun = Instant::now();
        measure_batches(job, bins.as_ref(), sources, &mut measured, interrupt, observer)?;
        measured.wall_ns += begun.elapsed().as_nanos() as u64;
    }
    let is_complete = !measured.interrupted && measured.corpora.iter().all(|corpus| corpus.failure.is_none());
    let threads = match is_complete {
        true => measure_threads(job, &externals, bins.as_ref(), sources, interrupt, observer)?,
        false => Vec::new(),
    };
    let mut run = assemble(job, &mut measured, provenance, receipts(job));
    run.interrupted |= interrupt.load(Ordering::Relaxed);
    (run.round_trip, run.threads) = (round_trip, threads);
    Ok((run, State::at_end(measured)))
}

/// Makes the run of its measurements.
pub(super) fn assemble(
    job: &Job,
    measured: &mut Measured,
    provenance: Provenance,
    external: Vec<Receipt>,
) -> Run {
    let mut digest = Digest::default();
    for (corpus, of_corpus) in measured.corpora.iter_mut().zip(&measured.digests) {
        corpus.digest = of_corpus.to_string();
        digest += *of_corpus;
    }
    // They were found puzzle by puzzle.
    let engine = |name: &str| job.engines.iter().position(|engine| engine.name() == name);
    measured.faulty.sort_by_key(|faulty| engine(&faulty.engine));
    let rows = Rows { job, measured };
    let mut environment = provenance.environment;
    environment.load_after = environment.load_after.or_else(environment::load);
    environment.preemptions = measured.preemptions;
    let results = rows.results();
    let mut warnings = warnings(&environment, &results, &job.settings);
    warnings.extend(rows.unequal_work().map(|words| (Warning::Work, words)));
    warnings.extend(rows.unsolved().map(|words| (Warning::Sizes, words)));
    let words = |wanted: bool| {
        let chosen = warnings.iter().filter(|(warning, _)| job.silenced.contains(warning) != wanted);
        chosen.map(|(warning, words)| warning.named(words)).collect()
    };
    let (warnings, silenced) = (words(true), words(false));
    let engines = job.engines.iter().map(ToString::to_string).collect();
    Run {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: provenance.commit,
        name: provenance.name,
        command: provenance.command,
        started: provenance.started,
        wall_ns: measured.wall_ns,
        visits: Some(measured.progress.puzzles),
        interrupted: measured.interrupted,
        options: Options { engines, settings: job.settings.clone() },
        digest: digest.to_string(),
        noise: rows.noise(),
        speedups: rows.speedups(),
        slowest: rows.slowest(),
        solved_by: rows.solved_by(),
        external,
        round_trip: None,
        environment,
        results,
        threads: Vec::new(),
        corpora: measured.corpora.clone(),
        malformed: measured.malformed.clone(),
        wrong_solutions: measured.wrong_solutions.clone(),
        faulty: measured.faulty.clone(),
        shard: None,
        merged: None,
        reproduction: None,
        warnings,
        silenced,
    }
}
