//! `dlxbench scaling`: a row for each class and number of threads, in every format.

use super::bench::rows;
use super::{Ran, run, run_with_input};

fn scaling(arguments: &[&str]) -> Ran {
    run(&[&["scaling", "--rounds", "2", "--run-ms", "2"], arguments].concat())
}

#[test]
fn every_class_runs_on_every_number_of_threads() {
    let table = scaling(&["--threads", "3"]).ok();
    for class in ["easy", "medium", "hard", "expert", "extreme"] {
        assert_eq!(table.lines().filter(|line| line.starts_with(class)).count(), 4, "{table}");
    }
    assert!(
        table.contains("efficiency") && table.contains('█') && table.contains("engine by size"),
        "{table}"
    );
    let csv =
        rows(&scaling(&["shipped:hard", "--threads", "2", "--engine", "sweep", "--format", "csv"]).ok());
    let threads: Vec<&str> = csv.iter().map(|row| row["threads"].as_str()).collect();
    assert_eq!(threads, ["1", "2"]);
    for row in &csv {
        let figure = |name: &str| row[name].parse::<f64>().unwrap();
        assert!((figure("efficiency") * figure("threads") - figure("speedup")).abs() < 0.001, "{row:?}");
        assert!(figure("least") <= figure("most") && figure("wall_ns") > 0.0, "{row:?}");
    }
    assert_eq!(csv[0]["speedup"], "1.0000");
}

#[test]
fn documents_and_objects() {
    let markdown = scaling(&["shipped:famous", "--threads", "1", "--format", "markdown"]).ok();
    assert!(markdown.contains("| famous | 1 |") && markdown.contains("```text\n"), "{markdown}");
    let json: serde_json::Value =
        serde_json::from_str(&scaling(&["shipped:famous", "--threads", "2", "--format", "json"]).ok())
            .unwrap();
    assert_eq!((&json["rows"][1]["threads"], &json["rounds"]), (&2.into(), &2.into()));
    assert!(json["environment"]["cores"].as_u64().unwrap() > 0);
}

#[test]
fn lines_that_are_no_puzzles_are_listed_and_the_exit_code_tells() {
    let ran = scaling(&["corpora/faulty.txt", "--threads", "1"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(ran.out.matches("\nmalformed: corpora/faulty.txt, line ").count(), 7, "{}", ran.out);
    let ran = scaling(&["corpora/faulty.txt", "--threads", "1", "--format", "json"]);
    assert!(ran.out.contains("\"malformed\"") && ran.err.contains("malformed: corpora/faulty.txt, line 46"));
}

#[test]
fn what_cannot_be_measured_is_said() {
    assert!(scaling(&["missing.txt"]).failed(2).contains("cannot read missing.txt"));
    assert!(scaling(&["--class-by", "guesses"]).failed(2).contains("choose another rule"));
    assert!(
        run_with_input(&["scaling", "-"], b"").failed(2).contains("there is no puzzle in standard input")
    );
    let message = run_with_input(&["scaling", "-", "--engine", "dlx"], b"1..2......34....\n").failed(2);
    assert!(message.contains("engine dlx solves 0 of the 1 puzzles of class stdin"), "{message}");
}
