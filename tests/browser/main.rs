//! The page of a run in a real browser: headless Chromium, through its driver. Without one these tests are skipped, unless
//! `DLXBENCH_BROWSER_REQUIRED` is set, as CI does.

mod charts;
mod driver;
mod reading;
mod safety;
mod server;
mod whole;

use std::path::Path;
use std::process::Command;

use self::driver::Browser;

/// Runs the program in a folder.
fn dlxbench(folder: &Path, arguments: &[&str]) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_dlxbench")).args(arguments).current_dir(folder).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {message}");
}

/// The page of a run with these arguments.
fn page_of(folder: &Path, arguments: &[&str]) -> String {
    dlxbench(folder, &[&["bench", "--quiet", "--per-puzzle", "--out", "run"], arguments].concat());
    dlxbench(folder, &["report", "run", "--out", "report.html"]);
    std::fs::read_to_string(folder.join("report.html")).unwrap()
}

/// The page of a run of two engines on the shipped corpora.
fn shipped() -> String {
    let folder = tempfile::tempdir().unwrap();
    page_of(folder.path(), &["--engine", "dlx,sweep", "--name", "shipped"])
}

/// A class that no column has room for.
const ENDLESS: &str = "aclasswithanamethatgoesonwithoutanybreakuntilnoscreenhasroomforit";

/// The page of a run with many classes, of which some have long names, and with many malformed lines.
fn crowded() -> String {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
    let difficulties = ["extreme", "easy", "expert", "medium", "hard"];
    let names = difficulties.into_iter().chain(["one", "two", ENDLESS, "a-name-of-several-words"]);
    let mut lines = vec!["puzzle,class".to_owned()];
    lines.extend(names.map(|name| format!("{puzzle},{name}")));
    lines.extend((0..40).map(|number| format!("not a puzzle,{number}")));
    std::fs::write(folder.path().join("crowded.csv"), lines.join("\n")).unwrap();
    let asked = ["crowded.csv", "--class-by", "label", "--engine", "dlx,sweep", "--repeat", "20"];
    page_of(folder.path(), &asked)
}

/// Puts a picture where people find it, and returns its size.
fn keep(name: &str, content: &[u8]) -> usize {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), content).unwrap();
    content.len()
}

/// Whatever matches, as a list of texts.
fn texts(browser: &Browser, selector: &str) -> Vec<String> {
    let script = format!("return [...document.querySelectorAll({selector:?})].map(e => e.textContent)");
    let texts = browser.ask(&script);
    texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}
