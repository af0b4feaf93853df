//! A fingerprint of a set of puzzles that does not depend on their order or on how blanks are written.
//!
//! The digits of each puzzle are hashed (XXH3, 128 bits), and the hashes are added up. Two runs with the same digest
//! worked on the same puzzles.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

use thiserror::Error;
use twox_hash::XxHash3_128;

/// The fingerprint of any number of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Digest {
    sum: u128,
    count: u64,
}

impl Digest {
    /// Adds a puzzle, given by its cells.
    #[inline]
    pub fn add(&mut self, cells: &[u8]) {
        self.sum = self.sum.wrapping_add(XxHash3_128::oneshot(cells));
        self.count += 1;
    }
}

impl AddAssign for Digest {
    fn add_assign(&mut self, other: Digest) {
        self.sum = self.sum.wrapping_add(other.sum);
        self.count += other.count;
    }
}

/// The error for a text that is not a fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a digest: 32 hexadecimal digits, - and a count")]
pub struct BadDigest;

impl FromStr for Digest {
    type Err = BadDigest;

    fn from_str(text: &str) -> Result<Digest, BadDigest> {
        let (sum, count) = text.split_once('-').filter(|(sum, _)| sum.len() == 32).ok_or(BadDigest)?;
        let sum = u128::from_str_radix(sum, 16).map_err(|_| BadDigest)?;
        Ok(Digest { sum, count: count.parse().map_err(|_| BadDigest)? })
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}-{}", self.sum, self.count)
    }
}
