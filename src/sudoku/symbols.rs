//! The alphabets of grids: `1-9`, and letters for more than nine digits.

use super::geometry::Geometry;

/// The characters for blank cells. So are `0` up to 12×12, and `x` and `X` except in 25×25, where X is a digit.
const BLANKS: &str = ".*_-";

/// The alphabet for the digits of a grid.
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
    /// Returns the character for a digit; 0 is a blank cell.
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

    /// Returns the digit for a character in a grid of this geometry, 0 for a blank; `None` if the character is invalid
    /// there.
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

    /// Returns whether a character is valid in some grid of this geometry.
    pub(crate) fn has(geometry: Geometry, character: char) -> bool {
        Symbols::candidates(geometry).iter().any(|symbols| symbols.digit(geometry, character).is_some())
    }

    /// Returns the usual alphabet of grids of this geometry.
    pub fn usual(geometry: Geometry) -> Symbols {
        Symbols::candidates(geometry)[0]
    }

    /// Returns the alphabets of a geometry, most likely first.
    pub(super) fn candidates(geometry: Geometry) -> &'static [Symbols] {
        match geometry.size() {
            16 => &[Symbols::FromOne, Symbols::FromZero],
            25 => &[Symbols::Letters, Symbols::FromOne],
            _ => &[Symbols::FromOne],
        }
    }

    /// Returns the alphabet in which to write these digits: this one, unless a reader would interpret the characters in
    /// another alphabet.
    pub(crate) fn unmistakable(self, geometry: Geometry, cells: &[u8]) -> Symbols {
        let candidates = Symbols::candidates(geometry);
        let reads = |symbols: &&Symbols| {
            cells.iter().all(|&digit| symbols.digit(geometry, self.symbol(digit)).is_some())
        };
        // A reader takes the first alphabet that contains all characters, and the first candidate is always
        // unambiguous.
        if self == candidates[0] || candidates.iter().find(reads) == Some(&self) {
            self
        } else {
            candidates[0]
        }
    }

    /// Lists the valid characters in a grid of this geometry, for messages.
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

/// Returns whether a character may be a cell of some grid: a digit, a letter or a blank.
pub fn is_cell(character: char) -> bool {
    character.is_ascii_digit() || matches!(character, 'A'..='Y' | 'a'..='y') || BLANKS.contains(character)
}
