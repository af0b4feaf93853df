//! What a run was done with: the machine, the build, and what else was going on.
//!
//! Linux tells most of it in `/proc` and `/sys`; elsewhere the fields stay empty.

use std::fs;

use serde::{Deserialize, Serialize};

use super::clock::ClockFigures;

/// The machine and the build.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Environment {
    /// The processor's name.
    pub cpu: Option<String>,
    /// Cores that we may use.
    pub cores: usize,
    /// The operating system.
    pub os: String,
    /// The kernel's version.
    pub kernel: Option<String>,
    /// The target that the program was built for.
    pub target: String,
    /// `release` or `debug`.
    pub profile: String,
    /// The compiler.
    pub rustc: String,
    /// The processor's frequency governor.
    pub governor: Option<String>,
    /// The machine's load (over the last minute) before the run.
    pub load_before: Option<f64>,
    /// The same after the run.
    pub load_after: Option<f64>,
    /// How often the working threads were preempted during the run.
    pub preemptions: Option<u64>,
    /// The clock.
    pub clock: ClockFigures,
}

/// The version control's name for the source that the program was built from.
pub fn commit() -> Option<String> {
    Some(env!("DLXBENCH_COMMIT").to_owned()).filter(|commit| !commit.is_empty())
}

impl Environment {
    /// Looks around before a run.
    pub fn observe(clock: ClockFigures) -> Environment {
        Environment {
            cpu: cpu_name(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: std::env::consts::OS.to_owned(),
            kernel: read_line("/proc/sys/kernel/osrelease"),
            target: env!("DLXBENCH_TARGET").to_owned(),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
            rustc: env!("DLXBENCH_RUSTC").to_owned(),
            governor: read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            load_before: load(),
            load_after: None,
            preemptions: None,
            clock,
        }
    }
}

fn read_line(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn cpu_name() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The machine's load over the last minute.
pub fn load() -> Option<f64> {
    read_line("/proc/loadavg")?.split_whitespace().next()?.parse().ok()
}

/// How often the calling thread has been preempted so far.
pub(super) fn preemptions_of_thread() -> Option<u64> {
    let status = fs::read_to_string("/proc/thread-self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("nonvoluntary_ctxt_switches"))?;
    line.split_once(':')?.1.trim().parse().ok()
}
