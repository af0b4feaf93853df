//! What a corpus is made of: its puzzles by size, number of clues and symmetry, and its duplicates.
//!
//! [`PuzzleTraits`] holds what can be computed for each puzzle on its own, and so in parallel; a [`Census`] adds the
//! traits up one after the other. To recognize duplicates it keeps 24 bytes per distinct puzzle, and another 24 if it
//! counts isomorphs.

use std::collections::BTreeMap;

use super::duplicates::{Duplicates, Fingerprint, Seen};
use crate::corpus::Digest;
use crate::generate::Symmetry;
use crate::sudoku::minlex::puzzle_minlex;
use crate::sudoku::{Geometry, Grid};

/// The traits of one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleTraits {
    geometry: Geometry,
    clues: usize,
    symmetries: Vec<Symmetry>,
    fingerprint: Fingerprint,
    form: Option<Fingerprint>,
    digest: Digest,
}

impl PuzzleTraits {
    /// Computes the traits of a puzzle. With `wants_form` this includes its canonical form, which takes longer than all
    /// the rest.
    pub fn of(puzzle: &Grid, wants_form: bool) -> PuzzleTraits {
        let mut digest = Digest::default();
        digest.add(puzzle.cells());
        let form = || Fingerprint::of(&puzzle_minlex(puzzle.geometry(), puzzle.cells()));
        PuzzleTraits {
            geometry: puzzle.geometry(),
            clues: puzzle.clues(),
            symmetries: Symmetry::of(puzzle.geometry(), puzzle.cells()),
            fingerprint: Fingerprint::of(puzzle.cells()),
            form: wants_form.then(form),
            digest,
        }
    }
}

/// The sums over all puzzles of a corpus.
#[derive(Debug, Default)]
pub struct Census {
    /// The number of puzzles.
    pub puzzles: u64,
    /// The digest of all puzzles.
    pub digest: Digest,
    /// The number of puzzles of each size.
    pub sizes: BTreeMap<Geometry, u64>,
    /// The number of puzzles with each number of clues.
    pub clues: BTreeMap<usize, u64>,
    /// The number of puzzles with each symmetry; a puzzle may have several symmetries or none.
    pub symmetries: BTreeMap<Symmetry, u64>,
    /// The number of puzzles that equal an earlier one.
    pub duplicates: u64,
    /// The number of puzzles that are isomorphic to an earlier one, or equal; 0 if isomorphs were not requested.
    pub isomorphs: u64,
    exact: Duplicates,
    forms: Duplicates,
}

impl Census {
    /// Adds a puzzle.
    pub fn add(&mut self, traits: &PuzzleTraits) {
        self.puzzles += 1;
        self.digest += traits.digest;
        *self.sizes.entry(traits.geometry).or_default() += 1;
        *self.clues.entry(traits.clues).or_default() += 1;
        for &symmetry in &traits.symmetries {
            *self.symmetries.entry(symmetry).or_default() += 1;
        }
        // A census does not tell where a duplicate was seen first.
        let place = Seen { source: 0, line: 0 };
        self.duplicates += u64::from(self.exact.see(traits.fingerprint, place).is_some());
        if let Some(form) = traits.form {
            self.isomorphs += u64::from(self.forms.see(form, place).is_some());
        }
    }
}
