//! Runs that are ended from outside: by a signal in order, by SIGKILL with leftovers that do not stay.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::bench::on_endless_input;
use super::{program, run};

const PUZZLE: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn every_signal_leaves_a_record_and_tells_which_it_was() {
    // `timeout` sends its signal twice.
    for (signals, code) in [(vec!["-TERM", "-TERM"], 143), (vec!["-HUP", "-HUP"], 129), (vec!["-INT"], 130)] {
        if code == 129 && ignores_hangup() {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let ran = on_endless_input(&["--out", out.to_str().unwrap()], 20_000, |process| {
            signals.iter().for_each(|signal| send(signal, process));
        });
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        let record = fs::read_to_string(out.join("run.json")).unwrap();
        assert!(record.contains("\"interrupted\": true"), "{record}");
        assert!(out.join("report.html").exists(), "{}", ran.err);
        assert!(ran.err.contains("/run: report.html, summary.csv, "), "{}", ran.err);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{signals:?}");
    }
}

#[test]
fn a_run_that_ends_before_it_has_figures_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program();
    command.args(["bench", "-", "-q", "--out", "run"]).current_dir(folder.path());
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while partials(folder.path()).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    send("-TERM", child.id());
    let ended = child.wait_with_output().unwrap();
    let message = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(143), "{message}");
    assert!(message.contains("interrupted before a puzzle was solved"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Whether the tests run under `nohup`, which the program would inherit and respect.
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1))
}

/// Starts a job that waits for its input, when it has begun to write.
fn waiting(arguments: &[&str], folder: &Path) -> Child {
    let mut command = program();
    command.args(arguments).current_dir(folder).stdin(Stdio::piped());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while partials(folder).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

fn partials(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".partial")).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn nohup_is_respected() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Command::new("bash");
    shell.args([
        "-c",
        "trap '' HUP; exec \"$@\"",
        "bash",
        env!("CARGO_BIN_EXE_dlxbench"),
        "corpus",
        "convert",
        "-",
    ]);
    let mut child =
        shell.args(["--out", "out.txt"]).current_dir(folder.path()).stdin(Stdio::piped()).spawn().unwrap();
    while partials(folder.path()).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    send("-HUP", child.id());
    child.stdin.take().unwrap().write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("out.txt")).unwrap(), format!("{PUZZLE}\n"));
}

#[test]
fn the_next_run_removes_what_a_killed_one_left_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let jobs: [&[&str]; 2] =
        [&["bench", "-", "--out", "run"], &["corpus", "convert", "-", "--out", "out.txt"]];
    for job in jobs {
        fs::write(folder.path().join(".out.txt.AbCdEf.partial"), "of somebody else").unwrap();
        let mut killed = waiting(job, folder.path());
        while partials(folder.path()).len() < 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        killed.kill().unwrap();
        killed.wait().unwrap();
        let left = partials(folder.path());
        assert_eq!(left.len(), 2, "{job:?}");
        // One that is at work is left alone by all that come later.
        let mut alive = waiting(job, folder.path());
        while partials(folder.path()).iter().all(|name| left.contains(name)) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let other = folder.path().join("other.txt");
        run(&["corpus", "convert", PUZZLE, "--out", other.to_str().unwrap()]).ok();
        alive.stdin.take().unwrap().write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
        assert_eq!(alive.wait().unwrap().code(), Some(0), "{job:?}");
        assert_eq!(partials(folder.path()), [".out.txt.AbCdEf.partial"], "{job:?}");
        assert_eq!(locks(folder.path()), 0, "{job:?}");
        fs::remove_file(other).unwrap();
    }
}

fn locks(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".lock")).count()
}

#[test]
fn a_signal_as_soon_as_something_is_created_leaves_nothing() {
    // The shell sees the lock file and sends the signal within a fraction of a millisecond.
    let script = r#"
        "$@" < <(sleep 0.1) >/dev/null 2>&1 &
        until compgen -G '.dlxbench-*.lock' >/dev/null; do :; done
        kill -TERM $!
        wait $!"#;
    let jobs =
        ["bench - --out run", "corpus convert - --out out.txt", "corpus sort - --by clues --out out.txt"];
    for job in jobs.iter().cycle().take(24) {
        let folder = tempfile::tempdir().unwrap();
        let mut shell = Command::new("bash");
        shell.args(["-c", script, "bash", env!("CARGO_BIN_EXE_dlxbench")]).args(job.split(' '));
        let code = shell.current_dir(folder.path()).status().unwrap().code();
        assert_eq!((code, partials(folder.path()), locks(folder.path())), (Some(143), vec![], 0), "{job}");
    }
}

/// A terminal echoes Ctrl-C as `^C` where the cursor is. Behind the end of the line that would be on the next one, and the
/// bar would stay: so the bar, with all blanks that follow it, leaves room for it.
#[test]
#[cfg(target_os = "linux")]
fn a_bar_is_cleared_on_the_line_on_which_ctrl_c_was_typed() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("problem.txt");
    fs::write(&problem, run(&["problem", "queens", "17"]).ok()).unwrap();
    let line = format!(
        "stty cols 80; timeout --signal=INT 4 {} cover --count {}",
        env!("CARGO_BIN_EXE_dlxbench"),
        problem.display()
    );
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).env_remove("COLUMNS");
    let output = script.stdin(Stdio::null()).output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    let bars: Vec<&str> = screen.split("\r\x1b[2K").filter(|part| part.contains(" nodes, ")).collect();
    assert!(!bars.is_empty(), "{screen:?}");
    for bar in bars {
        assert!(bar.chars().count() <= 80 - "^C".len() && !bar.contains('\n'), "{bar:?}");
    }
}
