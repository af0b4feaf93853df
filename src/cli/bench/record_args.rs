//! The options for the record of a run, and the end of a run that writes one.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use dlxbench::corpus::file_name;
use dlxbench::record::{Document, RecordWriter, Run, WriteError, Written};
use dlxbench::report::{Report, page, shell, units};

use crate::cli::console::say;
use crate::cli::exit::Exit;
use crate::cli::progress;
use crate::cli::provenance::utc;

/// Whether to write a record, and where.
#[derive(Args)]
pub(crate) struct RecordArgs {
    /// Write a record of the run to results/DATE-NAME: a page, tables and histograms
    #[arg(long, help_heading = "Record")]
    save: bool,

    /// Name of the run [default: derived from what it runs]
    #[arg(long, value_name = "NAME", help_heading = "Record")]
    pub(crate) name: Option<String>,

    /// Write a record of the run to this folder, which must not exist
    #[arg(long, value_name = "DIR", conflicts_with = "save", help_heading = "Record")]
    out: Option<PathBuf>,
}

impl RecordArgs {
    /// Returns the folder that was named.
    pub(crate) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.save || self.out.is_some()
    }

    /// Creates the record of a run with this name, if the options ask for one.
    pub(crate) fn create(
        &self,
        name: &str,
        started: SystemTime,
        per_puzzle: bool,
    ) -> Result<Option<RecordWriter>, WriteError> {
        if self.save {
            let dated = format!("{}-{}", &utc(started)[.."2026-11-18".len()], file_name(name));
            return RecordWriter::create_numbered(&Path::new("results").join(dated), per_puzzle).map(Some);
        }
        self.out.as_ref().map(|path| RecordWriter::create(path, per_puzzle)).transpose()
    }
}

/// Finishes the record, shows the run, and then reports what was written and how to view it.
pub(crate) fn conclude(
    run: &Run,
    record: Option<RecordWriter>,
    started: SystemTime,
    more: Option<Document>,
    show: impl FnOnce() -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    // The record comes first: if the terminal is gone, nothing is lost, and if the disk is full, the terminal still
    // shows the figures.
    let written = record.map(|record| {
        let bar = progress::waiting("writing the record");
        let written = record.finish(run, started, |saved| {
            let mut documents = vec![("report.md", run.markdown()), ("report.html", page(saved)?)];
            documents.extend(more);
            Ok(documents)
        });
        bar.finish_and_clear();
        written
    });
    let exit = show();
    match written {
        Some(Err(error)) => return Err(error.into()),
        Some(Ok(Written { path, is_ours: false, .. })) => {
            say(format!("{} is complete already: another process did the same work", path.display()));
        }
        Some(Ok(written)) => in_words(&written).iter().for_each(say),
        None => {}
    }
    exit
}

/// Describes what was written, and how to view it.
fn in_words(written: &Written) -> [String; 3] {
    let Written { path, files, .. } = written;
    let named = ["report.html", "summary.csv", "puzzles.csv", "threads.csv", "malformed.csv", "faulty.csv"];
    let named = named.into_iter().filter(|name| files.iter().any(|file| file == name));
    let histograms = files.iter().filter(|file| file.ends_with(".hgrm")).count() as u64;
    let named: Vec<String> =
        named.map(str::to_owned).chain([units::counted(histograms, "histogram")]).collect();
    let report = ["dlxbench", "report", &path.to_string_lossy()].map(str::to_owned);
    let page = path.join("report.html");
    [
        format!("wrote {}: {}", path.display(), named.join(", ")),
        format!("open {} in a browser, or print it again with", page.display()),
        shell(&report),
    ]
}
