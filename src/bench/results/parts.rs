//! The parts of a run, made of what was measured.

use super::{CorpusResult, Latency, ResultRow, SlowPuzzle};
use crate::bench::job::Job;
use crate::bench::recorder::Tally;
use crate::bench::runner::{Measured, SourceTally};
use crate::bench::warnings::Warning;
use crate::corpus::{ClassBy, Source};
use crate::engine::EngineKind;

/// The engines that were asked for and do not know the sizes of all puzzles.
pub(super) fn unsolved<'m>(job: &'m Job, measured: &'m Measured) -> impl Iterator<Item = Warning> + 'm {
    let puzzles: u64 = measured.sources.iter().map(|tally| tally.puzzles + tally.unsolved).sum();
    let nine_only = job.engines.iter().filter(|engine| engine.knows_nine_only());
    nine_only.filter_map(move |&engine| {
        let solved = measured.recorder.total(engine).puzzles;
        (solved < puzzles).then_some(Warning::Unsolved { engine, solved, puzzles })
    })
}

/// The engines of a run, in the order in which they were asked for.
pub(in crate::bench) fn engines_in_order(job: &Job, measured: &Measured) -> Vec<EngineKind> {
    let mut engines = measured.recorder.engines();
    engines.sort_by_key(|kind| job.engines.iter().position(|asked| asked == kind).unwrap_or(usize::MAX));
    engines
}

pub(super) fn result_rows(sources: &[Source], job: &Job, measured: &Measured) -> Vec<ResultRow> {
    let names = measured.classes.names();
    // A bad line has no class of its own: it counts for its file's, where classes are files'.
    let by_file = matches!(job.class_by, ClassBy::Auto | ClassBy::File);
    let mut classes = measured.classes.clone();
    let numbers: Vec<u16> = sources.iter().map(|source| classes.number(&source.class)).collect();
    let bad_lines = |class: u16| -> u64 {
        let mine = numbers.iter().zip(&measured.sources).filter(|(number, _)| by_file && **number == class);
        mine.map(|(_, tally)| tally.bad_lines).sum()
    };
    let mut rows = Vec::new();
    let mut engines = engines_in_order(job, measured);
    if engines.is_empty() {
        // Nothing was solved: say so with the engine that would have been used.
        engines.push(job.engines.first().copied().unwrap_or(EngineKind::Dlx));
    }
    for engine in engines {
        for class in measured.classes.in_order() {
            let name = &names[usize::from(class)];
            match (measured.recorder.get(engine, class), bad_lines(class)) {
                (Some(tally), bad) => rows.push(ResultRow::new(engine, name, tally, bad)),
                (None, 0) => {}
                (None, bad) => rows.push(ResultRow::new(engine, name, &Tally::default(), bad)),
            }
        }
        let all_bad = measured.sources.iter().map(|tally| tally.bad_lines).sum();
        rows.push(ResultRow::new(engine, "all", &measured.recorder.total(engine), all_bad));
    }
    rows
}

impl ResultRow {
    fn new(engine: EngineKind, class: &str, tally: &Tally, malformed: u64) -> ResultRow {
        let measured = tally.samples() > 0;
        let [unique, multiple, none, invalid, stopped] = tally.statuses;
        ResultRow {
            engine: engine.name().to_owned(),
            class: class.to_owned(),
            puzzles: tally.puzzles,
            samples: tally.samples(),
            unique,
            multiple,
            none,
            invalid,
            stopped,
            malformed,
            total_ns: tally.total_ns,
            latency: Latency {
                mean_ns: tally.mean_ns(),
                stdev_ns: tally.stdev_ns(),
                min_ns: measured.then_some(tally.min_ns),
                p50_ns: tally.quantile_ns(0.5),
                p90_ns: tally.quantile_ns(0.9),
                p99_ns: tally.quantile_ns(0.99),
                p999_ns: tally.quantile_ns(0.999),
                max_ns: measured.then_some(tally.max_ns),
                buckets: buckets(tally),
            },
            nodes: tally.counters.nodes,
            guesses: tally.counters.guesses,
            updates: tally.counters.updates,
            puzzles_per_second: (tally.total_ns > 0)
                .then(|| tally.samples() as f64 / (tally.total_ns as f64 / 1e9)),
        }
    }
}

/// The histogram with four buckets for each doubling; empty ones are left out.
fn buckets(tally: &Tally) -> Vec<(u64, u64)> {
    let mut buckets: Vec<(u64, u64)> = Vec::new();
    for step in tally.histogram.iter_recorded() {
        let quarter = ((step.value_iterated_to() as f64).log2() * 4.0).floor();
        let bound = (quarter / 4.0).exp2().ceil() as u64;
        match buckets.last_mut() {
            Some((last, count)) if *last == bound => *count += step.count_at_value(),
            _ => buckets.push((bound, step.count_at_value())),
        }
    }
    buckets
}

pub(super) fn corpora(sources: &[Source], measured: &Measured) -> Vec<CorpusResult> {
    let corpus = |(source, tally): (&Source, &SourceTally)| CorpusResult {
        name: source.name.clone(),
        puzzles: tally.puzzles,
        unsolved: tally.unsolved,
        malformed: tally.bad_lines,
        wrong_solutions: tally.wrong_columns,
        digest: tally.digest.to_string(),
        failure: tally.failure.clone(),
    };
    sources.iter().zip(&measured.sources).map(corpus).collect()
}

pub(super) fn slowest(sources: &[Source], job: &Job, measured: &Measured) -> Vec<SlowPuzzle> {
    let mut slowest = Vec::new();
    for engine in engines_in_order(job, measured) {
        for class in measured.classes.in_order() {
            let Some(tally) = measured.recorder.get(engine, class) else { continue };
            slowest.extend(tally.slowest.iter().map(|slow| SlowPuzzle {
                engine: engine.name().to_owned(),
                class: measured.classes.names()[usize::from(class)].clone(),
                time_ns: slow.time_ns,
                file: sources[slow.source].name.clone(),
                line: slow.line,
                nodes: slow.nodes,
                puzzle: slow.puzzle.clone(),
            }));
        }
    }
    slowest
}
