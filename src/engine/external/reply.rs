//! What an external solver did with a puzzle, as far as it has been judged.

use crate::cover::{Counters, Ended, Outcome};
use crate::engine::solver::Fault;
use crate::engine::status::Status;

/// What a solver did with a puzzle, judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The judgment. `wrong`, `failed` and `timeout` come with a fault.
    pub status: Status,
    /// A solution, verified; empty if there is none, or the solver shows none.
    pub solution: Vec<u8>,
    /// How many solutions it counted; 1 if it does not count and found one.
    pub solutions: u64,
    /// How many guesses it says that it took.
    pub guesses: u64,
    /// How long each repetition took; empty unless the answer is right.
    pub times_ns: Vec<u64>,
    /// How long it says that it took.
    pub claimed_ns: Option<u64>,
    /// What is wrong.
    pub fault: Option<Fault>,
}

impl Reply {
    /// No answer, or a wrong one.
    pub(super) fn faulty(status: Status, answer: impl Into<String>, reason: String) -> Reply {
        Reply {
            status,
            solution: Vec::new(),
            solutions: 0,
            guesses: 0,
            times_ns: Vec::new(),
            claimed_ns: None,
            fault: Some(Fault { status, answer: answer.into(), reason }),
        }
    }

    /// No answer, for this reason.
    pub fn failed(reason: String) -> Reply {
        Reply::faulty(Status::Failed, "", reason)
    }

    /// No answer in time, for this reason.
    pub fn timeout(reason: String) -> Reply {
        Reply::faulty(Status::Timeout, "", reason)
    }

    /// Whether the solver gave no answer.
    pub fn is_failure(&self) -> bool {
        matches!(self.status, Status::Failed | Status::Timeout)
    }

    /// The reply as the outcome of a search.
    pub fn outcome(&self) -> Outcome {
        let ended = match self.status {
            Status::Unique | Status::None | Status::Invalid => Ended::Complete,
            Status::Solved | Status::Multiple => Ended::SolutionLimit,
            _ => Ended::Interrupted,
        };
        let counters = Counters { guesses: self.guesses, ..Counters::default() };
        Outcome { solutions: self.solutions, ended, counters }
    }
}
