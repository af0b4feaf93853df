//! Histograms in a record: what was written is read again, and looks as plotters want it.

use std::fs;
use std::time::SystemTime;

use dlxbench::bench::Job;
use dlxbench::record::{ClassScope, Latency, RecordWriter, Run, SavedRun};
use hdrhistogram::Histogram;

use super::bench::run_one;

/// A run whose rows have these times, in a record; and the folder that holds it.
fn recorded(times: impl Iterator<Item = u64>) -> (Run, tempfile::TempDir) {
    let mut run = run_one(&Job::default()).unwrap();
    let mut histogram = Histogram::<u64>::new(3).unwrap();
    times.for_each(|time| histogram.record(time).unwrap());
    run.results[0].class = ClassScope::Class("a b".to_owned());
    run.slowest.clear();
    for row in &mut run.results {
        row.samples = histogram.len();
        let quantile = |share: f64| Some(histogram.value_at_quantile(share).min(histogram.max()));
        row.latency = Latency {
            mean_ns: Some(histogram.mean()),
            stdev_ns: Some(histogram.stdev()),
            min_ns: Some(histogram.min()),
            p50_ns: quantile(0.5),
            p90_ns: quantile(0.9),
            p99_ns: quantile(0.99),
            p999_ns: quantile(0.999),
            max_ns: Some(histogram.max()),
            buckets: vec![(1, histogram.len())],
        };
        row.histogram = Some(histogram.clone());
    }
    let folder = tempfile::tempdir().unwrap();
    let writer = RecordWriter::create(&folder.path().join("run"), false).unwrap();
    writer.finish(&run, SystemTime::UNIX_EPOCH, "").unwrap();
    (run, folder)
}

#[test]
fn the_log_is_read_again_unless_it_is_damaged() {
    let (run, folder) = recorded((1..=1000).map(|value| value * value));
    let path = folder.path().join("run");
    assert_eq!(SavedRun::open_with_histograms(&path).unwrap().run, run);
    let log = fs::read_to_string(path.join("run.hlog")).unwrap();
    assert!(log.contains("/a_b,") && log.contains("/all,"), "{log}");
    for damaged in [log.replace("HIST", "####"), log.replace("a_b", "ab"), log.clone() + &log] {
        fs::write(path.join("run.hlog"), damaged).unwrap();
        let error = SavedRun::open_with_histograms(&path).unwrap_err().to_string();
        assert!(error.contains("run.hlog is damaged"), "{error}");
    }
}

#[test]
fn a_small_histogram_looks_as_the_plotters_want_it() {
    let (_, folder) = recorded((1..=10).map(|value| value * 100));
    let text = fs::read_to_string(folder.path().join("run/all.hgrm")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "       Value     Percentile TotalCount 1/(1-Percentile)");
    assert_eq!(lines[2], "     100.000 0.000000000000          1           1.00");
    assert!(lines.contains(&"     500.000 0.500000000000          5           2.00"), "{text}");
    assert!(text.contains("\n    1000.000 1.000000000000         10\n#[Mean    =      550"), "{text}");
    assert!(text.ends_with("SubBuckets     =         2048]\n"), "{text}");
}
