//! Solves what the published tables were measured on, and sets the figures side by side.

use std::sync::atomic::AtomicBool;

use super::figures::{Bound, CPP, GO, GO_BOUNDS, Puzzles, SAME, TIMES, TYPESCRIPT, Time};
use crate::bench::error::RunError;
use crate::bench::job::{Job, Provenance};
use crate::bench::observer::{Observer, Progress};
use crate::bench::run::run;
use crate::bench::warnings::Warning;
use crate::corpus::{ClassBy, DIFFICULTIES, Reader, Source};
use crate::engine::EngineKind;
use crate::record::{
    BoundRow, CallRow, EngineCalls, Keep, PublishedSource, Reproduction, ResultRow, Run, Settings, TimeRow,
};

/// Puzzles of each class whose recursive calls are counted: backtracking takes its time.
pub const CALLS_OF_CLASS: usize = 20;

/// Times the engine, with so many solves of each puzzle of which the shortest counts, and counts the calls of all engines.
/// The result is the timed run, with the tables unless it was interrupted; the observer hears of its progress in rounds.
pub fn reproduce(
    engine: EngineKind,
    rounds: usize,
    provenance: Provenance,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Run, RunError> {
    let (timed_sources, counted_sources) = (timed_sources(), counted_sources());
    let bytes = |sources: &[Source]| sources.iter().filter_map(|source| source.bytes).sum::<u64>();
    let first = bytes(&timed_sources);
    let whole = first + bytes(&counted_sources);
    let mut watched = BothRuns { observer, before: 0, whole };
    let mut timed =
        run(&timing(engine, rounds), &timed_sources, provenance.clone(), interrupt, &mut watched)?;
    watched.before = first;
    let counted = run(&counting(engine), &counted_sources, provenance, interrupt, &mut watched)?;
    timed.interrupted |= counted.interrupted;
    if !timed.interrupted {
        timed.reproduction = Some(Reproduction {
            engine: engine.to_string(),
            rounds,
            sources: [GO, CPP, TYPESCRIPT].map(PublishedSource::from).to_vec(),
            notes: notes(engine, rounds),
            bounds: GO_BOUNDS.iter().filter_map(|bound| bound_row(bound, &timed)).collect(),
            times: TIMES.iter().filter_map(|time| time_row(time, &timed)).collect(),
            calls: call_sets().map(|puzzles| call_row(puzzles, &counted)).collect(),
        });
    }
    timed.warnings = warnings(rounds, &timed);
    Ok(timed)
}

fn notes(engine: EngineKind, rounds: usize) -> Vec<String> {
    let rounds = match rounds {
        1 => "one solve of each puzzle".to_owned(),
        rounds => format!("the shortest of {rounds} solves in a row, with warm caches, of each puzzle"),
    };
    vec![
        "Published figures are taken as they were printed. They were measured on other machines, with what \
         the authors call easy or hard; only the names of the classes are the same. Qassim Hamza and the two \
         TypeScript examples are the same puzzles."
            .to_owned(),
        format!(
            "Here: engine {engine} on one thread, {rounds} of the shipped corpora. Every time includes the proof that \
             there is no second solution; reading and printing are outside."
        ),
        "Where 100 puzzles or one are wanted, they are the first of their class. A ratio is the published time \
         divided by ours, puzzle by puzzle; of a bound, its upper end divided by our longest time, which is within it \
         if it is not longer."
            .to_owned(),
        format!(
            "Recursive calls are the nodes of the search trees, on the first {CALLS_OF_CLASS} puzzles of each class. \
             Engine cover is dancing links as Knuth describes them; dlx, sweep and masks do all that is forced \
             before they count a node."
        ),
    ]
}

/// What a reader should know. The tables have no percentiles, so of preemptions only that more rounds help.
fn warnings(rounds: usize, run: &Run) -> Vec<String> {
    let warnings = Warning::of_run(&run.environment, &run.results, &run.options.settings);
    let (preempted, others): (Vec<Warning>, Vec<Warning>) = warnings
        .into_iter()
        .partition(|warning| matches!(warning, Warning::Preempted { .. } | Warning::BestPreempted { .. }));
    let mut warnings: Vec<String> = others.iter().map(Warning::to_string).collect();
    if rounds == 1 && !preempted.is_empty() {
        warnings.push("the run was preempted, so some times are too long: use more --rounds".to_owned());
    }
    warnings
}

/// What is timed: a class of its own for each set of puzzles.
fn timed_sources() -> Vec<Source> {
    let whole = GO_BOUNDS.iter().map(|bound| Puzzles::First(usize::MAX, bound.class));
    let mut sources: Vec<Source> = Vec::new();
    for puzzles in whole.chain(TIMES.iter().map(|time| time.puzzles)) {
        if !sources.iter().any(|source| source.class == key(puzzles)) {
            sources.push(source_of(puzzles));
        }
    }
    sources
}

fn timing(engine: EngineKind, rounds: usize) -> Job {
    let settings =
        Settings { repeat: rounds, keep: Keep::Best, class_by: ClassBy::File, ..Settings::default() };
    Job { settings, ..Job::of_engines([engine]) }
}

/// Where calls are counted.
fn counted_sources() -> Vec<Source> {
    call_sets().map(source_of).collect()
}

/// The calls of backtracking, of plain dancing links and of the engine that is timed.
fn counting(engine: EngineKind) -> Job {
    let mut engines = vec![EngineKind::Naive, EngineKind::Cover];
    if !engines.contains(&engine) {
        engines.push(engine);
    }
    let settings = Settings { warmup: 0, class_by: ClassBy::File, ..Settings::default() };
    Job { settings, ..Job::of_engines(engines) }
}

fn call_sets() -> impl Iterator<Item = Puzzles> {
    DIFFICULTIES.iter().map(|&class| Puzzles::First(CALLS_OF_CLASS, class)).chain(SAME)
}

/// The name of a set of puzzles among the classes of a run.
fn key(puzzles: Puzzles) -> String {
    match puzzles {
        Puzzles::First(usize::MAX, class) => class.to_owned(),
        Puzzles::First(count, class) => format!("{class}, first {count}"),
        Puzzles::Same(name, _) => name.to_owned(),
    }
}

fn source_of(puzzles: Puzzles) -> Source {
    let text = match puzzles {
        Puzzles::Same(_, cells) => cells.to_owned(),
        Puzzles::First(count, class) => {
            let input = Source::shipped_named(class).ok().and_then(|source| source.open().ok());
            let reader = Reader::new(input.expect("the class ships with the program"));
            let puzzles = reader.take(count).filter_map(|entry| entry.ok()?.ok());
            puzzles.map(|entry| entry.puzzle.to_line() + "\n").collect()
        }
    };
    Source::of_text(&key(puzzles), &text)
}

/// What an engine did on a set of puzzles.
fn result_of<'a>(run: &'a Run, engine: Option<&str>, puzzles: Puzzles) -> Option<&'a ResultRow> {
    let class = key(puzzles);
    run.results
        .iter()
        .find(|row| row.class.name() == class && engine.is_none_or(|engine| row.engine == engine))
}

