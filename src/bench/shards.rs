//! What a shard leaves beside its record so that it can be merged: `shard.json`.
//!
//! A record has figures, such as means and percentiles, that cannot be added. This file has the sums that they were made
//! of, the parts of the corpora that were read, and what must be equal in all shards of a job.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::checkpoints::State;
use super::cut::StoredPassed;
use super::job::Job;
use super::measured::Measured;
use super::stored;
use crate::corpus::{Source, Stamp};
use crate::engine::external::{EngineChoice, Form};
use crate::record::{ReadError, Run, SavedRun};
use crate::shard::Shard;

/// The name of the file.
pub const SHARD_FILE: &str = "shard.json";

/// What must be known of a shard before its measurements are read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) shard: String,
    /// The name of the machine.
    pub(super) host: String,
    /// The build of the program.
    pub(super) build: String,
    /// The engines as they were named on the command line.
    pub(super) engines: Vec<String>,
    /// The warnings that were silenced.
    pub(super) silenced: Vec<String>,
    /// The corpora of the whole job.
    pub(super) sources: Vec<Stamp>,
    /// The indices of those that were read as a whole.
    pub(super) whole: Vec<usize>,
    /// The parts of others.
    #[serde(with = "stored::pairs")]
    pub(super) parts: BTreeMap<usize, StoredPassed>,
    pub(super) classes: Vec<String>,
}

/// What a shard leaves to be merged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShardState {
    #[serde(flatten)]
    header: Header,
    measured: Measured,
}

impl ShardState {
    /// Returns what `shard` of a job leaves, given the machine and the build of the program, the corpora of the whole job, those that the shard reads, and the last
    /// state of its run.
    pub fn new(
        shard: Shard,
        (host, build): (String, String),
        job: &Job,
        stamps: Vec<Stamp>,
        sources: &[Source],
        state: State,
    ) -> ShardState {
        let State { measured, .. } = state;
        let whole = (0..sources.len()).filter(|&index| sources[index].part.is_none());
        let header = Header {
            shard: shard.to_string(),
            host,
            build,
            engines: job.engines.iter().map(typed).collect(),
            silenced: job.silenced.iter().map(ToString::to_string).collect(),
            sources: stamps,
            whole: whole.collect(),
            parts: measured.parts.clone(),
            classes: measured.classes.clone(),
        };
        ShardState { header, measured }
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("all keys are text") + "\n"
    }
}

/// Returns an engine as it is named on the command line.
fn typed(engine: &EngineChoice) -> String {
    match engine.external() {
        Some(external) => {
            let form = if external.form() == Form::Once { Form::Exec } else { external.form() };
            format!("{}={form}:{}", external.name(), external.command())
        }
        None => engine.name().to_owned(),
    }
}

/// Why something is not the record of a shard.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// A record of a whole run.
    #[error("{} is not the record of a shard: there is no {SHARD_FILE} in it; make it with bench --shard I/N --out DIR", .0.display())]
    Whole(PathBuf),
    /// The file cannot be read.
    #[error("cannot read {}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file is damaged.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// The record of a shard, without its measurements.
#[derive(Debug)]
pub(super) struct ShardRecord {
    pub(super) path: PathBuf,
    pub(super) shard: Shard,
    pub(super) run: Run,
    pub(super) header: Header,
}

impl ShardRecord {
    pub(super) fn open(path: &Path) -> Result<ShardRecord, ShardError> {
        let file = path.join(SHARD_FILE);
        if path.join("run.json").exists() && !file.exists() {
            return Err(ShardError::Whole(path.to_owned()));
        }
        let run = SavedRun::open(path)?.run;
        let header: Header = parsed(&file)?;
        let damaged = |reason: String| ShardError::Damaged { path: file.clone(), reason };
        let shard = header.shard.parse().map_err(|error| damaged(format!("shard: {error}")))?;
        Ok(ShardRecord { path: path.to_owned(), shard, run, header })
    }

    /// Reads what the shard measured.
    pub(super) fn measured(&self) -> Result<Measured, ShardError> {
        parsed(&self.path.join(SHARD_FILE)).map(|ShardState { measured, .. }| measured)
    }
}

fn parsed<T: for<'d> Deserialize<'d>>(path: &Path) -> Result<T, ShardError> {
    let text = fs::read(path).map_err(|source| ShardError::Io { path: path.to_owned(), source })?;
    let damaged =
        |error: serde_json::Error| ShardError::Damaged { path: path.to_owned(), reason: error.to_string() };
    serde_json::from_slice(&text).map_err(damaged)
}
