//! Standard output and standard error. Nothing else in the program writes to them.
//!
//! A message that cannot be printed is dropped: it must not end the job that it is about. What goes to standard output is
//! the job, so there a failure is one. On a terminal, controls in it are escaped, whatever they come from; a file or a
//! pipe gets the data as it is.

// The one place where it is allowed.
#![allow(clippy::disallowed_methods)]

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use dlxbench::report::{Look, Outlet, visible, visible_lines};
use terminal_size::{Width, terminal_size};

/// When to use colors and bold type.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl Color {
    /// Decides it for all output to come.
    pub(super) fn choose(self) {
        let choice = match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Prints a line to standard error.
pub(crate) fn say(message: impl Display) {
    say_own(&format!("{}\n", visible(&message.to_string())));
}

/// Prints text of the program's own to standard error, with its styles.
pub(super) fn say_own(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Whether a person sees standard error.
pub(super) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Whether a person sees standard output.
pub(super) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// How text on standard output may look.
pub(super) fn look() -> Look {
    look_of(&io::stdout())
}

/// The same for standard error.
pub(super) fn error_look() -> Look {
    look_of(&io::stderr())
}

/// As wide as COLUMNS says, or as the terminal is; without limit where there is neither.
fn look_of(stream: &impl RawStream) -> Look {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size().filter(|_| stream.is_terminal()).map(|(Width(width), _)| width.into());
    Look {
        color: match ColorChoice::global() {
            ColorChoice::Auto => stream.is_terminal() && AutoStream::choice(stream) != ColorChoice::Never,
            choice => choice != ColorChoice::Never,
        },
        width: columns.filter(|&columns| columns > 0).or_else(terminal),
    }
}

/// Standard output for rows and lines, in large pieces.
pub(super) fn stdout() -> BufWriter<Stdout> {
    BufWriter::new(Stdout::new())
}

/// Standard output.
pub(super) struct Stdout {
    is_terminal: bool,
    look: Look,
    /// The beginning of a character whose other bytes are still to come.
    begun: Vec<u8>,
}

impl Stdout {
    pub(super) fn new() -> Stdout {
        Stdout { is_terminal: stdout_is_terminal(), look: look(), begun: Vec::new() }
    }

    /// Prints text of the program's own, with its styles.
    pub(super) fn own(&mut self, text: &str) -> io::Result<()> {
        let mut stdout = io::stdout();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(cannot_write)
    }
}

impl Outlet for Stdout {
    fn look(&self) -> Look {
        self.look
    }

    fn write_styled(&mut self, text: &str) -> io::Result<()> {
        self.own(text)
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return io::stdout().write(bytes).map_err(cannot_write);
        }
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let characters: Vec<u8> = self.begun.drain(..whole).collect();
        let text = String::from_utf8_lossy(&characters);
        io::stdout().write_all(visible_lines(&text).as_bytes()).map_err(cannot_write)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(cannot_write)
    }
}

fn cannot_write(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write standard output: {error}"))
}
