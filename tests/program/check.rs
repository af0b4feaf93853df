//! `dlxbench check`: what is wrong is found, with evidence that is verified here, and what is right is said.

use std::fs;
use std::io::Write;

use dlxbench::sudoku::{Geometry, Grid, isomorph::Isomorphism};

use super::{run, run_with_input};

const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A 17-clue puzzle; none with fewer givens is unique.
const LEAST: &str = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn cells(value: &serde_json::Value) -> Vec<usize> {
    let cell = |name: &str| {
        let (row, column) = name[1..].split_once('c').unwrap();
        (row.parse::<usize>().unwrap() - 1) * 9 + column.parse::<usize>().unwrap() - 1
    };
    value.as_str().unwrap().split_whitespace().map(cell).collect()
}

fn isomorph(text: &str, seed: u64) -> String {
    let grid: Grid = text.parse().unwrap();
    let mut image = [0; 81];
    let mut random = dlxbench::random::Random::new(seed);
    Isomorphism::random(Geometry::NINE, &mut random).apply(grid.cells(), &mut image);
    grid.with_cells(&image).to_line()
}

#[test]
fn a_sound_corpus_is_said_to_be_sound() {
    let ran = run(&["check", "shipped:famous", "--duplicates", "--isomorphs"]);
    let out = ran.ok();
    assert!(out.ends_with("28 puzzles: all unique, no duplicates, no two isomorphic\n"), "{out}");
    let out = run(&["check", LEAST, "--minimal"]).ok();
    assert!(out.ends_with("1 puzzle: all unique, all minimal\n"), "{out}");
}

#[test]
fn the_shipped_corpora_are_sound() {
    let out = run(&["check", "--minimal", "--isomorphs", "--summary"]).ok();
    assert!(out.ends_with(" puzzles: all unique, all minimal, no two isomorphic\n"), "{out}");
    for class in ["easy", "medium", "hard", "expert", "extreme"] {
        assert!(out.contains(&format!("shipped:{class}")), "{out}");
    }
}

