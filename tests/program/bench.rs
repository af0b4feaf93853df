//! `dlxbench bench`: the same answers with any number of threads, records that add up, and ends in order.

use std::collections::HashMap;

use super::{Ran, program, run, run_with_input};

/// One of each status, in the order unique, multiple, none, invalid; then two lines that are no puzzles.
pub(super) const MIXED: &str = "\
.6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.
261375894..7894162948216357694751238825943671713628945..6482719489167523172539486
12345678..................9......................................................
55...............................................................................
too short
.6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8
";

/// A row of a CSV file by column.
pub(super) type Row = HashMap<String, String>;

pub(super) fn rows(text: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        header.iter().zip(record.iter()).map(|(name, field)| (name.to_owned(), field.to_owned())).collect()
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

/// The rows without the columns that hold times.
fn without_times(mut rows: Vec<Row>) -> Vec<Row> {
    for row in &mut rows {
        row.retain(|name, _| !name.ends_with("_ns") && name != "puzzles_per_second");
    }
    rows
}

pub(super) fn bench(arguments: &[&str]) -> Ran {
    run(&[&["bench"], arguments].concat())
}

/// Runs the shipped corpora with a record, and returns the record's files.
pub(super) struct Record {
    folder: tempfile::TempDir,
}

impl Record {
    pub(super) fn of(arguments: &[&str]) -> (Record, Ran) {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let ran = bench(&[&["--quiet", "--out", out.to_str().unwrap()], arguments].concat());
        (Record { folder }, ran)
    }

    pub(super) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("run").join(name)
    }

    pub(super) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(super) fn rows(&self, name: &str) -> Vec<Row> {
        rows(&self.text(name))
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text("run.json")).unwrap()
    }
}

/// Runs the program on an endless stream of puzzles, and does something to it while it runs.
#[cfg(unix)]
pub(super) fn on_endless_input(arguments: &[&str], lines: usize, then: impl FnOnce(u32)) -> Ran {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = program();
    command.args(["bench", "-"]).args(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let line = format!("{}\n", MIXED.lines().next().unwrap());
    let block = line.repeat(1000);
    for _ in 0..lines / 1000 {
        pipe.write_all(block.as_bytes()).unwrap();
    }
    then(child.id());
    // Whether the program reads on is its own affair.
    let writer = std::thread::spawn(move || while pipe.write_all(block.as_bytes()).is_ok() {});
    let ran = child.wait_with_output().unwrap().into();
    writer.join().unwrap();
    ran
}

#[test]
fn the_shipped_corpora_run_from_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let ran: Ran = program().arg("bench").current_dir(folder.path()).output().unwrap().into();
    let out = ran.ok();
    for class in ["easy", "medium", "hard", "expert", "extreme", "all"] {
        assert!(out.contains(&format!("\n{class} ")), "{out}");
    }
    for word in ["dlxbench ", " on 5 corpora, ", "p99.9", "guesses", "9,000 puzzles, all unique; ", "digest "]
    {
        assert!(out.contains(word), "{word}: {out}");
    }
    // No puzzle is listed unless asked for.
    assert!(!out.contains("hardest puzzles of") && !out.contains("replay one"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colors in a pipe");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written unless asked for");
}

#[test]
fn threads_change_nothing_but_times() {
    let with = |threads: &str| Record::of(&["--per-puzzle", "--engine", "dlx,cover", "--threads", threads]).0;
    let one = with("1");
    for threads in ["2", "5"] {
        let many = with(threads);
        assert_eq!(without_times(many.rows("summary.csv")), without_times(one.rows("summary.csv")));
        assert_eq!(without_times(many.rows("puzzles.csv")), without_times(one.rows("puzzles.csv")));
        assert_eq!(many.json()["digest"], one.json()["digest"]);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_a_record_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let ran = on_endless_input(&["--out", out.to_str().unwrap(), "--per-puzzle"], 20_000, |process| {
        let killed = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status();
        assert!(killed.unwrap().success());
    });
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    assert!(ran.out.contains("interrupted"), "{}", ran.out);
    let record: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("run.json")).unwrap()).unwrap();
    assert_eq!(record["interrupted"], true);
    let puzzles = record["corpora"][0]["puzzles"].as_u64().unwrap();
    assert!(puzzles > 1000);
    let rows = rows(&std::fs::read_to_string(out.join("puzzles.csv")).unwrap());
    assert_eq!(rows.len() as u64, puzzles);
    let lines: Vec<u64> = rows.iter().map(|row| row["line"].parse().unwrap()).collect();
    assert!(lines.is_sorted_by(|one, next| one < next), "in the order of the input");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_corpus() {
    let mut peak_kib = 0;
    let ran = on_endless_input(&["--engine", "idle", "--quiet"], 3_000_000, |process| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
        peak_kib = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        let killed = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status();
        assert!(killed.unwrap().success());
    });
    assert_eq!(ran.code, Some(130));
    assert!(peak_kib < 100 << 10, "{peak_kib} KiB after three million puzzles");
}

