//! Completion in a shell: what bash offers for words as it takes them apart itself.
#![cfg(unix)]

use std::process::{Command, Stdio};

use super::run;

/// What is offered for a line, in a folder with two records, a corpus and a folder that is no record.
fn offered(line: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for record in ["my-run", "results/2026-11-18-x"] {
        std::fs::create_dir_all(folder.path().join(record)).unwrap();
        std::fs::write(folder.path().join(record).join("run.json"), "{}").unwrap();
    }
    std::fs::create_dir(folder.path().join("my-notes")).unwrap();
    std::fs::write(folder.path().join("shared.txt"), "").unwrap();
    std::fs::write(folder.path().join("dlxbench.bash"), run(&["completions", "bash"]).ok()).unwrap();
    // bash takes the line apart only at a terminal; so this does it in the same way, at blanks and at ':' and '='.
    let script = r#"
        compopt() { return 0; }
        source ./dlxbench.bash
        COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=()
        rest=$1
        while [[ $rest =~ ^[[:space:]]*([:=]+|[^[:space:]:=]+)(.*)$ ]]; do
            COMP_WORDS+=("${BASH_REMATCH[1]}") rest=${BASH_REMATCH[2]}
        done
        case $1 in *[[:space:]]) COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        word=${COMP_WORDS[COMP_CWORD]}
        case $word in :|=) word= ;; esac
        _dlxbench_values dlxbench "$word" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", script, "bash", line]).current_dir(folder.path()).stdin(Stdio::null());
    let output = bash.output().unwrap();
    assert!(output.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.lines().filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn bash_completes_corpora_that_ship() {
    let all = ["easy", "medium", "hard", "expert", "extreme", "famous"];
    assert_eq!(offered("dlxbench check shi"), all.map(|name| format!("shipped:{name}")));
    assert_eq!(offered("dlxbench corpus stats shipped:"), all);
    assert_eq!(offered("dlxbench rate shipped:f"), ["famous"]);
    assert_eq!(offered("dlxbench demo shipped:f"), ["famous"]);
    assert_eq!(offered("dlxbench bench sh")[6..], ["shared.txt"]);
    // Files are left to bash, and to values that are no corpora.
    assert!(offered("dlxbench check shared").is_empty() && offered("dlxbench check --seed shi").is_empty());
    assert_eq!(offered("dlxbench corpus sa"), ["sample"]);
}

#[test]
fn bash_completes_engines_formats_and_lists() {
    assert_eq!(offered("dlxbench bench --engine ma"), ["masks"]);
    assert_eq!(
        offered("dlxbench bench --engine dlx,sw"),
        [
            "dlx,sweep",
            "dlx,sweep-avx512",
            "dlx,sweep-avx2",
            "dlx,sweep-sse",
            "dlx,sweep-neon",
            "dlx,sweep-portable"
        ]
    );
    assert_eq!(offered("dlxbench solve --engine=ma"), ["masks"]);
    assert_eq!(offered("dlxbench check --format "), ["table", "csv", "json", "markdown"]);
    assert_eq!(offered("dlxbench solve --expl"), ["--explain"]);
    assert_eq!(offered("dlxbench repr"), ["reproduce"]);
}

#[test]
fn bash_completes_records_and_no_other_folders() {
    assert_eq!(offered("dlxbench report "), ["my-run", "results/2026-11-18-x"]);
    assert_eq!(offered("dlxbench compare my-run re"), ["results/2026-11-18-x"]);
    assert_eq!(offered("dlxbench bench --baseline m"), ["my-run"]);
    assert_eq!(offered("dlxbench bench --baseline=m"), ["my-run"]);
    assert_eq!(offered("dlxbench report results/2"), ["results/2026-11-18-x"]);
}

#[test]
fn zsh_and_fish_complete_corpora_that_ship() {
    let zsh = run(&["completions", "zsh"]).ok();
    assert!(
        zsh.starts_with("#compdef dlxbench\n") && zsh.contains(r"(shipped\:easy shipped\:medium "),
        "{zsh}"
    );
    let uses = zsh.lines().filter(|line| line.ends_with(":_dlxbench_corpora' \\")).count();
    // Five commands, ten tools.
    assert_eq!(uses, 15);
    let fish = run(&["completions", "fish"]).ok();
    for command in ["bench", "solve", "check", "rate", "corpus", "demo"] {
        let line =
            format!("complete -c dlxbench -n \"__fish_seen_subcommand_from {command}\" -a \"shipped:easy ");
        assert!(fish.contains(&line), "{fish}");
    }
}
