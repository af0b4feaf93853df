//! Records of runs: what is in them, that it adds up, and that there is never half of one.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

use super::bench::{MIXED, Record, bench};
use super::{Ran, program};

#[test]
fn the_first_command_writes_the_page_the_table_by_class_and_the_histograms() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let first = readme.lines().find(|line| line.starts_with("cargo run")).unwrap();
    let arguments = first.strip_prefix("cargo run --release -- ").unwrap().split(' ');
    let folder = tempfile::tempdir().unwrap();
    let ran: Ran = program().args(arguments).current_dir(folder.path()).output().unwrap().into();
    let wrote = ran.err.lines().find_map(|line| line.strip_prefix("wrote ")).unwrap_or_default();
    let (path, files) = wrote.split_once(": ").unwrap();
    assert_eq!(files, "report.html, summary.csv, 6 histograms");
    let record = folder.path().join(path);
    let classes = ["easy", "medium", "hard", "expert", "extreme", "all"];
    let histograms = classes.map(|class| format!("{class}.hgrm"));
    for name in ["report.html", "summary.csv"].into_iter().chain(histograms.iter().map(String::as_str)) {
        assert!(std::fs::metadata(record.join(name)).unwrap().len() > 0, "{name}");
    }
    ran.ok();
}

#[test]
fn summary_and_puzzles_have_the_promised_columns() {
    let (record, ran) = Record::of(&["--per-puzzle"]);
    ran.ok();
    let header = |name: &str| record.text(name).lines().next().unwrap().to_owned();
    assert_eq!(
        header("summary.csv"),
        "engine,class,puzzles,unique,multiple,none,invalid,stopped,malformed,total_ns,mean_ns,stdev_ns,min_ns,p50_ns,\
         p90_ns,p99_ns,p999_ns,max_ns,nodes,guesses,updates,puzzles_per_second,solved,wrong,failed,timeout,claimed_ns"
    );
    assert_eq!(
        header("puzzles.csv"),
        "file,line,class,engine,puzzle,solution,status,time_ns,nodes,guesses,updates,clues,claimed_ns"
    );
}

#[test]
fn every_line_of_the_input_is_accounted_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.txt");
    std::fs::write(&file, MIXED).unwrap();
    let (record, ran) = Record::of(&["--per-puzzle", file.to_str().unwrap()]);
    assert_eq!(ran.code, Some(1));
    let summary = record.rows("summary.csv");
    assert_eq!(summary.len(), 2);
    for row in &summary {
        let counts = ["puzzles", "unique", "multiple", "none", "invalid", "stopped", "malformed"];
        assert_eq!(counts.map(|name| row[name].as_str()), ["4", "1", "1", "1", "1", "0", "2"]);
    }
    let statuses: Vec<String> = record.rows("puzzles.csv").iter().map(|row| row["status"].clone()).collect();
    assert_eq!(statuses, ["unique", "multiple", "none", "invalid"]);
    let malformed = record.rows("malformed.csv");
    assert_eq!(malformed.iter().map(|row| row["line"].as_str()).collect::<Vec<_>>(), ["5", "6"]);
    assert!(malformed[1]["reason"].contains("80 cells") && ran.err.contains("80 cells"), "{}", ran.err);
    assert_eq!(record.json()["malformed"]["count"], 2);
}

#[test]
fn percentiles_agree_with_the_exact_ones() {
    let (record, _) = Record::of(&["--per-puzzle", "--repeat", "20"]);
    let mut times: HashMap<String, Vec<u64>> = HashMap::new();
    for row in record.rows("puzzles.csv") {
        let time = row["time_ns"].parse().unwrap();
        for class in [row["class"].clone(), "all".to_owned()] {
            times.entry(class).or_default().push(time);
        }
    }
    let summary = record.rows("summary.csv");
    assert_eq!(summary.len(), 6);
    for row in summary {
        let mut times = times.remove(&row["class"]).unwrap();
        times.sort_unstable();
        let figure = |name: &str| row[name].parse::<f64>().unwrap();
        assert_eq!(figure("total_ns") as u64, times.iter().sum::<u64>());
        assert_eq!(figure("min_ns") as u64, times[0]);
        assert_eq!(figure("max_ns") as u64, times[times.len() - 1]);
        assert!((figure("mean_ns") - times.iter().sum::<u64>() as f64 / times.len() as f64).abs() <= 0.06);
        for (name, quantile) in [("p50_ns", 0.5), ("p90_ns", 0.9), ("p99_ns", 0.99), ("p999_ns", 0.999)] {
            let rank = ((quantile * times.len() as f64).ceil() as usize).clamp(1, times.len());
            let exact = times[rank - 1] as f64;
            assert!(
                (figure(name) - exact).abs() <= exact * 0.001 + 1.0,
                "{name}: {} for {exact}",
                figure(name)
            );
        }
    }
}

