//! Everything that the README shows runs as written.

use std::process::Command;

use super::{Ran, program};

/// The commands in the README's shell blocks, but for those that build: CI runs these.
fn commands() -> Vec<String> {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let mut commands = Vec::new();
    let mut in_block = false;
    for line in readme.lines() {
        match line {
            "```sh" => in_block = true,
            "```" => in_block = false,
            line if in_block && !line.starts_with("cargo") && !line.starts_with("scripts/") => {
                commands.push(line.to_owned());
            }
            line => commands.extend(line.strip_prefix("$ dlxbench").map(|rest| format!("dlxbench{rest}"))),
        }
    }
    commands
}

#[test]
fn the_first_command_writes_the_page_the_table_by_class_and_the_histograms() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let first = readme.lines().find(|line| line.starts_with("cargo run")).unwrap();
    let arguments = first.strip_prefix("cargo run --release -- ").unwrap().split(' ');
    let folder = tempfile::tempdir().unwrap();
    let ran: Ran = program().args(arguments).current_dir(folder.path()).output().unwrap().into();
    let wrote = ran.err.lines().find_map(|line| line.strip_prefix("wrote ")).unwrap_or_default();
    let (path, files) = wrote.split_once(": ").unwrap();
    assert_eq!(files, "report.html, summary.csv, 6 histograms");
    let record = folder.path().join(path);
    let classes = ["easy", "medium", "hard", "expert", "extreme", "all"];
    let histograms = classes.map(|class| format!("{class}.hgrm"));
    for name in ["report.html", "summary.csv"].into_iter().chain(histograms.iter().map(String::as_str)) {
        assert!(std::fs::metadata(record.join(name)).unwrap().len() > 0, "{name}");
    }
    ran.ok();
}

#[test]
fn every_command_runs() {
    let folder = tempfile::tempdir().unwrap();
    let copied = ["corpora", "examples"].map(|name| format!("{}/{name}", env!("CARGO_MANIFEST_DIR")));
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_dlxbench")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    // A copy, so that nothing is written into the project.
    assert!(Command::new("cp").arg("-r").args(copied).arg(folder.path()).status().unwrap().success());
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        let mut shell = Command::new("bash");
        shell.args(["-o", "pipefail", "-c", &command]).env("PATH", &path).current_dir(folder.path());
        let output = shell.stdin(std::process::Stdio::null()).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        // 1 is a finding, such as a puzzle with several solutions.
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {message}");
    }
}
