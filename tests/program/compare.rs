//! `dlxbench compare`, and `bench --baseline`: verdicts on fixed records, refusals, exit codes. The records under
//! tests/records are of real runs, one of them with every solve made 10 % longer; what is printed for them is fixed too.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::bench::{Record, bench, rows};
use super::{Ran, run};

const BASE: &str = "tests/records/base";
const SLOWER: &str = "tests/records/slower";

fn compare(arguments: &[&str]) -> Ran {
    run(&[&["compare"], arguments].concat())
}

/// A record of which something has been changed.
struct Changed {
    folder: tempfile::TempDir,
}

impl Changed {
    fn of(record: &str, change: impl FnOnce(&mut Value)) -> Changed {
        let folder = tempfile::tempdir().unwrap();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(record);
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
        let path = folder.path().join("run.json");
        let mut value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        change(&mut value);
        std::fs::write(&path, value.to_string()).unwrap();
        Changed { folder }
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

#[test]
fn table_and_document_are_as_they_were() {
    let table = compare(&[BASE, SLOWER]).ok();
    assert_eq!(table, include_str!("../records/comparison.txt"), "{table}");
    let document = compare(&[BASE, SLOWER, "--format", "markdown"]).ok();
    assert_eq!(document, include_str!("../records/comparison.md"), "{document}");
}

#[test]
fn every_format_holds_the_same_verdicts() {
    let csv = rows(&compare(&[BASE, SLOWER, "--format", "csv"]).ok());
    let json: Value = serde_json::from_str(&compare(&[BASE, SLOWER, "--format", "json"]).ok()).unwrap();
    let objects = json["rows"].as_array().unwrap();
    assert_eq!((csv.len(), objects.len()), (3, 3));
    for (row, object) in csv.iter().zip(objects) {
        for name in ["engine", "class", "verdict", "basis"] {
            assert_eq!(object[name], row[name].as_str());
        }
        assert_eq!((row["verdict"].as_str(), row["basis"].as_str()), ("slower", "pairs"));
        for figure in ["mean", "p50", "p90", "p99"] {
            let of = |end: &str| row[&format!("{figure}_{end}")].parse::<f64>().unwrap();
            assert!(of("low") <= of("ratio") && of("ratio") <= of("high"), "{row:?}");
            assert!((object[figure]["ratio"].as_f64().unwrap() - of("ratio")).abs() < 1e-5);
        }
    }
}

#[test]
fn the_gate_opens_and_closes() {
    compare(&[BASE, SLOWER]).ok();
    let ran = compare(&[BASE, SLOWER, "--fail-on", "5%"]);
    let message = ran.failed(1);
    assert!(
        message.contains("regression: easy (dlx) is ") && message.contains("regression: all (dlx)"),
        "{message}"
    );
    compare(&[BASE, SLOWER, "--fail-on", "50"]).ok();
    compare(&[BASE, SLOWER, "--fail-on-counters"]).ok();
    // The other way round it is faster, and with itself the same.
    let faster = compare(&[SLOWER, BASE, "--fail-on", "0%"]).ok();
    assert_eq!(faster.matches("  faster\n").count(), 3, "{faster}");
    let same = compare(&[BASE, BASE, "--fail-on", "0%"]).ok();
    assert_eq!(same.matches("  same\n").count(), 3, "{same}");
    for wrong in ["-5%", "much", "NaN"] {
        assert!(compare(&[BASE, BASE, &format!("--fail-on={wrong}")]).failed(2).contains("such as 5%"));
    }
}

#[test]
fn counters_gate_exactly() {
    let one_more = Changed::of(BASE, |run| {
        let nodes = run["results"][0]["nodes"].as_u64().unwrap();
        run["results"][0]["nodes"] = json!(nodes + 1);
    });
    let out = compare(&[BASE, one_more.path()]).ok();
    assert!(out.contains(" +1 (+"), "{out}");
    let message = compare(&[BASE, one_more.path(), "--fail-on-counters"]).failed(1);
    assert!(message.contains("regression: easy (dlx) has ") && message.contains(" before"), "{message}");
    // One less is none.
    compare(&[one_more.path(), BASE, "--fail-on-counters"]).ok();
}

#[test]
fn runs_that_are_not_on_the_same_work_are_refused() {
    let cases: [(&str, Value, &str); 8] = [
        ("/digest", json!("00-1"), "the puzzles differ (digest)"),
        ("/options/limit", json!(1), "the limits differ (limit): 2 in the base, 1 in the new run"),
        (
            "/options/max_nodes",
            json!(99),
            "the limits differ (max-nodes): none in the base, 99 in the new run",
        ),
        ("/options/isomorphs", json!(true), "the engines' work differs (isomorphs)"),
        ("/options/class_by", json!("clues"), "the classes differ (class-by)"),
        ("/options/keep", json!("all"), "the kinds of times differ (keep)"),
        ("/options/repeat", json!(7), "the kinds of times differ (repeat)"),
        ("/options/passes", json!(99), "the kinds of times differ (passes)"),
    ];
    for (place, value, reason) in cases {
        let other = Changed::of(SLOWER, |run| *run.pointer_mut(place).unwrap() = value);
        let message = compare(&[BASE, other.path()]).failed(2);
        assert!(message.contains(reason) && message.contains("--force compares them anyway"), "{message}");
        let forced = compare(&[BASE, other.path(), "--force"]).ok();
        assert!(forced.contains(&format!("forced: {reason}")) && forced.contains("  slower\n"), "{forced}");
        // The gate works by force too.
        compare(&[BASE, other.path(), "--force", "--fail-on", "1%"]).failed(1);
    }
}

#[test]
fn other_machines_threads_and_builds_are_warned_about() {
    let other = Changed::of(SLOWER, |run| {
        run["environment"]["cpu"] = json!("Abacus");
        run["environment"]["rustc"] = json!("rustc 9");
        run["options"]["threads"] = json!(64);
        run["commit"] = json!("feed");
        run["interrupted"] = json!(true);
    });
    let out = compare(&[BASE, other.path()]).ok();
    for warning in [
        "the machines differ (processor): ",
        "Abacus in the new run",
        "the threads differ: ",
        "64 in the new run",
        "the builds differ (version): ",
        "the builds differ (compiler): ",
        "the new run was interrupted",
    ] {
        assert!(out.contains(warning), "{warning}: {out}");
    }
    let csv = compare(&[BASE, other.path(), "--format", "csv"]);
    assert!(csv.err.contains("warning: the threads differ") && !csv.out.contains("warning"), "{}", csv.err);
}

#[test]
fn engines_are_compared_with_themselves() {
    let renamed = |record: &str, engine: &str| {
        let changed = Changed::of(record, |run| {
            for list in ["results", "noise", "slowest"] {
                run[list].as_array_mut().unwrap().iter_mut().for_each(|row| row["engine"] = json!(engine));
            }
        });
        for (file, before, behind) in [("puzzles.csv", ",", ","), ("run.hlog", "Tag=", "/")] {
            let text = std::fs::read_to_string(changed.file(file)).unwrap();
            let text = text.replace(&format!("{before}dlx{behind}"), &format!("{before}{engine}{behind}"));
            std::fs::write(changed.file(file), text).unwrap();
        }
        changed
    };
    let sweep = renamed(SLOWER, "sweep");
    let message = compare(&[BASE, sweep.path()]).failed(2);
    assert!(message.contains("the engines differ: dlx in the base, sweep in the new run"), "{message}");
    let forced = compare(&[BASE, sweep.path(), "--force"]).ok();
    assert!(forced.contains("dlx → sweep") && forced.contains("  slower\n"), "{forced}");
    // One engine in common, and one more in the new run.
    let more = Changed::of(SLOWER, |run| {
        let mut extra = run["results"][0].clone();
        extra["engine"] = json!("masks");
        extra["class"] = json!("all");
        for count in ["puzzles", "samples", "unique", "multiple", "none", "invalid", "stopped"] {
            extra[count] = json!(0);
        }
        extra["latency"].as_object_mut().unwrap().values_mut().for_each(|time| *time = json!(null));
        extra["latency"]["buckets"] = json!([]);
        run["results"].as_array_mut().unwrap().push(extra);
    });
    let out = compare(&[BASE, more.path()]).ok();
    assert!(out.contains("not compared because only in the new run: masks"), "{out}");
    assert_eq!(out.matches("  slower\n").count(), 3, "{out}");
    // None in common, and several: not even by force.
    let message = compare(&[more.path(), renamed(BASE, "cover").path(), "--force"]).failed(2);
    assert!(message.contains("nothing to compare"), "{message}");
}

#[test]
fn histograms_serve_where_there_are_no_single_times() {
    let plain = Changed::of(BASE, |_| ());
    std::fs::remove_file(plain.file("puzzles.csv")).unwrap();
    let ran = compare(&[plain.path(), SLOWER, "--format", "csv"]);
    assert!(ran.err.contains("run bench with --per-puzzle"), "{}", ran.err);
    let (wide, narrow) = (rows(&ran.out), rows(&compare(&[BASE, SLOWER, "--format", "csv"]).ok()));
    for (wide, narrow) in wide.iter().zip(&narrow) {
        let figure = |row: &super::bench::Row, name: &str| row[name].parse::<f64>().unwrap();
        assert_eq!(wide["basis"], "histograms");
        let width = |row| figure(row, "mean_high") - figure(row, "mean_low");
        assert!(width(wide) >= width(narrow), "{wide:?} {narrow:?}");
        assert!((figure(wide, "mean_ratio") / figure(narrow, "mean_ratio") - 1.0).abs() < 0.01);
    }
    // And without either it is no whole record.
    std::fs::remove_file(plain.file("run.hlog")).unwrap();
    let message = compare(&[plain.path(), SLOWER]).failed(2);
    assert!(message.contains("cannot read") && message.contains("run.hlog"), "{message}");
}

#[test]
fn without_passes_there_is_no_verdict() {
    let shipped = "tests/records/one-pass";
    let out = compare(&[shipped, shipped]).ok();
    assert_eq!(out.matches("  inconclusive\n").count(), 6, "{out}");
    assert!(out.contains("unknown") && out.contains("had only one pass"), "{out}");
    let one_pass = Changed::of(SLOWER, |run| drop(run.as_object_mut().unwrap().remove("noise")));
    let out = compare(&[BASE, one_pass.path(), "--fail-on", "0%"]).ok();
    assert_eq!(out.matches("  inconclusive\n").count(), 3, "{out}");
}

#[test]
fn what_is_no_record_is_said() {
    let message = compare(&["missing", BASE]).failed(2);
    assert!(
        message.contains("missing is not a dlxbench record: ") && message.contains("a record is a folder"),
        "{message}"
    );
    assert!(
        compare(&[BASE, "Cargo.toml"])
            .failed(2)
            .contains("Cargo.toml is not a dlxbench record: it is a file")
    );
    let newer = Changed::of(BASE, |run| run["format"] = json!(99));
    assert!(compare(&[BASE, newer.path()]).failed(2).contains("has format 99"));
    let damages: [(&str, &[u8], &str); 5] = [
        ("run.json", b"{\"format\": 1", "run.json is damaged"),
        ("run.json", b"{\"format\": 1}", "missing field"),
        ("puzzles.csv", b"file,line\n", "it has 0 of 400 rows"),
        (
            "puzzles.csv",
            b"file,line,class,engine,puzzle,time_ns,guesses\na,1,b,dlx,1..2,soon,0\n",
            "line 2: column time_ns: invalid digit",
        ),
        ("run.hlog", b"Tag=a,0,1,2,####\n", "run.hlog is damaged"),
    ];
    for (file, content, reason) in damages {
        let damaged = Changed::of(BASE, |_| ());
        std::fs::write(damaged.file(file), content).unwrap();
        let message = compare(&[BASE, damaged.path()]).failed(2);
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn a_table_of_puzzles_that_was_cut_short_is_refused() {
    let page = tempfile::tempdir().unwrap();
    let page = page.path().join("page.html");
    for (rows, message) in [(99, "it has 99 of 400 rows"), (0, "it has 0 of 400 rows")] {
        let short = Changed::of(BASE, |_| ());
        let text = std::fs::read_to_string(short.file("puzzles.csv")).unwrap();
        let kept: String = text.lines().take(rows + 1).map(|line| format!("{line}\n")).collect();
        for content in [kept.as_str(), ""] {
            if content.is_empty() && rows > 0 {
                continue;
            }
            std::fs::write(short.file("puzzles.csv"), content).unwrap();
            assert!(compare(&[BASE, short.path()]).failed(2).contains(message));
            assert!(
                run(&["report", short.path(), "--out", page.to_str().unwrap()]).failed(2).contains(message)
            );
        }
    }
}

#[test]
fn a_run_is_compared_with_its_baseline_at_the_end() {
    let options = ["shipped:extreme", "--passes", "4", "--keep", "best"];
    let (record, ran) = Record::of(&[&options[..], &["--per-puzzle"]].concat());
    ran.ok();
    let baseline = record.path("");
    let with =
        |more: &[&str]| bench(&[&options[..], &["--baseline", baseline.to_str().unwrap()], more].concat());
    let out = with(&[]).ok();
    assert!(
        out.contains("\ndigest ") && out.contains("dlx: the new run ") && out.contains("verdict\n"),
        "{out}"
    );
    assert!(!out.contains("--per-puzzle"), "pairs were compared, without a record: {out}");
    let ran = with(&["--format", "csv"]);
    assert!(rows(&ran.out).len() == 2 && ran.err.contains("verdict"), "{}", ran.err);
    assert!(with(&["--format", "markdown"]).ok().contains("\n# Comparison\n"));
    // Quiet is for what is on the way to the verdict.
    let quiet = with(&["--fail-on-counters", "--quiet"]).ok();
    assert!(quiet.contains("verdict\n") && quiet.contains("too few passes"), "{quiet}");
    assert!(!quiet.contains("digest "), "{quiet}");
    // What cannot be compared is said before the work.
    let message = with(&["--limit", "3"]).failed(2);
    assert!(message.contains("the limits differ (limit): 2 in the base, 3 in the new run"), "{message}");
    let message = bench(&["--baseline", "missing"]).failed(2);
    assert!(message.contains("missing is not a dlxbench record"), "{message}");
    assert!(bench(&["--fail-on", "5%"]).failed(2).contains("need --baseline RECORD"));
    // Other puzzles are noticed at the end, when the figures are there.
    let other =
        ["--passes", "4", "--keep", "best", "--baseline", baseline.to_str().unwrap(), "shipped:famous"];
    let ran = bench(&other);
    assert!(ran.out.contains("puzzles/s") && ran.err.contains("the puzzles differ (digest)"), "{}", ran.err);
    assert_eq!(ran.code, Some(2));
    // Fewer nodes in the baseline: a regression, exactly.
    let path = record.path("run.json");
    let mut json = record.json();
    json["results"][0]["nodes"] = json!(1);
    std::fs::write(&path, json.to_string()).unwrap();
    assert!(with(&["--fail-on-counters", "--quiet"]).failed(1).contains("regression: extreme (dlx) has "));
}
