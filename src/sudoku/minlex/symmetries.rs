//! The symmetries of a puzzle that a search has found, and the choices they make redundant.
//!
//! Lines, bands, stacks and digits of the original share one numbering, so that every choice of the search is a number,
//! and a symmetry is a map from numbers to numbers.

use super::super::geometry::Geometry;

/// The count of numbers.
pub(super) const NUMBERS: usize = DIGITS + Geometry::MAX_SIZE + 1;

/// The number of the first band. Rows and columns come before the bands, stacks after them.
const GROUPS: usize = 2 * Geometry::MAX_SIZE;

/// The number of the blank. The digits follow.
const DIGITS: usize = GROUPS + 2 * super::columns::MAX_STACK;

/// Returns the number of a row (side 0) or a column (side 1) of the original.
pub(super) fn line_number(side: usize, line: usize) -> u8 {
    (side * Geometry::MAX_SIZE + line) as u8
}

/// Returns the number of a band (side 0) or a stack (side 1) of the original.
pub(super) fn group_number(side: usize, group: usize) -> u8 {
    (GROUPS + side * super::columns::MAX_STACK + group) as u8
}

/// Returns the number of a digit.
pub(super) fn digit_number(digit: u8) -> u8 {
    DIGITS as u8 + digit
}

/// The image of each number.
pub(super) type Symmetry = [u8; NUMBERS];

/// Returns whether symmetries that preserve everything on the path map one of the choices already tried to this one.
pub(super) fn is_image_of_one(symmetries: &[Symmetry], choice: u8, tried: &[u8], path: &[u8]) -> bool {
    if tried.is_empty() || symmetries.is_empty() {
        return false;
    }
    let keeps_path =
        |symmetry: &&Symmetry| path.iter().all(|&number| symmetry[usize::from(number)] == number);
    let symmetries: Vec<&Symmetry> = symmetries.iter().filter(keeps_path).collect();
    // All choices that the symmetries reach from this one. Powers of the symmetries lead back.
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
