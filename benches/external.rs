//! What external solvers cost: the round trip of a line through pipes, and a call through the C function against the same
//! engine called directly.
//!
//! Usage: cargo bench --bench external [-- --rounds=N] [--markdown FILE]

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dlxbench::bench::environment;
use dlxbench::clock::Clock;
use dlxbench::corpus::{Batch, Reader, Source};
use dlxbench::engine::external::{External, ExternalSolver, Terms, round_trips};
use dlxbench::engine::{Engine, Limits, Sweep};
use dlxbench::report::{Cell, Table};
use dlxbench::sudoku::Geometry;

/// Puzzles of each shipped class.
const PUZZLES: usize = 500;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.iter().find_map(|argument| argument.strip_prefix("--rounds="));
    let rounds: usize = rounds.map_or(25, |rounds| rounds.parse().expect("a number"));
    let markdown =
        arguments.iter().position(|argument| argument == "--markdown").map(|at| &arguments[at + 1]);
    let never = AtomicBool::new(false);
    let terms =
        Terms { program: env!("CARGO_BIN_EXE_dlxbench").into(), limit: 2, timeout: Duration::from_secs(10) };
    let trips: Vec<Vec<u64>> =
        (0..rounds).map(|_| round_trips(&terms, &never).expect("the echo child runs")).collect();
    let best = |percent: usize| trips.iter().map(|trip| trip[(trip.len() - 1) * percent / 100]).min();

    let puzzles = puzzles();
    let calls = calls(&puzzles, &terms, rounds, &never);
    let mut text = String::new();
    for line in [
        "# What external solvers cost".to_owned(),
        String::new(),
        format!("```sh\ncargo bench --bench external -- --rounds={rounds} --markdown FILE\n```"),
        String::new(),
        format!("Best of {rounds} rounds; {} puzzles of the shipped corpora, limit 2.", puzzles.len()),
        String::new(),
    ] {
        text.push_str(&(line + "\n"));
    }
    let build = environment::build_of_source_tree();
    let machine = environment::observe(&build);
    text.push_str(&format!(
        "dlxbench {} ({}), {}\n\n",
        env!("CARGO_PKG_VERSION"),
        build.commit.unwrap_or_default(),
        machine.cpu.unwrap_or_default()
    ));
    // Never minus zero.
    let ns = |ns: f64| Cell::from(format!("{} ns", ns.round() as i64));
    let row = |what: &str, time: Cell| [Cell::from(what), time];
    let table = Table::new(1, ["", "time"]).with([
        row("exec: a round trip to a child that only echoes, median", ns(best(50).unwrap_or(0) as f64)),
        row("exec: the same, 99th percentile", ns(best(99).unwrap_or(0) as f64)),
        row("sweep, called directly, mean per puzzle", ns(calls.direct_ns)),
        row("lib: sweep through the C function, mean per puzzle", ns(calls.library_ns)),
        row("lib: the difference", ns(calls.library_ns - calls.direct_ns)),
    ]);
    text.push_str(&table.markdown());
    print!("{text}");
    if let Some(file) = markdown {
        std::fs::write(file, text).expect("the file can be written");
    }
}

struct Calls {
    direct_ns: f64,
    library_ns: f64,
}

/// The shortest time of each puzzle over all rounds, on average, both ways in turn.
fn calls(puzzles: &[Vec<u8>], terms: &Terms, rounds: usize, never: &AtomicBool) -> Calls {
    let file = c_function();
    let external = External::parse(&format!("lib:{}", file.display())).expect("it is external");
    let mut library =
        ExternalSolver::new(Arc::new(external.expect("it is well-formed")), terms.clone()).engine();
    let (mut engine, clock) = (Sweep::new(), Clock::new());
    let slices: Vec<&[u8]> = puzzles.iter().map(Vec::as_slice).collect();
    let mut best = vec![[u64::MAX; 2]; puzzles.len()];
    let mut solution = [0; 81];
    for _ in 0..rounds {
        for (puzzle, best) in puzzles.iter().zip(&mut best) {
            let start = clock.read();
            engine.solve(puzzle, &Limits::solutions(terms.limit), &mut |cells| {
                solution.copy_from_slice(cells);
                ControlFlow::Continue(())
            });
            let end = clock.read();
            best[0] = best[0].min(clock.nanoseconds(start, end));
        }
        let replies = library.solve_many(&slices, 1, never);
        assert_eq!(replies.len(), puzzles.len());
        for (reply, best) in replies.iter().zip(&mut best) {
            assert!(reply.fault.is_none(), "{reply:?}");
            best[1] = best[1].min(reply.times_ns[0]);
        }
    }
    std::hint::black_box(solution);
    let mean = |way: usize| best.iter().map(|best| best[way] as f64).sum::<f64>() / best.len() as f64;
    Calls { direct_ns: mean(0), library_ns: mean(1) }
}

/// The example `c_function`, built.
fn c_function() -> std::path::PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_BIN_EXE_dlxbench")).parent().expect("it is in a folder");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--release", "--example", "c_function"])
        .arg("--target-dir")
        .arg(target.parent().expect("it is in a folder"))
        .current_dir(root)
        .status();
    assert!(built.expect("cargo runs").success());
    let name = format!("{}c_function{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    target.join("examples").join(name)
}

fn puzzles() -> Vec<Vec<u8>> {
    let mut puzzles = Vec::new();
    for source in Source::shipped() {
        let mut batch = Batch::default();
        let mut reader = Reader::new(source.open().expect("it ships"));
        reader.read_batch(PUZZLES, &mut batch).expect("it is sound");
        puzzles.extend(
            batch
                .puzzles()
                .filter(|puzzle| puzzle.geometry == Geometry::NINE)
                .map(|puzzle| puzzle.cells.to_vec()),
        );
    }
    puzzles
}
