//! What does everything around an engine cost?
//!
//! Two figures, each the best of several rounds, for a machine is never faster than it can be:
//!
//! 1. With an engine that does nothing, how many one-line puzzles pass in a second from a file through splitting,
//!    parsing, batching, the clock and the recorder, with one solving thread.
//! 2. With `dlx` on one thread, how much longer the wall time of a run is than the sum of its solve times.
//!
//! Run it with `cargo bench --bench machinery`. The puzzles are the shipped ones, over and over.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::bench::{Job, Provenance, run};
use dlxbench::corpus::{Reader, Source};
use dlxbench::engine::EngineKind;
use dlxbench::record::Run;
use dlxbench::report::units;

const ROUNDS: usize = 7;

/// A file of so many lines, made of the shipped puzzles.
fn file_of(lines: usize) -> tempfile::NamedTempFile {
    let mut puzzles = Vec::new();
    for source in Source::shipped() {
        let reader = Reader::new(source.open().expect("it is embedded"));
        puzzles.extend(
            reader.map(|entry| entry.expect("it is embedded").expect("it is sound").puzzle.to_line()),
        );
    }
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    let mut writer = io::BufWriter::new(file.as_file_mut());
    for line in puzzles.iter().cycle().take(lines) {
        writeln!(writer, "{line}").expect("room for it");
    }
    writer.flush().expect("room for it");
    drop(writer);
    file
}

fn measure(file: &tempfile::NamedTempFile, engine: EngineKind) -> Run {
    let job = Job::of_engines([engine]);
    let sources = Source::from_argument(&file.path().to_string_lossy()).expect("the file is there");
    let provenance = Provenance {
        name: String::new(),
        command: Vec::new(),
        started: String::new(),
        commit: None,
        environment: observe(&build_of_source_tree()),
    };
    run(&job, &sources, provenance, &AtomicBool::new(false), &mut ()).expect("the run goes well")
}

fn main() {
    let clock = Clock::new().figures();
    println!(
        "clock: steps of {}, a read takes {}",
        units::time(clock.resolution_ns),
        units::time(clock.overhead_ns)
    );

    const LINES: usize = 2_000_000;
    let file = file_of(LINES);
    let best_ns = (0..ROUNDS).map(|_| measure(&file, EngineKind::Idle).wall_ns).min().unwrap_or(1);
    println!(
        "idle engine: {} lines in {}: {} puzzles a second, {} each",
        units::count(LINES as u64),
        units::time(best_ns as f64),
        units::count((LINES as f64 / (best_ns as f64 / 1e9)) as u64),
        units::time(best_ns as f64 / LINES as f64),
    );

    let file = file_of(20_000);
    let overhead = |run: Run| {
        let solving_ns: u64 = run.totals().map(|row| row.total_ns).sum();
        run.wall_ns as f64 / solving_ns as f64 - 1.0
    };
    let best = (0..ROUNDS).map(|_| overhead(measure(&file, EngineKind::Dlx))).fold(f64::INFINITY, f64::min);
    println!("dlx engine: the wall time is {:.2} % above the sum of the solve times", best * 100.0);
}
