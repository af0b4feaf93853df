//! Standard output and standard error. Nothing else in the program writes to them.
//!
//! A message that cannot be printed is dropped, because it must not end the job that it is about. A failure to write to
//! standard output is an error: that output is the job. On a terminal, control characters in the output are escaped,
//! whatever their origin; a file or a pipe gets the data unchanged.

// The only module that may print.
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
    /// Applies the choice to all later output.
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

/// Prints text made by the program itself to standard error, with its styles.
pub(super) fn say_own(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Returns whether standard error is a terminal.
pub(super) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Returns whether standard output is a terminal.
pub(super) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns the colors and the width for standard output.
pub(super) fn look() -> Look {
    look_of(&io::stdout())
}

/// Returns the colors and the width for standard error.
pub(super) fn error_look() -> Look {
    look_of(&io::stderr())
}

/// The width is that of COLUMNS or of the terminal; without either, it is unlimited.
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

/// Returns standard output as it is, for a program that draws the whole terminal.
pub(super) fn whole_terminal() -> io::Stdout {
    io::stdout()
}

/// Returns a buffered standard output, for rows and lines.
pub(super) fn stdout() -> BufWriter<Stdout> {
    BufWriter::new(Stdout::new())
}

/// Standard output.
pub(super) struct Stdout {
    is_terminal: bool,
    look: Look,
    /// The first bytes of a character whose other bytes have not been written yet.
    incomplete: Vec<u8>,
}

impl Stdout {
    pub(super) fn new() -> Stdout {
        Stdout { is_terminal: stdout_is_terminal(), look: look(), incomplete: Vec::new() }
    }

    /// Prints text made by the program itself, with its styles.
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
        self.incomplete.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.incomplete) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.incomplete.len(),
        };
        let characters: Vec<u8> = self.incomplete.drain(..whole).collect();
        let text = String::from_utf8_lossy(&characters);
        io::stdout().write_all(visible_lines(&text).as_bytes()).map_err(cannot_write)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(cannot_write)
    }
}

fn cannot_write(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}
