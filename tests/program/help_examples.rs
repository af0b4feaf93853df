//! Every example in every help text runs as it is written, in a folder with the files that it names.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::run;

/// What has no end worth waiting for (extreme puzzles, plain backtracking) is interrupted after so many seconds.
const PATIENCE: u32 = 10;

/// The help texts of the program, of its subcommands, and of theirs.
fn help_texts() -> Vec<String> {
    let below = |path: &[&str]| -> Vec<String> {
        let help = run(&[path, &["--help"]].concat()).ok();
        let commands =
            help.split("\n\n").filter(|part| part.starts_with("Commands:") || part.starts_with("Kinds:"));
        let names =
            commands.flat_map(str::lines).filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let mut texts = vec![run(&["--help"]).ok()];
    for command in below(&[]).iter().filter(|command| *command != "help") {
        texts.push(run(&[command, "--help"]).ok());
        for inner in below(&[command]).iter().filter(|inner| *inner != "help") {
            texts.push(run(&[command, inner, "--help"]).ok());
        }
    }
    texts
}

fn examples() -> Vec<String> {
    let texts = help_texts();
    assert!(texts.len() > 25, "{}", texts.len());
    let lines = texts.iter().flat_map(|text| text.lines());
    let mut examples: Vec<String> = lines
        .filter(|line| ["  dlxbench ", "  cat "].iter().any(|begin| line.starts_with(begin)))
        // These take a whole terminal: demo.rs runs them.
        .filter(|line| !line.contains("dlxbench demo"))
        .map(|line| line.trim().to_owned())
        .collect();
    examples.sort();
    examples.dedup();
    examples
}

/// Runs a line in a shell that finds the program, and a `man` that only reads.
fn shell(line: &str, folder: &Path, seconds: u32) -> std::process::Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_dlxbench")).parent().unwrap();
    let path =
        format!("{}:{}:{}", folder.join("bin").display(), bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("timeout");
    command.args(["--signal=INT", &seconds.to_string(), "bash", "-o", "pipefail", "-c", line]);
    command.env("PATH", path).env("HOME", folder).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

/// The files that examples name.
const PREPARE: &str = r##"
set -e
mkdir -p bin .local/share/bash-completion/completions .zfunc .config/fish/completions examples
printf '#!/bin/sh\ncat > /dev/null\n' > bin/man && chmod +x bin/man
cp "$TREE/examples/timetable.csv" examples
dlxbench corpus sample 20 shipped:easy shipped:medium > puzzles.txt
dlxbench corpus sample 5 shipped:hard > hard.txt
cp puzzles.txt a.txt && cp hard.txt b.txt && mkdir corpora && cp a.txt b.txt corpora
dlxbench corpus convert puzzles.txt --out puzzles.csv
sed '1s/puzzle/quiz/' puzzles.csv | gzip > table.csv.gz
cp puzzles.csv ratings.csv && gzip -k puzzles.txt puzzles.csv
dlxbench corpus convert puzzles.txt --out huge.txt.zst && cp huge.txt.zst billion.txt.zst
dlxbench problem queens 6 > problem.txt
dlxbench bench --passes 20 --keep best --per-puzzle --out before > /dev/null
cp -r before after && cp -r before my-run
for i in 1 2 3 4; do dlxbench bench puzzles.txt --shard $i/4 --out s$i > /dev/null; done
"##;

#[test]
fn every_example_can_be_pasted() {
    let (template, tree) = (tempfile::tempdir().unwrap(), env!("CARGO_MANIFEST_DIR"));
    let prepared = shell(&format!("TREE='{tree}'\n{PREPARE}"), template.path(), 600);
    assert!(prepared.status.success(), "{}", String::from_utf8_lossy(&prepared.stderr));
    let examples = examples();
    assert!(examples.len() > 50, "{examples:?}");
    for example in examples {
        let folder = tempfile::tempdir().unwrap();
        let copied = Command::new("cp").arg("-r").arg(template.path().join(".")).arg(folder.path()).status();
        assert!(copied.unwrap().success());
        // What it writes must not be there yet, but it may come with the files for other examples.
        let words: Vec<&str> = example.split(' ').collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "--out" && !words.contains(&"--force")) {
            let path = folder.path().join(pair[1]);
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
        let ran = shell(&example, folder.path(), PATIENCE);
        // 1 is a finding, such as a puzzle with redundant givens; 124 says that it took too long.
        let message = String::from_utf8_lossy(&ran.stderr);
        assert!(matches!(ran.status.code(), Some(0 | 1 | 124)), "{example}: {:?}: {message}", ran.status);
        assert!(!message.contains("panicked"), "{example}: {message}");
    }
}
