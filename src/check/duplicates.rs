//! Finds duplicates in one pass, in memory. A [`Survey`](super::Survey) handles more puzzles than fit in memory.
//!
//! Each puzzle is kept as a 128-bit hash and a place, in a hash table that doubles as it grows, so a puzzle takes 30 to
//! 90 bytes. Among ten million puzzles, the probability that any two different ones have the same hash is below 10⁻²⁴.

use std::collections::HashMap;
use std::fmt;

use twox_hash::XxHash3_128;

/// The hash of a puzzle, or of the canonical form that isomorphs share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(pub(super) [u64; 2]);

impl Fingerprint {
    /// Returns the fingerprint of some cells. Grids of different sizes have different fingerprints.
    pub fn of(cells: &[u8]) -> Fingerprint {
        let hash = XxHash3_128::oneshot(cells);
        Fingerprint([hash as u64, (hash >> 64) as u64])
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fingerprint([low, high]) = self;
        write!(f, "{high:016x}{low:016x}")
    }
}

/// Where a puzzle was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The index of its source.
    pub source: usize,
    /// Its line.
    pub line: u64,
}

/// The number of bits for the line in a packed place.
const LINE_BITS: u32 = 44;

impl Seen {
    /// Packs the place into 8 bytes.
    ///
    /// # Panics
    /// If there are more than 2²⁰ sources, or more than 2⁴⁴ lines in one.
    pub(super) fn packed(self) -> u64 {
        assert!(self.source < 1 << (64 - LINE_BITS) && self.line < 1 << LINE_BITS, "no corpus is this large");
        ((self.source as u64) << LINE_BITS) | self.line
    }

    pub(super) fn unpacked(packed: u64) -> Seen {
        Seen { source: (packed >> LINE_BITS) as usize, line: packed & ((1 << LINE_BITS) - 1) }
    }
}

/// The puzzles that have been seen.
#[derive(Debug, Default)]
pub struct Duplicates {
    first: HashMap<Fingerprint, u64>,
}

impl Duplicates {
    /// Adds a puzzle. If it has been seen before, returns where it was seen first.
    ///
    /// # Panics
    /// If there are more than 2²⁰ sources, or more than 2⁴⁴ lines in one.
    pub fn see(&mut self, fingerprint: Fingerprint, place: Seen) -> Option<Seen> {
        let known = self.first.len();
        let first = *self.first.entry(fingerprint).or_insert(place.packed());
        (self.first.len() == known).then_some(Seen::unpacked(first))
    }

    /// Returns the number of different puzzles that have been seen.
    pub fn different(&self) -> usize {
        self.first.len()
    }
}
