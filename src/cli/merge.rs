//! `dlxbench merge`: puts the records of shards together.

use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use dlxbench::bench::Shards;
use dlxbench::record::{RecordWriter, RowCopier};
use dlxbench::report::{Screen, terminal};

use super::bench::{complain, conclude, exit_of};
use super::console::say;
use super::cover::{self, PART_FILE};
use super::exit::Exit;
use super::interrupt::stop_on_signals;
use super::output::Output;
use super::provenance::provenance;

const EXAMPLES: &str = "\
The shards of a job are its parts 1/N to N/N, each run by bench --shard I/N --out
DIR with the same other options. The merged record is that of a single run in
everything but the times and the machine: puzzles, counters, statuses, digests,
malformed lines, and puzzles.csv in input order. Histograms are added; those of
each machine are kept apart as well. The parts of a search (dlxbench cover --shard
I/N --out DIR) add up to its count, and with --all to its solutions in order.

Examples:
  for i in 1 2 3 4; do dlxbench bench puzzles.txt --shard $i/4 --out s$i; done
  dlxbench merge s1 s2 s3 s4 --out all

Exit codes:
  0    every puzzle has exactly one solution; the search has solutions
  1    a puzzle does not, a line is malformed, or a solution in a file is wrong;
       the search has no solution
  2    a shard is missing, doubled, interrupted or of another job; nothing is
       written";

/// Merge the results of shards into the result of the whole job
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MergeArgs {
    /// Folders of the shards, in any order
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,

    /// Write the merged record to this folder, which must not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Name of the merged run [default: that of the shards]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Print only errors and what was written
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: MergeArgs) -> anyhow::Result<Exit> {
    let started = SystemTime::now();
    let _interrupt = stop_on_signals()?;
    if args.shards.iter().any(|path| path.join(PART_FILE).exists()) {
        let merged = cover::merge(&args.shards, &args.out)?;
        if !args.quiet {
            let mut output = Output::standard()?;
            writeln!(output, "{}", merged.solutions)?;
            output.finish()?;
        }
        say(format!("wrote {}", args.out.display()));
        return Ok(if merged.solutions == 0 { Exit::Finding } else { Exit::Success });
    }
    let shards = Shards::open(&args.shards)?;
    let mut record = RecordWriter::create(&args.out, false)?;
    let mut provenance = provenance(args.name.unwrap_or_else(|| shards.name().to_owned()), started);
    (provenance.started, provenance.environment) = (shards.started(), shards.environment());
    let run = shards.merge(provenance)?;
    let mut copier = RowCopier::default();
    for rows in shards.rows() {
        copier.copy(rows.record, rows.file, rows.offset, &mut record)?;
    }
    conclude(&run, Some(record), started, None, || {
        if args.quiet {
            complain(&run);
        } else {
            let mut output = Output::standard()?;
            let mut screen = Screen::new(dlxbench::report::Outlet::look(&output));
            terminal::body(&run, &mut screen);
            dlxbench::report::Outlet::write_styled(&mut output, screen.as_str())?;
            output.finish()?;
        }
        exit_of(&run, true)
    })
}
