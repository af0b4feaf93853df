//! Solvers from outside: any program or shared library, measured and judged beside the built-in engines.
//!
//! An [`External`] is what a person typed to name one; an [`ExternalEngine`] is one that runs. What a solver has to
//! read and write is described in `docs/external-solvers.md`.
//!
//! Nothing of an answer is believed: a [`Referee`] judges each, outside the timed span. A solver that crashes, hangs,
//! or writes nonsense costs the puzzle at hand, never the run; and no process that was started here outlives dlxbench
//! (`group`).

mod answer;
mod as_engine;
#[cfg(unix)]
mod batch;
#[cfg(unix)]
mod child;
mod choice;
#[cfg(unix)]
mod echo;
#[cfg(unix)]
mod group;
#[cfg(unix)]
mod host;
#[cfg(unix)]
mod process;
mod referee;
mod reply;
#[cfg(unix)]
mod running;
mod spec;
#[cfg(not(unix))]
mod unsupported;

use std::path::PathBuf;
use std::time::Duration;

pub use answer::{Answer, AnswerError};
#[cfg(unix)]
pub use batch::solve_batch;
pub use choice::{ChoiceError, EngineChoice};
#[cfg(unix)]
pub use echo::{echo, round_trips};
#[cfg(unix)]
pub use group::guard;
#[cfg(unix)]
pub use host::host;
pub use referee::Referee;
pub use reply::Reply;
#[cfg(unix)]
pub use running::{ExternalEngine, ExternalSolver};
pub use spec::{External, Form, SpecError};
#[cfg(not(unix))]
pub use unsupported::{ExternalEngine, ExternalSolver, echo, guard, host, round_trips, solve_batch};

/// The hidden subcommand of dlxbench that runs what has to be a process of its own: `guard`, `echo`, `host`.
pub const HIDDEN: &str = "internal";

/// A child finds the number of solutions to look for here.
const LIMIT_VARIABLE: &str = "DLXBENCH_LIMIT";

/// After this many failures in a row a solver is given up.
pub const MOST_FAILURES: u32 = 20;

/// What all solvers from outside are asked for.
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
