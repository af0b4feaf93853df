//! `dlxbench corpus`: tools for corpora, one file each. They share `job`, which reads, works in parallel and reports,
//! and `rewrite`, which writes.

mod canon;
mod convert;
mod dedupe;
mod isomorphs;
mod job;
mod minimize;
mod rewrite;
mod sample;
mod shuffle;
mod sort;
mod split;
mod stats;

use clap::{Args, Subcommand};

use crate::cli::exit::Exit;
use crate::cli::input::with_folders;

const EXAMPLES: &str = "\
Examples:
  dlxbench corpus stats puzzles.txt
  dlxbench corpus convert puzzles.csv --out puzzles.sdm.gz
  dlxbench corpus dedupe a.txt b.txt --isomorphs > all.txt
  dlxbench corpus isomorphs puzzles.txt --seed 7 | dlxbench corpus canon

Every tool reads files, folders, patterns, shipped:NAME or - (default: standard
input) in all formats, and writes to standard output or to --out FILE. The file
appears when it is complete, and is not overwritten without --force. Labels and
solutions stay with their puzzles. Malformed lines are left out and reported on
standard error, and the exit code is then 1. The same seed gives the same bytes
with any number of threads.";

/// Convert, sort, shuffle, sample, split, minimize and deduplicate corpora; canonical forms, isomorphs and statistics
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES), subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct CorpusArgs {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Stats(stats::StatsArgs),
    Convert(convert::ConvertArgs),
    Sample(sample::SampleArgs),
    Shuffle(shuffle::ShuffleArgs),
    Sort(sort::SortArgs),
    Dedupe(dedupe::DedupeArgs),
    Canon(canon::CanonArgs),
    Isomorphs(isomorphs::IsomorphsArgs),
    Minimize(minimize::MinimizeArgs),
    Split(split::SplitArgs),
}

pub(crate) fn run(args: CorpusArgs) -> anyhow::Result<Exit> {
    match args.tool {
        Tool::Stats(args) => stats::run(args),
        Tool::Convert(args) => convert::run(args),
        Tool::Sample(args) => sample::run(args),
        Tool::Shuffle(args) => shuffle::run(args),
        Tool::Sort(args) => sort::run(args),
        Tool::Dedupe(args) => dedupe::run(args),
        Tool::Canon(args) => canon::run(args),
        Tool::Isomorphs(args) => isomorphs::run(args),
        Tool::Minimize(args) => minimize::run(args),
        Tool::Split(args) => split::run(args),
    }
}
