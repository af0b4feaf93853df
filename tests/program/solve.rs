//! `dlxbench solve`: grids, lines, CSV, JSON, engines side by side.

use super::{run, run_with_input};

const PUZZLE: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
const SOLUTION: &str = "261375894537894162948216357694751238825943671713628945356482719489167523172539486";
const SECOND: &str = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";
const SECOND_SOLUTION: &str =
    "839465712146782953752391486391824675564173829287659341628537194913248567475916238";
/// Two solutions: four cells that can be swapped.
const TWO: &str = "261375894..7894162948216357694751238825943671713628945..6482719489167523172539486";

/// The output without the lines that hold times.
fn without_times(out: &str) -> String {
    out.lines().filter(|line| !line.starts_with("dlx ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn input_and_output_are_drawn_side_by_side() {
    let expected = "\
INPUT (36 givens)           OUTPUT
+-------+-------+-------+   +-------+-------+-------+
| . 6 . | 3 . . | 8 . 4 |   | 2 6 1 | 3 7 5 | 8 9 4 |
| 5 3 7 | . 9 . | . . . |   | 5 3 7 | 8 9 4 | 1 6 2 |
| . 4 . | . . 6 | 3 . 7 |   | 9 4 8 | 2 1 6 | 3 5 7 |
+-------+-------+-------+   +-------+-------+-------+
| . 9 . | . 5 1 | 2 3 8 |   | 6 9 4 | 7 5 1 | 2 3 8 |
| . . . | . . . | . . . |   | 8 2 5 | 9 4 3 | 6 7 1 |
| 7 1 3 | 6 2 . | . 4 . |   | 7 1 3 | 6 2 8 | 9 4 5 |
+-------+-------+-------+   +-------+-------+-------+
| 3 . 6 | 4 . . | . 1 . |   | 3 5 6 | 4 8 2 | 7 1 9 |
| . . . | . 6 . | 5 2 3 |   | 4 8 9 | 1 6 7 | 5 2 3 |
| 1 . 2 | . . 9 | . 8 . |   | 1 7 2 | 5 3 9 | 4 8 6 |
+-------+-------+-------+   +-------+-------+-------+
solution  261375894537894162948216357694751238825943671713628945356482719489167523172539486
status    unique: exactly one solution
";
    let out = run(&["solve", PUZZLE]).ok();
    assert!(without_times(&out).starts_with(expected), "{out}");
    let figures = out.lines().last().unwrap();
    assert!(figures.starts_with("dlx ") && figures.ends_with("  1        0      384"), "{figures}");
    assert!(out.contains("recursive calls"));
}

#[test]
fn a_block_is_as_good_as_a_line() {
    let block: String = PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
    assert_eq!(run_with_input(&["solve", "-", "--lines"], block.as_bytes()).ok(), format!("{SOLUTION}\n"));
    assert_eq!(run(&["solve", &block, "--lines"]).ok(), format!("{SOLUTION}\n"));
}

#[test]
fn several_solutions_are_shown_with_the_cells_that_differ() {
    let ran = run(&["solve", TWO]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("OUTPUT 1 (4 cells differ)") && ran.out.contains("OUTPUT 2"), "{}", ran.out);
    assert!(
        ran.out.contains("status    multiple: at least 2 solutions; --limit ended the search"),
        "{}",
        ran.out
    );
    let row = ran.out.lines().find(|line| line.starts_with("| . . 7 |")).unwrap();
    assert!(row.contains("|(3 5)7 | 8 9 4 |") && row.contains("|(5 3)7 | 8 9 4 |"), "{row}");
}

#[test]
fn many_puzzles_stream_through_in_order() {
    let input = format!("# two puzzles\n{PUZZLE}\n\n{SECOND} hard\r\n{PUZZLE}");
    let out = run_with_input(&["solve", "--lines"], input.as_bytes()).ok();
    assert_eq!(out, format!("{SOLUTION}\n{SECOND_SOLUTION}\n{SOLUTION}\n"));
}

#[test]
fn files_are_read_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("puzzles.txt");
    std::fs::write(&path, format!("{PUZZLE} easy\n{SECOND}\n")).unwrap();
    let out = run(&["solve", path.to_str().unwrap()]).ok();
    assert!(out.contains("puzzles.txt, line 1 (easy)\n") && out.contains("puzzles.txt, line 2\n"), "{out}");
}

#[test]
fn csv_has_a_header_and_a_row_for_each_solution() {
    let input = format!("{PUZZLE}:7:{SOLUTION}\n{TWO}\n{}\n", &PUZZLE[1..]);
    let ran = run_with_input(&["solve", "--format", "csv"], input.as_bytes());
    assert_eq!(ran.code, Some(1));
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let header: Vec<String> = reader.headers().unwrap().iter().map(String::from).collect();
    let expected = "file,line,engine,puzzle,clues,status,solutions,number,solution,time_ns,nodes,guesses,updates,label,reason,complete";
    assert_eq!(header.join(","), expected);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let column = |row: usize, name: &str| &rows[row][header.iter().position(|field| field == name).unwrap()];
    assert_eq!(rows.len(), 4);
    assert_eq!((column(0, "status"), column(0, "solution"), column(0, "clues")), ("unique", SOLUTION, "36"));
    // The solution of the file was checked, and is not a part of the label.
    assert_eq!(column(0, "label"), "7");
    assert_eq!((column(1, "status"), column(1, "number"), column(2, "number")), ("multiple", "1", "2"));
    assert_ne!(column(1, "solution"), column(2, "solution"));
    assert_eq!((column(3, "status"), column(3, "time_ns"), column(3, "line")), ("malformed", "", "3"));
    assert!(column(3, "reason").contains("80 cells"));
}

#[test]
fn json_is_an_object_for_each_engine_and_solution() {
    let input = format!("{PUZZLE} ED=1.2\n11{}\n", ".".repeat(79));
    let out = run_with_input(&["solve", "--format", "json", "--engine", "dlx,naive"], input.as_bytes()).out;
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["solution"], &lines[0]["solutions"]), (&SOLUTION.into(), &1.into()));
    assert_eq!((&lines[0]["status"], &lines[0]["label"]), (&"unique".into(), &"ED=1.2".into()));
    assert_eq!((&lines[1]["engine"], &lines[1]["number"]), (&"naive".into(), &serde_json::Value::Null));
    assert_eq!(lines[2]["status"], "invalid");
    assert_eq!(lines[2]["reason"], "1 is given twice in row 1: r1c1 and r1c2");
}

