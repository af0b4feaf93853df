//! The figures of a run for services that track benchmarks over time.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::record::{ResultRow, Run};
use crate::stats::Figures;

/// A format for services that track benchmarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricFormat {
    /// Bencher Metric Format: JSON for bencher.dev.
    Bmf,
    /// JSON for github-action-benchmark; smaller is better for all of its values.
    GithubActionBenchmark,
}

/// Returns the figures of a run in this format, with a line break at the end.
pub fn metrics(run: &Run, format: MetricFormat) -> String {
    let json = match format {
        MetricFormat::Bmf => serde_json::to_string_pretty(&bmf(run)),
        MetricFormat::GithubActionBenchmark => serde_json::to_string_pretty(&github_action_benchmark(run)),
    };
    json.expect("all keys are strings") + "\n"
}

/// A figure of an engine on a class.
struct Metric {
    measure: &'static str,
    unit: &'static str,
    value: f64,
    /// The least and the greatest value of the halves of a run with several passes.
    range: Option<(f64, f64)>,
}

/// The figures of a row of which less is better, the times first.
fn metrics_of(run: &Run, row: &ResultRow) -> Vec<Metric> {
    let noise = run.noise.iter().find(|noise| noise.engine == row.engine && noise.class == row.class);
    let range = |of: fn(&Figures) -> f64| {
        let halves = || noise.into_iter().flat_map(|noise| &noise.halves).map(of);
        halves().reduce(f64::min).zip(halves().reduce(f64::max))
    };
    let latency = &row.latency;
    let whole = |ns: Option<u64>| ns.map(|ns| ns as f64);
    let times = [
        ("latency", whole(latency.p50_ns), range(|half| half.p50_ns)),
        ("latency-p99", whole(latency.p99_ns), range(|half| half.p99_ns)),
        ("latency-mean", latency.mean_ns, range(|half| half.mean_ns)),
    ];
    let times = times.into_iter().filter_map(|(measure, value, range)| {
        // The whole run lies within the range of its halves, but for percentiles of a histogram by a little.
        let range = value.zip(range).map(|(value, (low, high))| (low.min(value), high.max(value)));
        Some(Metric { measure, unit: "ns", value: value?, range })
    });
    let counters = [("nodes", row.nodes), ("guesses", row.guesses)];
    let faults = [("wrong", row.wrong), ("failed", row.failed), ("timeout", row.timeout)];
    let is_external = run.external.iter().any(|receipt| receipt.engine == row.engine);
    let counts = counters.into_iter().filter(|(_, count)| *count > 0 || !is_external);
    let counts = counts.chain(faults.into_iter().filter(|_| is_external));
    let counts =
        counts.map(|(measure, count)| Metric { measure, unit: measure, value: count as f64, range: None });
    times.chain(counts).collect()
}

fn name(row: &ResultRow) -> String {
    format!("{}/{}", row.engine, row.class)
}

/// Benchmark → measure → value and bounds.
fn bmf(run: &Run) -> Map<String, Value> {
    let mut benchmarks = Map::new();
    for row in run.results.iter().filter(|row| row.puzzles > 0) {
        let mut measures = Map::new();
        for Metric { measure, value, range, .. } in metrics_of(run, row) {
            measures.insert(measure.to_owned(), bounded(value, range));
        }
        if let Some(rate) = row.puzzles_per_second {
            measures.insert("throughput".to_owned(), bounded(rate, None));
        }
        let speedup =
            run.speedups.iter().find(|speedup| speedup.engine == row.engine && speedup.class == row.class);
        if let Some(speedup) = speedup.and_then(|speedup| speedup.estimate()) {
            let range = Some((speedup.low, speedup.high));
            measures.insert("speed-up".to_owned(), bounded(speedup.ratio, range));
        }
        benchmarks.insert(name(row), measures.into());
    }
    benchmarks
}

fn bounded(value: f64, range: Option<(f64, f64)>) -> Value {
    match range {
        Some((low, high)) => json!({ "value": value, "lower_value": low, "upper_value": high }),
        None => json!({ "value": value }),
    }
}

/// An entry for github-action-benchmark.
#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
}

fn github_action_benchmark(run: &Run) -> Vec<Entry> {
    let entry = |row: &ResultRow, metric: Metric| Entry {
        name: format!("{} {}", name(row), metric.measure),
        unit: metric.unit,
        value: metric.value,
        range: metric.range.map(|(low, high)| format!("{low:.1} to {high:.1}")),
    };
    let rows = run.results.iter().filter(|row| row.puzzles > 0);
    rows.flat_map(|row| metrics_of(run, row).into_iter().map(move |metric| entry(row, metric))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        serde_json::from_str(include_str!("../../tests/golden/record/run.json")).unwrap()
    }

    #[test]
    fn bencher_gets_a_value_and_bounds_for_each_measure() {
        let run = run();
        let row = &run.results[0];
        let bmf: Value = serde_json::from_str(&metrics(&run, MetricFormat::Bmf)).unwrap();
        let benchmark = &bmf[name(row)];
        assert_eq!(benchmark["latency"]["value"], row.latency.p50_ns.unwrap() as f64);
        assert_eq!(benchmark["nodes"]["value"], row.nodes as f64);
        assert_eq!(benchmark["throughput"]["value"], row.puzzles_per_second.unwrap());
        for (benchmark, measures) in bmf.as_object().unwrap() {
            for (measure, metric) in measures.as_object().unwrap() {
                let at = |key: &str| metric[key].as_f64();
                let value = at("value").unwrap_or_else(|| panic!("{benchmark} {measure} has no value"));
                let is_within = at("lower_value").is_none_or(|low| low <= value)
                    && at("upper_value").is_none_or(|high| value <= high);
                assert!(is_within, "{benchmark} {measure}: {metric}");
            }
        }
    }

    #[test]
    fn github_gets_a_list_of_what_should_be_small() {
        let run = run();
        let list: Value = serde_json::from_str(&metrics(&run, MetricFormat::GithubActionBenchmark)).unwrap();
        let list = list.as_array().unwrap();
        let named = |wanted: String| list.iter().find(|entry| entry["name"] == wanted).unwrap();
        let row = &run.results[0];
        let median = named(format!("{} latency", name(row)));
        assert_eq!(
            (&median["unit"], &median["value"]),
            (&json!("ns"), &json!(row.latency.p50_ns.unwrap() as f64))
        );
        assert_eq!(named(format!("{} nodes", name(row)))["unit"], "nodes");
        assert!(list.iter().all(|entry| !entry["name"].as_str().unwrap().contains("throughput")));
    }
}
