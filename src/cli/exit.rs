//! Exit codes.

use std::process::ExitCode;

use super::interrupt::exit_code;

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Success,
    /// The job ran and found something that a script needs to know, such as a puzzle that is not unique.
    Finding,
    Failed,
    /// Ended by a signal; the results so far are shown.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Finding => 1,
            Exit::Failed => 2,
            Exit::Interrupted => exit_code(),
        })
    }
}
