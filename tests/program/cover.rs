//! `dlxbench cover`: solutions as option lines, counts, limits, statistics, JSON.

use super::{problem_into_cover, run_with_input};

const KNUTH: &str = "| Knuth's example\nA B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";

fn cover(input: &str, arguments: &[&str]) -> super::Ran {
    run_with_input(&[&["cover", "-"], arguments].concat(), input.as_bytes())
}

#[test]
fn solutions_are_printed_as_option_lines() {
    assert_eq!(cover(KNUTH, &["--all"]).ok(), "| solution 1\nA D\nC E F\nB G\n");
    let matrix = "0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n";
    assert_eq!(
        cover(matrix, &["--all"]).ok(),
        "| solution 1\nrow 4: 1001000\nrow 1: 0010110\nrow 5: 0100001\n"
    );
    let colored = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    assert_eq!(cover(colored, &["--all"]).ok(), "| solution 1\nq x:A\np r x:A y\n");
}

#[test]
fn printed_solutions_are_valid_input_again() {
    let solution = cover(KNUTH, &[]).ok();
    let again = format!("A B C D E F G\n{solution}");
    assert_eq!(cover(&again, &["--count"]).ok(), "1\n");
}

#[test]
fn the_first_solution_is_the_default_and_says_that_there_may_be_more() {
    let ran = problem_into_cover(&["queens", "6"], &[]);
    assert_eq!(ran.out.matches("| solution").count(), 1);
    assert!(ran.err.contains("--all prints all of them"), "{}", ran.err);
}

#[test]
fn limits_are_kept_and_told() {
    let ran = problem_into_cover(&["queens", "8"], &["--limit", "3"]);
    assert!(ran.err.contains("stopped at the limit of 3 solutions; there may be more"), "{}", ran.err);
    assert_eq!(ran.ok().matches("| solution").count(), 3);
    let ran = problem_into_cover(&["queens", "8"], &["--limit", "5", "--count"]);
    assert_eq!(ran.out, "5\n");
    let ran = problem_into_cover(&["langford", "20"], &["--count", "--max-nodes", "5000"]);
    assert!(ran.failed(1).contains("stopped by --max-nodes: "));
    for threads in ["1", "2"] {
        let ran =
            problem_into_cover(&["langford", "24"], &["--count", "--timeout", "0.2", "--threads", threads]);
        assert!(ran.failed(1).contains("stopped by --timeout: "));
    }
}

#[test]
fn threads_change_neither_counts_nor_order_nor_counters() {
    let with = |threads: &str, more: &[&str]| {
        problem_into_cover(&["langford", "8"], &[more, &["--engine", "dlx", "--threads", threads]].concat())
    };
    let all = with("1", &["--all"]).ok();
    assert_eq!(all.matches("| solution").count(), 300);
    let counters = |ran: super::Ran| -> Vec<String> {
        let is_counter =
            |line: &&str| ["solutions", "nodes", "guesses", "updates"].iter().any(|c| line.starts_with(c));
        ran.err.lines().filter(is_counter).map(str::to_owned).collect()
    };
    let cost = counters(with("1", &["--count", "--stats"]));
    assert_eq!(cost.len(), 4);
    for threads in ["0", "2", "3", "8"] {
        assert_eq!(with(threads, &["--all"]).ok(), all);
        assert_eq!(counters(with(threads, &["--count", "--stats"])), cost);
    }
}

#[test]
fn statistics_name_nodes_updates_and_time() {
    let ran = cover(KNUTH, &["--count", "--stats", "--engine", "dlx"]);
    assert_eq!(ran.out, "1\n");
    for word in ["engine     dlx", "nodes ", "updates ", "time "] {
        assert!(ran.err.contains(word), "{}", ran.err);
    }
}

#[test]
fn all_engines_give_the_same_solutions_at_the_same_nodes() {
    let colored = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let langford = super::run(&["problem", "langford", "8"]).ok();
    for input in [KNUTH, colored, &langford] {
        let with = |engine: &str, threads: &str| {
            let ran = cover(input, &["--all", "--stats", "--engine", engine, "--threads", threads]);
            let is_counter = |line: &&str| line.starts_with("nodes") || line.starts_with("guesses");
            let counters: Vec<String> = ran.err.lines().filter(is_counter).map(str::to_owned).collect();
            (ran.ok(), counters)
        };
        let expected = with("dlx", "1");
        assert_eq!(expected.1.len(), 2);
        for engine in ["dlx", "dense"] {
            for threads in ["1", "2", "3"] {
                assert_eq!(with(engine, threads), expected, "{engine} on {threads} threads");
            }
        }
    }
}

#[test]
fn statistics_claim_no_updates_where_there_are_none() {
    for engine in [&[][..], &["--engine", "dense"]] {
        let ran = cover(KNUTH, &[&["--count", "--stats"], engine].concat());
        assert!(ran.err.contains("engine     dense") && !ran.err.contains("update"), "{}", ran.err);
        let out = cover(KNUTH, &[&["--count", "--format", "json"], engine].concat()).ok();
        let outcome: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&outcome["engine"], outcome.get("updates")), (&serde_json::json!("dense"), None));
    }
    let out = cover(KNUTH, &["--count", "--format", "json", "--engine", "dlx"]).ok();
    let outcome: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(outcome["updates"].as_u64().unwrap() > 0);
}

