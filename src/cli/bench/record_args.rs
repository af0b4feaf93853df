//! Where the record of a run goes.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use dlxbench::corpus::file_name;

use crate::cli::provenance::utc;

/// Whether to write a record, and where.
#[derive(Args)]
pub(crate) struct RecordArgs {
    /// Write a record of the run to results/DATE-NAME
    #[arg(long, help_heading = "Record")]
    pub(crate) save: bool,

    /// The name of the run [default: from what it runs]
    #[arg(long, value_name = "NAME", help_heading = "Record")]
    pub(crate) name: Option<String>,

    /// Write a record of the run to this folder, which must not exist
    #[arg(long, value_name = "DIR", conflicts_with = "save", help_heading = "Record")]
    pub(crate) out: Option<PathBuf>,
}

impl RecordArgs {
    /// Whether a record is wanted.
    pub(crate) fn is_set(&self) -> bool {
        self.save || self.out.is_some()
    }

    /// The folder of the record of a run of this name, if one is wanted.
    pub(crate) fn path(&self, name: &str, started: SystemTime) -> Option<PathBuf> {
        if !self.save {
            return self.out.clone();
        }
        let dated = format!("{}-{}", &utc(started)[.."2026-11-18".len()], file_name(name));
        let numbered = (2..).map(|number| format!("{dated}-{number}"));
        let names = std::iter::once(dated.clone()).chain(numbered);
        names.map(|name| Path::new("results").join(name)).find(|path| path.symlink_metadata().is_err())
    }
}