#[test]
fn histograms_are_read_back_with_the_percentiles_of_the_table() {
    let (record, _) = Record::of(&["--engine", "dlx,cover"]);
    let log = std::fs::read(record.path("run.hlog")).unwrap();
    let mut histograms: HashMap<String, Histogram<u64>> = HashMap::new();
    for entry in IntervalLogIterator::new(&log) {
        if let LogEntry::Interval(interval) = entry.unwrap() {
            let bytes = base64(interval.encoded_histogram());
            let histogram = Deserializer::new().deserialize(&mut &bytes[..]).unwrap();
            histograms.insert(interval.tag().unwrap().as_str().to_owned(), histogram);
        }
    }
    let summary = record.rows("summary.csv");
    assert_eq!(histograms.len(), summary.len());
    for row in summary {
        let histogram = &histograms[&format!("{}/{}", row["engine"], row["class"])];
        assert_eq!(histogram.len().to_string(), row["puzzles"]);
        let hgrm = record.text(&format!("{}-{}.hgrm", row["engine"], row["class"]));
        let lines: Vec<Vec<f64>> = hgrm
            .lines()
            .skip(2)
            .take_while(|line| !line.starts_with('#'))
            .map(|line| line.split_whitespace().map(|field| field.parse().unwrap()).collect())
            .collect();
        for (name, quantile) in [("p50_ns", 0.5), ("p90_ns", 0.9), ("p99_ns", 0.99)] {
            let expected: f64 = row[name].parse().unwrap();
            let from_log = histogram.value_at_quantile(quantile) as f64;
            let close = |value: f64| (value - expected).abs() <= expected * 0.001 + 1.0;
            assert!(close(from_log), "{name}: {from_log} for {expected}");
            // The first line whose percentile is at least the one asked for has a value at least as large, and the
            // last one before it one at most as large.
            let place = lines.iter().position(|line| line[1] >= quantile).unwrap();
            assert!(lines[place][0] >= expected * 0.999 - 1.0, "{hgrm}");
            assert!(place == 0 || lines[place - 1][0] <= expected * 1.001 + 1.0, "{hgrm}");
        }
        let last = lines.last().unwrap();
        assert_eq!((last[1], last[2].to_string()), (1.0, row["puzzles"].clone()));
    }
}

/// Decodes base64, as the interval log uses it.
fn base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits =
            chunk.iter().fold(0_u32, |bits, &c| bits << 6 | u32::from(value(c))) << (6 * (4 - chunk.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..chunk.len()]);
    }
    bytes
}

#[test]
fn a_record_that_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let inside_a_file = file.join("run");
    let message = bench(&["--out", inside_a_file.to_str().unwrap()]).failed(2);
    assert!(message.contains("cannot write"), "{message}");
    // A record is never overwritten.
    let message = bench(&["--out", folder.path().to_str().unwrap()]).failed(2);
    assert!(message.contains("already exists; records are never overwritten"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
#[cfg(unix)]
fn a_full_disk_is_reported_and_leaves_no_half_record() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    // No file may be larger than a block: what a full disk is to a program. The signal is ignored, as for a disk.
    for more in ["--per-puzzle", ""] {
        let script = format!(
            "trap '' XFSZ; ulimit -f 1; exec {} bench --quiet --out {} {more}",
            env!("CARGO_BIN_EXE_dlxbench"),
            out.display()
        );
        let ran: Ran = Command::new("bash").args(["-c", &script]).output().unwrap().into();
        assert!(ran.failed(2).contains("cannot write"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn saved_runs_get_dated_names_and_never_collide() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let mut command = program();
        let ran: Ran = command
            .args(["bench", "--save", "--name", "my run", "-q"])
            .current_dir(folder.path())
            .output()
            .unwrap()
            .into();
        ran.ok();
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("results"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 2);
    assert!(names[0].ends_with("-my-run") && names[1].ends_with("-my-run-2"), "{names:?}");
    let files = |name: &str| Path::new(&folder.path().join("results").join(&names[0]).join(name)).exists();
    for name in [
        "run.json",
        "summary.csv",
        "report.md",
        "report.html",
        "run.hlog",
        "easy.hgrm",
        "extreme.hgrm",
        "all.hgrm",
    ] {
        assert!(files(name), "{name}");
    }
}

#[test]
fn the_last_lines_say_what_was_written_and_how_to_look_at_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.txt");
    std::fs::write(&file, MIXED).unwrap();
    let in_folder = |arguments: &[&str]| -> Ran {
        program().args(arguments).current_dir(folder.path()).output().unwrap().into()
    };
    let last = |ran: &Ran| ran.err.lines().rev().take(3).map(str::to_owned).collect::<Vec<_>>();
    let ran = in_folder(&["bench", "mixed.txt", "--out", "my run", "--per-puzzle", "--format", "csv"]);
    assert_eq!(
        last(&ran),
        [
            "dlxbench report 'my run'".to_owned(),
            "open my run/report.html in a browser, or print it again with".to_owned(),
            "wrote my run: report.html, summary.csv, puzzles.csv, malformed.csv, 2 histograms".to_owned()
        ]
    );
    // Behind the comparison too, which is the last of the output.
    let ran = in_folder(&["bench", "mixed.txt", "--out", "again", "--baseline", "my run"]);
    assert!(ran.out.contains("the new run against the base"), "{}", ran.out);
    assert_eq!(last(&ran)[2], "wrote again: report.html, summary.csv, malformed.csv, 2 histograms");
    let ran = in_folder(&["reproduce", "--rounds", "1", "--out", "tables"]);
    assert!(last(&ran)[2].starts_with("wrote tables: report.html, summary.csv, 1"), "{}", ran.err);
    for name in ["my run", "again", "tables"] {
        let page = std::fs::read_to_string(folder.path().join(name).join("report.html")).unwrap();
        let made = in_folder(&["report", name, "--format", "html"]).ok();
        assert_eq!(page, made, "{name}");
    }
}

#[test]
#[cfg(unix)]
fn a_record_that_fails_at_the_end_still_leaves_the_figures() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} bench --out {} | cat",
        env!("CARGO_BIN_EXE_dlxbench"),
        out.display()
    );
    let ran: Ran = Command::new("bash").args(["-o", "pipefail", "-c", &script]).output().unwrap().into();
    assert!(ran.out.contains("puzzles/s") && ran.err.contains("cannot write"), "{}{}", ran.out, ran.err);
    assert_eq!(ran.code, Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_files_is_reported() {
    // Not even root can make a folder here.
    let message = bench(&["--out", "/proc/dlxbench-run"]).failed(2);
    assert!(message.contains("cannot write /proc/dlxbench-run"), "{message}");
}
