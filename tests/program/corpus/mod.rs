//! `dlxbench corpus`: every tool, from the outside.

mod files;
mod formats;
mod order;
mod puzzles;

use std::path::{Path, PathBuf};

use super::{Ran, run, run_with_input};

/// A folder for files, gone in the end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.path().join(name), text).unwrap();
        self.path(name)
    }

    /// The names of all files, also of hidden ones.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Runs a tool.
fn corpus(arguments: &[&str]) -> Ran {
    run(&[&["corpus"], arguments].concat())
}

/// Runs a tool on what is piped into it.
fn piped(arguments: &[&str], input: &str) -> Ran {
    run_with_input(&[&["corpus"], arguments].concat(), input.as_bytes())
}

/// The digest of the puzzles of a file.
fn digest(path: &str) -> String {
    let out = corpus(&["stats", path, "--format", "json"]).ok();
    serde_json::from_str::<serde_json::Value>(&out).unwrap()["digest"].as_str().unwrap().to_owned()
}

/// Lines in alphabetical order.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// A file that ships.
fn shipped(name: &str) -> String {
    PathBuf::from("corpora").join(name).to_str().unwrap().to_owned()
}

#[test]
fn every_tool_has_help_with_examples_that_fit_a_terminal() {
    let tools = [
        "stats",
        "convert",
        "sample",
        "shuffle",
        "sort",
        "dedupe",
        "canon",
        "isomorphs",
        "minimize",
        "split",
    ];
    let help = corpus(&["--help"]).ok();
    for tool in tools {
        assert!(help.contains(&format!("\n  {tool} ")), "{help}");
        let help = corpus(&[tool, "--help"]).ok();
        let examples = help.split("Examples:\n").nth(1).unwrap();
        assert!(examples.lines().all(|line| line.chars().count() <= 80), "{examples}");
    }
    assert!(corpus(&["no-such-tool"]).failed(2).contains("unrecognized subcommand"));
    assert!(corpus(&[]).failed(2).contains("Usage: dlxbench corpus"));
}

#[test]
fn the_number_of_threads_does_not_show() {
    // Enough for many batches on each thread.
    let folder = Folder::new();
    let some = folder.path("some.txt");
    corpus(&["sample", "600", &shipped("easy.txt"), &shipped("expert.txt"), "-o", &some]).ok();
    let commands: [&[&str]; 9] = [
        &["convert", "--to", "csv"],
        &["sample", "200", "--seed", "5"],
        &["shuffle", "--seed", "5"],
        &["sort", "--by", "canonical"],
        &["dedupe", "--isomorphs"],
        &["canon"],
        &["isomorphs", "--seed", "5", "--count", "2"],
        &["minimize", "--seed", "5"],
        &["stats", "--isomorphs", "--format", "json"],
    ];
    for command in commands {
        let with = |threads: &str| corpus(&[command, &[&some, "--threads", threads]].concat()).ok();
        let one = with("1");
        assert!(!one.is_empty());
        assert!(one == with("2"), "{command:?}");
    }
}

#[test]
fn malformed_lines_are_reported_and_the_rest_goes_on() {
    let puzzle = "1..2......34....";
    let input = format!("{puzzle}\n{}?..\n2{}\nhello\n", &puzzle[..13], &puzzle[1..]);
    for tool in [
        &["convert"][..],
        &["sample", "9"],
        &["shuffle"],
        &["sort", "--by", "clues"],
        &["dedupe"],
        &["canon"],
        &["isomorphs"],
        &["stats"],
    ] {
        let ran = piped(tool, &input);
        assert_eq!(ran.code, Some(1), "{tool:?}: {}", ran.err);
        let (first, second) =
            ("standard input: line 2, column 14: invalid character '?'", "standard input: line 4, column 1:");
        assert!(ran.err.contains(first) && ran.err.contains(second), "{tool:?}: {}", ran.err);
        assert!(ran.err.contains("left out: 2 malformed lines"), "{tool:?}: {}", ran.err);
        if tool != ["stats"] {
            assert_eq!(ran.out.lines().count(), 2, "{tool:?}: {}", ran.out);
        }
    }
}

#[test]
fn inputs_that_are_missing_or_damaged_are_failures() {
    let folder = Folder::new();
    let easy = shipped("easy.txt");
    let output = folder.path("out.txt");
    let ran = corpus(&["convert", "missing.txt", &easy, "-o", &output]);
    let message = ran.failed(2);
    assert!(message.contains("missing.txt") && message.contains("out.txt was not written"), "{message}");
    let whole = folder.path("easy.txt.gz");
    corpus(&["convert", &easy, "-o", &whole]).ok();
    let bytes = std::fs::read(&whole).unwrap();
    std::fs::write(&whole, &bytes[..bytes.len() / 2]).unwrap();
    // To write what is left of it over the file itself would lose the rest for good.
    let message = corpus(&["shuffle", &whole, "-o", &whole, "--force"]).failed(2);
    assert!(message.contains("truncated") && message.contains("was not written"), "{message}");
    assert_eq!(std::fs::read(&whole).unwrap().len(), bytes.len() / 2);
    assert_eq!(folder.names(), ["easy.txt.gz"]);
}

#[test]
fn nonsense_makes_nothing_panic() {
    let inputs =
        ["", "\n\n", "\u{0}\u{1}", "puzzle,solution\n,,\n\"", "####", "1.1.1.1.1.1.1.1.", "é,;\t|+-\n9"];
    let tools: [&[&str]; 10] = [
        &["convert", "--to", "pencilmarks"],
        &["sample", "1"],
        &["shuffle"],
        &["sort", "--by", "guesses"],
        &["sort", "--by", "rating", "--reverse"],
        &["dedupe", "--isomorphs"],
        &["canon"],
        &["isomorphs", "--count", "0"],
        &["minimize"],
        &["stats", "--isomorphs"],
    ];
    for input in inputs {
        for tool in tools {
            let ran = piped(tool, input);
            assert!(matches!(ran.code, Some(0..=2)), "{tool:?} {input:?}: {}", ran.err);
            assert!(!ran.err.contains("panicked"), "{tool:?} {input:?}: {}", ran.err);
        }
    }
}