#[test]
fn engines_are_paired_and_compared() {
    let (record, ran) = Record::of(&["--engine", "dlx,naive,cover", "--max-nodes", "20000"]);
    assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.err);
    let json = record.json();
    let speedups = json["speedups"].as_array().unwrap();
    // Where an engine gave up on every puzzle there are no pairs.
    assert!((10..=12).contains(&speedups.len()), "{speedups:?}");
    for row in speedups {
        assert_eq!(row["baseline"], "dlx");
        if let (Some(ratio), Some(low), Some(high)) =
            (row["ratio"].as_f64(), row["low"].as_f64(), row["high"].as_f64())
        {
            assert!(0.0 < ratio && low <= ratio && ratio <= high, "{row}");
        }
    }
    let engines: Vec<&str> =
        json["results"].as_array().unwrap().iter().map(|r| r["engine"].as_str().unwrap()).collect();
    assert!(engines.iter().all(|engine| ["dlx", "naive", "cover"].contains(engine)) && engines.len() == 18);
    let out = bench(&["--engine", "dlx,cover"]).ok();
    assert!(out.contains("against dlx") && out.contains("95 % interval"), "{out}");
}

#[test]
fn samples_and_isomorphs_are_the_same_for_the_same_seed() {
    let rows = |arguments: &[&str]| {
        let (record, ran) = Record::of(&[&["--per-puzzle"], arguments].concat());
        ran.ok();
        (without_times(record.rows("puzzles.csv")), record.json()["digest"].as_str().unwrap().to_owned())
    };
    let sample = rows(&["--sample", "30", "--seed", "7"]);
    assert_eq!(sample.0.len(), 30);
    assert_eq!(rows(&["--sample", "30", "--seed", "7", "--threads", "1"]), sample);
    assert_ne!(rows(&["--sample", "30", "--seed", "8"]).1, sample.1);
    let isomorphs = rows(&["--isomorphs", "--seed", "7"]);
    assert_eq!(rows(&["--isomorphs", "--seed", "7", "--threads", "1"]), isomorphs);
    let originals = rows(&[]);
    assert_eq!(isomorphs.1, originals.1, "the digest is that of the corpus");
    assert_ne!(isomorphs.0[0]["puzzle"], originals.0[0]["puzzle"]);
    assert!(isomorphs.0.iter().all(|row| row["status"] == "unique"));
}

#[test]
fn repetitions_are_kept_all_or_only_the_best() {
    let samples = |keep: &str| -> (u64, usize) {
        let (record, _) = Record::of(&["--repeat", "3", "--keep", keep, "--per-puzzle"]);
        let json = record.json();
        let all = json["results"].as_array().unwrap().iter().find(|row| row["class"] == "all").unwrap();
        assert_eq!(all["puzzles"], all["unique"]);
        (
            all["samples"].as_u64().unwrap() / all["puzzles"].as_u64().unwrap(),
            record.rows("puzzles.csv").len(),
        )
    };
    let (all, best) = (samples("all"), samples("best"));
    assert_eq!((all.0, best.0), (3, 1));
    assert_eq!(all.1, 3 * best.1);
}

