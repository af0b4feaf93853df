//! Exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Success = 0,
    /// The job ran and found something a script wants to know, such as a puzzle that is not unique.
    Finding = 1,
    Failed = 2,
    /// Interrupted by Ctrl-C; the results so far have been shown.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
