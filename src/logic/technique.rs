//! The techniques, from the simplest to the hardest, and the difficulty classes based on them.

use crate::named::named;

named! {
    /// The difficulty of a puzzle for a person: the kind of step it needs.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Difficulty, "difficulty" {
        Easy => "easy", "Hidden and naked singles";
        Medium => "medium", "Locked candidates, pairs, triples, quads";
        Hard => "hard", "Fish, wings, coloring";
        Expert => "expert", "Chains, and trying a single candidate";
        Extreme => "extreme", "Beyond all of these techniques";
    }
}

named! {
    /// A kind of step. A technique is only used if no earlier one makes progress.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum Technique, "technique" {
        HiddenSingle => "hidden single", "A digit has one place left in a row, column or box";
        NakedSingle => "naked single", "A cell has one candidate left";
        LockedCandidates => "locked candidates", "All places of a digit in a box are in one line, or all in a line are in one box";
        NakedPair => "naked pair", "Two cells of a unit have two candidates between them";
        HiddenPair => "hidden pair", "Two digits have two places between them in a unit";
        NakedTriple => "naked triple", "Three cells of a unit have three candidates between them";
        HiddenTriple => "hidden triple", "Three digits have three places between them in a unit";
        NakedQuad => "naked quad", "Four cells of a unit have four candidates between them";
        HiddenQuad => "hidden quad", "Four digits have four places between them in a unit";
        XWing => "X-Wing", "A digit's places in two rows lie in two columns, or vice versa";
        Swordfish => "Swordfish", "X-Wing with three rows and columns";
        Jellyfish => "Jellyfish", "X-Wing with four rows and columns";
        XyWing => "XY-Wing", "A cell with two candidates sees two cells that each have one of these and a third digit";
        XyzWing => "XYZ-Wing", "XY-Wing whose first cell also has the third digit";
        WWing => "W-Wing", "Two cells have the same two candidates, one of which cannot be in both";
        SimpleColoring => "simple coloring", "Pairs of places of a digit, in two alternating colors";
        XChain => "X-chain", "A chain of places of one digit";
        AlternatingChain => "alternating chain", "A chain of any candidates";
        Trial => "trial", "A candidate is tried, and singles lead to a contradiction";
    }
}

impl Technique {
    /// The number of techniques.
    pub const COUNT: usize = Technique::ALL.len();

    /// Returns the class of a puzzle whose hardest step this is.
    pub fn difficulty(self) -> Difficulty {
        match self {
            _ if self <= Technique::NakedSingle => Difficulty::Easy,
            _ if self <= Technique::HiddenQuad => Difficulty::Medium,
            _ if self <= Technique::SimpleColoring => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }
}

/// The lowest rating of each technique, in thousandths; the last entry is that of extreme puzzles.
pub(super) const LEAST_RATINGS: [u32; Technique::COUNT + 1] = [
    1000, 1500, // singles
    2000, 2200, 2300, 2400, 2500, 2600, 2800, // locked candidates, pairs, triples, quads
    3000, 3150, 3300, 3400, 3550, 3700, 3850, // fish, wings, coloring
    4000, 4200, 4600, // chains, trial
    5000, // extreme
];
