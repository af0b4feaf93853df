//! A row of `summary.csv`: one engine on one class.

use serde::Serialize;

use super::results::ResultRow;

/// The fields are the columns of `summary.csv`, in this order. Figures that are not whole have one decimal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SummaryRow<'r> {
    engine: &'r str,
    class: &'r str,
    puzzles: u64,
    unique: u64,
    multiple: u64,
    none: u64,
    invalid: u64,
    stopped: u64,
    malformed: u64,
    total_ns: u64,
    mean_ns: Option<f64>,
    stdev_ns: Option<f64>,
    min_ns: Option<u64>,
    p50_ns: Option<u64>,
    p90_ns: Option<u64>,
    p99_ns: Option<u64>,
    p999_ns: Option<u64>,
    max_ns: Option<u64>,
    nodes: u64,
    guesses: u64,
    updates: u64,
    puzzles_per_second: Option<f64>,
}

impl<'r> From<&'r ResultRow> for SummaryRow<'r> {
    fn from(row: &'r ResultRow) -> SummaryRow<'r> {
        let tenth = |figure: Option<f64>| figure.map(|figure| (figure * 10.0).round() / 10.0);
        let latency = &row.latency;
        SummaryRow {
            engine: &row.engine,
            class: row.class.name(),
            puzzles: row.puzzles,
            unique: row.unique,
            multiple: row.multiple,
            none: row.none,
            invalid: row.invalid,
            stopped: row.stopped,
            malformed: row.malformed,
            total_ns: row.total_ns,
            mean_ns: tenth(latency.mean_ns),
            stdev_ns: tenth(latency.stdev_ns),
            min_ns: latency.min_ns,
            p50_ns: latency.p50_ns,
            p90_ns: latency.p90_ns,
            p99_ns: latency.p99_ns,
            p999_ns: latency.p999_ns,
            max_ns: latency.max_ns,
            nodes: row.nodes,
            guesses: row.guesses,
            updates: row.updates,
            puzzles_per_second: tenth(row.puzzles_per_second),
        }
    }
}
