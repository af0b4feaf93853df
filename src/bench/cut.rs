//! Where a checkpoint of a run is, for workers; and places in sources, as they are stored.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::corpus::{Mark, Passed};

/// The cut of the checkpoint that is under way, shared with the workers.
#[derive(Debug)]
pub(super) struct Cut(AtomicU64);

impl Cut {
    pub(super) fn new() -> Cut {
        Cut(AtomicU64::new(u64::MAX))
    }

    /// Sets the cut; `None` ends it.
    pub(super) fn set(&self, cut: Option<u64>) {
        self.0.store(cut.unwrap_or(u64::MAX), Ordering::Release);
    }

    /// Returns the cut if a portion is not before it.
    pub(super) fn before(&self, portion: u64) -> Option<u64> {
        Some(self.0.load(Ordering::Acquire)).filter(|&cut| cut <= portion)
    }
}

/// [`Passed`], stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct StoredPassed {
    pub(super) from: StoredMark,
    pub(super) to: StoredMark,
}

/// [`Mark`], stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct StoredMark {
    pub(super) byte: u64,
    pub(super) line: u64,
    /// The seam in two halves: JSON has no larger numbers.
    pub(super) seam: [u64; 2],
}

impl From<Mark> for StoredMark {
    fn from(Mark { byte, line, seam }: Mark) -> StoredMark {
        StoredMark { byte, line, seam: [(seam >> 64) as u64, seam as u64] }
    }
}

impl From<StoredMark> for Mark {
    fn from(StoredMark { byte, line, seam: [high, low] }: StoredMark) -> Mark {
        Mark { byte, line, seam: u128::from(high) << 64 | u128::from(low) }
    }
}

impl From<Passed> for StoredPassed {
    fn from(Passed { from, to }: Passed) -> StoredPassed {
        StoredPassed { from: from.into(), to: to.into() }
    }
}
