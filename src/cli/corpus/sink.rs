//! Where the puzzles go: standard output, or a file that gets its name when it is whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use dlxbench::corpus::{BlankSign, Compression, Compressor, PuzzleFormat, PuzzleWriter};

use crate::cli::whole_file::{Existing, WholeFile};

/// How puzzles are written.
#[derive(Args)]
pub(super) struct StyleArgs {
    /// The format [default: what the output's name says, otherwise line]
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(super) to: Option<FormatName>,

    /// The sign for blank cells in line, csv and sdm: one of . 0 * _ x X -
    #[arg(
        long,
        value_name = "SIGN",
        default_value = ".",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub(super) blank: BlankSign,
}

/// Where puzzles are written to, and how.
#[derive(Args)]
pub(super) struct OutputArgs {
    #[command(flatten)]
    style: StyleArgs,

    /// Write to a file, compressed if its name ends in .gz, .zst or .xz
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Overwrite the file if it is there, be it one of the inputs
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatName {
    /// One a line, with solution and label behind it
    Line,
    /// CSV with a header: puzzle, solution, rating, class, label
    Csv,
    /// Rows without borders, with the label in a line #D
    Block,
    /// Rows with borders around the boxes, with the label in a line #D
    Boxed,
    /// The same as block
    Sdk,
    /// One a line and nothing else
    Sdm,
    /// 729 signs a line, for 9×9 only
    Pencilmarks,
}

impl From<FormatName> for PuzzleFormat {
    fn from(name: FormatName) -> PuzzleFormat {
        match name {
            FormatName::Line => PuzzleFormat::Line,
            FormatName::Csv => PuzzleFormat::Csv,
            FormatName::Block => PuzzleFormat::Block,
            FormatName::Boxed => PuzzleFormat::Boxed,
            FormatName::Sdk => PuzzleFormat::Sdk,
            FormatName::Sdm => PuzzleFormat::Sdm,
            FormatName::Pencilmarks => PuzzleFormat::Pencilmarks,
        }
    }
}

impl OutputArgs {
    /// Whether puzzles go to standard output.
    pub(super) fn is_standard(&self) -> bool {
        self.output.as_ref().is_none_or(|path| path.as_os_str() == "-")
    }

    /// How puzzles are written.
    pub(super) fn style(&self) -> PuzzleWriter {
        let by_name = || self.output.as_deref().and_then(PuzzleFormat::of_file).unwrap_or_default();
        PuzzleWriter {
            format: self.style.to.map_or_else(by_name, PuzzleFormat::from),
            blank: self.style.blank,
        }
    }

    /// Opens the output, and writes what stands at its beginning.
    pub(super) fn open(&self) -> anyhow::Result<Sink> {
        let path = self.output.clone().filter(|_| !self.is_standard());
        let mut sink = match path {
            None => Sink::Standard(BufWriter::with_capacity(BUFFER, io::stdout())),
            // A device or a pipe has no whole to wait for.
            Some(path) if std::fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) => {
                let cannot = || format!("cannot write {}", path.display());
                let file = File::options().write(true).open(&path).with_context(cannot)?;
                let packer = Compressor::new(file, Compression::of_file(&path)).with_context(cannot)?;
                Sink::Device(BufWriter::with_capacity(BUFFER, packer))
            }
            Some(path) => Sink::File(WholeFile::create(&path, Existing::by_force(self.force))?),
        };
        sink.write(self.style().format.head().as_bytes())?;
        Ok(sink)
    }
}

/// Bytes that are written together.
const BUFFER: usize = 256 << 10;

/// Where puzzles go.
pub(super) enum Sink {
    Standard(BufWriter<io::Stdout>),
    Device(BufWriter<Compressor<File>>),
    File(WholeFile),
}

impl Sink {
    pub(super) fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        match self {
            Sink::Standard(writer) => writer.write_all(text)?,
            Sink::Device(writer) => writer.write_all(text)?,
            Sink::File(file) => file.write(text)?,
        }
        Ok(())
    }

    /// Writes what is left. A file gets its name if it is whole, and is gone otherwise; its path comes back.
    pub(super) fn finish(self, is_whole: bool) -> anyhow::Result<Option<PathBuf>> {
        match self {
            Sink::Standard(mut writer) => writer.flush()?,
            Sink::Device(writer) => {
                drop(writer.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?)
            }
            Sink::File(file) => {
                let path = file.path().to_owned();
                if is_whole {
                    file.close()?.name()?;
                }
                return Ok(Some(path));
            }
        }
        Ok(None)
    }
}
