//! The memory limit and the temporary files of commands whose data may exceed memory.

use std::path::PathBuf;

use clap::Args;
use dlxbench::corpus::external_sort::{ExternalSort, LEAST_MEMORY};

/// More than any machine has.
const MOST_MEMORY: usize = 16 << 40;

/// The options of sort and shuffle, which need all puzzles before they write the first.
#[derive(Args)]
pub(super) struct SpillArgs {
    /// Memory for puzzles, such as 512M or 2G; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory, help_heading = "How")]
    memory: usize,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "DIR", help_heading = "How")]
    temp: Option<PathBuf>,
}

impl SpillArgs {
    /// Returns an empty collection.
    pub(super) fn sort(&self) -> ExternalSort {
        ExternalSort::new(self.memory, &folder_or_default(self.temp.clone()))
    }
}

/// Returns the folder for temporary files: the one given, or the system's.
pub(super) fn folder_or_default(folder: Option<PathBuf>) -> PathBuf {
    folder.unwrap_or_else(std::env::temp_dir)
}

/// Parses a number of bytes, optionally followed by K, M, G or T.
pub(super) fn parse_memory(text: &str) -> Result<usize, String> {
    let expected = || format!("expected a size such as 512M or 2G, from {}K to 16T", LEAST_MEMORY >> 10);
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let power = ["", "K", "M", "G", "T"].iter().position(|known| *known == unit).ok_or_else(expected)?;
    let bytes = digits.trim().parse::<usize>().ok().and_then(|number| number.checked_mul(1 << (10 * power)));
    bytes.filter(|&bytes| (LEAST_MEMORY..=MOST_MEMORY).contains(&bytes)).ok_or_else(expected)
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
        for text in ["", "M", "1K", "12X", "-5M", "1.5G", "99999999999999999999G", "99999999T", "17T", "é"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
