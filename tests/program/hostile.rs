//! Names and records that try to take over the terminal: a person sees their controls, a program gets them as they are.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use super::run;

const PUZZLE: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

/// A title for the window, a color by a C1 control, another direction, nothing to see.
const HOSTILE: &str = "e\u{1b}]0;t\u{7}\u{9b}31m\u{202e}\u{200b}\u{2066}\u{7f}l";

/// The same without what makes a line malformed.
const LABEL: &str = "e\u{9b}31m\u{202e}\u{200b}\u{2066}l";

/// What a terminal would have received, from both outputs.
fn on_terminal(arguments: &[&str]) -> String {
    let quoted = |word: &&str| format!("'{}'", word.replace('\'', "'\\''"));
    let words = [env!("CARGO_BIN_EXE_dlxbench")].into_iter().chain(arguments.iter().copied());
    let line = words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ");
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("SHELL", "/bin/sh").env("TERM", "xterm");
    let ran = script.output().expect("util-linux has script");
    String::from_utf8(ran.stdout).unwrap()
}

#[track_caller]
fn assert_harmless(text: &str, what: &[&str]) {
    // The program's own are colors and progress bars: none of these.
    let raw = ["\u{1b}]", "\u{7}", "\u{9b}", "\u{202e}", "\u{200b}", "\u{2066}", "\u{7f}"];
    assert!(!raw.iter().any(|control| text.contains(control)), "{what:?}: {text:?}");
    assert!(
        [r"\u{1b}", r"\u001b", r"\u{9b}", "U+001B"].iter().any(|shown| text.contains(shown)),
        "{what:?}: {text}"
    );
}

#[test]
fn file_names_labels_and_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, problem) = (at(&format!("{HOSTILE}\n.txt")), at("problem.txt"));
    fs::write(&file, format!("{PUZZLE} {LABEL}\n{HOSTILE} garbage\n{PUZZLE} {LABEL}\n")).unwrap();
    fs::write(&problem, format!("{HOSTILE} b\n{HOSTILE} b\n")).unwrap();
    let (file, problem, missing) = (file.as_str(), problem.as_str(), at(HOSTILE));
    for arguments in [
        &["solve", file][..],
        &["solve", file, "--lines", "-v", "--max-nodes", "1"],
        &["solve", file, "--format", "csv"],
        &["solve", file, "--format", "json"],
        &["solve", file, "--format", "markdown"],
        &["check", file, "--duplicates", "--class-by", "label"],
        &["rate", file, "-v"],
        &["corpus", "convert", file],
        &["corpus", "convert", file, "--to", "csv"],
        &["corpus", "stats", file, "--class-by", "label"],
        &["bench", file, "-v", "--class-by", "label"],
        &["bench", file, "--format", "json", "--class-by", "label"],
        &["bench", &missing],
        &["report", &missing],
        &["compare", &missing, &missing],
        &["cover", problem],
        &["cover", &missing],
        &["problem", "timetable", &missing],
        &["man", HOSTILE],
        &["bench", "--engine", HOSTILE],
        &[HOSTILE],
    ] {
        assert_harmless(&on_terminal(arguments), arguments);
    }
    // Nor do they end a line of a message.
    let message = run(&["bench", file, "--passes", "1", "--quiet"]).err;
    assert!(message.lines().all(|line| !line.starts_with(".txt")), "{message}");
}

#[test]
fn data_in_a_pipe_is_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("labels.txt");
    fs::write(&file, format!("{PUZZLE} {LABEL}\n")).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [vec!["solve", file, "--format", "csv"], vec!["corpus", "convert", file]] {
        assert!(run(&arguments).ok().contains(LABEL), "{arguments:?}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&run(&["solve", file, "--format", "json"]).ok()).unwrap();
    assert_eq!(json["label"], LABEL);
}

#[test]
fn records() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("run");
    let record = record.to_str().unwrap();
    run(&["bench", "shipped:famous", "--passes", "2", "--quiet", "--out", record]).ok();
    let path = folder.path().join("run/run.json");
    let mut json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let hostile = format!("{HOSTILE}\nforged");
    for name in ["version", "digest", "started", "name", "commit"] {
        json[name] = hostile.as_str().into();
    }
    json["environment"]["cpu"] = hostile.as_str().into();
    json["environment"]["vectors"] = hostile.as_str().into();
    json["options"]["engines"] = vec![hostile.as_str()].into();
    json["warnings"] = vec![hostile.as_str()].into();
    fs::write(path, json.to_string()).unwrap();
    for arguments in [&["report", record][..], &["compare", record, record]] {
        for text in [on_terminal(arguments), run(arguments).ok()] {
            assert_harmless(&text, arguments);
            assert!(text.lines().all(|line| !line.starts_with("forged")), "{text}");
        }
    }
    let csv = &["report", record, "--format", "json"];
    assert_harmless(&on_terminal(csv), csv);
}