#[test]
fn limits_and_stops_are_counted() {
    let ran = bench(&["--max-nodes", "60", "--format", "csv"]);
    assert_eq!(ran.code, Some(1));
    let all = rows(&ran.out).pop().unwrap();
    let count = |name: &str| all[name].parse::<u64>().unwrap();
    assert!(count("stopped") > 0 && count("unique") + count("stopped") == count("puzzles"), "{all:?}");
    let ran = bench(&["--limit", "1", "--format", "csv"]);
    assert!(ran.err.contains("a limit of 1 does not search for a second solution"), "{}", ran.err);
}

#[test]
fn every_format_holds_the_same_figures() {
    let json: serde_json::Value = serde_json::from_str(&bench(&["--format", "json"]).ok()).unwrap();
    assert_eq!(json["format"], 1);
    let vectors = json["environment"]["vectors"].as_str().unwrap();
    assert_eq!(vectors.parse(), Ok(dlxbench::engine::Vectors::widest()));
    assert!(json["environment"]["clock"]["overhead_ns"].as_f64().unwrap() > 0.0);
    let markdown = bench(&["--format", "markdown"]).ok();
    assert!(markdown.contains("## Engine dlx") && markdown.contains("| extreme |"), "{markdown}");
    let csv = rows(&bench(&["--format", "csv"]).ok());
    for (row, result) in csv.iter().zip(json["results"].as_array().unwrap()) {
        for name in ["puzzles", "unique", "nodes", "guesses", "updates"] {
            assert_eq!(row[name], result[name].to_string(), "{name}");
        }
    }
    let quiet = bench(&["--quiet"]);
    assert_eq!(quiet.out, "");
}

