//! Duplicates, found in one pass. For more puzzles than memory holds there is a [`Survey`](super::Survey).
//!
//! Of each puzzle a hash of 128 bits and its place are kept; in a hash table, which doubles as it grows, they take 30
//! to 90 bytes. With ten million puzzles the chance that any two different ones have the same hash is below 10⁻²⁴.

use std::collections::HashMap;

use twox_hash::XxHash3_128;

/// A puzzle, or a form that stands for several, as a hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(pub(super) [u64; 2]);

impl Fingerprint {
    /// The fingerprint of some cells; grids of different sizes have different ones.
    pub fn of(cells: &[u8]) -> Fingerprint {
        let hash = XxHash3_128::oneshot(cells);
        Fingerprint([hash as u64, (hash >> 64) as u64])
    }
}

/// Where a puzzle was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The number of its source.
    pub source: usize,
    /// The line.
    pub line: u64,
}

/// Bits of a packed place that are for the line.
const LINE_BITS: u32 = 44;

impl Seen {
    /// In 8 bytes.
    ///
    /// # Panics
    /// If there are more than a million sources, or more than 16 million million lines.
    pub(super) fn packed(self) -> u64 {
        assert!(self.source < 1 << (64 - LINE_BITS) && self.line < 1 << LINE_BITS, "no corpus is so large");
        ((self.source as u64) << LINE_BITS) | self.line
    }

    pub(super) fn unpacked(packed: u64) -> Seen {
        Seen { source: (packed >> LINE_BITS) as usize, line: packed & ((1 << LINE_BITS) - 1) }
    }
}

/// All puzzles that have been seen.
#[derive(Debug, Default)]
pub struct Duplicates {
    first: HashMap<Fingerprint, u64>,
}

impl Duplicates {
    /// Remembers a puzzle; if it has been seen before, says where that was first.
    ///
    /// # Panics
    /// If there are more than a million sources, or more than 16 million million lines.
    pub fn see(&mut self, fingerprint: Fingerprint, place: Seen) -> Option<Seen> {
        let known = self.first.len();
        let first = *self.first.entry(fingerprint).or_insert(place.packed());
        (self.first.len() == known).then_some(Seen::unpacked(first))
    }

    /// How many different puzzles have been seen.
    pub fn different(&self) -> usize {
        self.first.len()
    }
}