#[test]
fn an_unknown_engine_is_refused_with_those_that_are_known() {
    let error = cover(KNUTH, &["--engine", "fast"]).failed(2);
    assert!(error.contains("'fast'") && error.contains("dlx, dense"), "{error}");
}

#[test]
fn json_is_one_object_a_line() {
    let out = cover(KNUTH, &["--all", "--format", "json"]).ok();
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["options"], serde_json::json!(["A D", "C E F", "B G"]));
    assert_eq!(lines[0]["numbers"], serde_json::json!([4, 1, 5]));
    assert_eq!(lines[1]["solutions"], 1);
    assert_eq!(lines[1]["complete"], true);
    assert!(lines[1]["time_ns"].as_u64().unwrap() > 0);
    let out = cover("a b\na\n", &["--format", "json"]);
    let outcome: serde_json::Value = serde_json::from_str(&out.out).unwrap();
    assert_eq!(outcome["ended"], "item-without-option");
    assert_eq!(outcome["item_without_option"], "b");
}

#[test]
fn csv_and_markdown_have_a_row_for_each_option() {
    let csv = cover(KNUTH, &["--all", "--format", "csv"]).ok();
    assert_eq!(csv, "solution,number,option\n1,4,A D\n1,1,C E F\n1,5,B G\n");
    let markdown = cover(KNUTH, &["--all", "--format", "markdown"]).ok();
    assert!(
        markdown.starts_with("| solution | number | option |\n|---|---|---|\n| 1 | 4 | A D |\n"),
        "{markdown}"
    );
    let csv = cover(KNUTH, &["--count", "--format", "csv"]).ok();
    assert!(csv.starts_with("solutions,complete,ended,engine,nodes,"), "{csv}");
}

#[test]
fn no_solution_is_told_with_its_reason() {
    assert!(cover("a b c\na b\n", &[]).failed(1).contains("no solution: item c has no option"));
    let ran = cover("a b c\na b\nb c\n", &["--count"]);
    assert_eq!(ran.out, "0\n");
    assert!(ran.failed(1).contains("no solution"));
}

#[test]
fn options_that_can_never_be_chosen_are_warned_of() {
    let ran = cover("a | x\na\nx\n", &["--count"]);
    assert!(ran.err.contains("1 option without a primary item"), "{}", ran.err);
    assert_eq!(ran.ok(), "1\n");
}

#[test]
fn limits_hold_on_problems_whose_every_node_is_expensive() {
    // A node of queens 300 takes millions of updates: limits must be looked at more often than every thousand nodes.
    let problem = super::run(&["problem", "queens", "300"]).ok();
    for (engine, threads) in [("dlx", "1"), ("dlx", "2"), ("dense", "1"), ("dense", "2")] {
        let arguments = [
            "cover",
            "-",
            "--count",
            "--timeout",
            "0.5",
            "--format",
            "json",
            "--engine",
            engine,
            "--threads",
            threads,
        ];
        let ran = run_with_input(&arguments, problem.as_bytes());
        let outcome: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(outcome["ended"], "time-limit");
        assert!(outcome["updates"].as_u64().unwrap_or(0) < 5_000_000_000, "{outcome}");
    }
}

#[test]
fn a_chain_of_forced_moves_is_no_harder_for_threads() {
    let length = if cfg!(debug_assertions) { 5_000 } else { 20_000 };
    let items: Vec<String> = (0..length).map(|number| format!("i{number}")).collect();
    let problem = format!("{}\n{}\n", items.join(" "), items.join("\n"));
    for (engine, threads) in [("dlx", "1"), ("dlx", "2"), ("dense", "1"), ("dense", "2")] {
        let arguments = ["cover", "-", "--count", "--engine", engine, "--threads", threads];
        assert_eq!(run_with_input(&arguments, problem.as_bytes()).ok(), "1\n");
    }
}

#[test]
fn explain_knows_its_limits() {
    assert!(cover("a\na\n", &["--explain"]).failed(2).contains("--explain needs a problem made by"));
    assert!(cover("| other\na\na\n", &["--explain"]).failed(2).contains("begins with \"other\""));
    assert!(
        cover("| queens 4\na\na\n", &["--explain"]).failed(2).contains("--explain cannot draw this problem")
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_search_in_order() {
    use std::io::Write;
    use std::process::Stdio;
    let problem = super::run(&["problem", "langford", "24"]).ok();
    for (engine, threads) in [("dlx", "1"), ("dlx", "2"), ("dense", "1"), ("dense", "2")] {
        let mut command = super::program();
        command.args(["cover", "-", "--count", "--stats", "--engine", engine, "--threads", threads]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(problem.as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let killed =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let ran: super::Ran = child.wait_with_output().unwrap().into();
        assert!(ran.err.contains("interrupted: ") && ran.err.contains("nodes "), "{}", ran.err);
        assert_eq!(ran.code, Some(130));
    }
}
