//! What a corpus is made of: how many puzzles of which sizes and classes, how many clues in which patterns, and how
//! many duplicates.
//!
//! What must be found out for each puzzle by itself is a [`PuzzleTraits`], made in parallel; a [`Census`] adds them up,
//! one after the other. Of each puzzle 24 bytes are kept, to recognize duplicates; with isomorphs 48.

use std::collections::BTreeMap;

use super::duplicates::{Duplicates, Fingerprint, Seen};
use crate::corpus::Digest;
use crate::generate::Symmetry;
use crate::sudoku::minlex::puzzle_minlex;
use crate::sudoku::{Geometry, Grid};

/// What is found out about one puzzle.
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
    /// Looks at a puzzle; the form that it shares with its isomorphs takes longer than all else.
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

/// What all puzzles have in common and what not.
#[derive(Debug, Default)]
pub struct Census {
    /// How many puzzles.
    pub puzzles: u64,
    /// The digest of all.
    pub digest: Digest,
    /// How many of each size.
    pub sizes: BTreeMap<Geometry, u64>,
    /// How many with so many clues.
    pub clues: BTreeMap<usize, u64>,
    /// How many with each symmetry; a puzzle may have several, or none.
    pub symmetries: BTreeMap<Symmetry, u64>,
    /// How many that are the same as one before.
    pub duplicates: u64,
    /// How many that are isomorphs of one before, or the same; 0 if they were not looked for.
    pub isomorphs: u64,
    exact: Duplicates,
    forms: Duplicates,
}

impl Census {
    /// Counts a puzzle.
    pub fn add(&mut self, traits: &PuzzleTraits) {
        self.puzzles += 1;
        self.digest += traits.digest;
        *self.sizes.entry(traits.geometry).or_default() += 1;
        *self.clues.entry(traits.clues).or_default() += 1;
        for &symmetry in &traits.symmetries {
            *self.symmetries.entry(symmetry).or_default() += 1;
        }
        // Where it was before does not matter here.
        let place = Seen { source: 0, line: 0 };
        self.duplicates += u64::from(self.exact.see(traits.fingerprint, place).is_some());
        if let Some(form) = traits.form {
            self.isomorphs += u64::from(self.forms.see(form, place).is_some());
        }
    }
}
