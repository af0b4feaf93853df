//! Published timing tables, run again.
//!
//! Others have published how long their solvers take. [`reproduce`] solves our corpora, or where it is known the same
//! puzzle, by the same rules as any [run](bench::run) and sets the figures side by side: [bounds](BoundRow) by
//! class, [times](TimeRow), and [recursive calls](CallRow) of plain backtracking against dancing links, on the same
//! puzzles.

pub mod published;

use std::io;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use thiserror::Error;

use self::published::{Bound, GO, Puzzles, SAME, TIMES, Time};
use crate::bench::environment::{self, Environment};
use crate::bench::{
    self, Circumstances, Clock, Job, Keep, Malformed, Observer, Progress, ResultRow, Run, RunError, Warning,
};
use crate::corpus::{ClassBy, DIFFICULTIES, Entry, Reader, Source, SourceError};
use crate::engine::EngineKind;

/// Puzzles of each class whose recursive calls are counted: backtracking takes its time.
pub const CALLS_OF_CLASS: usize = 20;

/// What to reproduce with.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine that is timed.
    pub engine: EngineKind,
    /// How often each puzzle is solved; the shortest time counts.
    pub rounds: usize,
    /// The command line, for the record.
    pub command: Vec<String>,
    /// When it was begun, in UTC.
    pub started: String,
}

/// Why there are no tables.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// A corpus cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The same, in the middle of it.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The corpus.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// A corpus without puzzles.
    #[error("there is no puzzle in {0}")]
    Empty(String),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Somebody did not want to wait.
    #[error("interrupted before the tables were complete")]
    Interrupted,
}

/// The tables.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reproduction {
    /// The program's version.
    pub version: String,
    /// What the program was built from.
    pub commit: Option<String>,
    /// The command line.
    pub command: Vec<String>,
    /// When it was begun, in UTC.
    pub started: String,
    /// The engine that was timed.
    pub engine: String,
    /// How often each puzzle was solved.
    pub rounds: usize,
    /// The machine and the build.
    pub environment: Environment,
    /// What is compared with what.
    pub notes: Vec<String>,
    /// Bounds by class.
    pub bounds: Vec<BoundRow>,
    /// Times.
    pub times: Vec<TimeRow>,
    /// Recursive calls.
    pub calls: Vec<CallRow>,
    /// What a reader of the figures should know.
    pub warnings: Vec<String>,
}

/// A published bound, and our times.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoundRow {
    /// The class.
    pub class: String,
    /// The bound as it is printed.
    pub printed: String,
    /// The upper bound.
    pub published_ns: u64,
    /// Our puzzles of this class.
    pub puzzles: u64,
    /// Our mean.
    pub mean_ns: f64,
    /// Our median.
    pub p50_ns: u64,
    /// Our longest.
    pub max_ns: u64,
    /// Whether our longest is within the bound.
    pub within: bool,
    /// The bound divided by our longest.
    pub ratio: f64,
}

/// A published time, and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeRow {
    /// Whose figure it is.
    pub source: String,
    /// What was solved there.
    pub item: String,
    /// Whether the same puzzle was solved here.
    pub same_puzzle: bool,
    /// The time as it is printed.
    pub printed: String,
    /// The same in nanoseconds.
    pub published_ns: u64,
    /// How many puzzles that took.
    pub published_puzzles: u64,
    /// How many were solved here.
    pub puzzles: u64,
    /// How long that took altogether.
    pub here_ns: u64,
    /// The published time of a puzzle divided by ours.
    pub ratio: f64,
}

/// Recursive calls on the same puzzles.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CallRow {
    /// The puzzles.
    pub item: String,
    /// How many.
    pub puzzles: u64,
    /// The calls of each engine, backtracking first.
    pub calls: Vec<EngineCalls>,
}

/// The recursive calls of one engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineCalls {
    /// The engine.
    pub engine: String,
    /// Its calls, for all puzzles together.
    pub calls: u64,
    /// The calls of backtracking divided by these.
    pub ratio: f64,
}

