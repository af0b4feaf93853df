//! Every subcommand with outputs that cannot be written to: a message that cannot be printed costs nothing but itself,
//! and what cannot be printed of the job is a failure.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{program, run};

const PUZZLE: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

/// The subcommands that have none of their own, from the manual pages, which are written for all.
fn subcommands(folder: &Path) -> BTreeSet<String> {
    let pages = folder.join("pages");
    run(&["man", "--out", pages.to_str().unwrap()]).ok();
    let page = |entry: fs::DirEntry| entry.file_name().into_string().unwrap().replace(".1", " ");
    let names: BTreeSet<String> =
        fs::read_dir(pages).unwrap().map(|entry| page(entry.unwrap()).replace('-', " ")).collect();
    let is_leaf = |name: &&String| !names.iter().any(|other| other != *name && other.starts_with(*name));
    names.iter().filter(is_leaf).map(|name| name["dlxbench ".len()..].trim().to_owned()).collect()
}

/// What to do with a subcommand so that it prints something; and options with which it writes to the file OUT.
fn arguments(subcommand: &str) -> (&'static str, &'static str) {
    match subcommand {
        "bench" => ("shipped:famous", "--out OUT"),
        "compare" => ("RECORD RECORD", "--out OUT"),
        "merge" => ("SHARD --out OUT", ""),
        "report" => ("RECORD --format html", "--out OUT"),
        "reproduce" => ("--rounds 1", "--out OUT"),
        "solve" => ("PUZZLE CORPUS", ""),
        "check" => ("CORPUS", ""),
        "rate" => ("CORPUS", ""),
        "generate" => ("--count 3 --class easy", "--out OUT"),
        "cover" => ("PROBLEM --stats", ""),
        "corpus stats" => ("CORPUS", ""),
        "corpus sample" => ("5 CORPUS", "--out OUT"),
        "corpus sort" => ("CORPUS --by clues", "--out OUT"),
        "corpus split" => ("CORPUS --by size --out OUT", ""),
        "corpus convert" | "corpus shuffle" | "corpus dedupe" => ("CORPUS", "--out OUT"),
        "corpus canon" | "corpus isomorphs" | "corpus minimize" => ("CORPUS", "--out OUT"),
        "problem queens" | "problem langford" | "problem latin" => ("7", ""),
        "problem pentominoes" => ("10x6", ""),
        "problem sudoku" => ("PUZZLE", ""),
        "problem timetable" => ("examples/timetable.csv", ""),
        // Needs a terminal, so it fails with and without outputs: demo.rs runs it on one.
        "demo" => ("PUZZLE", ""),
        "completions" => ("bash", ""),
        "man" => ("cover", ""),
        new => panic!("say here how to run {new}"),
    }
}

/// Runs `line` in a shell that sends its output elsewhere; returns the exit code of the program and what was printed.
fn run_with(line: &[String], redirection: &str, folder: &Path) -> (i32, String) {
    let code = folder.join("code");
    let script = format!("{{ \"$@\"; echo $? > \"$CODE\"; }} {redirection}");
    let mut shell = Command::new("bash");
    shell.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_dlxbench")]).args(line).env("CODE", &code);
    let ran = shell.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let printed = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    (fs::read_to_string(code).unwrap().trim().parse().unwrap(), printed)
}

/// A file's bytes, or the names of a folder's files: records have times in them.
fn content(path: &Path) -> Vec<u8> {
    let Ok(entries) = fs::read_dir(path) else { return fs::read(path).unwrap() };
    let names: BTreeSet<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.into_iter().collect::<Vec<_>>().join("\n").into_bytes()
}