#[test]
fn the_hardest_puzzles_are_those_with_the_most_nodes_on_any_number_of_threads() {
    let listed = |threads: &str| {
        let out = bench(&["shipped:easy", "shipped:extreme", "--slowest", "7", "--threads", threads]).ok();
        // Nodes, file and line, without the time between.
        let lines = out.lines().filter(|line| line.contains(" nodes, "));
        let parts = lines.map(|line| line.trim().split(", ").map(str::to_owned).collect::<Vec<_>>());
        let found: Vec<(u64, String)> = parts
            .map(|parts| (parts[0].split(' ').next().unwrap().parse().unwrap(), parts[2].clone()))
            .collect();
        assert!(
            out.contains("hardest puzzles of extreme for dlx, by nodes") && out.contains("replay one: "),
            "{out}"
        );
        assert!(out.contains("all puzzles of easy are equally hard for dlx: 1 node each"), "{out}");
        found
    };
    let one = listed("1");
    assert_eq!(one.len(), 7);
    assert!(one.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{one:?}");
    assert_eq!(one, listed("2"));
    assert!(bench(&["--slowest", "101"]).failed(2).contains("from 0 to 100"));
}

#[test]
fn colors_come_only_when_wanted() {
    assert!(bench(&["--color", "always"]).ok().contains('\u{1b}'));
    assert!(!bench(&["--color", "never"]).ok().contains('\u{1b}'));
}

#[test]
fn an_engine_is_named_once() {
    assert!(bench(&["--engine", "dlx,masks,dlx"]).failed(2).contains("--engine lists dlx twice"));
}

#[test]
fn engines_are_paired_only_with_the_one_named_first() {
    let nine = MIXED.lines().next().unwrap();
    let input = "1..2......34.... small\n".repeat(20) + &format!("{nine} large\n").repeat(20);
    let arguments = ["bench", "-", "--engine", "dlx,cover,naive", "--class-by", "label", "--format", "json"];
    let json: serde_json::Value =
        serde_json::from_str(&run_with_input(&arguments, input.as_bytes()).ok()).unwrap();
    for row in json["speedups"].as_array().unwrap() {
        assert_eq!((&row["pairs"], &row["baseline"]), (&20.into(), &"dlx".into()), "{row}");
        assert_ne!(row["class"], "small");
    }
}

#[test]
fn many_solutions_are_all_counted() {
    let input = format!("{}\n", ".".repeat(81));
    let ran = run_with_input(
        &["bench", "-", "--limit", "20000", "--format", "csv", "--warmup", "0"],
        input.as_bytes(),
    );
    assert_eq!((rows(&ran.out).pop().unwrap()["multiple"].as_str(), ran.code), ("1", Some(1)));
}

#[test]
#[cfg(unix)]
fn ctrl_c_is_heard_while_nothing_comes_and_while_warming_up() {
    use std::io::Write;
    use std::process::Stdio;
    let puzzle = MIXED.lines().next().unwrap();
    for more in [vec![], vec!["--warmup", "1000000"]] {
        let mut command = program();
        command.args(["bench", "-", "--format", "csv"]).args(&more);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The pipe stays open, and nothing more comes.
        let mut pipe = child.stdin.take().unwrap();
        writeln!(pipe, "{puzzle}\n{puzzle}").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        let killed =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{more:?}");
        drop(pipe);
    }
}

#[test]
fn warnings_are_silenced_by_their_names_or_altogether() {
    // Two warnings that do not depend on the machine.
    let cause = ["shipped:famous", "--limit", "1", "--passes", "2"];
    let with = |option: &str| {
        let (record, ran) = Record::of(&[&cause[..], &[option]].concat());
        let words = |field: &str| -> Vec<String> {
            let list = record.json()[field].as_array().cloned().unwrap_or_default();
            list.iter().map(|words| words.as_str().unwrap().to_owned()).collect()
        };
        let report = ["report.md", "report.html"].map(|name| record.text(name)).concat() + &ran.err;
        (words("warnings"), words("silenced"), report)
    };
    let names =
        |words: &[String], name: &str| words.iter().any(|words| words.ends_with(&format!("[{name}]")));
    let says = |report: &str, words: &str| report.matches(words).count();
    let (limit, passes) = ("a limit of 1 does not", "too few passes to measure");
    // On standard error, in the Markdown, on the page.
    let (warnings, silenced, report) = with("--no-warnings=debug,load");
    assert!(names(&warnings, "limit") && names(&warnings, "passes"), "{warnings:?}");
    assert!(!names(&warnings, "debug") && !names(&warnings, "load"), "{warnings:?}");
    assert!(!names(&silenced, "limit"), "{silenced:?}");
    assert_eq!((says(&report, limit), says(&report, passes)), (3, 3), "{report}");
    let (warnings, silenced, report) = with("--no-warnings=limit");
    assert!(!names(&warnings, "limit") && names(&silenced, "limit") && names(&warnings, "passes"));
    assert_eq!((says(&report, limit), says(&report, passes)), (0, 3), "{report}");
    let (warnings, silenced, report) = with("--no-warnings");
    assert!(warnings.is_empty() && names(&silenced, "limit") && names(&silenced, "passes"));
    assert_eq!((says(&report, limit), says(&report, passes)), (0, 0), "{report}");
    // What follows is a corpus, not a name; and help has every name with its threshold.
    assert!(bench(&["-q", "--no-warnings", "shipped:famous"]).err.is_empty());
    let message = bench(&["--no-warnings=noise"]).failed(2);
    assert!(message.contains("preempted") && message.contains("governor"), "{message}");
    let help = bench(&["--help"]).ok();
    for threshold in ["one in 1,000 solves", "above the number of cores", "less than 20 times finer"] {
        assert!(help.contains(threshold), "{threshold}: {help}");
    }
}

#[test]
fn a_share_is_measured_and_recorded_as_a_number() {
    let (record, ran) = Record::of(&["corpora/hard.txt", "--sample", "1%", "--warmup", "0"]);
    ran.ok();
    assert_eq!(record.json()["options"]["sample"], 20);
}
