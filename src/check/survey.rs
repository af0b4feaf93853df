//! Duplicates among more puzzles than memory holds, found in two passes.
//!
//! The first pass, a [`Survey`], sorts the fingerprints outside memory; then equal ones stand together, the first
//! before the others. What is left of them is a list of the duplicates in input order, and the second pass,
//! [`Surveyed`], goes along it. Both passes hash what they see, so that an input that changed in between is noticed.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use twox_hash::XxHash3_128;

use super::duplicates::{Fingerprint, Seen};
use crate::corpus::external_sort::{ExternalSort, SortError, Sorted};

/// The first pass over all puzzles.
///
/// A puzzle takes 40 bytes of the temporary files, and 24 more if it is a duplicate.
#[derive(Debug)]
pub struct Survey {
    /// The number and the place of each puzzle, by its fingerprint.
    puzzles: ExternalSort,
    /// The place of the first, by the number of the duplicate.
    duplicates: ExternalSort,
    passed: Passed,
}

/// What a pass has seen.
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
    /// Surveys with about so many bytes of memory, and with temporary files in this folder if that does not suffice.
    pub fn new(memory: usize, folder: &Path) -> Survey {
        // While the list of the duplicates is made, there are both.
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

    /// Ends the pass. After an interrupt the list is not complete.
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
    /// The next of them, and where the first was.
    next: Option<(u64, Seen)>,
    passed: Passed,
    expected: Passed,
}

impl Surveyed {
    /// Takes the next puzzle; if it is a duplicate, says where the first was.
    pub fn see(&mut self, fingerprint: Fingerprint, line: u64) -> Result<Option<Seen>, SortError> {
        let number = self.passed.puzzles;
        self.passed.add(fingerprint, line);
        let Some((_, first)) = self.next.filter(|(next, _)| *next == number) else { return Ok(None) };
        self.advance()?;
        Ok(Some(first))
    }

    /// Whether this pass has seen all that the first one saw, and nothing else.
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
    bytes.try_into().expect("as long as it was pushed")
}
