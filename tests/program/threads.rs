//! `bench --threads 1,2`: a row for each class and number of threads, in the record and in every report.

use super::bench::{Record, bench};
use super::{run, run_with_input};

#[test]
fn every_class_runs_on_every_number_of_threads() {
    let (record, ran) =
        Record::of(&["shipped:hard", "shipped:famous", "--engine", "sweep", "--threads", "1,2"]);
    ran.ok();
    let rows = record.rows("threads.csv");
    let classes: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["class"].as_str(), row["threads"].as_str())).collect();
    assert_eq!(classes, [("hard", "1"), ("hard", "2"), ("famous", "1"), ("famous", "2")]);
    for row in &rows {
        let figure = |name: &str| row[name].parse::<f64>().unwrap();
        assert!((figure("efficiency") * figure("threads") - figure("speedup")).abs() < 0.001, "{row:?}");
        assert!(figure("least") <= figure("most") && figure("wall_ns") > 0.0, "{row:?}");
        assert_eq!(figure("rounds"), 5.0);
    }
    assert_eq!(rows[0]["speedup"], "1.0");
    // The other tables are those of the first number.
    let json = record.json();
    assert_eq!((&json["options"]["threads"], &json["threads"][1]["threads"]), (&1.into(), &2.into()));
    let folder = record.path("");
    let report = |format: &str| run(&["report", folder.to_str().unwrap(), "--format", format]).ok();
    let table = report("table");
    assert!(table.contains("efficiency") && table.contains('█'), "{table}");
    assert_eq!(table.lines().filter(|line| line.starts_with("famous ")).count(), 5, "{table}");
    let markdown = report("markdown");
    assert!(markdown.contains("| famous | 2 |") && markdown.contains("```text\n"), "{markdown}");
    let page = report("html");
    assert!(page.contains("Speed-up by threads") && page.contains("famous, 2 threads: "));
}

#[test]
fn lines_that_are_not_puzzles_are_listed_and_the_exit_code_tells() {
    let ran = bench(&["examples/faulty.txt", "--threads", "2,1", "--max-nodes", "1000"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    // The first of them; the record has all.
    assert_eq!(ran.out.matches("\nmalformed: examples/faulty.txt, line ").count(), 3, "{}", ran.out);
    assert!(ran.out.contains("  and 2 more; "), "{}", ran.out);
    assert!(ran.out.contains("efficiency"), "{}", ran.out);
}

#[test]
fn what_cannot_be_measured_is_said() {
    for (arguments, reason) in [
        (&["--threads", "1,2", "--class-by", "guesses"][..], "choose a --class-by other than guesses"),
        (&["--threads", "1,2", "--engine", "dlx,sweep"], "name a single --engine"),
        (&["--threads", "2,2"], "lists 2 twice"),
        (&["--threads", "1,x"], "expected a whole number from 0 to 1,024"),
    ] {
        let message = bench(arguments).failed(2);
        assert!(message.contains(reason), "{message}");
    }
    let message = run_with_input(&["bench", "-", "--threads", "1,2"], b"1..2......34....\n").failed(2);
    assert!(message.contains("a list of --threads need files"), "{message}");
}
