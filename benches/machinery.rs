//! What does everything around an engine cost?
//!
//! Two figures, each the best of several rounds, because noise only makes a run slower:
//!
//! 1. With an engine that does nothing: how many one-line puzzles per second get from a file through splitting, parsing,
//!    batching, the clock and the recorder, with one solving thread.
//! 2. With `dlx` on one thread: how much longer the wall time of a run is than the sum of its solve times.
//!
//! Run it with `cargo bench --bench machinery`. The puzzles are the shipped ones, repeated.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::bench::{Job, Provenance, run};
use dlxbench::clock::Clock;
use dlxbench::corpus::{Reader, Source};
use dlxbench::engine::EngineKind;
use dlxbench::record::Run;
use dlxbench::report::units;

const ROUNDS: usize = 7;

/// Writes a file of this many lines of shipped puzzles.
fn file_of(lines: usize) -> tempfile::NamedTempFile {
    let mut puzzles = Vec::new();
    for source in Source::shipped() {
        let reader = Reader::new(source.open().expect("embedded"));
        let sound = "shipped puzzles are sound";
        puzzles.extend(reader.map(|entry| entry.expect("embedded").expect(sound).puzzle.to_line()));
    }
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    let mut writer = io::BufWriter::new(file.as_file_mut());
    for line in puzzles.iter().cycle().take(lines) {
        writeln!(writer, "{line}").expect("the disk has room");
    }
    writer.flush().expect("the disk has room");
    drop(writer);
    file
}

fn measure(file: &tempfile::NamedTempFile, engine: EngineKind) -> Run {
    let job = Job::of_engines([engine]);
    let sources = Source::from_argument(&file.path().to_string_lossy()).expect("the file exists");
    let provenance = Provenance {
        name: String::new(),
        command: Vec::new(),
        started: String::new(),
        commit: None,
        environment: observe(&build_of_source_tree()),
    };
    run(&job, &sources, provenance, &AtomicBool::new(false), &mut ()).expect("the run succeeds")
}

fn main() {
    let clock = Clock::new().figures();
    println!(
        "clock: steps of {}, {} per read",
        units::time(clock.resolution_ns),
        units::time(clock.overhead_ns)
    );

    const LINES: usize = 2_000_000;
    let file = file_of(LINES);
    let best_ns = (0..ROUNDS).map(|_| measure(&file, EngineKind::Idle).wall_ns).min().unwrap_or(1);
    println!(
        "idle engine: {} lines in {}: {} puzzles per second, {} each",
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
