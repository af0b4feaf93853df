//! `dlxbench report`: any report again, from the record of a run.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use dlxbench::bench::saved::SavedRun;
use dlxbench::report::{csv, html, markdown, terminal};

use super::color::auto_paint;
use super::exit::Exit;
use super::output::{IfExists, Output};

const EXAMPLES: &str = "\
A record is a folder that bench --save or bench --out wrote. The page is one file
with all charts in it: it needs no network and no script. Time against guesses
is in it if the record was made with --per-puzzle.

Examples:
  dlxbench report my-run                       as bench printed it
  dlxbench report my-run --html my-run.html    a page with charts
  dlxbench report my-run --markdown            the text of report.md
  dlxbench report my-run --csv                 the rows of summary.csv

Exit codes:
  0    the report is complete
  2    it is not: no record, a damaged one, a file that is there already";

/// Make any report again from the record of a run
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// The folder of the record
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// Write a page with charts to this file, which must not exist; - is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Print Markdown
    #[arg(long)]
    markdown: bool,

    /// Print the summary as CSV
    #[arg(long, conflicts_with = "markdown")]
    csv: bool,
}

pub(crate) fn run(args: ReportArgs) -> anyhow::Result<Exit> {
    let saved = SavedRun::open(&args.record)?;
    if args.html.as_deref() == Some(Path::new("-")) {
        if args.markdown || args.csv {
            bail!("--html - goes to standard output, and so do --markdown and --csv: choose one");
        }
        let mut output = io::stdout().lock();
        output.write_all(html::page(&saved)?.as_bytes())?;
        output.flush()?;
        return Ok(Exit::Success);
    }
    if let Some(path) = &args.html {
        let mut file = Output::open(Some(path), IfExists::Fail)?;
        file.write_all(html::page(&saved)?.as_bytes())?;
        file.finish()?;
        eprintln!("report: {}", path.display());
    }
    let mut output = io::stdout().lock();
    match (args.markdown, args.csv) {
        (true, _) => output.write_all(markdown::report(&saved.run).as_bytes())?,
        (_, true) => csv::summary(&saved.run, &mut output)?,
        _ if args.html.is_some() => {}
        _ => output.write_all(terminal::report(&saved.run, auto_paint()).as_bytes())?,
    }
    output.flush()?;
    Ok(Exit::Success)
}
