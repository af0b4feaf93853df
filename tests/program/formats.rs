//! Puzzle files as they are found: every format is read by itself, and what is wrong with a file is said.

use std::io::Write;
use std::path::PathBuf;

use super::bench::rows;
use super::{Ran, run, run_with_input};

const EASY: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
const EASY_SOLVED: &str = "261375894537894162948216357694751238825943671713628945356482719489167523172539486";
const HARD: &str = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";
const HARD_SOLVED: &str = "839465712146782953752391486391824675564173829287659341628537194913248567475916238";

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

fn xz(text: &[u8]) -> Vec<u8> {
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(6)).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A folder with one file in it.
struct Fixture {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Fixture {
    fn new(name: &str, bytes: impl AsRef<[u8]>) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Fixture { _folder: folder, path }
    }

    fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// Runs `bench` on it.
    fn bench(&self, more: &[&str]) -> Ran {
        run(&[&["bench", self.path(), "--format", "csv", "--warmup", "0"], more].concat())
    }

    /// What `solve` finds in it, one solution a line.
    fn solve(&self, more: &[&str]) -> Ran {
        run(&[&["solve", self.path(), "--lines"], more].concat())
    }
}

/// Classes and puzzles of a summary.
fn classes(summary: &str) -> Vec<(String, String)> {
    rows(summary).iter().map(|row| (row["class"].clone(), row["unique"].clone())).collect()
}

fn pair(class: &str, count: &str) -> (String, String) {
    (class.to_owned(), count.to_owned())
}

fn both() -> String {
    format!("{EASY_SOLVED}\n{HARD_SOLVED}\n")
}

#[test]
fn compressed_files_are_known_by_their_content() {
    let text = format!("\u{feff}# two\r\n{EASY}\r\n{HARD} hard");
    for (name, packed) in
        [("gzip", gzip(text.as_bytes())), ("zstd", zstd(text.as_bytes())), ("xz", xz(text.as_bytes()))]
    {
        let file = Fixture::new("mine.txt", &packed);
        assert_eq!(file.solve(&[]).ok(), both());
        let ran = file.bench(&["-v"]);
        assert!(
            ran.err.contains(&format!("mine.txt: {name}; lines: line 2 begins with a puzzle; 2 puzzles\n")),
            "{}",
            ran.err
        );
        assert_eq!(classes(&ran.ok()), [pair("hard", "1"), pair("mine", "1"), pair("all", "2")]);
        let ran = run_with_input(&["solve", "-", "--lines", "-v"], &packed);
        assert!(ran.err.contains(&format!("standard input: {name}; lines: ")), "{}", ran.err);
        assert_eq!(ran.ok(), both());
        let piped = run_with_input(&["bench", "-", "--format", "csv"], &packed).ok();
        assert_eq!(rows(&piped).last().unwrap()["unique"], "2");
    }
    let file = Fixture::new("Extreme.txt.gz", gzip(text.replace(" hard", "").as_bytes()));
    assert_eq!(classes(&file.bench(&[]).ok()), [pair("extreme", "2"), pair("all", "2")]);
}

