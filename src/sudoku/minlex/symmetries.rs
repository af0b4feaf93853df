//! Symmetries of a puzzle that a search has come across, and what they spare it.
//!
//! Lines, bands, stacks and digits of the original are numbered together, so that whatever the search chooses is a
//! number, and a symmetry says to which other number it maps each.

use super::super::geometry::Geometry;

/// How many numbers there are.
pub(super) const NUMBERS: usize = DIGITS + Geometry::MAX_SIZE + 1;

/// The number of the first band; stacks follow. Rows and columns are in front of them.
const GROUPS: usize = 2 * Geometry::MAX_SIZE;

/// The number of the blank, which the digits follow.
const DIGITS: usize = GROUPS + 2 * super::columns::MAX_STACK;

/// The number of a row of the original (side 0) or a column (side 1).
pub(super) fn line_number(side: usize, line: usize) -> u8 {
    (side * Geometry::MAX_SIZE + line) as u8
}

/// The number of a band of the original (side 0) or a stack (side 1).
pub(super) fn group_number(side: usize, group: usize) -> u8 {
    (GROUPS + side * super::columns::MAX_STACK + group) as u8
}

/// The number of a digit.
pub(super) fn digit_number(digit: u8) -> u8 {
    DIGITS as u8 + digit
}

/// What each number is mapped to.
pub(super) type Symmetry = [u8; NUMBERS];

/// Whether symmetries that leave everything on the path as it is map one of the choices already tried to this one.
pub(super) fn is_image_of_one(symmetries: &[Symmetry], choice: u8, tried: &[u8], path: &[u8]) -> bool {
    if tried.is_empty() || symmetries.is_empty() {
        return false;
    }
    let keeps_path =
        |symmetry: &&Symmetry| path.iter().all(|&number| symmetry[usize::from(number)] == number);
    let symmetries: Vec<&Symmetry> = symmetries.iter().filter(keeps_path).collect();
    // All choices that the symmetries lead to from this one; their powers lead back.
    let mut reached = 1_u128 << choice;
    let mut open = vec![choice];
    while let Some(from) = open.pop() {
        for symmetry in &symmetries {
            let to = symmetry[usize::from(from)];
            if reached & 1 << to == 0 {
                reached |= 1 << to;
                open.push(to);
            }
        }
    }
    tried.iter().any(|&tried| reached & 1 << tried != 0)
}
