//! `dlxbench report`: prints the record of a run in any format.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use dlxbench::record::SavedRun;
use dlxbench::report::{OutputFormat, page};

use super::console::say;
use super::exit::Exit;
use super::output::{IfExists, Output};

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
    format: Option<ReportFormat>,

    /// For each class and engine, list the N puzzles that took the most nodes, up to the number in the record [default:
    /// as in the run]
    #[arg(long, value_name = "N")]
    slowest: Option<usize>,

    /// Write to this file, which must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The formats of a report. The name or the alias of a format is the extension of its files.
#[derive(Clone, Copy, ValueEnum)]
enum ReportFormat {
    /// Tables and histograms for people
    #[value(alias = "txt")]
    Table,
    /// The rows of summary.csv
    Csv,
    /// The whole of run.json
    Json,
    /// The text of report.md
    #[value(alias = "md")]
    Markdown,
    /// A page with charts, in one file
    #[value(alias = "htm")]
    Html,
}

pub(crate) fn run(args: ReportArgs) -> anyhow::Result<Exit> {
    let extension = args.out.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
    let by_name = extension.and_then(|extension| ReportFormat::from_str(extension, false).ok());
    let format = args.format.or(by_name).unwrap_or(ReportFormat::Table);
    let file = args.out.as_deref().filter(|path| path.as_os_str() != "-");
    if args.slowest.is_some() && !matches!(format, ReportFormat::Table) {
        bail!("--slowest works only with --format table; the other formats list all puzzles in the record");
    }
    let mut record = SavedRun::open(&args.record)?;
    if let Some(count) = args.slowest {
        record.run.options.settings.slowest = count;
    }
    let rows = match format {
        ReportFormat::Table => Some(OutputFormat::Table),
        ReportFormat::Csv => Some(OutputFormat::Csv),
        ReportFormat::Json => Some(OutputFormat::Json),
        ReportFormat::Markdown => Some(OutputFormat::Markdown),
        ReportFormat::Html => None,
    };
    let mut html = String::new();
    if rows.is_none() {
        record.load_histograms()?;
        html = page(&record)?;
    }
    // Opened last: a signal while the record is read then ends the program at once and leaves nothing behind.
    let mut output = Output::open(file, IfExists::Fail)?;
    match rows {
        Some(rows) => output.report(&record.run, rows)?,
        None => output.write_all(html.as_bytes())?,
    }
    output.finish()?;
    if let Some(file) = file {
        say(format!("wrote {}", file.display()));
    }
    Ok(Exit::Success)
}
