//! The techniques, from the simplest to the hardest, and the classes of difficulty that they make.

use std::fmt;

use crate::named::named;
/// How hard a puzzle is for a person: which kind of step it needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Singles suffice.
    Easy,
    /// Locked candidates, pairs, triples, quads.
    Medium,
    /// Fish, wings, colouring.
    Hard,
    /// Chains, and the trial of one candidate.
    Expert,
    /// None of these suffice.
    Extreme,
}

named! { Difficulty, "class",
    Easy => "easy", "Singles suffice";
    Medium => "medium", "Locked candidates, pairs, triples, quads";
    Hard => "hard", "Fish, wings, coloring";
    Expert => "expert", "Chains, and the trial of one candidate";
    Extreme => "extreme", "None of these suffice";
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 5] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Expert, Difficulty::Extreme];

    /// The name, which is that of the class in reports and of the file among the shipped corpora.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
            Difficulty::Extreme => "extreme",
        }
    }

    /// The difficulty of this name.
    pub fn from_name(name: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name)
    }
}

/// A kind of step. A later one is only used when no earlier one helps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// The same with three rows and columns.
    Swordfish,
    /// The same with four rows and columns.
    Jellyfish,
    /// A cell with two candidates, and two with one of these each and a third digit.
    XyWing,
    /// The same, and the first cell may have the third digit, too.
    XyzWing,
    /// Two cells with the same two candidates, one of which cannot be in both.
    WWing,
    /// The places of a digit that come in pairs, in two colours.
    SimpleColouring,
    /// A chain of places of one digit.
    XChain,
    /// A chain of any candidates.
    AlternatingChain,
    /// A candidate is tried, and singles lead to a contradiction.
    Trial,
}

impl Technique {
    /// All of them, the simplest first.
    pub const ALL: [Technique; 19] = [
        Technique::HiddenSingle,
        Technique::NakedSingle,
        Technique::LockedCandidates,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::NakedQuad,
        Technique::HiddenQuad,
        Technique::XWing,
        Technique::Swordfish,
        Technique::Jellyfish,
        Technique::XyWing,
        Technique::XyzWing,
        Technique::WWing,
        Technique::SimpleColouring,
        Technique::XChain,
        Technique::AlternatingChain,
        Technique::Trial,
    ];

    /// The name in words.
    pub fn name(self) -> &'static str {
        match self {
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::LockedCandidates => "locked candidates",
            Technique::NakedPair => "naked pair",
            Technique::HiddenPair => "hidden pair",
            Technique::NakedTriple => "naked triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::NakedQuad => "naked quad",
            Technique::HiddenQuad => "hidden quad",
            Technique::XWing => "X-Wing",
            Technique::Swordfish => "Swordfish",
            Technique::Jellyfish => "Jellyfish",
            Technique::XyWing => "XY-Wing",
            Technique::XyzWing => "XYZ-Wing",
            Technique::WWing => "W-Wing",
            Technique::SimpleColouring => "simple colouring",
            Technique::XChain => "X-chain",
            Technique::AlternatingChain => "alternating chain",
            Technique::Trial => "trial",
        }
    }

    /// The class of a puzzle whose hardest step this is.
    pub fn difficulty(self) -> Difficulty {
        let hardest_of = [
            (Technique::NakedSingle, Difficulty::Easy),
            (Technique::HiddenQuad, Difficulty::Medium),
            (Technique::SimpleColouring, Difficulty::Hard),
        ];
        hardest_of
            .into_iter()
            .find(|(hardest, _)| self <= *hardest)
            .map_or(Difficulty::Expert, |(_, difficulty)| difficulty)
    }

    /// The lowest rating of a puzzle whose hardest step this is, in thousandths.
    pub(super) fn least_rating(self) -> u32 {
        match self {
            Technique::HiddenSingle => 1000,
            Technique::NakedSingle => 1500,
            Technique::LockedCandidates => 2000,
            Technique::NakedPair => 2200,
            Technique::HiddenPair => 2300,
            Technique::NakedTriple => 2400,
            Technique::HiddenTriple => 2500,
            Technique::NakedQuad => 2600,
            Technique::HiddenQuad => 2800,
            Technique::XWing => 3000,
            Technique::Swordfish => 3150,
            Technique::Jellyfish => 3300,
            Technique::XyWing => 3400,
            Technique::XyzWing => 3550,
            Technique::WWing => 3700,
            Technique::SimpleColouring => 3850,
            Technique::XChain => 4000,
            Technique::AlternatingChain => 4200,
            Technique::Trial => 4600,
        }
    }

    /// The highest rating of such a puzzle, in thousandths.
    pub(super) fn highest_rating(self) -> u32 {
        let next = Technique::ALL.into_iter().find(|&next| next > self);
        next.map_or(5000, Technique::least_rating) - 1
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
