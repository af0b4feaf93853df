//! `dlxbench rate` and `solve --explain`.

use super::{run, run_with_input};

const EASY: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
const SWORDFISH: &str = "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......";
/// Golden Nugget.
const EXTREME: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

fn records(csv: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|record| record.unwrap()).collect()
}

#[test]
fn each_puzzle_has_class_rating_technique_and_guesses_in_input_order() {
    let input = format!("{SWORDFISH} label\n{EASY}\n{EXTREME}\n");
    let out = run_with_input(&["rate", "-", "--format", "csv"], input.as_bytes()).ok();
    let rows = records(&out);
    let column = |name: &str| -> Vec<&str> { rows.iter().map(|row| row[name].as_str()).collect() };
    assert_eq!(column("line"), ["1", "2", "3"]);
    assert_eq!(column("class"), ["hard", "easy", "extreme"]);
    assert_eq!(column("hardest"), ["Swordfish", "hidden single", "beyond"]);
    assert_eq!(column("status"), ["unique"; 3]);
    assert_eq!(column("clues"), ["24", "36", "21"]);
    assert_eq!(column("label"), ["label", "", ""]);
    let guesses: Vec<f64> = column("guesses").iter().map(|text| text.parse().unwrap()).collect();
    assert!(guesses[1] == 0.0 && guesses[2] > 20.0, "{guesses:?}");
    let ratings: Vec<f64> = column("rating").iter().map(|text| text.parse().unwrap()).collect();
    assert!(ratings[1] < 2.0 && (3.15..3.30).contains(&ratings[0]) && ratings[2] > 6.0, "{ratings:?}");
    for threads in ["1", "2", "5"] {
        let again =
            run_with_input(&["rate", "-", "--format", "csv", "--threads", threads], input.as_bytes()).ok();
        assert_eq!(again, out, "{threads} threads");
    }
}

#[test]
fn ratings_are_numbers_and_their_scale_is_told_with_them() {
    let out = run(&["rate", EASY, EXTREME, "--format", "json"]).ok();
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows[0]["rating"].as_f64(), &rows[0]["hardest"]), (Some(1.299), &"hidden single".into()));
    assert!(rows[1]["rating"].as_f64().unwrap() > 6.0 && rows[1]["hardest"] == "beyond", "{out}");
    let scale = dlxbench::logic::Rating::SCALE;
    for arguments in [
        &["rate", EASY][..],
        &["rate", EASY, "--summary"],
        &["solve", "--explain", EASY],
        &["solve", "--explain", EXTREME],
    ] {
        assert!(run(arguments).ok().contains(scale), "{arguments:?}");
    }
    assert!(run(&["rate", "--help"]).ok().contains("begins at 1 for easy, 2 for medium, 3 for hard"));
    assert!(run(&["rate", EXTREME, "--summary"]).ok().contains("  beyond 1\n"));
}

#[test]
fn the_engine_and_the_isomorphs_decide_what_guesses_are() {
    let guesses = |arguments: &[&str]| -> f64 {
        let out = run(&[&["rate", EXTREME, "--format", "json"], arguments].concat()).ok();
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["guesses"].as_f64().unwrap()
    };
    let sweep = guesses(&[]);
    assert_ne!(sweep, guesses(&["--engine", "dlx"]));
    assert_ne!(sweep, guesses(&["--seed", "2"]));
    assert_eq!(guesses(&["--isomorphs", "0"]).fract(), 0.0);
}

#[test]
fn what_is_not_unique_or_malformed_is_said_and_goes_on() {
    let input = format!("{EASY}\n{}\n12345\n{}\n", ".".repeat(81), "11".to_owned() + &".".repeat(79));
    let ran = run_with_input(&["rate", "-", "--format", "csv"], input.as_bytes());
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let rows = records(&ran.out);
    let statuses: Vec<&str> = rows.iter().map(|row| row["status"].as_str()).collect();
    assert_eq!(statuses, ["unique", "multiple", "malformed", "invalid"]);
    assert!(rows[2]["reason"].contains("line 3"), "{}", rows[2]["reason"]);
    let table = run_with_input(&["rate", "-"], input.as_bytes()).out;
    assert!(table.lines().nth(2).unwrap().contains("multiple"), "{table}");
    assert!(run(&["rate", "missing.txt"]).failed(2).contains("missing.txt"));
    assert!(run(&["rate", EASY, "--engine", "idle"]).failed(2).contains("idle"));
    let four = run(&["rate", "1..2......34....", "--engine", "dlx"]).failed(2);
    assert!(four.contains("engine dlx does not support 4×4 puzzles"), "{four}");
}

