//! Several passes over the corpora: what is counted once, what is measured each time.

use dlxbench::report::units;
use serde_json::Value;

use super::bench::{Record, bench, rows};
use super::{program, run, run_with_input};

fn all(json: &Value) -> &Value {
    json["results"].as_array().unwrap().iter().find(|row| row["class"] == "all").unwrap()
}

/// How many extreme puzzles ship.
fn extreme() -> u64 {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/extreme.txt")).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).count() as u64
}

#[test]
fn counters_are_of_one_pass_and_noise_is_of_all() {
    let corpora = ["shipped:easy", "shipped:extreme", "--engine", "dlx,sweep", "--per-puzzle"];
    let (once, _) = Record::of(&corpora);
    for (keep, times) in [("best", 1), ("all", 5)] {
        let (record, ran) = Record::of(&[&corpora[..], &["--passes", "5", "--keep", keep]].concat());
        ran.ok();
        let (json, single) = (record.json(), once.json());
        for name in ["puzzles", "unique", "nodes", "guesses", "updates"] {
            assert_eq!(all(&json)[name], all(&single)[name], "{name}");
        }
        assert_eq!(json["digest"], single["digest"]);
        assert_eq!(json["corpora"], single["corpora"]);
        assert_eq!(all(&json)["samples"], (2000 + extreme()) * times);
        assert_eq!(record.rows("puzzles.csv").len() as u64, 2 * (2000 + extreme()) * times);
        let noise = json["noise"].as_array().unwrap();
        assert_eq!(noise.len(), 6, "two engines on two classes and all");
        for row in noise {
            let halves = row["halves"].as_array().unwrap();
            assert!(halves.len() == 5 && halves.iter().all(|half| half["mean_ns"].as_f64().unwrap() > 0.0));
        }
        for row in json["speedups"].as_array().unwrap() {
            assert!(row["floor"].as_f64().unwrap() >= 0.0 && row["verdict"].is_string(), "{row}");
        }
        assert_eq!(json["speedups"][0]["pairs"], single["speedups"][0]["pairs"]);
        assert_eq!(json["slowest"].as_array().unwrap().len(), single["slowest"].as_array().unwrap().len());
    }
    // With one pass nobody knows the noise: only what is far from 1 is a verdict, and nothing is the same.
    let single = once.json();
    assert!(single.get("noise").is_none() && single["options"]["passes"] == 1);
    for row in single["speedups"].as_array().unwrap() {
        assert!(row["verdict"] != "same" && row.get("floor").is_none(), "{row}");
    }
}

#[test]
fn the_best_of_all_passes_is_kept() {
    let (record, ran) = Record::of(&["shipped:extreme", "--passes", "6", "--keep", "best", "--per-puzzle"]);
    ran.ok();
    let json = record.json();
    let times: Vec<f64> =
        record.rows("puzzles.csv").iter().map(|row| row["time_ns"].parse().unwrap()).collect();
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    assert!((all(&json)["latency"]["mean_ns"].as_f64().unwrap() - mean).abs() < 0.01);
    // The best of half of the passes is never better than the best of all.
    for half in json["noise"][0]["halves"].as_array().unwrap() {
        assert!(half["mean_ns"].as_f64().unwrap() >= mean - 0.01, "{half}");
    }
}

#[test]
fn sizes_that_no_engine_solves_do_not_put_passes_out_of_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.txt");
    let nine = super::bench::MIXED.lines().next().unwrap();
    std::fs::write(&file, format!("{nine}\n1..2......34....\n\n{nine}\nno puzzle at all\n")).unwrap();
    let ran = bench(&[
        file.to_str().unwrap(),
        "--engine",
        "dlx,cover",
        "--passes",
        "3",
        "--keep",
        "best",
        "--format",
        "csv",
    ]);
    assert_eq!(ran.code, Some(1));
    for row in rows(&ran.out).iter().filter(|row| row["class"] == "all") {
        let expected = if row["engine"] == "dlx" { "2" } else { "3" };
        assert_eq!((row["unique"].as_str(), row["malformed"].as_str()), (expected, "1"), "{row:?}");
    }
    assert_eq!(ran.err.matches("malformed:").count(), 1, "said once, not in every pass: {}", ran.err);
}