/// Whoever wants to know how much of the whole is done.
pub type Watch<'w> = &'w mut (dyn FnMut(u64, u64) + Send);

/// Solves everything that the tables need. `watch` is told how much of it is done, and of how much.
pub fn reproduce(
    plan: &Plan,
    interrupt: &AtomicBool,
    watch: Watch<'_>,
) -> Result<Reproduction, ReproduceError> {
    let environment = Environment::observe(Clock::new().figures());
    let (timed_sources, counted_sources) = (timed_sources()?, counted_sources()?);
    let bytes = |sources: &[Source]| sources.iter().filter_map(|source| source.bytes).sum::<u64>();
    let first = bytes(&timed_sources);
    let mut watched = Watched { watch, before: 0, whole: first + bytes(&counted_sources) };
    let timed = run(plan, &timing(plan), &timed_sources, environment.clone(), interrupt, &mut watched)?;
    watched.before = first;
    let counted = run(plan, &counting(plan), &counted_sources, environment, interrupt, &mut watched)?;
    let bounds = GO.iter().map(|bound| bound_row(bound, &timed)).collect::<Option<_>>();
    let times = TIMES.iter().map(|time| time_row(time, &timed)).collect::<Option<_>>();
    let (Some(bounds), Some(times)) = (bounds, times) else { return Err(ReproduceError::Interrupted) };
    Ok(Reproduction {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: environment::commit(),
        command: plan.command.clone(),
        started: plan.started.clone(),
        engine: plan.engine.name().to_owned(),
        rounds: plan.rounds,
        notes: notes(plan),
        bounds,
        times,
        calls: call_sets().map(|puzzles| call_row(puzzles, &counted)).collect(),
        warnings: warnings(plan, &timed),
        environment: timed.environment,
    })
}

