//! `summary.csv`: one row for each engine and class. And the header of `puzzles.csv`.

use std::io::Write;

use crate::bench::Run;

/// The columns of `summary.csv`.
pub const SUMMARY: [&str; 22] = [
    "engine",
    "class",
    "puzzles",
    "unique",
    "multiple",
    "none",
    "invalid",
    "stopped",
    "malformed",
    "total_ns",
    "mean_ns",
    "stdev_ns",
    "min_ns",
    "p50_ns",
    "p90_ns",
    "p99_ns",
    "p999_ns",
    "max_ns",
    "nodes",
    "guesses",
    "updates",
    "puzzles_per_second",
];

/// The columns of `puzzles.csv`.
pub const PUZZLES: [&str; 12] = [
    "file", "line", "class", "engine", "puzzle", "solution", "status", "time_ns", "nodes", "guesses",
    "updates", "clues",
];

/// Writes the summary of a run.
pub fn summary(run: &Run, output: impl Write) -> Result<(), csv::Error> {
    let whole = |figure: Option<u64>| figure.map_or(String::new(), |figure| figure.to_string());
    let tenth = |figure: Option<f64>| figure.map_or(String::new(), |figure| format!("{figure:.1}"));
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(SUMMARY)?;
    for row in &run.results {
        let latency = &row.latency;
        let counts =
            [row.puzzles, row.unique, row.multiple, row.none, row.invalid, row.stopped, row.malformed];
        let mut record = vec![row.engine.clone(), row.class.clone()];
        record.extend(counts.map(|count| count.to_string()));
        record.push(row.total_ns.to_string());
        record.extend([tenth(latency.mean_ns), tenth(latency.stdev_ns)]);
        let times =
            [latency.min_ns, latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.p999_ns, latency.max_ns];
        record.extend(times.map(whole));
        record.extend([row.nodes, row.guesses, row.updates].map(|count| count.to_string()));
        record.push(tenth(row.puzzles_per_second));
        writer.write_record(&record)?;
    }
    writer.flush()?;
    Ok(())
}
