//! The formats for services that track benchmarks.

use super::{Corpus, Record, bench, run};

#[test]
fn bench_and_report_print_metrics_for_bencher_and_github() {
    let corpus = Corpus::of_nine(12);
    let (record, ran) =
        Record::of(&["--engine", "dlx,sweep", "--passes", "4", "--keep", "best", &corpus.path]);
    ran.ok();
    let path = record.path("");
    let report = |format: &str| -> serde_json::Value {
        serde_json::from_str(&run(&["report", path.to_str().unwrap(), "--format", format]).ok()).unwrap()
    };
    let bmf = report("bmf");
    let all = &record.json()["results"][1];
    assert_eq!(bmf["dlx/all"]["nodes"]["value"], all["nodes"].as_f64().unwrap());
    let latency = &bmf["dlx/all"]["latency"];
    let [low, value, high] =
        ["lower_value", "value", "upper_value"].map(|key| latency[key].as_f64().unwrap());
    assert!(low <= value && value <= high, "{latency}");
    assert!(bmf["sweep/all"]["speed-up"]["lower_value"].is_number(), "{bmf}");
    let github = report("github-action-benchmark");
    let entry = github.as_array().unwrap().iter().find(|entry| entry["name"] == "sweep/all latency").unwrap();
    assert!(entry["unit"] == "ns" && entry["range"].as_str().unwrap().contains(" to "), "{entry}");
    for format in ["bmf", "github-action-benchmark"] {
        let out = bench(&["--format", format, &corpus.path]).ok();
        let _: serde_json::Value = serde_json::from_str(&out).unwrap();
    }
}