#[test]
fn damaged_and_cut_files_are_never_just_short() {
    let text = format!("{EASY}\n{HARD}\n").repeat(1000);
    let damaged = |mut packed: Vec<u8>| {
        let last = packed.len() - 6;
        packed[last] ^= 0xff;
        packed
    };
    let cut = |mut packed: Vec<u8>| {
        packed.truncate(packed.len() - 5);
        packed
    };
    for (name, packed, expected) in [
        ("corrupt.gz", damaged(gzip(text.as_bytes())), "the gzip data is damaged"),
        (
            "cut.gz",
            cut(gzip(text.as_bytes())),
            "the gzip data ends too early: the file is truncated or damaged",
        ),
        (
            "cut.zst",
            cut(zstd(text.as_bytes())),
            "the zstd data ends too early: the file is truncated or damaged",
        ),
        ("cut.xz", cut(xz(text.as_bytes())), "the xz data ends too early: the file is truncated or damaged"),
    ] {
        let file = Fixture::new(name, packed);
        let ran = file.bench(&[]);
        assert!(ran.err.contains(&format!("cannot read {}: {expected}", file.path())), "{}", ran.err);
        // A zstd block can only be unpacked as a whole: that is 128 KiB.
        let puzzles: u64 = rows(&ran.out).last().unwrap()["unique"].parse().unwrap();
        assert!(puzzles == 2000 || name == "cut.zst" && puzzles > 1000, "{name}: {puzzles}");
        ran.failed(2);
        let ran = file.solve(&[]);
        assert_eq!(ran.out.lines().count() as u64, puzzles, "{name}");
        let message = ran.failed(2);
        assert!(message.contains(&format!("cannot read {}: {expected}", file.path())), "{message}");
    }
}

#[test]
fn tables_are_read_by_the_names_of_their_columns() {
    let header = "source,question,answer,rating";
    let table =
        format!("{header}\r\nmy own,{EASY},{EASY_SOLVED},3\r\n\"a, b\",\"{HARD}\",{HARD_SOLVED},47\r\n");
    let file = Fixture::new("mine.csv", format!("\u{feff}{table}"));
    assert_eq!(file.solve(&[]).ok(), both());
    let ran = file.bench(&["--class-by", "rating", "-v"]);
    let columns = "table: separated by ',', puzzle in column 2 (question), solution in column 3 (answer), \
                   rating in column 4 (rating), class in column 4 (rating); 2 puzzles\n";
    assert!(ran.err.contains(columns), "{}", ran.err);
    assert_eq!(classes(&ran.ok()), [pair("rating 3", "1"), pair("rating 47", "1"), pair("all", "2")]);

    let table =
        format!("puzzle;solution;clues;difficulty\n{EASY};{EASY_SOLVED};36;Easy\n{HARD};;21;expert\n");
    let file = Fixture::new("mine.txt", &table);
    assert_eq!(classes(&file.bench(&[]).ok()), [pair("easy", "1"), pair("expert", "1"), pair("all", "2")]);
    let by_label = file.bench(&["--class-by", "label"]).ok();
    assert_eq!(classes(&by_label), [pair("expert", "1"), pair("Easy", "1"), pair("all", "2")]);
    // The number of clues is not a rating, though it is the first number behind the puzzle.
    assert_eq!(
        classes(&file.bench(&["--class-by", "rating"]).ok()),
        [pair("unrated", "2"), pair("all", "2")]
    );

    for table in [
        format!("quizzes,solutions\n{},{EASY_SOLVED}\n{HARD},{HARD_SOLVED}", EASY.replace('.', "0")),
        format!(",Board\n0,{EASY}\n1,{HARD}\n"),
        format!("id\tsudoku\n1\t{EASY}\n\n# between\n2\t{HARD}\n"),
        format!("puzzle\n{EASY}\n{HARD}\n"),
        format!("\"puzzle\"\n\"{EASY}\"\n\"{HARD}\"\n"),
        // One table behind the other, with other columns.
        format!("puzzle,name\n{EASY},x\nname,puzzle\nx,{HARD}\n"),
    ] {
        assert_eq!(run_with_input(&["solve", "-", "--lines"], table.as_bytes()).ok(), both(), "{table}");
    }
}

