//! The environment of a run: the machine, the build, the clock.

use serde::{Deserialize, Serialize};

use crate::clock::ClockFigures;

/// What the program was built from and with. The library does not know this, so the program provides it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Build {
    /// The commit of the source.
    pub commit: Option<String>,
    /// The target.
    pub target: String,
    /// The compiler.
    pub rustc: String,
}

/// The machine and the build. What the system does not provide is missing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Environment {
    /// The processor's name.
    pub cpu: Option<String>,
    /// The widest vectors of the processor, which the engine `sweep` uses; missing in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<String>,
    /// The number of cores that the program may use.
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
    /// The machine's load average over the last minute before the run.
    pub load_before: Option<f64>,
    /// The machine's load average over the last minute after the run.
    pub load_after: Option<f64>,
    /// How many times the worker threads were preempted during the run.
    pub preemptions: Option<u64>,
    /// The clock.
    pub clock: ClockFigures,
}
