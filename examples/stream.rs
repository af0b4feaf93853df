//! Streams corpora through all cores and prints one latency histogram: `cargo run --release --example stream [FILE…]`.
//!
//! Each worker has its own engine and histogram; the histograms are added up at the end.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dlxbench::corpus::Source;
use dlxbench::corpus::stream::{self, Options, StreamError};
use dlxbench::engine::{Engine, Limits, Sweep};
use hdrhistogram::Histogram;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut sources = Vec::new();
    for file in &files {
        sources.extend(Source::from_argument(file)?);
    }
    if files.is_empty() {
        sources = Source::shipped();
    }
    let (mut puzzles, mut unique) = (0, 0);
    let histograms = stream::run_and_finish(
        &Options::default(),
        &sources,
        &AtomicBool::new(false),
        |_worker| (Sweep::new(), Histogram::<u64>::new(3).expect("three digits are allowed")),
        |(engine, histogram), portion, _stop| {
            let mut unique = 0;
            for puzzle in portion.batch.puzzles().filter(|puzzle| puzzle.cells.len() == 81) {
                let begun = Instant::now();
                let outcome =
                    engine.solve(puzzle.cells, &Limits::UNIQUENESS, &mut |_| ControlFlow::Continue(()));
                histogram.record(begun.elapsed().as_nanos() as u64).expect("a histogram that grows");
                unique += u64::from(outcome.solutions == 1);
            }
            Ok::<_, StreamError>(Some(unique))
        },
        |(_, histogram)| histogram,
        |portion, unique_of_portion| {
            puzzles += portion.batch.len();
            unique += unique_of_portion;
            Ok(())
        },
    )?;
    let mut all = Histogram::<u64>::new(3)?;
    for histogram in &histograms {
        all.add(histogram)?;
    }
    println!("{puzzles} puzzles, {unique} with exactly one solution");
    for quantile in [0.5, 0.9, 0.99, 0.999] {
        println!("p{:<5} {:>9.2} µs", quantile * 100.0, all.value_at_quantile(quantile) as f64 / 1e3);
    }
    Ok(())
}
