//! What a corpus is made of: how many puzzles of which sizes and classes, how many clues in which patterns, and how
//! many duplicates.
//!
//! What must be found out for each puzzle by itself is a [`PuzzleTraits`], made in parallel; a [`Census`] adds them up, one after
//! the other. Of each puzzle 24 bytes are kept, to recognize duplicates; with isomorphs 48.

use std::collections::BTreeMap;

use super::duplicates::{Duplicates, Fingerprint, Seen};
use crate::corpus::Digest;
use crate::generate::Symmetry;
use crate::named::named;
use crate::sudoku::minlex::puzzle_minlex;
use crate::sudoku::{Geometry, Grid};

/// The symmetries that a pattern of givens may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum PatternSymmetry {
    /// Half a turn.
    HalfTurn,
    /// A quarter turn, and so half a turn too.
    QuarterTurn,
    /// Left and right.
    LeftRight,
    /// Top and bottom.
    TopBottom,
    /// Along the diagonal from top left.
    Diagonal,
    /// Along the diagonal from top right.
    Antidiagonal,
}

named! { PatternSymmetry, "symmetry",
    HalfTurn => "half turn", "Half a turn";
    QuarterTurn => "quarter turn", "A quarter turn";
    LeftRight => "left and right", "Left and right mirrored";
    TopBottom => "top and bottom", "Top and bottom mirrored";
    Diagonal => "diagonal", "Mirrored along the diagonal from top left";
    Antidiagonal => "antidiagonal", "Mirrored along the diagonal from top right";
}

impl PatternSymmetry {
    /// Whether the givens of a puzzle have it.
    pub fn fits(self, puzzle: &Grid) -> bool {
        let (geometry, cells) = (puzzle.geometry(), puzzle.cells());
        let is_given = |cell: usize| cells[cell] != 0;
        let known = match self {
            PatternSymmetry::HalfTurn => Symmetry::Rotational,
            PatternSymmetry::QuarterTurn => Symmetry::QuarterTurn,
            PatternSymmetry::LeftRight => Symmetry::Mirror,
            PatternSymmetry::TopBottom => Symmetry::MirrorUpsideDown,
            PatternSymmetry::Diagonal => Symmetry::Diagonal,
            PatternSymmetry::Antidiagonal => {
                let image =
                    |cell| Symmetry::Diagonal.image(geometry, Symmetry::Rotational.image(geometry, cell));
                return (0..cells.len()).all(|cell| is_given(cell) == is_given(image(cell)));
            }
        };
        known.fits(geometry, cells)
    }
}

/// What is found out about one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleTraits {
    geometry: Geometry,
    clues: usize,
    symmetries: Vec<PatternSymmetry>,
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
            symmetries: PatternSymmetry::ALL
                .iter()
                .copied()
                .filter(|symmetry| symmetry.fits(puzzle))
                .collect(),
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
    /// How many with each symmetry; a puzzle may have several.
    pub symmetries: BTreeMap<PatternSymmetry, u64>,
    /// How many without any symmetry.
    pub asymmetric: u64,
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
        self.asymmetric += u64::from(traits.symmetries.is_empty());
        // Where it was before does not matter here.
        let place = Seen { source: 0, line: 0 };
        self.duplicates += u64::from(self.exact.see(traits.fingerprint, place).is_some());
        if let Some(form) = traits.form {
            self.isomorphs += u64::from(self.forms.see(form, place).is_some());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sudoku::isomorph::Isomorphism;

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn patterns_have_the_symmetries_that_one_sees() {
        let symmetries = |text: &str| PuzzleTraits::of(&grid(text), false).symmetries;
        use PatternSymmetry::*;
        assert_eq!(symmetries("1..............2"), [HalfTurn, Diagonal, Antidiagonal]);
        assert_eq!(symmetries("1..2............"), [LeftRight]);
        assert_eq!(symmetries("1...........2..."), [TopBottom]);
        assert_eq!(symmetries(".1..2..........."), [Diagonal]);
        assert_eq!(symmetries("..1....2........"), [Antidiagonal]);
        assert_eq!(symmetries(".1.....2.....4.."), []);
        assert_eq!(symmetries(".1.....23.....4."), [HalfTurn, QuarterTurn]);
        assert_eq!(symmetries(&".".repeat(16)), PatternSymmetry::ALL);
    }

    #[test]
    fn what_comes_again_is_counted_once_for_each_time() {
        let first = grid("1..2......34....");
        let mut image = vec![0; 16];
        Isomorphism::random(first.geometry(), &mut Random::new(5)).apply(first.cells(), &mut image);
        let other = first.with_cells(&image);
        assert_ne!(first, other);
        let mut census = Census::default();
        for puzzle in [&first, &other, &first, &first] {
            census.add(&PuzzleTraits::of(puzzle, true));
        }
        assert_eq!((census.puzzles, census.duplicates, census.isomorphs), (4, 2, 3));
        assert_eq!(census.clues, BTreeMap::from([(4, 4)]));
    }
}
