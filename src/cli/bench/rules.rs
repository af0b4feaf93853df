//! What decides classes, and which times count, as it is typed.

use clap::ValueEnum;
use dlxbench::bench::Keep;
use dlxbench::corpus::ClassBy;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClassRule {
    /// A difficulty named behind the puzzle, otherwise the file
    Auto,
    /// The file's name
    File,
    /// The table's column of that name, or the first word behind the puzzle
    Label,
    /// The number of givens
    Clues,
    /// The table's column of that name, or the first number behind the puzzle; rounded down
    Rating,
    /// The guesses that the first engine needs
    Guesses,
}

impl From<ClassRule> for ClassBy {
    fn from(rule: ClassRule) -> ClassBy {
        match rule {
            ClassRule::Auto => ClassBy::Auto,
            ClassRule::File => ClassBy::File,
            ClassRule::Label => ClassBy::Label,
            ClassRule::Clues => ClassBy::Clues,
            ClassRule::Rating => ClassBy::Rating,
            ClassRule::Guesses => ClassBy::Guesses,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum KeepRule {
    /// All of them
    All,
    /// The shortest of each puzzle
    Best,
}

impl From<KeepRule> for Keep {
    fn from(rule: KeepRule) -> Keep {
        match rule {
            KeepRule::All => Keep::All,
            KeepRule::Best => Keep::Best,
        }
    }
}
