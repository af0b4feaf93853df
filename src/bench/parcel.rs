//! A batch on its way through a run.

use super::passes::Timed;
use super::worker::Row;
use crate::corpus::Digest;
use crate::corpus::{Batch, Detected};

/// A batch, where it came from, and what became of it.
#[derive(Debug, Default)]
pub(super) struct Parcel {
    /// Its place in the order of the input.
    pub(super) number: u64,
    pub(super) source: usize,
    /// The number of its first puzzle in the whole run.
    pub(super) first: u64,
    pub(super) batch: Batch,
    /// How many of its puzzles were solved and recorded.
    pub(super) solved: u64,
    /// How many have a size that no engine of the run knows.
    pub(super) unsolved: u64,
    pub(super) digest: Digest,
    pub(super) rows: Vec<Row>,
    /// The times of its puzzles, a place for each engine; only if there are several passes.
    pub(super) times: Vec<Option<Timed>>,
    /// What is to be said about lines that are puzzles.
    pub(super) remarks: Vec<Remark>,
    /// How much of the input had been read when it was filled.
    pub(super) bytes_read: u64,
    /// Why its source could not be read any further.
    pub(super) failure: Option<String>,
    /// What its source turned out to be, if it is the last of it.
    pub(super) detected: Option<Detected>,
    /// Classes that its puzzles are the first to have.
    pub(super) new_classes: Vec<String>,
}

/// What is to be said about a puzzle that was measured.
#[derive(Debug)]
pub(super) struct Remark {
    pub(super) line: u64,
    pub(super) reason: String,
}
