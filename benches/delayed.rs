//! Would a comparison notice a slowdown? Measures corpora with an engine that takes a given share longer, and writes a
//! record. `scripts/check-compare` compares such records; with a delay of 0 there is no slowdown.
//!
//! Run it with `cargo bench --bench delayed -- --delay 10 --out DIR`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::SystemTime;

use anyhow::Result;
use clap::Parser;
use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::bench::{Job, Observer, Provenance, run};
use dlxbench::clock::Clock;
use dlxbench::corpus::Source;
use dlxbench::engine::{Engine, EngineKind, Limits, Outcome, Sink};
use dlxbench::record::{Keep, PuzzleTime, RecordWriter, Settings};
use dlxbench::report::Report;
use dlxbench::sudoku::Geometry;

#[derive(Parser)]
struct Arguments {
    /// Files, folders or patterns of puzzles [default: the shipped corpora]
    corpora: Vec<String>,
    /// Make every solve this many percent longer
    #[arg(long, default_value_t = 0)]
    delay: u64,
    /// Number of passes over the corpora
    #[arg(long, default_value_t = 12)]
    passes: usize,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Write the record to this folder; without it, try a few puzzles and print a report
    #[arg(long)]
    out: Option<PathBuf>,
    /// Set by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// A static, because a builder of engines is a plain function without parameters for it.
static DELAY_PERCENT: AtomicU64 = AtomicU64::new(0);

/// An engine followed by a delay.
struct Delayed {
    engine: Box<dyn Engine>,
    clock: Clock,
}

impl Engine for Delayed {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        let start = self.clock.read();
        let outcome = self.engine.solve(givens, limits, sink);
        let end = self.clock.read();
        let until = end + (end - start) * DELAY_PERCENT.load(Ordering::Relaxed) / 100;
        while self.clock.read() < until {}
        outcome
    }
}

fn delayed(kind: EngineKind, geometry: Geometry) -> Option<Box<dyn Engine>> {
    let engine = kind.build(geometry)?;
    Some(Box::new(Delayed { engine, clock: Clock::new() }))
}

/// Writes the time of each puzzle to the record, if there is one.
struct Rows(Option<RecordWriter>);

impl Observer for Rows {
    fn puzzle(&mut self, time: &PuzzleTime<'_>) -> std::io::Result<()> {
        let Some(record) = &mut self.0 else { return Ok(()) };
        record.puzzle(time).map_err(std::io::Error::other)
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    DELAY_PERCENT.store(arguments.delay, Ordering::Relaxed);
    let mut sources = Vec::new();
    for corpus in &arguments.corpora {
        sources.extend(Source::from_argument(corpus)?);
    }
    if sources.is_empty() {
        sources = Source::shipped();
    }
    let settings = Settings {
        threads: arguments.threads,
        passes: arguments.passes,
        keep: Keep::Best,
        sample: arguments.out.is_none().then_some(10),
        ..Settings::default()
    };
    let job = Job { build: delayed, settings, per_puzzle: true, ..Job::default() };
    let mut rows = Rows(match &arguments.out {
        Some(path) => Some(RecordWriter::create(path, true)?),
        None => None,
    });
    let started = SystemTime::now();
    let build = build_of_source_tree();
    let provenance = Provenance {
        name: format!("delayed by {} %", arguments.delay),
        command: std::env::args().collect(),
        started: String::new(),
        environment: observe(&build),
        commit: build.commit,
    };
    let run = run(&job, &sources, provenance, &AtomicBool::new(false), &mut rows)?;
    match rows.0 {
        Some(record) => {
            let written = record.finish(&run, started, |_| Ok(vec![("report.md", run.markdown())]))?;
            println!("record: {}", written.path.display());
        }
        None => print!("{}", run.markdown()),
    }
    Ok(())
}
