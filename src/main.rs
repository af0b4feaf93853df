//! The program: runs the command line, prints the error chain and sets the exit code.

// The print macros panic if the output is closed or full; `cli::console` does not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod cli;

use std::io;
use std::panic::catch_unwind;
use std::process::ExitCode;

fn main() -> ExitCode {
    // The panic hook has printed the message; report the panic as an ordinary failure.
    let Ok(ran) = catch_unwind(cli::run) else { return cli::Exit::Failed.into() };
    let failure = match ran {
        Ok(exit) => return exit.into(),
        Err(error) => error,
    };
    if is_closed_pipe(&failure) {
        // Whoever reads the output needs no more of it, as in `dlxbench … | head`.
        return cli::Exit::Success.into();
    }
    cli::say(format!("dlxbench: {failure:#}"));
    cli::Exit::Failed.into()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
