//! `dlxbench internal`: what dlxbench starts itself for, in processes of their own. Not for people, and not in help.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use dlxbench::engine::external::{echo, guard, host};

use super::exit::Exit;

/// Parts of dlxbench that run as processes of their own
#[derive(Args)]
pub(crate) struct InternalArgs {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Kill the process group when standard input ends
    Guard,
    /// Send every line back
    Echo,
    /// Call a function of a shared library for each puzzle
    Host { file: PathBuf, symbol: String },
}

pub(crate) fn run(args: InternalArgs) -> anyhow::Result<Exit> {
    match args.part {
        Part::Guard => guard()?,
        Part::Echo => echo()?,
        Part::Host { file, symbol } => host(&file, &symbol)?,
    }
    Ok(Exit::Success)
}
