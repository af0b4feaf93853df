//! Tells whether a source is still the same: its size, and a hash of its beginning and its end.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

#[cfg(feature = "cli")]
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use super::source::Source;

/// How many bytes at each end are hashed.
const END: u64 = 64 << 10;

/// What a source was like when it was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(Serialize, Deserialize))]
pub struct Stamp {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The hash of its first and its last 64 KiB.
    pub ends: String,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stamp { name, bytes, ends } = self;
        write!(f, "{name} ({bytes} bytes, hash {ends})")
    }
}

impl Source {
    /// Returns what the whole source is like now.
    pub fn stamp(&self) -> io::Result<Stamp> {
        let mut ends = Vec::new();
        match self.seekable()? {
            Some(mut file) => {
                file.by_ref().take(END).read_to_end(&mut ends)?;
                let length = file.seek(SeekFrom::End(0))?;
                file.seek(SeekFrom::Start(length.saturating_sub(END).max(END.min(length))))?;
                file.take(END).read_to_end(&mut ends)?;
            }
            // A member of an archive is unpacked from its beginning only.
            None => _ = self.open().map_err(io::Error::other)?.take(END).read_to_end(&mut ends)?,
        }
        let ends = format!("{:032x}", XxHash3_128::oneshot(&ends));
        Ok(Stamp { name: self.name.clone(), bytes: self.bytes.unwrap_or(0), ends })
    }
}