#[test]
fn the_column_can_be_chosen() {
    let file = Fixture::new("mine.csv", format!("puzzle,second\n{EASY},{HARD}\n"));
    for column in ["second", "SECOND", "2"] {
        assert_eq!(file.solve(&["--column", column]).ok(), format!("{HARD_SOLVED}\n"));
        assert_eq!(classes(&file.bench(&["--column", column]).ok()), [pair("mine", "1"), pair("all", "1")]);
    }
    assert_eq!(file.solve(&[]).ok(), format!("{EASY_SOLVED}\n"));
    let without_header = format!("7,{EASY},{HARD}\n8,{HARD},{EASY}\n");
    let ran = run_with_input(&["solve", "-", "--column", "3", "--lines"], without_header.as_bytes());
    assert_eq!(ran.ok(), format!("{HARD_SOLVED}\n{EASY_SOLVED}\n"));

    for (column, reason) in [
        ("third", "line 1, column 1: no column is called \"third\"; the header names puzzle, second"),
        ("3", "line 1, column 1: there is no column 3; the header names puzzle, second"),
    ] {
        let expected = format!("cannot read {}: {reason}", file.path());
        for message in
            [file.solve(&["--column", column]).failed(2), file.bench(&["--column", column]).failed(2)]
        {
            assert!(message.contains(&expected), "{message}");
        }
    }
    assert!(file.solve(&["--column", "0"]).failed(2).contains("or a column number from 1"));
    let message = run_with_input(&["bench", "-", "--column", "puzzle"], EASY.as_bytes()).failed(2);
    assert!(
        message.contains("no column is called \"puzzle\"; this line is not the header of a table"),
        "{message}"
    );
}

#[test]
fn what_is_wrong_with_a_table_is_said_with_its_place() {
    let malformed = |table: &str| run_with_input(&["solve", "-", "--lines"], table.as_bytes());
    let message = malformed(&format!("id,text\n1,{EASY}\n"));
    // The puzzle is found all the same, by its looks.
    assert_eq!(message.out, format!("{EASY_SOLVED}\n"));
    let message = message.failed(1);
    let expected = "standard input, line 1, column 1: none of these columns is known to hold puzzles: id, text; choose one \
                    with --column";
    assert!(message.contains(expected), "{message}");

    let table = format!(
        "id,puzzle,solution\n1\n2,{EASY},{EASY_SOLVED}\n3,\"{HARD},\n4,{HARD},12\n5,{},\n",
        &EASY[1..]
    );
    let ran = malformed(&table);
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    let message = ran.failed(1);
    for expected in [
        "line 2, column 2: this row has 1 field; the puzzle is field 2",
        "line 4, column 3: this quoted field does not end on its line",
        "line 5, column 85: the solution is not a 9×9 grid like the puzzle",
        "line 6, column 3: 80 cells in one line; a puzzle has 16, 36, 81, 144, 256 or 625",
    ] {
        assert!(message.contains(&format!("malformed: standard input, {expected}")), "{message}");
    }
}

#[test]
fn a_wrong_solution_column_is_found() {
    let wrong = EASY_SOLVED.replacen("537", "573", 1);
    for (header, row) in [
        ("puzzle,solution", format!("{EASY},{wrong}")),
        ("answer,name,quiz", format!("{wrong},{EASY_SOLVED},{EASY}")),
        ("puzzle,solution", format!("{EASY},{}", EASY_SOLVED.replacen("537", "5.7", 1))),
    ] {
        let table = format!("{header}\n{row}\n");
        let expected = "line 2: the solution in the file is wrong at r2c2";
        let message = run_with_input(&["bench", "-", "--quiet"], table.as_bytes()).failed(1);
        assert!(message.contains(&format!("standard input, {expected}")), "{message}");
        let message = run_with_input(&["solve", "-"], table.as_bytes()).failed(1);
        assert!(message.contains(&format!("dlxbench: standard input, {expected}")), "{message}");
        // A sample keeps the column; an equivalent puzzle has another solution.
        run_with_input(&["bench", "-", "--quiet", "--sample", "1"], table.as_bytes()).failed(1);
        run_with_input(&["bench", "-", "--quiet", "--isomorphs"], table.as_bytes()).ok();
    }
    // The column that is called so is looked at, not another one with a complete grid in it.
    let table = format!("puzzle,first,solution\n{EASY},{HARD_SOLVED},{EASY_SOLVED}\n");
    run_with_input(&["bench", "-", "--quiet"], table.as_bytes()).ok();
}

