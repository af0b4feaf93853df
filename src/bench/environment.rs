//! Describes the machine: its hardware, its load, and how often a thread was preempted.
//!
//! Most of this comes from `/proc` and `/sys` on Linux; on other systems the fields stay empty.

use std::fs;
use std::process::Command;

use crate::clock::Clock;
use crate::engine::Vectors;
use crate::record::{Build, Environment};

/// Describes the machine before a run.
pub fn observe(build: &Build) -> Environment {
    Environment {
        cpu: read_field("/proc/cpuinfo", "model name"),
        vectors: Some(Vectors::widest().to_string()),
        cores: cores(),
        os: std::env::consts::OS.to_owned(),
        kernel: read_line("/proc/sys/kernel/osrelease"),
        target: build.target.clone(),
        profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
        rustc: build.rustc.clone(),
        governor: read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        load_before: load(),
        load_after: None,
        preemptions: None,
        clock: Clock::new().figures(),
    }
}

/// Describes the build of a program that runs in its own source tree, such as a bench, by asking `git` and `rustc`.
pub fn build_of_source_tree() -> Build {
    let ask = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        let answer = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Some(answer).filter(|answer| output.status.success() && !answer.is_empty())
    };
    let target = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    Build {
        commit: ask("git", &["describe", "--always", "--dirty", "--abbrev=12"]),
        rustc: ask("rustc", &["--version"]).unwrap_or_default(),
        target,
    }
}

/// Returns the number of cores that the program may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn read_line(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the text after the colon on the first line that starts with `name`.
fn read_field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the load average of the last minute.
pub fn load() -> Option<f64> {
    read_line("/proc/loadavg")?.split_whitespace().next()?.parse().ok()
}

/// Returns how often the calling thread has been preempted so far.
pub(super) fn preemptions_of_thread() -> Option<u64> {
    read_field("/proc/thread-self/status", "nonvoluntary_ctxt_switches")?.parse().ok()
}
