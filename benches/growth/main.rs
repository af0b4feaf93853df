//! How does cost grow with the size of the grid and with the difficulty of the puzzle?
//!
//! 1. Size: seeded puzzles with exactly one solution, from 4×4 to 25×25, each with several shares of blank cells.
//! 2. Difficulty: the puzzles of some corpora (by default the shipped ones), by the guesses that an engine needs.
//!
//! Run it with `cargo bench --bench growth -- [OPTION…] [CORPUS…]`, or with `scripts/measure-growth`, which saves the
//! tables. Everything but the times is the same in every run. Without cargo's `--bench`, as in `cargo test --benches`, it
//! measures only a few puzzles, to show that it works.

mod figures;
mod puzzles;
mod tables;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use dlxbench::corpus::Source;
use dlxbench::engine::EngineKind;
use dlxbench::sudoku::Geometry;

use figures::{ByDifficulty, BySize, buckets, measure};

/// Measures how cost grows with size and with difficulty
#[derive(Debug, Parser)]
struct Arguments {
    /// Files, folders or patterns of puzzles [default: the shipped corpora]
    corpora: Vec<String>,
    /// Number of rounds; the fastest time of each puzzle counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Random seed for making and sampling puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Sample at most this many puzzles of each corpus
    #[arg(long, value_name = "N", default_value_t = 1000)]
    sample: usize,
    /// Stop a search after N nodes
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_nodes: u64,
    /// Write the tables to this file in Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the figures to this file as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Command to show in the report
    #[arg(long, value_name = "TEXT", default_value = "cargo bench --bench growth")]
    command: String,
    /// Set by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// Returns how many puzzles of a size to make: few large ones, because they take long to make.
fn wanted(geometry: Geometry) -> usize {
    match geometry.size() {
        ..=9 => 50,
        12 => 20,
        16 => 10,
        _ => 4,
    }
}

/// The shares of blank cells, in percent. A puzzle has fewer blanks if removing any other given allows a second solution.
const BLANK_PERCENT: [usize; 3] = [30, 45, 60];

fn by_size(arguments: &Arguments) -> Vec<BySize> {
    let mut rows = Vec::new();
    for geometry in Geometry::ALL.into_iter().filter(|geometry| arguments.bench || geometry.size() <= 9) {
        for percent in BLANK_PERCENT {
            let count = if arguments.bench { wanted(geometry) } else { 2 };
            let puzzles = puzzles::made(geometry, percent, count, arguments.seed);
            let blank = puzzles.iter().flatten().filter(|&&digit| digit == 0).count();
            let blank_percent = 100.0 * blank as f64 / (count * geometry.cell_count()) as f64;
            for kind in EngineKind::solvers() {
                let Some(mut engine) = kind.build(geometry) else { continue };
                let singles = measure(engine.as_mut(), &puzzles, arguments.max_nodes, arguments.rounds);
                rows.push(BySize {
                    geometry,
                    blank_percent,
                    engine: kind.name(),
                    figures: singles.iter().sum(),
                });
            }
        }
        eprintln!("{geometry} is done");
    }
    rows
}

fn by_difficulty(arguments: &Arguments) -> Result<Vec<ByDifficulty>> {
    let mut sources = Vec::new();
    for argument in &arguments.corpora {
        sources.extend(Source::from_argument(argument)?);
    }
    let sources = if sources.is_empty() { Source::shipped() } else { sources };
    let sample = if arguments.bench { arguments.sample } else { 2 };
    let puzzles = puzzles::read(&sources, sample, arguments.seed)?;
    let mut rows = Vec::new();
    for kind in EngineKind::solvers() {
        let mut engine = kind.build(Geometry::NINE).expect("every engine knows 9×9");
        let singles = measure(engine.as_mut(), &puzzles, arguments.max_nodes, arguments.rounds);
        rows.extend(buckets(kind.name(), &singles));
    }
    Ok(rows)
}

fn main() -> Result<()> {
    let mut arguments = Arguments::parse();
    if !arguments.bench {
        (arguments.rounds, arguments.max_nodes) = (1, 1000);
    }
    let sizes = by_size(&arguments);
    let difficulties = by_difficulty(&arguments)?;
    let text =
        tables::markdown(&arguments.command, arguments.rounds, arguments.max_nodes, &sizes, &difficulties);
    print!("{text}");
    if let Some(path) = &arguments.markdown {
        fs::write(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.csv {
        let file = fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        tables::write_csv(&sizes, &difficulties, file)?;
    }
    Ok(())
}
