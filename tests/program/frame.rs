//! Help, version, completions, manual pages: the frame around the work.

use std::io::Read;
use std::process::Stdio;

use super::{program, run};

const SUBCOMMANDS: [&str; 12] = [
    "compare",
    "corpus",
    "report",
    "reproduce",
    "solve",
    "rate",
    "generate",
    "cover",
    "problem",
    "demo",
    "completions",
    "man",
];

#[test]
fn help_shows_examples_and_groups() {
    let help = run(&["--help"]).ok();
    for subcommand in SUBCOMMANDS {
        assert!(help.contains(&format!("\n  {subcommand}")), "{help}");
        let help = run(&[subcommand, "--help"]).ok();
        assert!(help.contains("Examples:\n  ") && help.contains("Usage:"), "{help}");
    }
    assert!(help.contains("Exit codes:"));
    let help = run(&["solve", "--help"]).ok();
    assert!(help.contains("\nSearch:\n") && help.contains("\nOutput:\n"), "{help}");
}

#[test]
fn version_is_that_of_the_package() {
    assert_eq!(run(&["--version"]).ok(), format!("dlxbench {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn no_arguments_show_help_and_fail() {
    assert!(run(&[]).failed(2).contains("Usage: dlxbench"));
    assert!(run(&["sovle"]).failed(2).contains("solve"));
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]).ok();
        assert!(script.contains("dlxbench") && script.contains("max-nodes"), "{shell}");
    }
}

#[test]
fn manual_pages_are_written_for_every_subcommand() {
    assert!(run(&["man"]).ok().contains(".TH dlxbench 1"));
    assert!(run(&["man", "cover"]).ok().contains("\\-\\-threads"));
    let page = run(&["man", "check"]).ok();
    let synopsis = page.split(".SH ").find(|section| section.starts_with("SYNOPSIS")).unwrap();
    assert!(synopsis.contains(r"[\fB\-\-format\fR\ \fI<table|\:csv|\:json|\:markdown>\fR]"), "{synopsis}");
    assert!(synopsis.contains(r"[\fB\-\-summary\fR]") && synopsis.contains(r"[\fI<CORPUS|\:PUZZLE>\fR...]"));
    assert!(
        run(&["man", "cover"]).ok().contains("\n\\fI<FILE|\\:\\->\\fR\n"),
        "what is required has no brackets"
    );
    assert!(run(&["man", "nothing"]).failed(2).contains("no subcommand \"nothing\""));
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("man1");
    run(&["man", "--out", pages.to_str().unwrap()]).ok();
    for subcommand in SUBCOMMANDS {
        let page = std::fs::read_to_string(pages.join(format!("dlxbench-{subcommand}.1"))).unwrap();
        assert!(page.contains(&format!(".TH dlxbench-{subcommand} 1")), "{page}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut command = program();
    command.args(["problem", "queens", "200"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}
