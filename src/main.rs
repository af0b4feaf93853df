//! The program: parses the command line, runs the subcommand, prints the error chain, chooses the exit code.

// They panic where the output is closed or full; `cli::console` does not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod cli;

use std::io;
use std::panic::catch_unwind;
use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic has printed its message, and is a failure like any other to a script.
    let Ok(ran) = catch_unwind(cli::run) else { return cli::Exit::Failed.into() };
    let failure = match ran {
        Ok(exit) => return exit.into(),
        Err(error) => error,
    };
    if is_closed_pipe(&failure) {
        // The reader has seen enough.
        return cli::Exit::Success.into();
    }
    cli::say(format!("dlxbench: {failure:#}"));
    cli::Exit::Failed.into()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
