//! Records: histograms are read again as they were written and look as plotters want them, a damaged record is refused,
//! and what killed processes left behind is removed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use dlxbench::bench::Job;
use dlxbench::record::{ClassScope, Latency, Partials, ReadError, RecordWriter, Run, SavedRun};
use dlxbench::report::{OutputFormat, page, write};
use hdrhistogram::Histogram;
use proptest::prelude::*;
use proptest::sample::{Index, select};

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
    writer.finish(&run, SystemTime::UNIX_EPOCH, |_| Ok(Vec::new())).unwrap();
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
fn numbered_records_take_the_first_name_that_is_free_when_they_are_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("2026-11-18-run");
    let run = run_one(&Job::default()).unwrap();
    // Both have begun before one of them ends.
    let writers = [(), ()].map(|()| RecordWriter::create_numbered(&path, false).unwrap());
    let names = writers.map(|writer| {
        let written = writer.finish(&run, SystemTime::UNIX_EPOCH, |saved| {
            assert_eq!(saved.run, run);
            Ok(vec![("note.txt", "x".to_owned())])
        });
        let written = written.unwrap();
        assert!(written.files.contains(&"note.txt".to_owned()), "{written:?}");
        assert_eq!(written.files.len(), fs::read_dir(&written.path).unwrap().count());
        written.path.file_name().unwrap().to_str().unwrap().to_owned()
    });
    assert_eq!(names, ["2026-11-18-run", "2026-11-18-run-2"]);
    assert!(RecordWriter::create(&path, false).is_err());
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

/// What a damaged record has in the place of a few bytes, or of a figure.
const STRANGE: [&str; 12] = [
    "",
    "0",
    "-1",
    "1e308",
    "18446744073709551615",
    "9007199254740993",
    "null",
    "\"\"",
    "[]",
    "{}",
    ",",
    "\u{202e}",
];

/// Makes every report of a record, as far as it can be read.
fn report_on(path: &Path) -> Result<(), ReadError> {
    let mut saved = SavedRun::open(path)?;
    for format in [OutputFormat::Table, OutputFormat::Csv, OutputFormat::Json, OutputFormat::Markdown] {
        write(&saved.run, format, &mut Vec::new()).unwrap();
    }
    saved.load_histograms()?;
    page(&saved).map(drop)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_record_is_refused_or_has_all_its_reports_whatever_was_done_to_it(
        record in select(vec!["tests/golden/record", "tests/records/base"]),
        name in select(vec!["run.json", "run.json", "run.hlog", "puzzles.csv"]),
        at in any::<Index>(),
        is_figure in any::<bool>(),
        length in 0..4_usize,
        put in select(STRANGE.to_vec()),
    ) {
        let folder = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(record)).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
        let file = folder.path().join(name);
        if let Ok(mut bytes) = fs::read(&file) {
            let is_inside = |place: usize| bytes[place].is_ascii_digit() || b".-".contains(&bytes[place]);
            let figures: Vec<usize> = (1..bytes.len()).filter(|&at| is_inside(at) && !is_inside(at - 1)).collect();
            let start = if is_figure { figures[at.index(figures.len())] } else { at.index(bytes.len()) };
            let end = if is_figure {
                (start..bytes.len()).find(|&place| !is_inside(place)).unwrap_or(bytes.len())
            } else {
                bytes.len().min(start + length)
            };
            bytes.splice(start..end, put.bytes());
            fs::write(&file, bytes).unwrap();
        }
        // Whether it is an error is another question: many changes leave a record as sound as it was.
        let _ = report_on(folder.path());
    }
}

/// A lock with what it protects, and something that only looks alike.
fn leave(folder: &Path, signature: &str) -> [PathBuf; 4] {
    let names = [
        ".dlxbench-AbCd1234.lock",
        ".out.AbCd1234-x1y2z3.partial",
        ".r.AbCd1234-x1y2z3.partial",
        ".out.x1y2z3.partial",
    ];
    let paths = names.map(|name| folder.join(name));
    fs::write(&paths[0], signature).unwrap();
    fs::write(&paths[1], "1").unwrap();
    fs::create_dir_all(&paths[2]).unwrap();
    fs::write(paths[2].join("run.json"), "{}").unwrap();
    fs::write(&paths[3], "of somebody else").unwrap();
    paths
}

/// What a lock file of this host holds.
fn signature() -> String {
    let folder = tempfile::tempdir().unwrap();
    let _partials = Partials::in_folder(folder.path()).unwrap();
    let lock = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
    fs::read_to_string(lock.path()).unwrap()
}

#[test]
fn only_what_surely_has_no_owner_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let there = |paths: &[PathBuf; 4]| {
        drop(Partials::in_folder(folder.path()).unwrap());
        paths.each_ref().map(|path| path.exists())
    };
    for unsigned in ["", "dlxbench of-another-host\n"] {
        let paths = leave(folder.path(), unsigned);
        // Of a process that was killed before it could sign: it protects nothing.
        let lone = folder.path().join(".dlxbench-EfGh5678.lock");
        fs::write(&lone, unsigned).unwrap();
        assert_eq!(there(&paths), [true; 4], "{unsigned:?}");
        assert_eq!(lone.exists(), !unsigned.is_empty());
    }
    let paths = leave(folder.path(), &signature());
    let owner = File::open(&paths[0]).unwrap();
    owner.lock().unwrap();
    assert_eq!(there(&paths), [true; 4]);
    drop(owner);
    assert_eq!(there(&paths), [false, false, false, true]);
    // Its own lock is gone too; the one of another host stays.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_process_has_one_lock_in_a_folder_while_it_writes_there() {
    let folder = tempfile::tempdir().unwrap();
    let one = Partials::in_folder(folder.path()).unwrap();
    let two = Partials::in_folder(&folder.path().join(".")).unwrap();
    assert!(Arc::ptr_eq(&one, &two));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let long = one.prefix(OsStr::new(&"x".repeat(255)));
    assert!(long.starts_with(".xxx") && long.len() < 60, "{long}");
}
