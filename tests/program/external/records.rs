//! Records of runs with external solvers.

use super::{Corpus, Record, exec, measured, run};

#[test]
fn a_record_has_receipts_and_every_report_can_be_made_again_without_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let solver = folder.path().join("temporary-solver");
    let good = exec("wrong-digit");
    let (_, command) = good.split_once("exec:").unwrap();
    std::fs::copy(command.split(' ').next().unwrap(), &solver).unwrap();
    let corpus = Corpus::of_nine(18);
    let engines = format!("dlx,sweep,mine=exec:{} wrong-digit", solver.display());
    let (record, ran) = measured(&engines, &corpus, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let receipt = &record.json()["external"][0];
    assert_eq!((&receipt["engine"], &receipt["form"]), (&"mine".into(), &"exec".into()));
    let file = &receipt["files"][0];
    assert_eq!(file["bytes"], std::fs::metadata(&solver).unwrap().len());
    let sum = std::process::Command::new("sha256sum").arg(&solver).output().unwrap();
    assert!(String::from_utf8(sum.stdout).unwrap().starts_with(file["sha256"].as_str().unwrap()));
    // What a record names is never run.
    std::fs::remove_file(&solver).unwrap();
    let path = record.path("");
    let report = |format: &str| run(&["report", path.to_str().unwrap(), "--format", format]).ok();
    let table = report("table");
    assert!(table.contains("wrong: mine, ") && table.contains("\nranking"), "{table}");
    let markdown = report("markdown");
    for title in ["## Ranking", "## Who solved what", "## Wrong and missing answers", "## External solvers"] {
        assert!(markdown.contains(title), "{markdown}");
    }
    let page = report("html");
    for words in ["External solvers", "Wrong and missing answers", "SHA-256", "mine: 6 wrong of 18 puzzles"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(report("csv").contains("mine,puzzles,18"), "{}", report("csv"));
}

#[test]
fn runs_of_external_solvers_are_compared_like_any_others() {
    let corpus = Corpus::of_nine(12);
    let timed = |engine: String| -> Record {
        let (record, ran) = measured(&engine, &corpus, &["--passes", "6", "--keep", "best", "--per-puzzle"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        record
    };
    let (slow, fast) = (timed(exec("slow")), timed(exec("good")));
    let [slow, fast] = [&slow, &fast].map(|record| record.path("").to_str().unwrap().to_owned());
    let ran = run(&["compare", &slow, &fast]);
    assert!(ran.out.contains("mine") && ran.out.contains("faster"), "{}{}", ran.out, ran.err);
}
