//! Divides sources among the shards of a job.
//!
//! Files that are not compressed are cut by their bytes: each shard gets a range of the bytes of all of them, one file
//! after the other. Compressed files and members of archives cannot be entered in the middle, so each goes to one shard,
//! the largest first to the shard that has the least. The ranges then even out what the shards have.

use std::collections::HashSet;

use thiserror::Error;

use super::part::Part;
use super::source::Source;
use crate::counts::counted;
use crate::shard::Shard;

/// How many bytes of puzzles a byte of a compressed file stands for; between the usual ratios of gzip and of xz.
const UNPACKED: u64 = 3;

/// The size of a compressed file, in bytes, up to which it does not matter who gets it.
const SMALL: u64 = 1 << 20;

/// Why sources cannot be divided.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ShareError {
    /// A source can be read only once.
    #[error("{0} can be read only once, so it cannot be divided among shards; save it to a file")]
    Stream(String),
    /// A source is named twice.
    #[error("{0} is named twice; a shard needs each file once")]
    Twice(String),
    /// A compressed file is much larger than the part of each shard.
    #[error(
        "{name} is compressed, so it goes to one shard as a whole, but it is {percent} % of all the work; divide it into \
         {} or more, or unpack it: a plain file is cut anywhere",
        counted(u64::from(*.count), "file")
    )]
    Compressed {
        /// The file.
        name: String,
        /// Its share of the work.
        percent: u64,
        /// The number of shards.
        count: u32,
    },
}

/// Restricts each of the sources to the part that a shard reads. Sources that it does not read
/// [are left out](Source::is_left_out), but keep their place, so that all shards number them alike.
pub fn share(sources: &[Source], shard: Shard) -> Result<Vec<Source>, ShareError> {
    let mut names = HashSet::new();
    if let Some(twice) = sources.iter().find(|source| !names.insert(source.name.as_str())) {
        return Err(ShareError::Twice(twice.name.clone()));
    }
    let size = |source: &Source| source.bytes.ok_or_else(|| ShareError::Stream(source.name.clone()));
    let sizes: Vec<u64> = sources.iter().map(size).collect::<Result<_, _>>()?;
    let divisible: Vec<bool> = sources.iter().map(Source::is_divisible).collect();
    let (owners, bounds) = plan(sources, &sizes, &divisible, shard.count())?;
    let own = bounds[shard.index() as usize]..bounds[shard.index() as usize + 1];
    let mut before = 0;
    let parts = sources.iter().zip(&sizes).zip(divisible.iter().zip(owners)).map(
        |((source, &size), (cut, owner))| {
            let mut source = source.clone();
            if *cut {
                let within = |bound: u64| bound.clamp(before, before + size) - before;
                let (start, end) = (within(own.start), within(own.end));
                before += size;
                (source.part, source.bytes) = (Some(Part::between(start, end)), Some(end - start));
            } else if owner != shard.index() {
                (source.part, source.bytes) = (Some(Part::between(0, 0)), Some(0));
            }
            source
        },
    );
    Ok(parts.collect())
}

/// Returns who gets each source that cannot be cut, and the bounds of the ranges of all others.
fn plan(
    sources: &[Source],
    sizes: &[u64],
    divisible: &[bool],
    count: u32,
) -> Result<(Vec<u32>, Vec<u64>), ShareError> {
    let weight =
        |index: usize| if divisible[index] { sizes[index] } else { sizes[index].saturating_mul(UNPACKED) };
    let total: u128 = (0..sources.len()).map(|index| u128::from(weight(index))).sum();
    let mut whole: Vec<usize> = (0..sources.len()).filter(|&index| !divisible[index]).collect();
    whole.sort_by_key(|&index| (std::cmp::Reverse(sizes[index]), index));
    if let Some(&largest) = whole.first()
        && sizes[largest] > SMALL
        && u128::from(weight(largest)) * u128::from(count) > 2 * total
    {
        let percent = (u128::from(weight(largest)) * 100 / total) as u64;
        return Err(ShareError::Compressed { name: sources[largest].name.clone(), percent, count });
    }
    let mut loads = vec![0_u64; count as usize];
    let mut owners = vec![0; sources.len()];
    for index in whole {
        let least = (0..count).min_by_key(|&shard| (loads[shard as usize], shard)).unwrap_or(0);
        owners[index] = least;
        loads[least as usize] += weight(index);
    }
    let bytes: u64 = (0..sources.len()).filter(|&index| divisible[index]).map(|index| sizes[index]).sum();
    Ok((owners, bounds(&loads, bytes)))
}

/// Divides bytes among shards that have loads already, so that all end with the same if possible. Returns where the range
/// of each begins, and the end.
fn bounds(loads: &[u64], bytes: u64) -> Vec<u64> {
    // The level to which the lowest loads are filled up.
    let mut sorted = loads.to_vec();
    sorted.sort_unstable();
    let (mut filled, mut room) = (0, 0_u128);
    while filled < sorted.len() {
        let next = u128::from(sorted[filled]) * filled as u128 - room;
        if next > u128::from(bytes) {
            break;
        }
        room += u128::from(sorted[filled]);
        filled += 1;
    }
    let sum = u128::from(bytes) + room;
    let mut bounds = vec![0];
    let (mut shares, mut end) = (0, 0_u128);
    for &load in loads {
        // Fractions of a byte go on to the next shard.
        if u128::from(load) * filled as u128 <= sum && shares < filled {
            shares += 1;
            end += sum - u128::from(load) * filled as u128;
        }
        bounds.push((end / filled as u128) as u64);
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_even_out_what_shards_have() {
        assert_eq!(bounds(&[0, 0, 0, 0], 10), [0, 2, 5, 7, 10]);
        assert_eq!(bounds(&[5, 0, 1], 6), [0, 0, 3, 6]);
        assert_eq!(bounds(&[5, 0, 1], 0), [0, 0, 0, 0]);
        assert_eq!(bounds(&[9, 9], 1), [0, 0, 1]);
        for loads in [&[3_u64, 100, 7, 0, 7][..], &[1], &[8, 8, 8]] {
            for bytes in [0, 1, 2, 50, 1000] {
                let bounds = bounds(loads, bytes);
                assert!(bounds.is_sorted() && bounds[0] == 0, "{bounds:?}");
                assert_eq!(bounds[loads.len()], bytes, "{loads:?}");
            }
        }
    }

    #[test]
    fn sources_that_cannot_be_divided_are_refused() {
        let one = Source::of_text("one", "1");
        let shard = Shard::new(0, 2).unwrap();
        let twice = share(&[one.clone(), one], shard).unwrap_err();
        assert_eq!(twice.to_string(), "one is named twice; a shard needs each file once");
        let stream = Source::from_argument("-").unwrap();
        assert!(matches!(share(&stream, shard), Err(ShareError::Stream(_))));
    }
}
