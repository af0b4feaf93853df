//! How and where the tools write puzzles.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dlxbench::corpus::{Blank, Format, Style};

use crate::cli::output::{IfExists, Output};
use crate::cli::value;

/// How puzzles are written.
#[derive(Args)]
pub(super) struct StyleArgs {
    /// Format of the puzzles [default: by the name of the output, otherwise line]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<Format>(), help_heading = "Output")]
    pub(super) to: Option<Format>,

    /// Character for blank cells in line, csv and sdm: one of . 0 * _ x X -
    #[arg(
        long,
        value_name = "CHAR",
        default_value = ".",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub(super) blank: Blank,
}

/// Where puzzles are written, and how.
#[derive(Args)]
pub(super) struct OutputArgs {
    #[command(flatten)]
    style: StyleArgs,

    /// Write to a file, compressed if its name ends in .gz, .zst or .xz [default: standard output]
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Overwrite the file if it exists, even if it is one of the inputs
    #[arg(long, requires = "out", help_heading = "Output")]
    force: bool,
}

impl OutputArgs {
    /// Whether puzzles go to standard output.
    pub(super) fn is_standard(&self) -> bool {
        self.out.as_ref().is_none_or(|path| path.as_os_str() == "-")
    }

    /// How puzzles are written.
    pub(super) fn style(&self) -> Style {
        let by_name = || self.out.as_deref().and_then(Format::of_file).unwrap_or_default();
        Style { format: self.style.to.unwrap_or_else(by_name), blank: self.style.blank }
    }

    /// Opens the output and writes the format's head.
    pub(super) fn open(&self) -> anyhow::Result<Output> {
        let mut output = Output::open(self.out.as_deref(), IfExists::forced(self.force))?;
        output.write_all(self.style().format.head().as_bytes())?;
        Ok(output)
    }
}
