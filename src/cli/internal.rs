//! `dlxbench internal`: what dlxbench starts itself for, in processes of their own. It is not for people, so no help
//! lists it.

use std::ffi::OsString;
use std::path::Path;

use anyhow::bail;
use dlxbench::engine::external::{HIDDEN, echo, guard, host};

use super::exit::Exit;

/// Runs what dlxbench was started for by itself; `None` if a person started it.
pub(super) fn run() -> Option<anyhow::Result<Exit>> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match arguments.split_first() {
        Some((first, part)) if first == HIDDEN => Some(run_part(part)),
        _ => None,
    }
}

fn run_part(part: &[OsString]) -> anyhow::Result<Exit> {
    let words: Vec<&str> = part.iter().filter_map(|word| word.to_str()).collect();
    match (words.as_slice(), part) {
        (["guard"], _) => guard()?,
        (["echo"], _) => echo()?,
        (["host", .., symbol], [_, file, _]) => host(Path::new(file), symbol)?,
        _ => bail!("dlxbench starts this itself: expected guard, echo or host"),
    }
    Ok(Exit::Success)
}
