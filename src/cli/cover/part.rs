//! What a divided or resumable search leaves in its folder: `cover.json` and, with `--all`, `solutions.jsonl`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use dlxbench::cover::{Counters, Subtree};
use dlxbench::journal::Identity;
use dlxbench::shard::Shard;
use serde::{Deserialize, Serialize};

pub(crate) const PART_FILE: &str = "cover.json";
pub(super) const SOLUTIONS: &str = "solutions.jsonl";

/// The part of a search that is done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The part of the search, such as 1/8.
    pub(crate) shard: String,
    /// The problem, the engine and what is wanted, which are the same for all shards.
    pub(crate) search: Identity,
    /// The number of subtrees of the whole search.
    pub(crate) subtrees: usize,
    /// Whether the top of the tree is counted, which belongs to the first shard.
    top: bool,
    /// The subtrees that are counted, as ranges of their places among those of this shard.
    done: BTreeMap<usize, usize>,
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
    pub(crate) guesses: u64,
    pub(crate) updates: u64,
    /// The subtrees with solutions in the file, and how many each has; empty if solutions are only counted.
    pub(super) written: Vec<(usize, u64)>,
    /// The length of the file.
    pub(super) bytes: u64,
}

impl Part {
    pub(super) fn new(shard: Shard, search: Identity) -> Part {
        Part { shard: shard.to_string(), search, ..Part::default() }
    }

    pub(crate) fn read(folder: &Path) -> anyhow::Result<Part> {
        let path = folder.join(PART_FILE);
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let mut file = File::create(folder.join(PART_FILE))?;
        serde_json::to_writer(&mut file, self)?;
        file.write_all(b"\n")?;
        Ok(file.sync_all()?)
    }

    pub(super) fn has(&self, shard: Shard, subtree: Option<usize>) -> bool {
        let Some(subtree) = subtree else { return self.top };
        let place = subtree / shard.count() as usize;
        self.done.range(..=place).next_back().is_some_and(|(_, end)| place < *end)
    }

    /// Adds a subtree. Neighboring ranges become one.
    pub(super) fn add(&mut self, shard: Shard, subtree: Subtree) {
        self.subtrees = subtree.of;
        self.solutions += subtree.solutions;
        self.nodes += subtree.counters.nodes;
        self.guesses += subtree.counters.guesses;
        self.updates += subtree.counters.updates;
        let Some(index) = subtree.index else {
            self.top = true;
            return;
        };
        let (mut start, mut end) = (index / shard.count() as usize, index / shard.count() as usize + 1);
        if let Some((&before, &to)) = self.done.range(..start).next_back()
            && to == start
        {
            start = before;
        }
        if let Some(further) = self.done.remove(&end) {
            end = further;
        }
        self.done.insert(start, end);
    }

    pub(crate) fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, guesses: self.guesses, updates: self.updates }
    }

    /// Fails unless another process that did the same work found the same.
    pub(super) fn check_equal(&self, folder: &Path) -> anyhow::Result<()> {
        if Part::read(folder)? != *self {
            bail!("{} already exists and has other results for the same search", folder.display());
        }
        Ok(())
    }
}

/// Merges the parts of a search into a new folder.
pub(crate) fn merge(folders: &[PathBuf], out: &Path) -> anyhow::Result<Part> {
    let mut parts = Vec::new();
    for folder in folders {
        let part = Part::read(folder)?;
        let shard: Shard = part.shard.parse().with_context(|| format!("{}: shard", folder.display()))?;
        parts.push((shard, folder, part));
    }
    parts.sort_by_key(|(shard, ..)| shard.index());
    let Some((first, path, whole)) =
        parts.first().map(|(shard, folder, part)| (*shard, *folder, part.clone()))
    else {
        bail!("no shards to merge");
    };
    let mut sum = Part { shard: "1/1".to_owned(), solutions: 0, nodes: 0, guesses: 0, updates: 0, ..whole };
    sum.done = BTreeMap::new();
    sum.written = Vec::new();
    for (place, (shard, folder, part)) in parts.iter().enumerate() {
        let shown = [path.display(), folder.display()];
        if shard.count() != first.count() {
            bail!("the numbers of shards differ: {} has {first}, {} has {shard}", shown[0], shown[1]);
        }
        if let Some(difference) = sum.search.difference(&part.search) {
            bail!("{} and {} are not shards of one search: {difference}", shown[0], shown[1]);
        }
        if shard.index() as usize > place {
            bail!("shard {} is missing", Shard::new(place as u32, first.count())?);
        }
        if (shard.index() as usize) < place {
            bail!("shard {shard} is there twice: {} and {}", parts[place - 1].1.display(), folder.display());
        }
        sum.subtrees = sum.subtrees.max(part.subtrees);
        sum.solutions += part.solutions;
        sum.nodes += part.nodes;
        sum.guesses += part.guesses;
        sum.updates += part.updates;
    }
    if parts.len() < first.count() as usize {
        bail!("shard {} is missing", Shard::new(parts.len() as u32, first.count())?);
    }
    sum.top = true;
    if sum.subtrees > 0 {
        sum.done.insert(0, sum.subtrees);
    }
    let folder = tempfile::Builder::new().prefix(".dlxbench-merge-").tempdir_in(parent(out))?;
    let mut subtrees: Vec<(usize, usize, u64)> = Vec::new();
    for (place, (.., part)) in parts.iter().enumerate() {
        subtrees.extend(part.written.iter().map(|&(subtree, count)| (subtree, place, count)));
    }
    subtrees.sort_unstable();
    if parts.iter().any(|(_, folder, _)| folder.join(SOLUTIONS).exists()) {
        let mut file = BufWriter::new(File::create(folder.path().join(SOLUTIONS))?);
        let mut reached = vec![0_u64; parts.len()];
        let (mut number, mut line) = (0_u64, String::new());
        for (subtree, place, count) in subtrees {
            let path = parts[place].1.join(SOLUTIONS);
            let mut reader = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
            std::io::Seek::seek(&mut reader, std::io::SeekFrom::Start(reached[place]))?;
            let mut reader = BufReader::new(reader);
            for _ in 0..count {
                line.clear();
                reached[place] += reader.read_line(&mut line)? as u64;
                let Some((_, rest)) = line.split_once(',') else {
                    bail!("{} ends too early, in subtree {subtree}", path.display());
                };
                number += 1;
                sum.bytes = 0;
                write!(file, "{{\"solution\":{number},{rest}")?;
            }
            sum.written.push((subtree, count));
        }
        let file = file.into_inner()?;
        file.sync_all()?;
        sum.bytes = file.metadata()?.len();
    }
    sum.write(folder.path())?;
    if out.symlink_metadata().is_ok() {
        bail!("{} already exists; choose another name", out.display());
    }
    fs::rename(folder.path(), out).with_context(|| format!("cannot write {}", out.display()))?;
    let _ = folder.keep();
    Ok(sum)
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
