//! What a person sees on terminals of 80 and 120 columns, to the letter: reports of fixed records, which are of real runs
//! and never change, so their times do not either; and `check`, `rate`, `solve --explain` and `corpus stats`. With `DLXBENCH_BLESS` set, what is printed becomes what is
//! expected: read the difference before you commit it.

use std::fs;
use std::path::Path;

use super::program;

/// A record of two engines with twelve passes, one of puzzles of several sizes, and one with lines that are not puzzles.
const TWO_ENGINES: &str = "tests/records/two-engines";
const SIZES: &str = "tests/records/sizes";
const MALFORMED: &str = "tests/golden/record";

const SWORDFISH: &str = "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......";
/// Singles lead to a contradiction.
const NONE: &str = ".....142...3.2..";

/// The name of each screen, and what is typed for it.
const SCREENS: [(&str, &[&str]); 15] = [
    ("bench", &["report", "tests/records/base"]),
    ("bench-two-engines", &["report", TWO_ENGINES]),
    ("bench-malformed", &["report", MALFORMED]),
    ("bench-sizes", &["report", SIZES]),
    ("bench-slowest", &["report", TWO_ENGINES, "--slowest", "2"]),
    ("compare", &["compare", "tests/records/base", "tests/records/slower"]),
    ("compare-one-pass", &["compare", "tests/records/one-pass", "tests/records/one-pass"]),
    ("check", &["check", "examples/faulty.txt"]),
    ("check-sound", &["check", "corpora/", "--isomorphs"]),
    ("rate", &["rate", "corpora/famous.txt"]),
    ("rate-faulty", &["rate", "examples/faulty.txt", "--isomorphs", "0"]),
    ("rate-summary", &["rate", "corpora/famous.txt", "--summary"]),
    ("explain", &["solve", "--explain", SWORDFISH]),
    ("explain-none", &["solve", "--explain", NONE]),
    ("corpus-stats", &["corpus", "stats", "corpora/famous.txt", "--isomorphs"]),
];

fn shown(arguments: &[&str], columns: usize, color: &str) -> String {
    let mut command = program();
    command.args(arguments).args(["--color", color]).env("COLUMNS", columns.to_string());
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The text without its styles.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').expect("a style ends in m").1)
}

#[track_caller]
fn is_as_ever(name: &str, shown: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens").join(name);
    if std::env::var_os("DLXBENCH_BLESS").is_some() {
        fs::write(&path, shown).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{name} was\n{expected}\nand is\n{shown}");
}

#[test]
fn screens_are_as_they_were() {
    for (name, arguments) in SCREENS {
        for columns in [80, 120] {
            is_as_ever(&format!("{name}-{columns}.txt"), &shown(arguments, columns, "never"));
        }
        is_as_ever(&format!("{name}-80-color.txt"), &shown(arguments, 80, "always"));
    }
}

#[test]
fn colors_say_nothing_that_words_do_not() {
    for (name, arguments) in SCREENS {
        for columns in [80, 120] {
            let (colored, words) = (shown(arguments, columns, "always"), shown(arguments, columns, "never"));
            assert_eq!(plain(&colored), words, "{name}");
            assert!(colored.contains("\x1b[") && !words.contains('\x1b'), "{name}");
        }
    }
}

#[test]
fn no_line_is_wider_than_the_terminal_unless_a_puzzle_is() {
    for (name, arguments) in SCREENS {
        for columns in [60, 80, 120, 200] {
            for line in shown(arguments, columns, "never").lines() {
                let is_one_word = !line.trim().contains(' ');
                // Or it marks the cells of one.
                let has_puzzle = line.split(' ').any(|word| word.chars().count() >= 80);
                let is_marks = line.chars().all(|sign| " ^".contains(sign));
                assert!(
                    line.chars().count() <= columns || is_one_word || has_puzzle || is_marks,
                    "{name} at {columns}: {line}"
                );
            }
        }
    }
}

#[test]
fn far_from_one_is_a_verdict_in_records_of_one_pass_too() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(TWO_ENGINES).join("run.json"));
    let mut run: serde_json::Value = serde_json::from_str(&text.unwrap()).unwrap();
    run["options"]["passes"] = 1.into();
    run.as_object_mut().unwrap().remove("noise");
    for row in run["speedups"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove("floor");
        // As they were written before.
        row["verdict"] = "inconclusive".into();
    }
    // On one class it is not that clear.
    let hard = &mut run["speedups"][1];
    assert_eq!(hard["class"], "hard");
    (hard["low"], hard["ratio"], hard["high"]) = (0.9.into(), 1.2.into(), 1.6.into());
    fs::write(folder.path().join("run.json"), run.to_string()).unwrap();
    let shown = shown(&["report", folder.path().to_str().unwrap()], 120, "never");
    assert!(shown.contains("\nsweep is 3.7 times faster than dlx (3.3 to 4.1)\n"), "{shown}");
    assert_eq!((shown.matches("  faster\n").count(), shown.matches("  inconclusive\n").count()), (3, 1));
    assert!(shown.contains("\nsweep on hard: --passes 10 --keep best would measure the noise\n"), "{shown}");
}

#[test]
fn one_engine_fits_a_screen() {
    for columns in [80, 120] {
        let lines = shown(&["report", "tests/records/one-pass"], columns, "never").lines().count();
        assert!(lines <= 24, "{lines}");
    }
}

#[test]
fn a_pipe_has_no_limit_and_no_colors_unless_asked_for() {
    let ran = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = program();
        command.args(["report", TWO_ENGINES]).args(arguments).envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let unlimited = ran(&[], &[]);
    assert!(unlimited.contains("p99.9") && unlimited.lines().any(|line| line.len() > 90), "{unlimited}");
    assert_eq!(ran(&[("COLUMNS", "0")], &[]), unlimited);
    assert_eq!(ran(&[("COLUMNS", "wide")], &[]), unlimited);
    assert_ne!(ran(&[("COLUMNS", "60")], &[]), unlimited);
    assert_eq!(plain(&ran(&[("NO_COLOR", "1")], &["--color", "always"])), unlimited);
}

#[test]
fn steps_show_what_they_place_remove_and_rest_on() {
    let shown = shown(&["solve", "--explain", SWORDFISH], 120, "always");
    let span = |style: &str, text: &str| format!("\x1b[{style}m{text}\x1b[0m");
    for (style, text) in [("1m\x1b[32", "r9c9 is 1"), ("31", "r3c2 is not 7"), ("1m\x1b[34", "r4c5")] {
        assert!(shown.contains(&span(style, text)), "{text}: {shown}");
    }
    // In the drawing before locked candidates: the 2 goes from one box, and stays in the other.
    assert!(shown.contains(&format!("1{}347", span("31", "2"))), "{shown}");
    assert!(shown.contains(&span("1m\x1b[34", "2478")), "{shown}");
}