#[test]
fn standard_input_has_one_pass() {
    let message = run_with_input(&["bench", "-", "--passes", "2"], b"1..2......34....\n").failed(2);
    assert!(message.contains("--passes and a list of --threads need files"), "{message}");
}

#[test]
#[cfg(unix)]
fn a_run_that_is_interrupted_keeps_the_passes_that_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let mut command = program();
    command
        .args(["bench", "shipped:extreme", "--passes", "10000", "--keep", "best", "--quiet", "--out"])
        .arg(&out);
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let json: Value = serde_json::from_str(&std::fs::read_to_string(out.join("run.json")).unwrap()).unwrap();
    assert_eq!((&json["interrupted"], &all(&json)["puzzles"]), (&true.into(), &extreme().into()));
}

#[test]
fn every_report_says_how_often_puzzles_were_solved() {
    let several = ["--passes", "10", "--repeat", "2", "--keep", "best"];
    let (record, ran) = Record::of(&[&["shipped:extreme"], &several[..]].concat());
    ran.ok();
    let puzzles = extreme();
    assert_eq!(record.json()["visits"], 10 * puzzles);
    let folder = record.path("");
    let folder = folder.to_str().unwrap();
    let table = run(&["report", folder]).ok();
    let last = table.lines().find(|line| line.contains("/s on ")).unwrap();
    let start = format!("{} puzzles, all unique; best of 10 passes of 2 solves in ", units::count(puzzles));
    assert!(last.starts_with(&start), "{last}");
    // By wall time: twenty solves of each.
    let wall = record.json()["wall_ns"].as_f64().unwrap() / 1e9;
    let rate = last.split("/s on ").next().unwrap().rsplit(' ').next().unwrap();
    let rate: f64 = rate.replace(',', "").parse().unwrap();
    assert!((rate * wall / (20 * puzzles) as f64 - 1.0).abs() < 0.01, "{last}");
    let markdown = run(&["report", folder, "--format", "markdown"]).ok();
    for row in ["| passes | 10 |", "| repeat | 2 |", "| keep | best |"] {
        assert!(markdown.contains(row), "{markdown}");
    }
    let page = record.path("page.html");
    run(&["report", folder, "--out", page.to_str().unwrap()]).ok();
    let page = std::fs::read_to_string(page).unwrap();
    for part in ["best of 10 passes of 2 solves", "<dt>passes</dt><dd>10</dd>", "<dt>repeat</dt><dd>2</dd>"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn few_passes_are_warned_about_and_their_noise_is_no_figure() {
    let (record, ran) = Record::of(&["shipped:famous", "--engine", "dlx,masks", "--passes", "3"]);
    let words = "too few passes to measure noise: use 10 or more";
    assert!(ran.err.contains(words), "{}", ran.err);
    let mut json = record.json();
    json["speedups"][0]["floor"] = 125.506.into();
    std::fs::write(record.path("run.json"), json.to_string()).unwrap();
    let folder = record.path("");
    let folder = folder.to_str().unwrap();
    let table = run(&["report", folder]).ok();
    assert!(table.contains(" >100 % ") && table.contains(words), "{table}");
    assert!(run(&["report", folder, "--format", "markdown"]).ok().contains("| &gt;100 % |"));
    let page = record.path("page.html");
    run(&["report", folder, "--out", page.to_str().unwrap()]).ok();
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("&gt;100 %") && page.contains(">verdict</th>"), "{page}");
    let compared = run(&["compare", folder, folder]).ok();
    assert!(compared.contains("the base had too few passes to measure noise"), "{compared}");
}
