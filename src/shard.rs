//! A part of a job that is divided among machines: part I of N.
//!
//! What a part is, each command decides: a range of bytes of the corpora, or a range of subtrees of a search. All parts
//! together are the whole job, and no two overlap.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// The largest number of parts.
pub const MOST_SHARDS: u32 = 1_000_000;

/// Part `index` of `count`, counted from 0. People write it as `I/N`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    index: u32,
    count: u32,
}

/// Why a text or a pair of numbers is not a part of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected I/N with I from 1 to N, such as 2/8, and N up to {MOST_SHARDS}")]
pub struct BadShard;

impl Shard {
    /// Returns part `index`, from 0, of `count` parts.
    pub fn new(index: u32, count: u32) -> Result<Shard, BadShard> {
        if index < count && count <= MOST_SHARDS { Ok(Shard { index, count }) } else { Err(BadShard) }
    }

    /// Returns its place among the parts, from 0.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Returns the number of parts.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Returns its part of the numbers from 0 to `length`. The parts are consecutive, and differ by at most 1 in
    /// length.
    pub fn of(self, length: u64) -> Range<u64> {
        let bound = |index: u32| (u128::from(length) * u128::from(index) / u128::from(self.count)) as u64;
        bound(self.index)..bound(self.index + 1)
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let (index, count) = text.split_once('/').ok_or(BadShard)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| BadShard);
        Shard::new(number(index)?.checked_sub(1).ok_or(BadShard)?, number(count)?)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written_from_1() {
        let shard: Shard = "2/8".parse().unwrap();
        assert_eq!((shard.index(), shard.count(), shard.to_string().as_str()), (1, 8, "2/8"));
        for text in ["", "2", "0/8", "9/8", "1/0", "-1/8", "1/1000001", "a/b", "1/8/2"] {
            assert_eq!(text.parse::<Shard>(), Err(BadShard), "{text}");
        }
    }

    #[test]
    fn parts_are_consecutive_and_nearly_equal() {
        for length in [0, 1, 7, 64, 1000, u64::MAX] {
            for count in [1, 2, 7, 50] {
                let parts: Vec<Range<u64>> =
                    (0..count).map(|index| Shard::new(index, count).unwrap().of(length)).collect();
                assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, length));
                assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
                let lengths = || parts.iter().map(|part| part.end - part.start);
                assert!(lengths().max().unwrap() - lengths().min().unwrap() <= 1);
            }
        }
    }
}
