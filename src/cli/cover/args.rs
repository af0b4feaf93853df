//! The arguments of `dlxbench cover`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use dlxbench::cover::Limits;
use dlxbench::cover::text::Form;
use dlxbench::report::OutputFormat;

use crate::cli::resume::ResumeArgs;
use crate::cli::shard::ShardArgs;
use crate::cli::value;

const EXAMPLES: &str = "\
Input is Knuth's text format (the items on the first line, '|' before the
secondary ones, then one option per line, 'item:color' for colors), or a matrix
of 0 and 1, one row per line; gz, zst and xz are unpacked.

On a terminal, a search that takes over a second shows its progress, the number
of solutions so far and the time left, unless solutions are printed there.

Examples:
  dlxbench cover problem.txt                  # the first solution
  dlxbench cover problem.txt --all            # every solution
  dlxbench cover problem.txt --count --stats  # how many, and what it cost
  dlxbench cover problem.txt --count --engine dlx --stats
  dlxbench problem queens 8 | dlxbench cover - --explain --limit 3
  dlxbench cover problem.txt --count --shard 2/8 --resume --out c2  # one of 8

Exit codes:
  0    at least one solution
  1    no solution, or stopped by --max-nodes or --timeout
  2    the job failed: wrong usage, or a problem that cannot be read or drawn
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the solutions so far are shown";

/// The engines, which find the same solutions in the same order.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum CoverEngine {
    /// Knuth's dancing links; counts updates
    Dlx,
    /// Bitsets that are copied instead of restored; the fastest
    Dense,
}

/// Solve an exact-cover problem: print its solutions, or count them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CoverArgs {
    /// File with the problem, also compressed (gzip, zstd or xz), or - for standard input
    #[arg(value_name = "FILE|-")]
    pub(super) file: String,

    /// Format of the input [default: matrix if the first line has only 0, 1 and blanks, otherwise knuth]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<Form>(), help_heading = "Input")]
    pub(super) input: Option<Form>,

    /// Print every solution [default: the first one]
    #[arg(long, conflicts_with_all = ["limit", "count"], help_heading = "What to find")]
    pub(super) all: bool,

    /// Stop after N solutions
    #[arg(long, value_name = "N", help_heading = "What to find")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    pub(super) limit: Option<u64>,

    /// Print only the number of solutions
    #[arg(long, help_heading = "What to find")]
    pub(super) count: bool,

    /// Draw each solution of a problem made by `dlxbench problem`
    #[arg(long, conflicts_with_all = ["count", "format"], help_heading = "Output")]
    pub(super) explain: bool,

    /// Also print the engine, nodes, guesses, updates (dlx only) and time
    #[arg(long, help_heading = "Output")]
    pub(super) stats: bool,

    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    pub(super) format: OutputFormat,

    /// Engine; all of them find the same solutions in the same order
    #[arg(long, value_name = "NAME", value_enum, default_value = "dense", help_heading = "Search")]
    pub(super) engine: CoverEngine,

    /// Number of threads (0: one per core); any number gives the same solutions in the same order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value::threads(), help_heading = "Search")]
    pub(super) threads: usize,

    /// Stop after N nodes of the search tree
    #[arg(long, value_name = "N", help_heading = "Search")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    pub(super) max_nodes: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Search")]
    pub(super) timeout: Option<Duration>,

    /// Write the count, or with --all the solutions as JSON lines, to this folder
    #[arg(long, value_name = "DIR", help_heading = "Shards")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) shard: ShardArgs,

    #[command(flatten)]
    pub(super) resume: ResumeArgs,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    let expected = || "expected a number of seconds up to 1,000,000,000, such as 10 or 0.5".to_owned();
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

impl CoverArgs {
    pub(super) fn limits(&self) -> Limits {
        let solutions = match self.limit {
            None if self.all || self.count => None,
            None => Some(1),
            limit => limit,
        };
        Limits { solutions, nodes: self.max_nodes, time: self.timeout }
    }
}
