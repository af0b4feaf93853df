//! Where the record of a run goes.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use dlxbench::corpus::file_name;
use dlxbench::record::{RecordWriter, Run, WriteError};
use dlxbench::report::Report;

use crate::cli::console::say;
use crate::cli::output::Output;
use crate::cli::provenance::utc;

/// Whether to write a record, and where.
#[derive(Args)]
pub(crate) struct RecordArgs {
    /// Write a record of the run to results/DATE-NAME
    #[arg(long, help_heading = "Record")]
    save: bool,

    /// The name of the run [default: from what it runs]
    #[arg(long, value_name = "NAME", help_heading = "Record")]
    pub(crate) name: Option<String>,

    /// Write a record of the run to this folder, which must not exist
    #[arg(long, value_name = "DIR", conflicts_with = "save", help_heading = "Record")]
    out: Option<PathBuf>,
}

impl RecordArgs {
    pub(crate) fn is_set(&self) -> bool {
        self.save || self.out.is_some()
    }

    /// Begins the record of a run of this name, if one is wanted.
    pub(crate) fn create(
        &self,
        name: &str,
        started: SystemTime,
        per_puzzle: bool,
    ) -> Result<Option<RecordWriter>, WriteError> {
        let path = if self.save { unused_path(name, started) } else { self.out.clone() };
        path.map(|path| RecordWriter::create(&path, per_puzzle)).transpose()
    }
}

/// A folder in `results` that does not exist.
fn unused_path(name: &str, started: SystemTime) -> Option<PathBuf> {
    let dated = format!("{}-{}", &utc(started)[.."2026-11-18".len()], file_name(name));
    let numbered = (2..).map(|number| format!("{dated}-{number}"));
    let names = std::iter::once(dated.clone()).chain(numbered);
    names.map(|name| Path::new("results").join(name)).find(|path| path.symlink_metadata().is_err())
}

/// Finishes the record, prints the run, and says where the record is.
pub(crate) fn conclude(
    run: &Run,
    record: Option<RecordWriter>,
    started: SystemTime,
    print: impl FnOnce(&mut Output) -> io::Result<()>,
) -> anyhow::Result<()> {
    // The record first: if the terminal is gone, nothing is lost. And if the disk is full, the terminal has the
    // figures.
    let path = record.map(|record| record.finish(run, started, &run.markdown())).transpose();
    let mut output = Output::standard()?;
    print(&mut output)?;
    output.finish()?;
    if let Some(path) = path? {
        say(format!("record: {}", path.display()));
    }
    Ok(())
}
