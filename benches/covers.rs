//! How much faster are bitsets than links, and two threads than one?
//!
//! The linked matrix and the dense engine count all solutions of classic exact-cover problems, on one thread and on two.
//! The four ways take turns, and the fastest round of each counts. It fails if solutions, nodes or guesses differ.
//!
//! Run it with `cargo bench --bench covers -- [--rounds N] [--markdown FILE]`, or with `scripts/compare-covers`, which
//! saves the table. Without cargo's `--bench`, as in `cargo test --benches`, it counts a small problem, to show that it
//! works.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::cover::{
    Dense, Explorer, Limits, Matrix, Monitor, Outcome, ParallelSearch, Problem, Terms, problems,
};
use dlxbench::report::{Cell, Table};

/// Compares the exact-cover engines
#[derive(Debug, Parser)]
struct Arguments {
    /// Number of rounds; the fastest counts
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Write the table to this file in Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Command to show in the report
    #[arg(long, value_name = "TEXT", default_value = "cargo bench --bench covers")]
    command: String,
    /// Set by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// A problem and its fastest times in nanoseconds: linked and dense on one thread, linked and dense on two.
struct Row {
    name: &'static str,
    found: Outcome,
    best_ns: [f64; 4],
}

fn count<E: Explorer>(engine: &mut E, threads: usize) -> Result<Outcome> {
    if threads == 1 {
        return Ok(engine.count(Terms::default()));
    }
    let monitor = Monitor::new();
    Ok(ParallelSearch::new(engine, Limits::default(), threads, &monitor)?.count())
}

fn measure(name: &'static str, problem: &Problem, rounds: u32) -> Result<Row> {
    let (mut linked, mut dense) = (Matrix::new(problem), Dense::new(problem));
    let mut row: Option<Row> = None;
    for _ in 0..rounds {
        for way in 0..4 {
            let threads = 1 + way / 2;
            let start = Instant::now();
            let found = if way % 2 == 0 { count(&mut linked, threads)? } else { count(&mut dense, threads)? };
            let ns = start.elapsed().as_secs_f64() * 1e9;
            let row = row.get_or_insert(Row { name, found, best_ns: [f64::INFINITY; 4] });
            let counts =
                |outcome: &Outcome| (outcome.solutions, outcome.counters.nodes, outcome.counters.guesses);
            ensure!(
                found.ended.is_complete() && counts(&found) == counts(&row.found),
                "{name}: the engines disagree: {found:?}, {:?}",
                row.found
            );
            row.best_ns[way] = row.best_ns[way].min(ns);
        }
    }
    eprintln!("{name} is done");
    row.context("there is at least one round")
}

const HEAD: [&str; 10] = [
    "problem",
    "solutions",
    "nodes",
    "dlx",
    "dense",
    "dlx / dense",
    "dlx, 2 threads",
    "dense, 2 threads",
    "dlx, 1 / 2",
    "dense, 1 / 2",
];

fn table(rows: &[Row]) -> String {
    let mut table = Table::new(1, HEAD);
    for Row { name, found, best_ns: [linked, dense, linked_by_two, dense_by_two] } in rows {
        let time = |ns: &f64| Cell::time(*ns);
        let ratio = |a: &f64, b: &f64| Cell::from(format!("{:.2}", a / b));
        table.push([
            Cell::from(*name),
            Cell::from(found.solutions),
            Cell::from(found.counters.nodes),
            time(linked),
            time(dense),
            ratio(linked, dense),
            time(linked_by_two),
            time(dense_by_two),
            ratio(linked, linked_by_two),
            ratio(dense, dense_by_two),
        ]);
    }
    table.markdown()
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let build = build_of_source_tree();
    let machine = observe(&build);
    let rounds = if arguments.bench { arguments.rounds } else { 1 };
    let rows = if arguments.bench {
        vec![
            measure("pentominoes 6×10", &problems::pentominoes(6, 10)?, rounds)?,
            measure("Langford 12", &problems::langford(12)?, rounds)?,
            measure("queens 14", &problems::queens(14)?, rounds)?,
            measure("Latin squares 5", &problems::latin(5)?, rounds)?,
        ]
    } else {
        vec![measure("queens 6", &problems::queens(6)?, rounds)?]
    };
    let text = format!(
        "# Links and bitsets\n\n```sh\n{}\n```\n\n{} ({} cores, {}, load {} before), {}{}. All solutions are counted. Times \
         are wall times of the fastest of {rounds} rounds; engines and numbers of threads take turns, and agree on \
         solutions, nodes and guesses.\n\n{}",
        arguments.command,
        machine.cpu.as_deref().unwrap_or("An unknown processor"),
        machine.cores,
        machine.os,
        machine.load_before.map_or("unknown".to_owned(), |load| load.to_string()),
        machine.rustc,
        build.commit.map_or(String::new(), |commit| format!(", at {commit}")),
        table(&rows),
    );
    print!("{text}");
    if let Some(path) = &arguments.markdown {
        fs::write(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
