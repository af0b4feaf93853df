//! What all external solvers have in common: how dlxbench starts itself for them, and what they are asked for.

use std::path::PathBuf;
use std::time::Duration;

/// The hidden subcommand of dlxbench that runs what has to be a process of its own: `guard`, `echo`, `host`.
pub const HIDDEN: &str = "internal";

/// A child finds the number of solutions to look for here.
pub const LIMIT_VARIABLE: &str = "DLXBENCH_LIMIT";

/// After this many failures in a row a solver is given up.
pub const MOST_FAILURES: u32 = 20;

/// What all external solvers are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// dlxbench itself, which runs what has to be a process of its own.
    pub program: PathBuf,
    /// Solutions to look for.
    pub limit: u64,
    /// How long a puzzle may take.
    pub timeout: Duration,
}

impl Terms {
    /// Terms for the program that runs now.
    pub fn of_this_program(limit: u64, timeout: Duration) -> Terms {
        // Linux knows the program even after a new build has replaced its file.
        let running = PathBuf::from("/proc/self/exe");
        let program = match running.exists() {
            true => running,
            false => std::env::current_exe().unwrap_or_else(|_| "dlxbench".into()),
        };
        Terms { program, limit, timeout }
    }
}
