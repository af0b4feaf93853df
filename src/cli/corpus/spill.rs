//! Puzzles in another order, more of them than memory holds: what sort and shuffle share.

use std::io::Write;

use std::path::PathBuf;

use clap::Args;
use dlxbench::corpus::external_sort::{ExternalSort, LEAST_MEMORY};

use super::job::Job;
use crate::cli::output::Output;

/// How much memory may be used, and where to write what is more.
#[derive(Args)]
pub(super) struct SpillArgs {
    /// Memory for puzzles, as 512M or 2G; more of them go to temporary files
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory, help_heading = "How")]
    memory: usize,

    /// The folder of the temporary files [default: the system's]
    #[arg(long, value_name = "FOLDER", help_heading = "How")]
    temp: Option<PathBuf>,
}

impl SpillArgs {
    /// An empty collection.
    pub(super) fn sort(&self) -> ExternalSort {
        let folder = self.temp.clone().unwrap_or_else(std::env::temp_dir);
        ExternalSort::new(self.memory, &folder)
    }
}

/// Writes what was collected, in order.
pub(super) fn write_sorted(sort: ExternalSort, job: &Job, sink: &mut Output) -> anyhow::Result<()> {
    if job.is_interrupted() {
        return Ok(());
    }
    let mut sorted = sort.finish()?;
    while let Some(text) = sorted.next()? {
        if job.is_interrupted() {
            break;
        }
        sink.write_all(text)?;
    }
    Ok(())
}

/// A number of bytes with K, M, G or T behind it, or nothing.
fn parse_memory(text: &str) -> Result<usize, String> {
    let expected = || format!("expected a size such as 512M or 2G, at least {}K", LEAST_MEMORY >> 10);
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    let bytes = digits.trim().parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes >= LEAST_MEMORY).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_unit_or_none() {
        for (text, bytes) in
            [("512M", 512 << 20), ("2g", 2 << 30), ("64K", 65536), ("100000", 100_000), ("1GiB", 1 << 30)]
        {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "1K", "12X", "-5M", "1.5G", "99999999999999999999G", "99999999T", "é"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
