//! The program: parses the command line, runs the subcommand, prints the error chain, chooses the exit code.

mod cli;

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let failure = match cli::run() {
        Ok(exit) => return exit.into(),
        Err(error) => error,
    };
    if is_closed_pipe(&failure) {
        // The reader has seen enough.
        return cli::Exit::Success.into();
    }
    eprintln!("dlxbench: {failure:#}");
    cli::Exit::Failed.into()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
