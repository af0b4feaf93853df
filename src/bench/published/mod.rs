//! Compares dlxbench with published timing tables.
//!
//! [`reproduce`] measures the shipped corpora, or the published puzzle itself where it is known, by the same rules as
//! any [run](crate::bench::run), and sets its figures beside the published ones: bounds by class, times, and the
//! recursive calls of plain backtracking and dancing links on the same puzzles.

mod figures;

use std::sync::atomic::AtomicBool;

use self::figures::{GO, GO_BOUNDS, Puzzles, SAME, SOURCES, TIMES, nanoseconds};
use super::error::RunError;
use super::job::{Job, Provenance};
use super::observer::Observer;
use super::run::run;
use super::warnings::Warning;
use crate::corpus::{ClassBy, DIFFICULTIES, Reader, Source};
use crate::engine::EngineKind;
use crate::record::{
    BoundRow, CallRow, EngineCalls, Keep, PublishedSource, Reproduction, ResultRow, Run, Settings, TimeRow,
};

/// The number of puzzles per class whose recursive calls are counted; few, because backtracking is slow.
const CALLS_OF_CLASS: usize = 20;

/// Times the engine on each puzzle as the shortest of `rounds` solves, and counts the recursive calls of several
/// engines. Returns the timed run without the silenced warnings; it has the tables unless it was interrupted.
pub fn reproduce(
    engine: EngineKind,
    rounds: usize,
    silenced: &[Warning],
    provenance: Provenance,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Run, RunError> {
    let settings = Settings { class_by: ClassBy::File, ..Settings::default() };
    let timing = Settings { repeat: rounds, keep: Keep::Best, ..settings.clone() };
    let timing = Job { settings: timing, silenced: silenced.to_vec(), ..Job::of_engines([engine]) };
    let mut timed = run(&timing, &timed_sources(), provenance.clone(), interrupt, observer)?;
    // Calls are counted for backtracking, plain dancing links, and the timed engine.
    let mut engines = vec![EngineKind::Naive, EngineKind::Cover];
    if !engines.contains(&engine) {
        engines.push(engine);
    }
    let counting = Job { settings: Settings { warmup: 0, ..settings }, ..Job::of_engines(engines) };
    let counted_sources: Vec<Source> = call_sets().map(source_of).collect();
    let counted = run(&counting, &counted_sources, provenance, interrupt, observer)?;
    timed.interrupted |= counted.interrupted;
    if !timed.interrupted {
        let source = |(name, title, address): (&str, &str, Option<&str>)| PublishedSource {
            name: name.to_owned(),
            title: title.to_owned(),
            address: address.map(str::to_owned),
        };
        timed.reproduction = Some(Reproduction {
            engine: engine.to_string(),
            rounds,
            sources: SOURCES.map(source).to_vec(),
            notes: notes(engine, rounds),
            bounds: bound_rows(&timed),
            times: time_rows(&timed),
            calls: call_sets().map(|puzzles| call_row(puzzles, &counted)).collect(),
        });
    }
    Ok(timed)
}

fn notes(engine: EngineKind, rounds: usize) -> Vec<String> {
    let rounds = match rounds {
        1 => "one solve per puzzle".to_owned(),
        rounds => format!("the shortest of {rounds} consecutive solves per puzzle (with warm caches)"),
    };
    vec![
        "Published figures appear as they were printed. They were measured on other machines and on other puzzles, \
         which their authors call easy or hard; only the class names match. Qassim Hamza and the two TypeScript \
         examples are the same puzzles."
            .to_owned(),
        format!(
            "Here: engine {engine} on one thread, {rounds} of the shipped corpora. Every time includes the proof that \
             there is no second solution, and excludes reading and printing."
        ),
        "Rows for 100 puzzles or for 1 use the first puzzles of the class. A ratio is the published time per puzzle \
         divided by ours. For a bound, it is the upper end divided by our longest time; \"within\" means that our \
         longest time is not above the upper end."
            .to_owned(),
        format!(
            "Recursive calls are the nodes of the search trees, on the first {CALLS_OF_CLASS} puzzles of each class. \
             Engine cover is dancing links as Knuth describes them; dlx, sweep and masks make all forced moves before \
             they count a node."
        ),
    ]
}

/// The sources to time; each set of puzzles is a class of its own.
fn timed_sources() -> Vec<Source> {
    let whole = GO_BOUNDS.map(|(class, _)| Puzzles::First(usize::MAX, class));
    let mut sources: Vec<Source> = Vec::new();
    for puzzles in whole.into_iter().chain(TIMES.map(|(.., puzzles)| puzzles)) {
        if !sources.iter().any(|source| source.class == key(puzzles)) {
            sources.push(source_of(puzzles));
        }
    }
    sources
}

/// The sets of puzzles whose calls are counted.
fn call_sets() -> impl Iterator<Item = Puzzles> {
    DIFFICULTIES.iter().map(|&class| Puzzles::First(CALLS_OF_CLASS, class)).chain(SAME)
}

/// The class name of a set of puzzles.
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
            let reader = Reader::new(input.expect("the corpus ships with the program"));
            let puzzles = reader.take(count).filter_map(|entry| entry.ok()?.ok());
            puzzles.map(|entry| entry.puzzle.to_line() + "\n").collect()
        }
    };
    Source::of_text(&key(puzzles), &text)
}

/// The result rows of a set of puzzles, one for each engine.
fn rows_of(run: &Run, puzzles: Puzzles) -> impl Iterator<Item = &ResultRow> {
    let class = key(puzzles);
    run.results.iter().filter(move |row| row.class.name() == class)
}

fn bound_rows(run: &Run) -> Vec<BoundRow> {
    let row = |(class, printed): (&'static str, &str)| {
        let row = rows_of(run, Puzzles::First(usize::MAX, class)).next()?;
        let (published_ns, max_ns) = (nanoseconds(printed), row.latency.max_ns?);
        Some(BoundRow {
            source: GO.to_owned(),
            class: class.to_owned(),
            printed: printed.to_owned(),
            published_ns,
            puzzles: row.puzzles,
            mean_ns: row.latency.mean_ns?,
            p50_ns: row.latency.p50_ns?,
            max_ns,
            within: max_ns <= published_ns,
            ratio: published_ns as f64 / max_ns.max(1) as f64,
        })
    };
    GO_BOUNDS.into_iter().filter_map(row).collect()
}

fn time_rows(run: &Run) -> Vec<TimeRow> {
    let mut rows = Vec::new();
    for (source, item, printed, count, puzzles) in TIMES {
        let Some(row) = rows_of(run, puzzles).next() else { continue };
        let published_ns = nanoseconds(printed);
        let here_ns = row.total_ns as f64 / row.puzzles as f64;
        rows.push(TimeRow {
            source: source.to_owned(),
            item: item.to_owned(),
            same_puzzle: matches!(puzzles, Puzzles::Same(..)),
            printed: printed.to_owned(),
            published_ns,
            published_puzzles: count,
            puzzles: row.puzzles,
            here_ns: row.total_ns,
            ratio: published_ns as f64 / count as f64 / here_ns.max(1.0),
        });
    }
    rows
}

fn call_row(puzzles: Puzzles, run: &Run) -> CallRow {
    let rows: Vec<&ResultRow> = rows_of(run, puzzles).collect();
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
