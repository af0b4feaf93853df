//! The comparison with a record at the end of a run.

use std::io::{self, Write};
use std::path::Path;

use dlxbench::compare::{CompareError, Comparison, TimedRun, option_refusals};
use dlxbench::record::{SavedRun, Settings};
use dlxbench::report::{OutputFormat, Paint, Report, write};

use super::super::compare::GateArgs;
use super::super::exit::Exit;

/// The record to compare with.
pub(super) struct Baseline(TimedRun);

impl Baseline {
    /// Reads the record, and refuses at once what would be refused at the end.
    pub(super) fn open(path: &Path, settings: &Settings, gate: &GateArgs) -> anyhow::Result<Baseline> {
        let record = SavedRun::open(path)?;
        let reasons = option_refusals(&record.run.options.settings, settings);
        if !reasons.is_empty() && !gate.force {
            return Err(CompareError::Refused(reasons).into());
        }
        Ok(Baseline(TimedRun::open(path)?))
    }

    /// Whether the record has the times of single puzzles.
    pub(super) fn has_puzzles(&self) -> bool {
        self.0.puzzles.is_some()
    }

    /// Compares, prints, judges. Where the output is for programs the comparison goes to standard error.
    pub(super) fn compare(
        self,
        new: &TimedRun,
        gate: &GateArgs,
        format: OutputFormat,
        paint: Paint,
    ) -> anyhow::Result<Exit> {
        let comparison = Comparison::new(&self.0, new, gate.force)?;
        let exit = gate.judge(&comparison);
        if format.is_for_programs() {
            eprint!("{}", comparison.text(Paint(false)));
        } else {
            let mut output = io::stdout();
            writeln!(output)?;
            write(&comparison, format, paint, &mut output)?;
        }
        Ok(exit)
    }
}