#[test]
fn data_may_stand_before_the_puzzle() {
    let bank = format!(
        "00a1b2c3d4e5 {} 1.2\n77f0b2c3d4e5  {}   8.4\n",
        EASY.replace('.', "0"),
        HARD.replace('.', "0")
    );
    let file = Fixture::new("bank.txt", &bank);
    assert_eq!(file.solve(&[]).ok(), both());
    let ran = file.bench(&["--class-by", "rating", "-v"]);
    assert!(ran.err.contains("lines: word 2 of line 1 is a puzzle; 2 puzzles\n"), "{}", ran.err);
    assert_eq!(classes(&ran.ok()), [pair("rating 1.2", "1"), pair("rating 8.4", "1"), pair("all", "2")]);

    let list = format!(
        "101,202,30,1895,{EASY},First-One,20.00s\n7,8,9,10,{HARD},Second,1.50s\n5,6,7,8,{}\n",
        &EASY[1..]
    );
    let file = Fixture::new("list.txt", &list);
    let ran = file.bench(&["--class-by", "label"]);
    assert!(ran.err.contains("list.txt, line 3, column 9: 80 cells in one line"), "{}", ran.err);
    assert_eq!(
        (classes(&ran.out), ran.code),
        (vec![pair("First-One", "1"), pair("Second", "1"), pair("all", "2")], Some(1))
    );
    // Leading numbers are never a rating, and a leading word names a class if none behind the puzzle does.
    let led = format!("5 {EASY}\neasy,{HARD},12\n");
    let by = |rule: &str| {
        run_with_input(&["bench", "-", "--format", "csv", "--class-by", rule], led.as_bytes()).ok()
    };
    assert_eq!(
        classes(&by("rating")),
        [pair("rating 10.0 or more", "1"), pair("unrated", "1"), pair("all", "2")]
    );
    assert_eq!(classes(&by("auto")), [pair("easy", "1"), pair("stdin", "1"), pair("all", "2")]);
}

#[test]
fn pencilmarks_are_puzzles_if_they_say_no_more_than_the_givens() {
    let marks = |blank: &str| -> String {
        let cell = |sign: char| match sign {
            '.' => blank.to_owned(),
            given => "123456789".replace(|digit| digit != given, "."),
        };
        EASY.chars().map(cell).collect()
    };
    let all = marks("123456789");
    let ran = run_with_input(&["solve", "-", "--lines", "-v"], format!("{all} mine\n").as_bytes());
    assert!(ran.err.contains("pencilmarks: line 1 begins with a puzzle; 1 puzzle\n"), "{}", ran.err);
    assert_eq!(ran.ok(), format!("{EASY_SOLVED}\n"));
    let more = format!("{all}\n{}\n", all.replacen("123456789", "1.......9", 1));
    let ran = run_with_input(&["solve", "-", "--lines"], more.as_bytes());
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    let message = ran.failed(1);
    let expected = "malformed: standard input, line 2, column 2: the pencilmarks exclude 2 at r1c1, \
                    which no given rules out: this is a variant (Sukaku), not a plain Sudoku";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn files_of_other_programs_are_read() {
    let rows = |puzzle: &str, end: &str| -> String {
        puzzle.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + end).collect()
    };
    let sdk = format!("#ASomebody\r\n#DMade on a train\r\n#B16-11-2026\r\n#LHard\r\n{}", rows(EASY, "\r\n"));
    let by_level = Fixture::new("level.sdk", sdk.clone()).bench(&[]).ok();
    assert_eq!(classes(&by_level), [pair("hard", "1"), pair("all", "1")]);
    let sections = format!(
        "#ASomebody\n[Puzzle]\n{}[State]\n{}#ASomebody else\n[Puzzle]\n{}",
        rows(EASY, "\n"),
        rows(EASY_SOLVED, "\n"),
        rows(HARD, "\n")
    );
    let sdm = format!("{EASY}\r\n{}", HARD.replace('.', "0"));
    for (name, text, expected) in [
        ("one.sdk", sdk, format!("{EASY_SOLVED}\n")),
        ("two.sdk", sections, both()),
        ("two.sdm", sdm, both()),
        // Blanks of all sorts, and no end of the last line.
        ("mixed.txt", format!("{EASY}\n{}", HARD.replacen('.', "0", 20).replacen('.', "*", 10)), both()),
    ] {
        assert_eq!(Fixture::new(name, text).solve(&[]).ok(), expected, "{name}");
    }
    let ran = run_with_input(
        &["solve", "-", "-v", "--lines"],
        format!("Grid 01\n{}{}", rows(EASY, "\n"), rows(HARD, "\n")).as_bytes(),
    );
    let reason = "not compressed; blocks: there are 9 rows of 9 cells up to line 10; 2 puzzles\n";
    assert!(ran.err.contains(reason), "{}", ran.err);
    assert_eq!(ran.ok(), both());
}

