//! Puzzles as text, and what is lost in it.

use clap::Args;
use dlxbench::corpus::{BlankSign, Entry, LeftOut, PuzzleFormat, PuzzleWriter};
use dlxbench::report::units;

use super::job::Job;
use crate::cli::value;

/// How puzzles are written.
#[derive(Args)]
pub(super) struct StyleArgs {
    /// Format of the puzzles [default: by the name of the output, otherwise line]
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

/// A puzzle as text.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) dropped: LeftOut,
}

impl Written {
    /// Fails if the format cannot hold the puzzle.
    pub(super) fn new(writer: PuzzleWriter, entry: &Entry) -> Result<Written, String> {
        let mut text = String::new();
        let dropped = writer.append(entry, &mut text).map_err(|reason| reason.to_string())?;
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
