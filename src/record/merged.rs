//! What a record says about the shards of which it was merged.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::class_scope::ClassScope;
use super::environment::Environment;

/// The shards of a merged run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Merged {
    /// The number of shards.
    pub shards: u32,
    /// The command line of the first of them.
    pub command: Vec<String>,
    /// The machines on which they ran, in the order of their names.
    pub machines: Vec<Machine>,
}

/// A machine on which shards of a run ran. Its histograms are in `machines.hlog`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the host.
    pub host: String,
    /// The number of shards that ended there.
    pub shards: u32,
    /// The machine and the build.
    pub environment: Environment,
    /// The times of each engine and class there; the last row of each engine is for all classes.
    pub times: Vec<MachineTimes>,
}

/// The times of one engine on one class on one machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MachineTimes {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: ClassScope,
    /// The number of times.
    pub samples: u64,
    /// The mean time.
    pub mean_ns: Option<f64>,
    /// The median.
    pub p50_ns: Option<u64>,
    /// 99 % of all times are at most this.
    pub p99_ns: Option<u64>,
    /// The longest time.
    pub max_ns: Option<u64>,
    /// All times in nanoseconds, as in `machines.hlog`.
    #[serde(skip)]
    pub histogram: Option<Histogram<u64>>,
}
