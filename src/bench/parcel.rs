//! A batch on its way through a run.

use super::measurement::BatchResult;
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
    /// What came of its puzzles.
    pub(super) result: BatchResult,
    /// How much of the input had been read when it was filled.
    pub(super) bytes_read: u64,
    /// Why its source could not be read any further.
    pub(super) failure: Option<String>,
    /// What its source turned out to be, if it is the last of it.
    pub(super) detected: Option<Detected>,
    /// Classes that its puzzles are the first to have.
    pub(super) new_classes: Vec<String>,
}