#[test]
#[cfg(target_os = "linux")]
fn no_subcommand_is_lost_with_its_messages() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("corpus.txt"), format!("{PUZZLE}\n{PUZZLE}\ngarbage\n1..2......34.... small\n")).unwrap();
    fs::write(at("problem.txt"), "a b | c\na b\nc\n").unwrap();
    run(&["bench", "shipped:famous", "--passes", "2", "-q", "--out", &at("record")]).ok();
    run(&["bench", "shipped:famous", "--shard", "1/1", "-q", "--out", &at("shard")]).ok();
    let mut outs = 0;
    let mut line = |subcommand: &str, options: [&str; 2]| {
        outs += 1;
        let out = at(&format!("out{outs}"));
        let words = [subcommand, options[0], options[1]].map(str::split_whitespace).into_iter().flatten();
        let line: Vec<String> = words
            .map(|word| match word {
                "OUT" => out.clone(),
                "PUZZLE" => PUZZLE.to_owned(),
                "CORPUS" => at("corpus.txt"),
                "PROBLEM" => at("problem.txt"),
                "RECORD" => at("record"),
                "SHARD" => at("shard"),
                word => word.to_owned(),
            })
            .collect();
        (line, folder.path().join(out))
    };
    for subcommand in subcommands(folder.path()) {
        let (options, to_file) = arguments(&subcommand);
        let (usual, out) = line(&subcommand, [options, to_file]);
        let (code, _) = run_with(&usual, "", folder.path());
        for bad in ["2>&-", "2>/dev/full", "2>&1 >/dev/null | true"] {
            let (line, same) = line(&subcommand, [options, to_file]);
            let (ended, _) = run_with(&line, bad, folder.path());
            assert_eq!(ended, code, "{subcommand} {bad}");
            assert_eq!(same.exists(), out.exists(), "{subcommand} {bad}");
            assert!(!out.exists() || content(&same) == content(&out), "{subcommand} {bad}");
        }
        let (usual, _) = line(&subcommand, [options, ""]);
        let (code, _) = run_with(&usual, "", folder.path());
        for (bad, codes) in [
            (">&-", vec![code]),
            ("| true", vec![code, 0]),
            (">/dev/full", vec![2]),
            (">/dev/full 2>&1", vec![2]),
        ] {
            let (line, _) = line(&subcommand, [options, ""]);
            let (ended, printed) = run_with(&line, bad, folder.path());
            assert!(
                codes.contains(&ended) && !printed.contains("panicked"),
                "{line:?} {bad}: {ended} {printed}"
            );
            let is_told = bad != ">/dev/full"
                || subcommand == "demo"
                || printed.contains("cannot write to standard output: No space");
            assert!(is_told, "{line:?}: {printed}");
        }
    }
    for entry in fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with('.'), "{name} was left behind");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_is_not_printed_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in
        [vec!["--help"], vec!["--version"], vec!["solve", "--help"], vec!["corpus", "help", "sort"]]
    {
        let line: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let (code, printed) = run_with(&line, ">/dev/full", folder.path());
        assert_eq!(
            (code, printed.contains("cannot write to standard output")),
            (2, true),
            "{line:?}: {printed}"
        );
        assert_eq!(run_with(&line, "2>/dev/full", folder.path()).0, 0, "{line:?}");
    }
    for line in
        [vec![], vec!["sovle".to_owned()], vec!["bench".to_owned(), "--passes".to_owned(), "0".to_owned()]]
    {
        for bad in ["2>/dev/full", "2>&-", ">/dev/full", "2>&1 | true"] {
            assert_eq!(run_with(&line, bad, folder.path()).0, 2, "{line:?} {bad}");
        }
    }
}

#[test]
fn a_million_faults_are_twenty_lines_and_a_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("garbage.txt");
    fs::write(&file, format!("{PUZZLE}\n{}", "no puzzle at all\n".repeat(5000))).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        vec!["solve", file],
        vec!["rate", file],
        vec!["corpus", "convert", file],
        vec!["corpus", "stats", file],
    ] {
        let ran = program().args(&arguments).output().unwrap();
        let messages = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{messages}");
        assert!(messages.lines().count() <= 22, "{arguments:?}: {messages}");
        assert!(messages.contains("dlxbench: and 4,980 more\n"), "{arguments:?}: {messages}");
    }
    let sixteen = format!("{}\n", ".".repeat(256)).repeat(30);
    fs::write(file, sixteen).unwrap();
    let messages = run(&["check", "--engine", "dlx", file]).failed(2);
    assert!(messages.lines().count() == 21 && messages.contains("and 10 more"), "{messages}");
}
