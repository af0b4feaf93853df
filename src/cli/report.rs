//! `dlxbench report`: prints the record of a run in any format.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use dlxbench::record::SavedRun;
use dlxbench::report::{metrics, page};

use super::console::say;
use super::exit::Exit;
use super::output::{IfExists, Output};
use super::run_format::RunFormat;

const EXAMPLES: &str = "\
A record is a folder written by bench or reproduce with --save or --out. The
HTML page is a single file with all charts; it needs no network and no scripts.
It shows time against guesses if the record was made with --per-puzzle.

Examples:
  dlxbench report my-run                       # as bench printed it
  dlxbench report my-run --out my-run.html     # a page with charts
  dlxbench report my-run --format markdown     # the text of report.md
  dlxbench report my-run --format csv          # the rows of summary.csv

Exit codes:
  0    the report is complete
  2    not a record, a damaged record, or an output file that already exists";

/// Print the record of a run as tables, CSV, JSON, Markdown or an HTML page
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// Folder of the record
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// Format of the output [default: by the extension of --out, otherwise table]
    #[arg(long)]
    format: Option<RunFormat>,

    /// For each class and engine, list the N puzzles that took the most nodes, up to the number in the record [default:
    /// as in the run]
    #[arg(long, value_name = "N")]
    slowest: Option<usize>,

    /// Write to this file, which must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: ReportArgs) -> anyhow::Result<Exit> {
    let extension = args.out.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
    let by_name = extension.and_then(|extension| RunFormat::from_str(extension, false).ok());
    let format = args.format.or(by_name).unwrap_or(RunFormat::Table);
    let file = args.out.as_deref().filter(|path| path.as_os_str() != "-");
    if args.slowest.is_some() && !matches!(format, RunFormat::Table) {
        bail!("--slowest works only with --format table; the other formats list all puzzles in the record");
    }
    let mut record = SavedRun::open(&args.record)?;
    if let Some(count) = args.slowest {
        record.run.options.settings.slowest = count;
    }
    let text = match (format, format.metrics()) {
        (RunFormat::Html, _) => {
            record.load_histograms()?;
            page(&record)?
        }
        (_, Some(format)) => metrics(&record.run, format),
        _ => String::new(),
    };
    // Opened last: a signal while the record is read then ends the program at once and leaves nothing behind.
    let mut output = Output::open(file, IfExists::Fail)?;
    match format.output() {
        Some(format) => output.report(&record.run, format)?,
        None => output.write_all(text.as_bytes())?,
    }
    output.finish()?;
    if let Some(file) = file {
        say(format!("wrote {}", file.display()));
    }
    Ok(Exit::Success)
}
