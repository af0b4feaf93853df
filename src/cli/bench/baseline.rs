//! The comparison with a record at the end of a run.

use std::io::{self, Write};
use std::path::Path;

use dlxbench::bench::saved::SavedRun;
use dlxbench::bench::{Job, Options};
use dlxbench::compare::{CompareError, Comparison, Subject, option_refusals};
use dlxbench::report::Paint;
use dlxbench::report::comparison;

use super::super::compare::GateArgs;
use super::super::exit::Exit;
use super::{BenchArgs, Format};

/// The record to compare with.
pub(super) struct Baseline(Subject);

impl Baseline {
    /// Reads the record, and refuses at once what would be refused at the end.
    pub(super) fn open(path: &Path, job: &Job, gate: &GateArgs) -> anyhow::Result<Baseline> {
        let record = SavedRun::open(path)?;
        let reasons = option_refusals(&record.run.options, &Options::from(job));
        if !reasons.is_empty() && !gate.force {
            return Err(CompareError::Refused(reasons).into());
        }
        Ok(Baseline(Subject::of_record(record)?))
    }

    /// Whether the record has the times of single puzzles.
    pub(super) fn has_puzzles(&self) -> bool {
        self.0.puzzles.is_some()
    }

    /// Compares, prints, judges. Where the output is for programs the comparison goes to standard error.
    pub(super) fn compare(self, new: &Subject, args: &BenchArgs, paint: Paint) -> anyhow::Result<Exit> {
        let comparison = Comparison::new(&self.0, new, args.gate.force)?;
        let exit = args.gate.judge(&comparison);
        match args.format {
            Format::Table => write!(io::stdout(), "\n{}", comparison::table(&comparison, paint))?,
            Format::Markdown => write!(io::stdout(), "\n{}", comparison::report(&comparison))?,
            Format::Csv | Format::Json => eprint!("{}", comparison::table(&comparison, Paint(false))),
        }
        Ok(exit)
    }
}
