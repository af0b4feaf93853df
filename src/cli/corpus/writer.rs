//! How and where the tools write puzzles.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dlxbench::corpus::external_sort::ExternalSort;
use dlxbench::corpus::{BlankSign, Entry, LeftOut, PuzzleFormat, PuzzleWriter};
use dlxbench::report::units;

use super::job::Job;
use crate::cli::exit::Exit;
use crate::cli::output::{IfExists, Output};
use crate::cli::value;

/// How puzzles are written.
#[derive(Args)]
pub(super) struct StyleArgs {
    /// PuzzleFormat of the puzzles [default: by the name of the output, otherwise line]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<PuzzleFormat>(), help_heading = "Output")]
    pub(super) to: Option<PuzzleFormat>,

    /// Character for blank cells in line, csv and sdm: one of . 0 * _ x X -
    #[arg(
        long,
        value_name = "CHAR",
        default_value = ".",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub(super) blank: BlankSign,
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
    /// Opens the output and writes the format's head.
    pub(super) fn open(self) -> anyhow::Result<PuzzleOutput> {
        let by_name = || self.out.as_deref().and_then(PuzzleFormat::of_file).unwrap_or_default();
        let style = PuzzleWriter { format: self.style.to.unwrap_or_else(by_name), blank: self.style.blank };
        let mut output = Output::open(self.out.as_deref(), IfExists::forced(self.force))?;
        output.write_all(style.format.head().as_bytes())?;
        let is_standard = self.out.is_none_or(|path| path.as_os_str() == "-");
        Ok(PuzzleOutput { style, is_standard, output, losses: Losses::default() })
    }
}

/// A puzzle as text.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) dropped: LeftOut,
}

impl Written {
    /// Fails if the format cannot hold the puzzle.
    pub(super) fn new(style: PuzzleWriter, entry: &Entry) -> Result<Written, String> {
        let mut text = String::new();
        let dropped = style.append(entry, &mut text).map_err(|reason| reason.to_string())?;
        Ok(Written { text, dropped })
    }
}

/// Counts what the format has no room for.
#[derive(Default)]
pub(super) struct Losses {
    labels: u64,
    solutions: u64,
}

impl Losses {
    pub(super) fn add(&mut self, dropped: LeftOut) {
        self.labels += u64::from(dropped.label);
        self.solutions += u64::from(dropped.solution);
    }

    pub(super) fn report(&self, format: PuzzleFormat, job: &Job) {
        for (count, noun) in [(self.labels, "label"), (self.solutions, "solution")] {
            if count > 0 {
                let dropped = units::counted(count, noun);
                job.say(&format!("{dropped} dropped: {format} has no room for them"));
            }
        }
    }
}

/// Writes puzzles to one output.
pub(super) struct PuzzleOutput {
    pub(super) style: PuzzleWriter,
    /// Whether puzzles go to standard output.
    pub(super) is_standard: bool,
    output: Output,
    losses: Losses,
}

impl PuzzleOutput {
    pub(super) fn write(&mut self, written: &Written) -> anyhow::Result<()> {
        self.losses.add(written.dropped);
        Ok(self.output.write_all(written.text.as_bytes())?)
    }

    /// Keeps a puzzle to be written in the order of the keys.
    pub(super) fn keep(
        &mut self,
        sort: &mut ExternalSort,
        key: &[u8],
        written: &Written,
    ) -> anyhow::Result<()> {
        self.losses.add(written.dropped);
        Ok(sort.push(key, written.text.as_bytes())?)
    }

    /// Writes the puzzles that were kept, in order.
    pub(super) fn write_sorted(&mut self, sort: ExternalSort, job: &Job) -> anyhow::Result<()> {
        if job.stream.is_interrupted() {
            return Ok(());
        }
        let mut sorted = sort.finish()?;
        while let Some(text) = sorted.next()? {
            if job.stream.is_interrupted() {
                break;
            }
            self.output.write_all(text)?;
        }
        Ok(())
    }

    /// Ends the output: a file gets its name if everything was read, and vanishes otherwise.
    pub(super) fn finish(self, job: Job) -> anyhow::Result<Exit> {
        let closed = self.output.close()?;
        if job.stream.is_whole() {
            closed.publish()?;
        } else if let Some(path) = closed.discard() {
            job.say(&format!("{} was not written, because not everything could be read", path.display()));
        }
        self.losses.report(self.style.format, &job);
        Ok(job.exit())
    }
}
