//! The techniques, from the simplest to the hardest, and the classes of difficulty that they make.

use crate::named::named;

/// How hard a puzzle is for a person: which kind of step it needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Singles suffice.
    Easy,
    /// Locked candidates, pairs, triples, quads.
    Medium,
    /// Fish, wings, coloring.
    Hard,
    /// Chains, and the trial of one candidate.
    Expert,
    /// None of these suffice.
    Extreme,
}

named! { Difficulty, "difficulty",
    Easy => "easy", "Hidden and naked singles";
    Medium => "medium", "Locked candidates, pairs, triples, quads";
    Hard => "hard", "Fish, wings, coloring";
    Expert => "expert", "Chains, and the trial of one candidate";
    Extreme => "extreme", "Beyond all of these";
}

/// A kind of step. A later one is only used when no earlier one helps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// A digit has one place left in a row, column or box.
    HiddenSingle,
    /// A cell has one candidate left.
    NakedSingle,
    /// All places of a digit in a box are in one line, or all in a line are in one box.
    LockedCandidates,
    /// Two cells of a unit have two candidates between them.
    NakedPair,
    /// Two digits have two places between them in a unit.
    HiddenPair,
    /// Three cells of a unit have three candidates between them.
    NakedTriple,
    /// Three digits have three places between them in a unit.
    HiddenTriple,
    /// Four cells of a unit have four candidates between them.
    NakedQuad,
    /// Four digits have four places between them in a unit.
    HiddenQuad,
    /// A digit's places in two rows lie in two columns, or the other way round.
    XWing,
    /// X-Wing with three rows and columns.
    Swordfish,
    /// X-Wing with four rows and columns.
    Jellyfish,
    /// A cell with two candidates sees two cells that each have one of these and a third digit.
    XyWing,
    /// XY-Wing whose first cell may have the third digit, too.
    XyzWing,
    /// Two cells have the same two candidates, one of which cannot be in both.
    WWing,
    /// The places of a digit that come in pairs, in two colors.
    SimpleColoring,
    /// A chain of places of one digit.
    XChain,
    /// A chain of any candidates.
    AlternatingChain,
    /// A candidate is tried, and singles lead to a contradiction.
    Trial,
}

named! { Technique, "technique",
    HiddenSingle => "hidden single", "A digit has one place left in a row, column or box";
    NakedSingle => "naked single", "A cell has one candidate left";
    LockedCandidates => "locked candidates", "All places of a digit in a box are in one line, or all in a line are in one box";
    NakedPair => "naked pair", "Two cells of a unit have two candidates between them";
    HiddenPair => "hidden pair", "Two digits have two places between them in a unit";
    NakedTriple => "naked triple", "Three cells of a unit have three candidates between them";
    HiddenTriple => "hidden triple", "Three digits have three places between them in a unit";
    NakedQuad => "naked quad", "Four cells of a unit have four candidates between them";
    HiddenQuad => "hidden quad", "Four digits have four places between them in a unit";
    XWing => "X-Wing", "A digit's places in two rows lie in two columns, or the other way round";
    Swordfish => "Swordfish", "X-Wing with three rows and columns";
    Jellyfish => "Jellyfish", "X-Wing with four rows and columns";
    XyWing => "XY-Wing", "A cell with two candidates sees two cells that each have one of these and a third digit";
    XyzWing => "XYZ-Wing", "XY-Wing whose first cell may have the third digit, too";
    WWing => "W-Wing", "Two cells have the same two candidates, one of which cannot be in both";
    SimpleColoring => "simple coloring", "The places of a digit that come in pairs, in two colors";
    XChain => "X-chain", "A chain of places of one digit";
    AlternatingChain => "alternating chain", "A chain of any candidates";
    Trial => "trial", "A candidate is tried, and singles lead to a contradiction";
}

impl Technique {
    /// How many techniques there are.
    pub const COUNT: usize = Technique::ALL.len();

    /// The class of a puzzle whose hardest step this is.
    pub fn difficulty(self) -> Difficulty {
        let hardest_of = [
            (Technique::NakedSingle, Difficulty::Easy),
            (Technique::HiddenQuad, Difficulty::Medium),
            (Technique::SimpleColoring, Difficulty::Hard),
        ];
        hardest_of
            .into_iter()
            .find(|(hardest, _)| self <= *hardest)
            .map_or(Difficulty::Expert, |(_, difficulty)| difficulty)
    }

    /// The lowest rating of a puzzle whose hardest step this is, in thousandths.
    pub(super) fn least_rating(self) -> u32 {
        LEAST_RATINGS[self as usize]
    }

    /// The highest rating of such a puzzle, in thousandths.
    pub(super) fn highest_rating(self) -> u32 {
        LEAST_RATINGS[self as usize + 1] - 1
    }
}

/// Where the ratings of each technique begin, in thousandths; behind the last, where those of extreme puzzles do.
const LEAST_RATINGS: [u32; Technique::COUNT + 1] = [
    1000, 1500, // singles
    2000, 2200, 2300, 2400, 2500, 2600, 2800, // locked candidates, pairs, triples, quads
    3000, 3150, 3300, 3400, 3550, 3700, 3850, // fish, wings, coloring
    4000, 4200, 4600, // chains, trial
    5000, // extreme
];