fn bound_row(bound: &Bound, run: &Run) -> Option<BoundRow> {
    let row = result_of(run, None, Puzzles::First(usize::MAX, bound.class))?;
    let max_ns = row.latency.max_ns?;
    Some(BoundRow {
        source: GO.name.to_owned(),
        class: bound.class.to_owned(),
        printed: bound.printed.to_owned(),
        published_ns: bound.high_ns,
        puzzles: row.puzzles,
        mean_ns: row.latency.mean_ns?,
        p50_ns: row.latency.p50_ns?,
        max_ns,
        within: max_ns <= bound.high_ns,
        ratio: bound.high_ns as f64 / max_ns.max(1) as f64,
    })
}

fn time_row(time: &Time, run: &Run) -> Option<TimeRow> {
    let row = result_of(run, None, time.puzzles)?;
    let (there, here) = (time.ns as f64 / time.count as f64, row.total_ns as f64 / row.puzzles as f64);
    Some(TimeRow {
        source: time.source.name.to_owned(),
        item: time.item.to_owned(),
        same_puzzle: matches!(time.puzzles, Puzzles::Same(..)),
        printed: time.printed.to_owned(),
        published_ns: time.ns,
        published_puzzles: time.count,
        puzzles: row.puzzles,
        here_ns: row.total_ns,
        ratio: there / here.max(1.0),
    })
}

fn call_row(puzzles: Puzzles, run: &Run) -> CallRow {
    let rows: Vec<&ResultRow> =
        run.engines().into_iter().filter_map(|engine| result_of(run, Some(engine), puzzles)).collect();
    let naive = rows.first().map_or(0, |row| row.nodes) as f64;
    let calls = rows.iter().map(|row| EngineCalls {
        engine: row.engine.clone(),
        calls: row.nodes,
        ratio: naive / row.nodes.max(1) as f64,
    });
    let item = match puzzles {
        Puzzles::First(_, class) => class.to_owned(),
        Puzzles::Same(name, _) => name.to_owned(),
    };
    CallRow { item, puzzles: rows.first().map_or(0, |row| row.puzzles), calls: calls.collect() }
}

/// Tells how far both runs together have come, in bytes.
struct BothRuns<'o> {
    observer: &'o mut (dyn Observer + Send),
    before: u64,
    whole: u64,
}

impl Observer for BothRuns<'_> {
    fn progress(&mut self, progress: Progress) {
        self.observer.round(self.before + progress.bytes, self.whole);
    }
}
