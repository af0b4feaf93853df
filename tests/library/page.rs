//! The page of a run, as text: its findings in words, and what it shows first.

use std::path::Path;

use dlxbench::record::{Run, SavedRun, SpeedupRow, ThreadsRow};
use dlxbench::report::page;
use dlxbench::stats::Verdict;

/// The page of a record that never changes, but for what this does to its run. The single puzzles are left out, for they
/// would have to agree with the run.
fn changed(change: impl FnOnce(&mut Run)) -> String {
    let folder = tempfile::tempdir().unwrap();
    for file in ["run.json", "run.hlog"] {
        std::fs::copy(Path::new("tests/golden/record").join(file), folder.path().join(file)).unwrap();
    }
    let mut record = SavedRun::open(folder.path()).unwrap();
    record.load_histograms().unwrap();
    change(&mut record.run);
    page(&record).unwrap()
}

/// The sentences of the finding.
fn sentences(page: &str) -> Vec<&str> {
    let (_, finding) = page.split_once("<div class=\"finding\">").unwrap();
    let (finding, _) = finding.split_once("<pre").unwrap();
    finding.split("</p>").filter_map(|part| Some(part.split_once('>')?.1)).collect()
}

/// One engine, all of whose 28 puzzles are unique.
fn one_engine(run: &mut Run) {
    run.options.engines = vec!["dlx".to_owned()];
    run.results.retain(|row| row.engine == "dlx" && row.class.name() != "faulty");
    let all = &mut run.results[1];
    (all.puzzles, all.unique, all.multiple) = (28, 28, 0);
    (all.none, all.invalid, all.malformed) = (0, 0, 0);
    run.corpora.remove(0);
    run.slowest.retain(|slow| slow.engine == "dlx" && slow.class == "famous");
    run.speedups.clear();
    run.malformed = Default::default();
}

fn speedup(class: &str, ratio: f64, verdict: Verdict) -> SpeedupRow {
    SpeedupRow {
        engine: "sweep".to_owned(),
        baseline: "dlx".to_owned(),
        class: class.to_owned().into(),
        pairs: 41,
        ratio: Some(ratio),
        low: Some(ratio * 0.9),
        high: Some(ratio * 1.1),
        floor: Some(0.02),
        verdict: Some(verdict),
    }
}

#[test]
fn one_engine_is_summed_up_by_its_median() {
    let page = changed(one_engine);
    assert_eq!(
        sentences(&page),
        [
            "dlx solves half of these 28 puzzles within 27.3 µs each, and 99 % within 28.7 ms.",
            "All 28 puzzles have exactly one solution.",
            "The hardest puzzle listed is shipped:famous:25, with 405 nodes in 1.05 ms (dlx).",
        ]
    );
    // Then the answers are folded.
    assert!(page.contains("<details><summary><span class=\"good\">✓ all 28 puzzles unique</span>"));
}

#[test]
fn engines_are_compared_on_all_puzzles_and_then_by_class() {
    let compared = |rows: &[(&str, f64, Verdict)]| {
        changed(|run| {
            run.speedups =
                rows.iter().map(|&(class, ratio, verdict)| speedup(class, ratio, verdict)).collect();
        })
    };
    let faster = |class, ratio| (class, ratio, Verdict::Faster);
    let page = compared(&[faster("famous", 2.0), faster("faulty", 6.0), faster("all", 4.0)]);
    assert_eq!(
        sentences(&page),
        [
            "On these 41 puzzles, sweep is 4.0 times faster than dlx (3.6 to 4.4); by class from 2.0 times (famous) to 6.0 \
             times (faulty).",
            "The slowest class is famous, with a median of 327 µs (dlx).",
            "28 of 41 puzzles have exactly one solution; 6 with several solutions, 3 without a solution, 4 with givens \
             that clash; 7 lines are not puzzles.",
            "The hardest puzzle listed is shipped:famous:25, with 405 nodes in 1.05 ms (dlx).",
        ]
    );
    assert!(!page.contains("<details><summary><span class=\"good\">"));
    // A class that says the contrary is named.
    let slower = ("faulty", 0.25, Verdict::Slower);
    let page = compared(&[faster("famous", 5.0), slower, faster("all", 4.0)]);
    let finding = "On these 41 puzzles, sweep is 4.0 times faster than dlx (3.6 to 4.4); but 4.0 times slower on faulty.";
    assert_eq!(sentences(&page)[0], finding);
    assert!(page.contains("<td class=\"figure good\">faster</td>"));
    assert!(page.contains("<td class=\"figure bad\">slower</td>"));
}

#[test]
fn threads_that_were_compared_come_first() {
    let row = |class: &str, threads, speedup| ThreadsRow {
        class: class.to_owned(),
        threads,
        puzzles: 28,
        rounds: 5,
        wall_ns: 1_000_000,
        puzzles_per_second: 28_000.0,
        speedup,
        least: speedup,
        most: speedup,
        efficiency: 1.0,
    };
    let page = changed(|run| {
        run.threads =
            vec![row("famous", 1, 1.0), row("famous", 2, 1.92), row("faulty", 1, 1.0), row("faulty", 2, 1.5)];
    });
    assert_eq!(
        sentences(&page)[0],
        "By class, 2 threads are 1.50 to 1.92 times as fast as 1 thread (wall time)."
    );
    assert!(page.contains("<title>famous, 2 threads: 1.92 times</title>"));
}

#[test]
fn a_mean_above_the_99th_percentile_is_marked() {
    assert!(!changed(|_| ()).contains('▲'));
    let page = changed(|run| {
        let latency = &mut run.results[0].latency;
        (latency.p50_ns, latency.p90_ns, latency.p99_ns) = (Some(10_000), Some(11_000), Some(12_000));
    });
    assert_eq!(page.matches("<td class=\"figure doubtful\">2.26 ms ▲</td>").count(), 1);
    assert!(page.contains("▲ This mean is above the 99th percentile"));
}

#[test]
fn three_notices_of_a_kind_are_shown_and_the_rest_is_folded() {
    let page = changed(|run| {
        run.warnings = (1..=3).map(|number| format!("warning {number}")).collect();
        run.malformed.count = 1234;
    });
    let (_, notices) = page.split_once("<ul class=\"notices\">").unwrap();
    let (notices, _) = notices.split_once("<dl").unwrap();
    assert_eq!(notices.matches("<details>").count(), 1);
    assert!(notices.contains("<summary><strong>malformed</strong> 1,231 more</summary>"), "{notices}");
    let (_, folded) = notices.split_once("<details>").unwrap();
    let (folded, open) = folded.split_once("</details>").unwrap();
    assert_eq!(folded.matches("<li>").count(), 5);
    assert!(folded.contains("and 1227 more") && open.matches("<strong>warning</strong>").count() == 3);
    let page = changed(|run| run.warnings = (1..=5).map(|number| format!("warning {number}")).collect());
    assert!(page.contains("<summary><strong>warning</strong> 2 more</summary>"));
}

#[test]
fn published_times_are_on_the_page_of_a_reproduction() {
    let mut record = SavedRun::open(Path::new("results/2026-11-18-reproduce")).unwrap();
    record.load_histograms().unwrap();
    let page = page(&record).unwrap();
    assert!(
        sentences(&page)[0].starts_with("Published times, measured on other machines, are "),
        "{:?}",
        sentences(&page)
    );
    assert!(page.contains("<section id=\"published\">") && page.contains("Recursive calls"));
    let run = changed(|_| ());
    assert!(!run.contains("id=\"published\"") && !run.contains("href=\"#published\""));
}
