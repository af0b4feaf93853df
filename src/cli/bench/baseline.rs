//! The comparison with a record at the end of a run.

use std::io::{self, Write};
use std::path::Path;

use dlxbench::compare::{CompareError, Comparison, TimedRun, option_refusals};
use dlxbench::record::{SavedRun, Settings};
use dlxbench::report::{OutputFormat, Paint, Report, write};

use super::super::compare::GateArgs;
use super::super::exit::Exit;

/// Reads the record to compare with, and refuses at once what would be refused at the end.
pub(super) fn open(path: &Path, settings: &Settings, gate: &GateArgs) -> anyhow::Result<TimedRun> {
    let record = SavedRun::open(path)?;
    let reasons = option_refusals(&record.run.options.settings, settings);
    if !reasons.is_empty() && !gate.force {
        return Err(CompareError::Refused(reasons).into());
    }
    Ok(TimedRun::open(path)?)
}

/// Compares, prints, judges. Where the output is for programs the comparison goes to standard error.
pub(super) fn compare(
    base: &TimedRun,
    new: &TimedRun,
    gate: &GateArgs,
    format: OutputFormat,
    paint: Paint,
) -> anyhow::Result<Exit> {
    let comparison = Comparison::new(base, new, gate.force)?;
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
