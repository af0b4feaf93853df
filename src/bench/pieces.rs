//! Whether shards are all of one job and read everything once, and in which order to put what they read.

use std::collections::BTreeSet;

use thiserror::Error;

use super::shards::{ShardError, ShardRecord};
use crate::shard::Shard;

/// Why records cannot be merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A record is not that of a shard, or cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// There is nothing to merge.
    #[error("no shards to merge")]
    None,
    /// The records are not the shards of one job, or not all of them.
    #[error("{0}")]
    Refused(String),
}

pub(super) fn refused<T>(reason: String) -> Result<T, MergeError> {
    Err(MergeError::Refused(reason))
}

/// A stretch of a source that a shard read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) source: usize,
    /// The index of the shard.
    pub(super) shard: usize,
    /// What to add to the shard's numbers of lines.
    pub(super) offset: u64,
}

/// Puts what the shards read in order. Fails unless they are all the shards of one job, and if anything was read twice, not
/// at all, or differently.
pub(super) fn pieces(records: &[ShardRecord]) -> Result<Vec<Piece>, MergeError> {
    let first = records.first().ok_or(MergeError::None)?;
    records.iter().try_for_each(|record| check_equal(first, record))?;
    check_complete(records)?;
    let mut pieces = Vec::new();
    for (source, stamp) in first.header.sources.iter().enumerate() {
        let name = &stamp.name;
        let owners: Vec<usize> =
            (0..records.len()).filter(|&shard| records[shard].header.whole.contains(&source)).collect();
        let mut parts: Vec<_> = (0..records.len())
            .filter(|shard| !owners.contains(shard))
            .filter_map(|shard| Some((shard, *records[shard].header.parts.get(&source)?)))
            .filter(|(_, part)| part.from.byte < part.to.byte)
            .collect();
        let shown = |shard: usize| format!("{} ({})", records[shard].path.display(), records[shard].shard);
        match (owners.as_slice(), parts.is_empty()) {
            (&[shard], true) => {
                pieces.push(Piece { source, shard, offset: 0 });
                continue;
            }
            (&[one, other, ..], _) => {
                return refused(format!(
                    "{} and {} overlap: both read all of {name}",
                    shown(one),
                    shown(other)
                ));
            }
            (&[shard], false) => {
                return refused(format!("{} read all of {name}, and others parts of it", shown(shard)));
            }
            ([], true) if stamp.bytes > 0 => return refused(format!("no shard read {name}")),
            ([], _) => {}
        }
        parts.sort_by_key(|(_, part)| part.from.byte);
        let (mut byte, mut line, mut seam, mut before) = (0, 0_u64, None, None);
        for &(shard, part) in &parts {
            let neighbor = |before: Option<usize>| before.map_or("the beginning".to_owned(), shown);
            if part.from.byte != byte {
                let what = if part.from.byte < byte { "overlap" } else { "leave a gap" };
                return refused(format!(
                    "{} and {} {what} in {name}: one ends at byte {byte}, the other begins at byte {}",
                    neighbor(before),
                    shown(shard),
                    part.from.byte
                ));
            }
            if seam.is_some_and(|seam| seam != part.from.seam) {
                return refused(format!(
                    "{name} cannot be divided: its lines change their form before byte {byte}, so {} read them \
                     otherwise than a single run; give this file its own run without --shard",
                    shown(shard)
                ));
            }
            let offset = line.wrapping_sub(part.from.line);
            pieces.push(Piece { source, shard, offset });
            (byte, line) = (part.to.byte, part.to.line.wrapping_add(offset));
            (seam, before) = (Some(part.to.seam), Some(shard));
        }
        if byte < stamp.bytes {
            return refused(format!("no shard read {name} from byte {byte} on; it has {}", stamp.bytes));
        }
    }
    Ok(pieces)
}

/// Refuses a shard of another job, and says in what it differs.
fn check_equal(first: &ShardRecord, record: &ShardRecord) -> Result<(), MergeError> {
    let [one, other] = [first, record].map(|record| record.path.display());
    let differ = |what: &str, of_one: &dyn std::fmt::Display, of_other: &dyn std::fmt::Display| {
        refused(format!("the {what} differ: {one} has {of_one}, {other} has {of_other}"))
    };
    if first.shard.count() != record.shard.count() {
        return differ("numbers of shards", &first.shard, &record.shard);
    }
    if record.run.interrupted {
        return refused(format!(
            "{other} (shard {}) was interrupted; run it again with --resume",
            record.shard
        ));
    }
    if let Some(failure) = record.run.corpora.iter().find_map(|corpus| corpus.failure.as_ref()) {
        return refused(format!(
            "{other} (shard {}) could not read all of its part: {failure}",
            record.shard
        ));
    }
    if first.header.build != record.header.build {
        return differ("versions of dlxbench", &first.header.build, &record.header.build);
    }
    let list =
        |engines: &[String]| if engines.is_empty() { "the default".to_owned() } else { engines.join(",") };
    if first.header.engines != record.header.engines {
        return differ("engines", &list(&first.header.engines), &list(&record.header.engines));
    }
    for (index, stamp) in first.header.sources.iter().enumerate() {
        match record.header.sources.get(index) {
            Some(same) if same == stamp => {}
            Some(stamp_of_other) => return differ("corpora", stamp, stamp_of_other),
            None => return differ("corpora", stamp, &"one file less"),
        }
    }
    if let Some(more) = record.header.sources.get(first.header.sources.len()) {
        return differ("corpora", &"one file less", more);
    }
    let [of_one, of_other] = [first, record].map(|record| serde_json::to_value(&record.run.options.settings));
    let (Ok(serde_json::Value::Object(of_one)), Ok(serde_json::Value::Object(of_other))) = (of_one, of_other)
    else {
        return Ok(());
    };
    // The number of threads may suit each machine.
    let names: BTreeSet<&String> =
        of_one.keys().chain(of_other.keys()).filter(|name| *name != "threads").collect();
    for name in names {
        let [of_one, of_other] = [&of_one, &of_other].map(|settings| settings.get(name));
        if of_one != of_other {
            let value =
                |value: Option<&serde_json::Value>| value.map_or("none".to_owned(), ToString::to_string);
            return differ(&format!("settings ({name})"), &value(of_one), &value(of_other));
        }
    }
    Ok(())
}

/// Refuses shards that are missing or doubled.
fn check_complete(records: &[ShardRecord]) -> Result<(), MergeError> {
    if let Some([one, other]) = records.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        let [path, again] = [one, other].map(|record| record.path.display());
        return refused(format!("shard {} is there twice: {path} and {again}", one.shard));
    }
    let count = records[0].shard.count();
    let there: BTreeSet<u32> = records.iter().map(|record| record.shard.index()).collect();
    let missing: Vec<u32> = (0..count).filter(|index| !there.contains(index)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    const SHOWN: usize = 10;
    let mut names: Vec<String> = missing
        .iter()
        .take(SHOWN)
        .filter_map(|&index| Shard::new(index, count).ok())
        .map(|shard| shard.to_string())
        .collect();
    if missing.len() > SHOWN {
        names.push(format!("and {} more", missing.len() - SHOWN));
    }
    let are = if missing.len() == 1 { "shard is" } else { "shards are" };
    refused(format!("{} of {count} {are} missing: {}", missing.len(), names.join(", ")))
}