#[test]
fn a_summary_has_a_row_for_each_class() {
    let input = format!("{SWORDFISH}\n{EASY}\n{EXTREME}\n12\n");
    let ran = run_with_input(&["rate", "-", "--summary"], input.as_bytes());
    assert_eq!(ran.code, Some(1));
    let classes: Vec<&str> = ran.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(classes, ["class", "easy", "hard", "extreme", "rating:", "malformed:"]);
    let out = run_with_input(&["rate", "-", "--summary", "--format", "csv"], input.as_bytes()).out;
    let rows = records(&out);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1]["hardest"], "Swordfish 1");
    assert_eq!(rows[0]["clues_min"], "36");
}

#[test]
fn a_solution_is_explained_step_by_step() {
    let out = run(&["solve", "--explain", SWORDFISH]).ok();
    assert!(out.starts_with("PUZZLE\n+-------+"), "{out}");
    let step = out.lines().find(|line| line.contains("Swordfish  ")).unwrap();
    assert!(step.contains("in rows ") || step.contains("in columns "), "{step}");
    assert!(out.contains("hardest step: Swordfish; class hard, rating 3."), "{out}");
    let last = out.lines().rev().find(|line| !line.is_empty()).unwrap();
    assert!(last.len() == 81 && !last.contains('.'), "{last}");
    let out = run(&["solve", "--explain", EXTREME]).ok();
    assert!(out.contains("LOGIC ENDS HERE") && out.contains("class extreme"), "{out}");
    let several = run(&["solve", "--explain", &".".repeat(81)]);
    assert_eq!(several.code, Some(1));
    assert!(several.out.contains("more than one solution"), "{}", several.out);
    let none = run(&["solve", "--explain", &("11".to_owned() + &".".repeat(79))]);
    assert_eq!(none.code, Some(1));
    let reason = "NO SOLUTION: 1 is given twice in row 1: r1c1 and r1c2";
    assert!(none.out.contains(reason), "{}", none.out);
    // The last cell of row 1 needs the 9 that stands below it.
    let none = run(&["solve", "--explain", &format!("12345678.........9{}", ".".repeat(63))]);
    assert_eq!(none.code, Some(1));
    assert!(none.out.contains("CONTRADICTION after 0 steps: r1c9 has no candidate\n"), "{}", none.out);
    assert!(none.out.contains(" !\n"), "the cell is marked: {}", none.out);
    let short = run(&["solve", "--explain", ".....142...3.2.."]);
    assert!(short.out.contains("in short: once r4c1 is 3, r2c1 has no candidate\n"), "{}", short.out);
}

#[test]
fn a_wrong_solution_in_the_file_is_said_beside_the_rating() {
    let right = run(&["solve", EASY, "--lines"]).ok();
    let right = right.trim();
    let wrong = right.replacen('2', "3", 1);
    let input = format!("puzzle,solution\n{EASY},{right}\n{EASY},{wrong}\n");
    let ran = run_with_input(&["rate", "-", "--format", "csv"], input.as_bytes());
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let reasons: Vec<String> = records(&ran.out).into_iter().map(|row| row["reason"].clone()).collect();
    assert_eq!(reasons, ["", "the solution in the file is wrong"]);
    let table = run_with_input(&["rate", "-"], input.as_bytes()).out;
    assert!(table.lines().nth(2).unwrap().ends_with("the solution in the file is wrong"), "{table}");
}

#[test]
fn inputs_that_cannot_be_read_do_not_keep_others_from_being_rated() {
    let ran = run(&["rate", "missing.txt", EASY, &EASY.replace('5', "!")]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.out.lines().count(), 4, "{}", ran.out);
    assert!(ran.err.contains("missing.txt") && ran.err.contains("not a puzzle"), "{}", ran.err);
}

#[test]
fn the_table_says_which_file_a_row_is_from_and_the_profile_counts_every_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    let arguments = paths.each_ref().map(|path| path.to_str().unwrap());
    // The second is one of the hardest known, where not even singles help.
    std::fs::write(
        &paths[0],
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...\n",
    )
    .unwrap();
    std::fs::write(
        &paths[1],
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n",
    )
    .unwrap();
    let out = run(&["rate", arguments[0], arguments[1], "--isomorphs", "0"]).ok();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[1], lines[3]), (arguments[0], arguments[1]), "{out}");
    assert_eq!(lines.len(), 8, "{out}");
    assert!(lines[4].contains("  beyond  ") && lines[7].starts_with("rating: 1 easy, 2 medium"), "{out}");
    assert_eq!(lines[6], format!("hardest: {}:1, extreme 7.540", arguments[1]));
    assert!(!run(&["rate", arguments[0], "--isomorphs", "0"]).ok().contains("one.txt"));
    let out =
        run(&["rate", arguments[0], arguments[1], "--isomorphs", "0", "--summary", "--format", "csv"]).ok();
    for row in out.lines().skip(1) {
        let count: u64 = row.split(',').nth(1).unwrap().parse().unwrap();
        let steps = row.splitn(11, ',').nth(10).unwrap().trim_matches('"');
        let sum: u64 =
            steps.split(", ").map(|step| step.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
        assert_eq!(count, sum, "{row}");
    }
}
