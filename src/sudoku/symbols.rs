//! How the digits of a grid are written: `1-9`, and letters where there are more than nine.

use super::geometry::Geometry;

/// The signs for blank cells. `0` is one too up to 12×12; `x` and `X` are not in 25×25, where X is a letter.
const BLANKS: &str = ".*_-";

/// An alphabet for the digits of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symbols {
    /// `1`…`9`, then `A`, `B`, …
    #[default]
    FromOne,
    /// `0`…`9`, then `A`…`F`: 16×16 only.
    FromZero,
    /// `A`…`Y`: 25×25 only.
    Letters,
}

impl Symbols {
    /// The sign of a digit from 1 up; 0 is a blank cell.
    pub fn symbol(self, digit: u8) -> char {
        match (self, digit) {
            (_, 0) => '.',
            (Symbols::FromOne, 1..=9) => (b'0' + digit) as char,
            (Symbols::FromOne, _) => (b'A' + digit - 10) as char,
            (Symbols::FromZero, 1..=10) => (b'0' + digit - 1) as char,
            (Symbols::FromZero, _) => (b'A' + digit - 11) as char,
            (Symbols::Letters, _) => (b'A' + digit - 1) as char,
        }
    }

    /// The digit of a character in a grid of this geometry, 0 for a blank; `None` if it has no meaning there.
    pub(super) fn digit(self, geometry: Geometry, character: char) -> Option<u8> {
        let is_blank = match character {
            '0' => geometry.size() <= 12,
            'x' | 'X' => geometry.size() < 25,
            other => BLANKS.contains(other),
        };
        let upper = character.to_ascii_uppercase();
        if is_blank {
            Some(0)
        } else {
            (1..=geometry.size() as u8).find(|&digit| self.symbol(digit) == upper)
        }
    }

    /// Whether a character has a meaning in some grid of this geometry.
    pub(crate) fn has(geometry: Geometry, character: char) -> bool {
        Symbols::candidates(geometry).iter().any(|symbols| symbols.digit(geometry, character).is_some())
    }

    /// The alphabet in which grids of this geometry are usually written.
    pub fn usual(geometry: Geometry) -> Symbols {
        Symbols::candidates(geometry)[0]
    }

    /// The alphabets of a geometry, the likeliest first.
    pub(super) fn candidates(geometry: Geometry) -> &'static [Symbols] {
        match geometry.size() {
            16 => &[Symbols::FromOne, Symbols::FromZero],
            25 => &[Symbols::Letters, Symbols::FromOne],
            _ => &[Symbols::FromOne],
        }
    }

    /// The alphabet in which these digits are best written: this one, unless a reader would take their signs for
    /// others.
    pub(crate) fn unmistakable(self, geometry: Geometry, cells: &[u8]) -> Symbols {
        let candidates = Symbols::candidates(geometry);
        let reads = |symbols: &&Symbols| {
            cells.iter().all(|&digit| symbols.digit(geometry, self.symbol(digit)).is_some())
        };
        // A reader takes the first that has all signs, and the first of all has them for every digit.
        if self == candidates[0] || candidates.iter().find(reads) == Some(&self) {
            self
        } else {
            candidates[0]
        }
    }

    /// The signs that may stand in a grid of this geometry, for messages.
    pub(super) fn described(geometry: Geometry) -> &'static str {
        match geometry.size() {
            4 => "1-4, or . 0 * _ x - for a blank",
            6 => "1-6, or . 0 * _ x - for a blank",
            9 => "1-9, or . 0 * _ x - for a blank",
            12 => "1-9 and A-C, or . 0 * _ x - for a blank",
            16 => "1-9 and A-G, or 0-9 and A-F, with . * _ x - for a blank",
            _ => "A-Y, or 1-9 and A-P, with . * _ - for a blank",
        }
    }
}

/// Whether a character may be a cell of some grid: a digit, a letter or a sign for a blank.
pub fn is_cell(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, 'A'..='Y' | 'a'..='y') || BLANKS.contains(character)
}
