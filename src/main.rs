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
    let is_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    let from_csv = |error: &csv::Error| matches!(error.kind(), csv::ErrorKind::Io(error) if is_pipe(error));
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(is_pipe)
            || cause.downcast_ref::<csv::Error>().is_some_and(from_csv)
            || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
                == Some(io::ErrorKind::BrokenPipe)
    })
}