#[test]
fn evidence_holds() {
    let ran = run(&["check", "examples/faulty.txt", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let rows = rows(&ran.out);
    assert_eq!(rows.len(), 18);
    let file = fs::read("examples/faulty.txt").unwrap();
    let mut seen = std::collections::BTreeMap::new();
    for row in &rows {
        let status = row["status"].as_str().unwrap();
        *seen.entry(status).or_insert(0) += 1;
        // The byte is where the line begins.
        let (line, byte) = (row["line"].as_u64().unwrap() as usize, row["byte"].as_u64().unwrap() as usize);
        assert_eq!(file[..byte].iter().filter(|&&byte| byte == b'\n').count() + 1, line);
        match status {
            "multiple" => {
                let puzzle: Grid = row["puzzle"].as_str().unwrap().parse().unwrap();
                let [one, other] = ["solution", "other_solution"]
                    .map(|name| -> Grid { row[name].as_str().unwrap().parse().unwrap() });
                assert!(one.solves(&puzzle) && other.solves(&puzzle));
                let differing: Vec<usize> =
                    (0..81).filter(|&cell| one.cells()[cell] != other.cells()[cell]).collect();
                assert!(!differing.is_empty());
                assert_eq!(cells(&row["cells"]), differing);
            }
            "invalid" => {
                let puzzle: Grid = row["puzzle"].as_str().unwrap().parse().unwrap();
                let clash = cells(&row["cells"]);
                assert_eq!(puzzle.cells()[clash[0]], puzzle.cells()[clash[1]]);
                assert_ne!(puzzle.cells()[clash[0]], 0);
                let unit = row["unit"].as_str().unwrap();
                let number = |cell: usize| match unit.split(' ').next().unwrap() {
                    "row" => cell / 9,
                    "column" => cell % 9,
                    _ => cell / 27 * 3 + cell % 9 / 3,
                };
                assert_eq!(clash.iter().map(|&cell| number(cell) + 1).collect::<Vec<_>>(), {
                    let named: usize = unit.split(' ').nth(1).unwrap().parse().unwrap();
                    [named, named]
                });
            }
            "malformed" => assert!(row["evidence"].as_str().unwrap().contains("column"), "{row}"),
            _ => {
                assert_eq!(status, "none");
                let evidence = row["evidence"].as_str().unwrap();
                let proof = evidence.contains(" has no candidate") || evidence.contains(" has no place in ");
                assert!(
                    proof || evidence.starts_with("no solution found by exhaustive search ("),
                    "{evidence}"
                );
            }
        }
    }
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        [("invalid", 4), ("malformed", 5), ("multiple", 6), ("none", 3)]
    );
}

#[test]
fn exactly_the_givens_that_are_not_needed_are_named() {
    let ran = run(&["check", UNIQUE, "--minimal", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let rows = rows(&ran.out);
    let redundant = cells(&rows[0]["redundant"]);
    assert!(!redundant.is_empty());
    let grid: Grid = UNIQUE.parse().unwrap();
    for cell in (0..81).filter(|&cell| grid.cells()[cell] != 0) {
        let mut rest = grid.cells().to_vec();
        rest[cell] = 0;
        let without = run(&["check", &grid.with_cells(&rest).to_line()]);
        assert_eq!(without.code == Some(0), redundant.contains(&cell), "cell {cell}");
    }
    let out = run(&["check", UNIQUE, "--minimal"]).out;
    assert!(out.contains("redundant, each by itself: r"), "{out}");
}

#[test]
fn duplicates_and_isomorphs_are_traced_to_the_first() {
    let other = isomorph(LEAST, 5);
    assert_ne!(other, LEAST);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("twice.txt");
    fs::write(&path, format!("# twice\n{LEAST}\n{UNIQUE}\n{}\n{other}\n", LEAST.replace('.', "0"))).unwrap();
    let path = path.to_str().unwrap();
    let ran = run(&["check", path, "--duplicates", "--isomorphs", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let rows = rows(&ran.out);
    let found: Vec<(u64, &str)> =
        rows.iter().map(|row| (row["line"].as_u64().unwrap(), row["faults"].as_str().unwrap())).collect();
    assert_eq!(found, [(4, "duplicate"), (5, "isomorph")]);
    assert!(rows.iter().all(|row| row["same_as"].as_str().unwrap().ends_with("line 2")), "{rows:?}");
    // Each of the two questions by itself.
    assert!(run(&["check", path, "--duplicates"]).out.contains("4 puzzles: all unique, 1 duplicate\n"));
    assert!(run(&["check", path, "--isomorphs"]).out.contains("4 puzzles: all unique, 2 isomorphs\n"));
    run(&["check", path]).ok();
}

#[test]
fn a_wrong_solution_is_shown_with_its_cell() {
    let wrong = format!("{}8{}", &SOLUTION[..80], "");
    let ran = run_with_input(&["check", "-"], format!("{UNIQUE},{wrong}\n{UNIQUE},{SOLUTION}\n").as_bytes());
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.out.contains("the solution in the file is wrong at r9c9: it has 8; 9 is right"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("2 puzzles: all unique, 1 with a wrong solution"), "{}", ran.out);
    let ran = run_with_input(&["check", "-"], format!("{UNIQUE},{SOLUTION}\n").as_bytes());
    assert!(ran.ok().contains("all solutions in the files correct"));
}

#[test]
fn totals_are_by_file_and_class_and_the_digest_knows_no_order() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["easy.txt", "hard.txt"].map(|name| folder.path().join(name));
    fs::write(&one, format!("{UNIQUE}\n{LEAST} expert\n")).unwrap();
    fs::write(&other, format!("{}\n{}\n", LEAST.replace('.', "0"), UNIQUE.replace('.', "*"))).unwrap();
    let total = |path: &std::path::Path| {
        let out = run(&["check", path.to_str().unwrap(), "--summary", "--format", "json"]).ok();
        let rows = rows(&out);
        let classes: Vec<String> = rows.iter().map(|row| row["class"].as_str().unwrap().to_owned()).collect();
        (classes, rows.last().unwrap()["digest"].as_str().unwrap().to_owned())
    };
    let (one, other) = (total(&one), total(&other));
    assert_eq!(one.0, ["easy", "expert", "all"]);
    assert_eq!(other.0, ["hard", "all"]);
    assert_eq!(one.1, other.1);
    let csv = run(&["check", UNIQUE, "--all", "--format", "csv"]).ok();
    assert!(csv.starts_with("file,line,byte,class,puzzle,clues,status,faults,"), "{csv}");
    assert!(csv.lines().nth(1).unwrap().contains(&format!("{UNIQUE},30,unique,")), "{csv}");
}

#[test]
fn any_size_is_checked_and_limits_leave_the_answer_open() {
    let out = run(&["check", "corpora/sizes/4x4.txt", "corpora/sizes/16x16.txt", "--minimal"]).ok();
    assert!(out.contains("76 puzzles: all unique, all minimal"), "{out}");
    let ran = run(&["check", UNIQUE, "--engine", "naive", "--max-nodes", "3"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("stopped"), "{}", ran.out);
    let message = run(&["check", "corpora/sizes/4x4.txt", "--engine", "dlx"]).failed(2);
    assert!(message.contains("engine dlx does not support 4×4 puzzles"), "{message}");
    assert!(run(&["check", "no-such-file.txt"]).failed(2).contains("no-such-file.txt"));
}

#[test]
fn threads_change_nothing() {
    let mut text = Vec::new();
    for seed in 0..300 {
        writeln!(text, "{}", isomorph(if seed % 3 == 0 { LEAST } else { UNIQUE }, seed / 2)).unwrap();
    }
    let answers: Vec<String> = ["1", "3"]
        .map(|threads| {
            let arguments =
                ["check", "-", "--duplicates", "--isomorphs", "--format", "csv", "--threads", threads];
            run_with_input(&arguments, &text).out
        })
        .into();
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].lines().count() > 250);
}

#[test]
fn signs_that_steer_a_terminal_are_shown_and_not_obeyed() {
    let text = format!("{} \u{1b}[31mred\u{7}\nbad\u{1b}[2Jline{LEAST}\n", UNIQUE.replacen("6.8", "..8", 1));
    for command in ["check", "rate"] {
        let ran = run_with_input(&[command, "-"], text.as_bytes());
        assert_eq!(ran.code, Some(1));
        assert!(!ran.out.contains(['\u{1b}', '\u{7}']), "{}", ran.out);
    }
}

#[test]
fn nothing_is_said_of_all_puzzles_if_some_could_not_be_read() {
    let ran = run(&["check", "shipped:famous", "no-such-file.txt", "--isomorphs"]);
    let end = "28 puzzles: unique, no two isomorphic; not all input was read\n";
    assert!(ran.out.ends_with(end) && ran.code == Some(2), "{}", ran.out);
}

#[test]
fn malformed_lines_are_no_puzzles() {
    let text = format!("{UNIQUE}\n12345\n{LEAST}\nhello\n");
    let ran = run_with_input(&["check", "-"], text.as_bytes());
    assert!(ran.out.ends_with("2 puzzles: all unique; 2 malformed lines\n"), "{}", ran.out);
    assert_eq!(ran.code, Some(1));
    let json = run_with_input(&["check", "-", "--summary", "--format", "json"], text.as_bytes()).out;
    let total = rows(&json).pop().unwrap();
    assert_eq!((&total["puzzles"], &total["malformed"]), (&2.into(), &2.into()));
    let ran = run_with_input(&["check", "-"], b"12345\n");
    assert!(ran.out.ends_with("no puzzle; 1 malformed line\n"), "{}", ran.out);
}

#[test]
fn a_puzzle_without_solution_has_a_proof_that_can_be_followed_or_the_size_of_the_search() {
    let json = |puzzle: &str| rows(&run(&["check", puzzle, "--format", "json"]).out).remove(0);
    let row = json(&format!("12345678.........9{}", ".".repeat(63)));
    assert_eq!((&row["evidence"], &row["cells"]), (&"r1c9 has no candidate".into(), &"r1c9".into()));
    let row = json(&format!("234...........1...........1{}", ".".repeat(54)));
    assert_eq!((&row["evidence"], &row["unit"]), (&"1 has no place in row 1".into(), &"row 1".into()));
    let row = json(".....142...3.2..");
    assert_eq!(row["evidence"], "once r4c1 is 3, r2c1 has no candidate");
    // Norvig's impossible one: singles do not suffice.
    let hard = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let row = json(hard);
    let words: Vec<&str> = row["evidence"].as_str().unwrap().split(' ').collect();
    assert_eq!(words[..6], ["no", "solution", "found", "by", "exhaustive", "search"]);
    let nodes: u64 = words[6].trim_start_matches('(').parse().unwrap();
    assert!(nodes >= 1 && words[7].starts_with("node"), "{words:?}");
    let solved = run(&["solve", hard]).out;
    assert!(solved.contains("status    none: no solution found by exhaustive search ("), "{solved}");
}

#[test]
fn a_folder_of_corpora_is_sound_and_what_is_left_out_is_named() {
    let ran = run(&["check", "corpora/", "--isomorphs", "-v"]);
    assert!(
        ran.err.contains("corpora/README.md: skipped, not a puzzle file by its extension"),
        "{}",
        ran.err
    );
    assert!(ran.ok().ends_with("9,824 puzzles: all unique, no two isomorphic\n"));
    for command in ["bench", "check", "rate", "solve", "corpus"] {
        let help = run(&[command, "--help"]).ok();
        assert!(
            help.contains(".txt .sdm .sdk .ss .csv .tsv .jsonl .ndjson, also with .gz .zst .xz, and .zip"),
            "{help}"
        );
    }
}

#[test]
fn ratings_are_classes_by_range() {
    let lines: String = (0..90).map(|rating| format!("{UNIQUE} {rating}.5\n")).collect();
    for command in [&["check", "-", "--summary"][..], &["corpus", "stats", "-"]] {
        let arguments = [command, &["--class-by", "rating", "--format", "csv"]].concat();
        let out = run_with_input(&arguments, lines.as_bytes()).out;
        let classes: Vec<&str> = out.lines().filter(|line| line.contains("rating ")).collect();
        assert!((2..=12).contains(&classes.len()) && classes[0].contains("rating 0.0-0.9"), "{out}");
    }
}
