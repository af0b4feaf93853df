//! External solvers: any program or shared library, measured and judged beside the built-in engines.
//!
//! An [`External`] is what a person typed to name one; an [`ExternalEngine`] is one that runs. What a solver has to
//! read and write is described in `docs/external-solvers.md`.
//!
//! Nothing of an answer is believed: a [`Referee`] judges each, outside the timed span. A solver that crashes, hangs,
//! or writes nonsense costs the puzzle at hand, never the run; and no process that was started here outlives dlxbench
//! (`group`).

mod answer;
#[cfg(unix)]
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
mod terms;
#[cfg(not(unix))]
mod unsupported;

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
pub use terms::{HIDDEN, LIMIT_VARIABLE, MOST_FAILURES, Terms};
#[cfg(not(unix))]
pub use unsupported::{ExternalEngine, ExternalSolver, echo, guard, host, round_trips, solve_batch};