#[test]
fn the_format_can_be_told() {
    let objects = format!(
        "{{\"start\":\"{HARD}\",\"puzzle\":\"{EASY}\",\"solution\":\"{EASY_SOLVED}\"}}\n{{\"puzzle\":1}}\n"
    );
    let file = Fixture::new("mine.json", &objects);
    let ran = file.solve(&["-v"]);
    assert_eq!((ran.out.as_str(), ran.code), (format!("{EASY_SOLVED}\n").as_str(), Some(1)));
    assert!(
        ran.err.contains("mine.json, line 2, column 11: a puzzle is a string, or an array"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("jsonl: puzzle in field "), "{}", ran.err);
    assert_eq!(file.solve(&["--input", "jsonl", "--column", "start"]).out, format!("{HARD_SOLVED}\n"));
    // Told otherwise, nothing fits: every line is reported, by every command that reads puzzles.
    for command in
        [&["solve"][..], &["check"], &["rate"], &["bench", "--warmup", "0"], &["corpus", "convert"]]
    {
        let ran = run(&[command, &[file.path(), "--input", "blocks"]].concat());
        // A benchmark of nothing is an error.
        let code = if command[0] == "bench" { 2 } else { 1 };
        assert_eq!(ran.code, Some(code), "{command:?}: {}{}", ran.out, ran.err);
        let all = ran.out + &ran.err;
        assert!(
            all.contains("line 1, column 1: found a JSON object; this input is in the format blocks"),
            "{command:?}: {all}"
        );
    }
    // One puzzle behind another: the word is chosen.
    let two = format!("{EASY} {HARD}\n");
    let message = run_with_input(&["solve", "-", "--lines"], two.as_bytes()).failed(2);
    assert!(
        message.contains("choose with --input lines --column 1 or --input lines --column 2"),
        "{message}"
    );
    let chosen =
        run_with_input(&["solve", "-", "--lines", "--input", "lines", "--column", "2"], two.as_bytes());
    assert_eq!(chosen.ok(), format!("{HARD_SOLVED}\n"));
    let message = run_with_input(&["solve", "-", "--input", "table"], two.as_bytes()).failed(2);
    assert!(message.contains("none was named with --column; this line is not the header"), "{message}");
    assert!(
        run(&["solve", "--input", "parquet", EASY])
            .failed(2)
            .contains("possible values: lines, table, blocks")
    );
}

#[test]
fn exact_cover_problems_may_be_compressed_too() {
    let problem = run(&["problem", "queens", "6"]).ok();
    for packed in [gzip(problem.as_bytes()), zstd(problem.as_bytes()), xz(problem.as_bytes())] {
        assert_eq!(run_with_input(&["cover", "-", "--count"], &packed).ok(), "4\n");
    }
    let hours = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/timetable.csv")).unwrap();
    let plain = run_with_input(&["problem", "timetable", "-"], &hours).ok();
    assert_eq!(run_with_input(&["problem", "timetable", "-"], &gzip(&hours)).ok(), plain);
}
