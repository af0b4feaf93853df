//! No process of a solver outlives dlxbench, however that ends, and none is left as a zombie.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Corpus, exec, program};

/// The processes whose command line contains a text, zombies included.
fn processes_with(text: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let process: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let line = fs::read(Path::new("/proc").join(process.to_string()).join("cmdline")).ok()?;
        String::from_utf8_lossy(&line).replace('\0', " ").contains(text).then_some(process)
    });
    processes.collect()
}

/// Waits until no such process is left.
fn assert_gone(text: &str) {
    let begun = Instant::now();
    while !processes_with(text).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(10), "left behind: {:?}", processes_with(text));
        sleep(Duration::from_millis(10));
    }
}

/// Runs a solver that hangs, ends dlxbench in some way, and looks for what is left.
#[cfg(target_os = "linux")]
fn ended_by(signal: &str, mode: &str) -> Option<i32> {
    let corpus = Corpus::of_nine(3);
    // A mark in the command line tells these processes from all others.
    let mark = format!("mark-{mode}{signal}-{}", std::process::id());
    let starts = tempfile::NamedTempFile::new().unwrap();
    let mut child = program()
        .args([
            "bench",
            "--quiet",
            "--warmup",
            "0",
            "--timeout",
            "60",
            "--engine",
            &exec(&format!("{mode} --{mark}")),
            &corpus.path,
        ])
        .env("DLXBENCH_TEST_STARTS", starts.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The second start is the one that solves; the first only showed that it can be started.
    while fs::read_to_string(starts.path()).unwrap().lines().count() < 2 {
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(200));
    assert!(!processes_with(&mark).is_empty());
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let status = child.wait().unwrap();
    assert_gone(&mark);
    status.code()
}

#[cfg(target_os = "linux")]
#[test]
fn signals_end_the_solver_too() {
    assert_eq!(ended_by("-INT", "hang"), Some(130));
    assert_eq!(ended_by("-TERM", "hang"), Some(143));
    // A grandchild, and a child that ignores signals.
    assert_eq!(ended_by("-TERM", "children"), Some(143));
    assert_eq!(ended_by("-TERM", "deaf"), Some(143));
}

#[cfg(target_os = "linux")]
#[test]
fn even_a_killed_dlxbench_leaves_no_solver_behind() {
    assert_eq!(ended_by("-KILL", "hang"), None);
    assert_eq!(ended_by("-KILL", "children"), None);
    assert_eq!(ended_by("-KILL", "deaf"), None);
}

#[cfg(target_os = "linux")]
#[test]
fn crashes_and_hangs_leave_no_process_behind() {
    loop_of_failures(2);
}

/// Runs crashing and hanging solvers in a loop.
#[cfg(target_os = "linux")]
fn loop_of_failures(rounds: usize) {
    let corpus = Corpus::of_nine(6);
    for round in 0..rounds {
        for mode in ["crash", "hang", "children", "half", "early-exit"] {
            let mark = format!("mark-loop-{mode}-{round}-{}", std::process::id());
            let engine = exec(&format!("{mode} --{mark}"));
            let ran: super::Ran = program()
                .args(["bench", "--quiet", "--warmup", "0", "--timeout", "0.05", "--threads", "2"])
                .args(["--engine", &engine, &corpus.path])
                .output()
                .unwrap()
                .into();
            assert_eq!(ran.code, Some(1), "{mode}: {}", ran.err);
            assert_gone(&mark);
        }
    }
}

/// The descriptors and the children of a process.
#[cfg(target_os = "linux")]
fn holds(process: u32) -> Option<(usize, usize)> {
    let descriptors = fs::read_dir(format!("/proc/{process}/fd")).ok()?.count();
    let parent = format!("PPid:\t{process}");
    let children = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        fs::read_to_string(entry.ok()?.path().join("status")).ok()?.contains(&parent).then_some(())
    });
    Some((descriptors, children.count()))
}

#[cfg(target_os = "linux")]
#[test]
fn restarting_leaks_neither_descriptors_nor_zombies() {
    let corpus = Corpus::of_nine(400);
    let mut child = program()
        .args(["bench", "--quiet", "--warmup", "0", "--engine", &exec("crash"), &corpus.path])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = (0, 0);
    while child.try_wait().unwrap().is_none() {
        if let Some((descriptors, children)) = holds(child.id()) {
            most = (most.0.max(descriptors), most.1.max(children));
        }
        sleep(Duration::from_millis(2));
    }
    // 133 crashes: the solver, its guard, and their pipes, and never more than those of two at once.
    assert!(most.0 < 40 && most.1 <= 4, "{most:?} descriptors and children");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes: 1,000 runs"]
fn a_thousand_runs_leave_nothing_behind() {
    loop_of_failures(200);
}