#[test]
fn engines_are_compared_side_by_side() {
    let out = run(&["solve", "--engine", "naive,dlx,cover", SECOND]).ok();
    let calls = |engine: &str| -> u64 {
        let line = out.lines().find(|line| line.starts_with(engine)).unwrap();
        line.split_whitespace().nth(3).unwrap().replace(',', "").parse().unwrap()
    };
    assert!(calls("naive") > 100 * calls("dlx"), "{out}");
    assert!(calls("cover") > 0);
}

#[test]
fn all_and_limit_decide_how_many_solutions_are_sought() {
    let empty = ".".repeat(16);
    let all = run(&["solve", "--all", "--lines", &empty]);
    assert_eq!(all.out.lines().filter(|line| !line.starts_with('#')).count(), 288);
    assert!(all.out.lines().last().unwrap().contains("multiple: 288 solutions"), "{}", all.out);
    let five = run(&["solve", "--limit", "5", "--lines", &empty]);
    assert_eq!(five.out.lines().filter(|line| !line.starts_with('#')).count(), 5);
    let one = run(&["solve", "--limit", "1", &empty]).ok();
    assert!(one.contains("solved: the first solution; --limit 1 stops there"), "{one}");
}

#[test]
fn no_solution_and_stopped_searches_say_so() {
    let none = format!("12345678.{}........9{}", ".".repeat(9), ".".repeat(54));
    let ran = run(&["solve", &none]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("none: r1c9 has no candidate"), "{}", ran.out);
    let ran = run(&["solve", "--max-nodes", "10", SECOND]);
    assert!(ran.out.contains("stopped by --max-nodes: 0 solutions so far"), "{}", ran.out);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn every_size_is_solved_and_drawn() {
    for size in [4_usize, 6, 9, 12, 16, 25] {
        let blank = ".".repeat(size * size);
        let out = run(&["solve", "--limit", "1", &blank]).ok();
        let solution = out.lines().find_map(|line| line.strip_prefix("solution  ")).unwrap();
        assert_eq!(solution.len(), size * size);
    }
}

#[test]
fn the_matrix_is_described_by_its_columns() {
    let out = run(&["solve", "--matrix", "1..2......34...."]).ok();
    assert!(out.contains("64 columns, 30 rows of 4 nodes: 120 nodes"), "{out}");
    assert!(out.contains("R0C0 1 ") && out.contains("B3#4 1"));
    let rows: Vec<&str> = out.lines().filter(|line| line.contains('=')).collect();
    assert_eq!(rows.len(), 30);
    assert!(rows.iter().all(|row| row.rsplit(' ').next().unwrap().matches('1').count() == 4));
    let out = run(&["solve", "--matrix", &".".repeat(81)]).ok();
    assert!(out.contains("324 columns, 729 rows of 4 nodes: 2,916 nodes"), "{out}");
    assert!(!out.contains("the whole matrix"));
}

#[test]
fn answers_come_while_the_input_is_still_open() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut command = super::program();
    command.args(["solve", "-", "--lines"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for text in [puzzle, puzzle, &format!("{puzzle} no7")] {
        writeln!(input, "{text}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with("534678912"), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_count_that_was_cut_short_says_so() {
    let empty = ".".repeat(81);
    let with = |more: &[&str]| run(&[&["solve", &empty, "--limit", "50"], more].concat());
    for (nodes, reason) in [("100", "--max-nodes"), ("5000", "--limit")] {
        let (table, lines) =
            (with(&["--max-nodes", nodes]).out, with(&["--max-nodes", nodes, "--lines"]).out);
        for text in [table, lines] {
            assert!(text.contains("multiple: at least ") && text.contains(reason), "{text}");
        }
        let csv = with(&["--max-nodes", nodes, "--format", "csv"]).out;
        assert!(csv.lines().next().unwrap().ends_with(",complete"), "{csv}");
        assert!(csv.lines().skip(1).all(|row| row.ends_with(",false")), "{csv}");
        assert!(with(&["--max-nodes", nodes, "--format", "json"]).out.contains("\"complete\":false"));
        assert!(with(&["--max-nodes", nodes, "--format", "markdown"]).out.contains("| false |"));
    }
    assert!(run(&["solve", PUZZLE, "--format", "json"]).ok().contains("\"complete\":true"));
}
