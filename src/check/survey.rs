//! Finds duplicates among more puzzles than fit in memory, in two passes.
//!
//! The first pass, a [`Survey`], sorts the fingerprints in temporary files, so that equal ones are adjacent, the first
//! puzzle before its duplicates. It then makes a list of the duplicates in input order, which the second pass,
//! [`Surveyed`], follows. Both passes hash what they see, so an input that changed in between is detected.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use twox_hash::XxHash3_128;

use super::duplicates::{Fingerprint, Seen};
use crate::corpus::external_sort::{ExternalSort, SortError, Sorted};

/// The first pass over all puzzles.
///
/// A puzzle takes 40 bytes in the temporary files, and 24 more if it is a duplicate.
#[derive(Debug)]
pub struct Survey {
    /// The number and the place of each puzzle, keyed by its fingerprint.
    puzzles: ExternalSort,
    /// The place where a duplicate was seen first, keyed by the number of the duplicate.
    duplicates: ExternalSort,
    passed: Passed,
}

/// What a pass has seen so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Passed {
    puzzles: u64,
    hash: u128,
}

impl Passed {
    fn add(&mut self, fingerprint: Fingerprint, line: u64) {
        let mut bytes = [0; 40];
        bytes[..16].copy_from_slice(&self.hash.to_le_bytes());
        bytes[16..32].copy_from_slice(&key(fingerprint));
        bytes[32..].copy_from_slice(&line.to_le_bytes());
        self.hash = XxHash3_128::oneshot(&bytes);
        self.puzzles += 1;
    }
}

impl Survey {
    /// Creates a survey that uses about `memory` bytes, and temporary files in `folder` if they are not enough.
    pub fn new(memory: usize, folder: &Path) -> Survey {
        // Both sorts exist while the list of duplicates is made.
        let duplicates = ExternalSort::new(memory / 4, folder);
        Survey { puzzles: ExternalSort::new(memory / 4 * 3, folder), duplicates, passed: Passed::default() }
    }

    /// Adds the next puzzle.
    ///
    /// # Panics
    /// If there are more than a million sources, or more than 16 million million lines.
    pub fn add(&mut self, fingerprint: Fingerprint, place: Seen) -> Result<(), SortError> {
        let number_and_place = [self.passed.puzzles, place.packed()].map(u64::to_be_bytes);
        self.passed.add(fingerprint, place.line);
        self.puzzles.push(&key(fingerprint), number_and_place.as_flattened())
    }

    /// Ends the pass. After an interrupt, the list of duplicates is incomplete.
    pub fn finish(self, interrupt: &AtomicBool) -> Result<Surveyed, SortError> {
        let Survey { puzzles, mut duplicates, passed } = self;
        let mut puzzles = puzzles.finish()?;
        let mut first: Option<([u8; 16], [u8; 8])> = None;
        while let Some((fingerprint, number_and_place)) = puzzles.next()? {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let (number, place) = number_and_place.split_at(8);
            match first {
                Some((known, place)) if known == fingerprint => duplicates.push(number, &place)?,
                _ => first = Some((array(fingerprint), array(place))),
            }
        }
        drop(puzzles);
        let mut surveyed = Surveyed {
            duplicates: duplicates.finish()?,
            next: None,
            passed: Passed::default(),
            expected: passed,
        };
        surveyed.advance()?;
        Ok(surveyed)
    }
}

/// The second pass over the same puzzles.
#[derive(Debug)]
pub struct Surveyed {
    duplicates: Sorted,
    /// The number of the next duplicate, and where it was seen first.
    next: Option<(u64, Seen)>,
    passed: Passed,
    expected: Passed,
}

impl Surveyed {
    /// Takes the next puzzle. If it is a duplicate, returns where it was seen first.
    pub fn see(&mut self, fingerprint: Fingerprint, line: u64) -> Result<Option<Seen>, SortError> {
        let number = self.passed.puzzles;
        self.passed.add(fingerprint, line);
        let Some((_, first)) = self.next.filter(|(next, _)| *next == number) else { return Ok(None) };
        self.advance()?;
        Ok(Some(first))
    }

    /// Returns whether this pass has seen exactly what the first one saw.
    pub fn is_same(&self) -> bool {
        self.passed == self.expected
    }

    fn advance(&mut self) -> Result<(), SortError> {
        let number = |bytes: &[u8]| u64::from_be_bytes(array(bytes));
        self.next =
            self.duplicates.next()?.map(|(next, place)| (number(next), Seen::unpacked(number(place))));
        Ok(())
    }
}

fn key(fingerprint: Fingerprint) -> [u8; 16] {
    array(fingerprint.0.map(u64::to_le_bytes).as_flattened())
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("keys and values are as long as they were pushed")
}