fn notes(plan: &Plan) -> Vec<String> {
    let rounds = match plan.rounds {
        1 => "one solve of each puzzle".to_owned(),
        rounds => format!("the shortest of {rounds} solves in a row, with warm caches, of each puzzle"),
    };
    vec![
        "Published figures are taken as they were printed. They were measured on other machines, with what \
         the authors call easy or hard; only the names of the classes are the same. Qassim Hamza and the two \
         TypeScript examples are the same puzzles."
            .to_owned(),
        format!(
            "Here: engine {} on one thread, {rounds} of the shipped corpora. Every time includes the proof that \
             there is no second solution; reading and printing are outside.",
            plan.engine.name()
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

/// What a reader should know; of preemptions only that more rounds help, for these are no percentiles.
fn warnings(plan: &Plan, run: &Run) -> Vec<String> {
    let warnings = Warning::of_run(&run.environment, &run.results, &run.options);
    let (preempted, others): (Vec<Warning>, Vec<Warning>) =
        warnings.into_iter().partition(|warning| matches!(warning, Warning::Preempted { .. }));
    let mut warnings: Vec<String> = others.iter().map(Warning::to_string).collect();
    if plan.rounds == 1 && !preempted.is_empty() {
        warnings.push("the run was preempted, so some times are too long: use more --rounds".to_owned());
    }
    warnings
}

/// What is timed: a class of its own for each set of puzzles.
fn timed_sources() -> Result<Vec<Source>, ReproduceError> {
    let whole = GO.iter().map(|bound| Puzzles::First(usize::MAX, bound.class));
    let mut sources: Vec<Source> = Vec::new();
    for puzzles in whole.chain(TIMES.iter().map(|time| time.puzzles)) {
        if !sources.iter().any(|source| source.class == key(puzzles)) {
            sources.push(source_of(puzzles)?);
        }
    }
    Ok(sources)
}

fn timing(plan: &Plan) -> Job {
    Job {
        engines: vec![plan.engine],
        repeat: plan.rounds,
        keep: Keep::Best,
        class_by: ClassBy::File,
        ..Job::default()
    }
}

/// Where calls are counted.
fn counted_sources() -> Result<Vec<Source>, ReproduceError> {
    call_sets().map(source_of).collect()
}

/// The calls of backtracking, of plain dancing links and of the engine that is timed.
fn counting(plan: &Plan) -> Job {
    let mut engines = vec![EngineKind::Naive, EngineKind::Cover];
    if !engines.contains(&plan.engine) {
        engines.push(plan.engine);
    }
    Job { engines, warmup: 0, class_by: ClassBy::File, ..Job::default() }
}

fn call_sets() -> impl Iterator<Item = Puzzles> {
    DIFFICULTIES.iter().map(|&class| Puzzles::First(CALLS_OF_CLASS, class)).chain(SAME)
}

fn run(
    plan: &Plan,
    job: &Job,
    sources: &[Source],
    environment: Environment,
    interrupt: &AtomicBool,
    watched: &mut Watched<'_>,
) -> Result<Run, ReproduceError> {
    let measured = bench::run(job, sources, interrupt, watched)?;
    if measured.interrupted {
        return Err(ReproduceError::Interrupted);
    }
    let circumstances = Circumstances {
        name: "reproduce".to_owned(),
        command: plan.command.clone(),
        started: plan.started.clone(),
        job,
        sources,
        environment,
        malformed: Malformed::default(),
        wrong_solutions: Malformed::default(),
    };
    Ok(Run::new(circumstances, &measured))
}

/// The name of a set of puzzles among the classes of a run.
fn key(puzzles: Puzzles) -> String {
    match puzzles {
        Puzzles::First(usize::MAX, class) => class.to_owned(),
        Puzzles::First(count, class) => format!("{class}, first {count}"),
        Puzzles::Same(name, _) => name.to_owned(),
    }
}

fn source_of(puzzles: Puzzles) -> Result<Source, ReproduceError> {
    let text = match puzzles {
        Puzzles::Same(_, cells) => cells.to_owned(),
        Puzzles::First(count, class) => {
            let source = Source::shipped_named(class)?;
            let mut lines = String::new();
            let entries = Reader::new(source.open()?).take(count);
            for entry in entries {
                let entry =
                    entry.map_err(|error| ReproduceError::Read { name: source.name.clone(), error })?;
                if let Ok(Entry { puzzle, .. }) = entry {
                    lines.push_str(&puzzle.to_line());
                    lines.push('\n');
                }
            }
            if lines.is_empty() {
                return Err(ReproduceError::Empty(source.name));
            }
            lines
        }
    };
    Ok(Source::of_text(&key(puzzles), &text))
}

/// What an engine did on a set of puzzles.
fn result_of<'a>(run: &'a Run, engine: Option<&str>, puzzles: Puzzles) -> Option<&'a ResultRow> {
    let class = key(puzzles);
    run.results.iter().find(|row| row.class == class && engine.is_none_or(|engine| row.engine == engine))
}

fn bound_row(bound: &Bound, run: &Run) -> Option<BoundRow> {
    let row = result_of(run, None, Puzzles::First(usize::MAX, bound.class))?;
    let max_ns = row.latency.max_ns?;
    Some(BoundRow {
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
        source: time.source.to_owned(),
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

/// Hands on how far it has come, in bytes of both runs together; the puzzles ship, so there are no bad lines.
struct Watched<'w> {
    watch: Watch<'w>,
    before: u64,
    whole: u64,
}

impl Observer for Watched<'_> {
    fn progress(&mut self, progress: Progress) {
        (self.watch)(self.before + progress.bytes, self.whole);
    }

    fn bad_line(&mut self, source: &Source, line: u64, _: &str, reason: &str) -> io::Result<()> {
        Err(io::Error::other(format!("{}, line {line}: {reason}", source.name)))
    }

    fn row(&mut self, _: &[&str]) -> io::Result<()> {
        Ok(())
    }
}
