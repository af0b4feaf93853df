//! Classes that are ranges of a number: of ratings, clues or guesses.
//!
//! Users who ask for at most 12 classes expect ranges of equal width with round bounds, so the width is the smallest of
//! 0.1, 0.2, 0.5, 1, 2, 5, 10, … that gives no more non-empty ranges than requested. This requires the numbers in
//! advance: [`Values`] collects them, to three digits so that its memory is bounded. If an input can be read only once,
//! or the number is known only after solving, the ranges are [fixed](Bins::fixed) and the last one is open-ended. (The
//! alternative, ranges with equal numbers of puzzles, has odd bounds, which differ from corpus to corpus.)
//!
//! Numbers are kept in tenths, the precision of ratings.

use std::collections::BTreeSet;

use super::class_by::ClassBy;

/// The starts of the fixed ranges of guesses.
const GUESSES: [u64; 6] = [0, 1, 3, 10, 100, 1000];
/// The maximum number of fixed ranges.
const MOST: usize = 100;
/// The number of digits that [`Values`] keeps.
const DIGITS: u32 = 3;

/// Ranges of a number, from low to high, and their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bins {
    /// The start of each range, in tenths.
    starts: Vec<u64>,
    names: Vec<String>,
}

impl Bins {
    /// The usual number of classes; more are hard to compare.
    pub const USUAL: usize = 12;

    /// Returns the fixed ranges for classes by rating or clues, for sources that can be read only once; `None` for
    /// other classes.
    pub fn usual(by: ClassBy) -> Option<Bins> {
        matches!(by, ClassBy::Rating | ClassBy::Clues).then(|| Bins::fixed(by, Bins::USUAL))
    }

    /// Returns at most `most` ranges that are the same for any input: ratings in steps of one, clues in steps of two,
    /// guesses by magnitude. The last one is open-ended.
    pub fn fixed(by: ClassBy, most: usize) -> Bins {
        let from = |first: u64, width: u64| (0..).map(move |number| first + number * width);
        let most = most.clamp(1, MOST);
        let mut starts: Vec<u64> = vec![0];
        match by {
            // One class is reserved for puzzles without a rating.
            ClassBy::Rating => starts.extend(from(10, 10).take(most.saturating_sub(2))),
            ClassBy::Guesses => starts.extend(GUESSES[1..].iter().map(|guesses| guesses * 10).take(most - 1)),
            _ => starts.extend(from(180, 20).take(most - 1)),
        }
        let step = if by == ClassBy::Rating { 1 } else { 10 };
        let ends = starts[1..].iter().copied().map(Some).chain([None]);
        let names = starts.iter().zip(ends).map(|(&start, end)| name(by, start, end, step)).collect();
        Bins { starts, names }
    }

    /// Returns the class of a number if each whole number is a class of its own.
    pub(super) fn whole(by: ClassBy, value: f64) -> String {
        let start = tenths(value) / 10 * 10;
        name(by, start, Some(start + 10), 10)
    }

    /// Returns the index of the range that a number belongs to.
    pub fn index_of(&self, value: f64) -> usize {
        let tenths = tenths(value);
        self.starts.partition_point(|&start| start <= tenths).saturating_sub(1)
    }

    /// Returns the name of the range that a number belongs to.
    pub(super) fn name_of(&self, value: f64) -> &str {
        &self.names[self.index_of(value)]
    }

    /// Returns the names of all ranges.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// Returns the index of the fixed range that a number of guesses belongs to.
pub fn class_of_guesses(guesses: u64) -> u16 {
    GUESSES.iter().rposition(|&least| least <= guesses).unwrap_or(0) as u16
}

/// The numbers that occur in an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// In tenths; of larger numbers, only the first three digits are kept.
    tenths: BTreeSet<u64>,
    has_fractions: bool,
    /// Whether there are puzzles without a number.
    has_missing: bool,
}

impl Values {
    /// Adds the number of a puzzle.
    pub fn add(&mut self, value: Option<f64>) {
        let Some(value) = value else {
            self.has_missing = true;
            return;
        };
        let tenths = tenths(value);
        self.has_fractions |= !tenths.is_multiple_of(10);
        self.tenths.insert(tenths / grain(tenths) * grain(tenths));
    }

    /// Adds the numbers of other puzzles.
    pub fn merge(&mut self, other: Values) {
        self.tenths.extend(other.tenths);
        self.has_fractions |= other.has_fractions;
        self.has_missing |= other.has_missing;
    }

    /// Returns at most `most` ranges of equal width for these numbers, counting one for puzzles without a number.
    pub fn bins(&self, by: ClassBy, most: usize) -> Bins {
        let Some(&largest) = self.tenths.last() else { return Bins::fixed(by, most) };
        let most = most.saturating_sub(usize::from(self.has_missing)).max(1);
        let step = if self.has_fractions { 1 } else { 10 };
        // A range must not start between numbers that are kept as one.
        let least = step.max(grain(largest));
        let starts = |width: u64| {
            let mut starts: Vec<u64> = self.tenths.iter().map(|tenths| tenths / width * width).collect();
            starts.dedup();
            starts
        };
        let powers = std::iter::successors(Some(least), |power| power.checked_mul(10));
        let widths = powers.flat_map(|power| [power, power * 2, power * 5]);
        let found = widths.map(|width| (width, starts(width))).find(|(_, starts)| starts.len() <= most);
        let (width, starts) = found.expect("the largest width covers all numbers");
        let names = starts.iter().map(|&start| name(by, start, Some(start + width), step)).collect();
        Bins { starts, names }
    }
}

fn tenths(value: f64) -> u64 {
    // A number with one decimal is not always exact as a float.
    (value * 10.0 + 1e-6) as u64
}

/// Returns the precision to which numbers of this size are kept: a power of ten.
fn grain(tenths: u64) -> u64 {
    let digits = tenths.checked_ilog10().map_or(1, |log| log + 1);
    10_u64.pow(digits.saturating_sub(DIGITS))
}

/// Returns the name of a range. `step` is the distance of adjacent numbers in tenths: 1 or 10.
fn name(by: ClassBy, start: u64, end: Option<u64>, step: u64) -> String {
    let number = |tenths: u64| match step {
        1 => format!("{}.{}", tenths / 10, tenths % 10),
        _ => (tenths / 10).to_string(),
    };
    let range = match end {
        None => format!("{} or more", number(start)),
        Some(end) if start + step >= end => number(start),
        Some(end) => format!("{}-{}", number(start), number(end - step)),
    };
    match by {
        ClassBy::Rating => format!("rating {range}"),
        ClassBy::Guesses if start > 0 => range,
        ClassBy::Guesses => format!("{range} guesses"),
        _ if range == "1" => "1 clue".to_owned(),
        _ => format!("{range} clues"),
    }
}
