//! Classes by a number: ranges of ratings, of clues, of guesses.
//!
//! What a person expects of "at most 12 classes" is ranges of one width with round bounds, so the width is the smallest of
//! 0.1, 0.2, 0.5, 1, 2, 5, 10, … that leaves no more ranges with puzzles in them than are wanted. The numbers must be known for
//! that: [`Values`] collects them, to three digits, so that its memory has a bound. Where an input can be read only
//! once, or the number is known only after solving, the ranges are [fixed](Bins::fixed), and the last one is open.
//! (Ranges with equally many puzzles were the alternative: their bounds are odd, and no two corpora share them.)
//!
//! Numbers are kept in tenths, as far as ratings are given.

use std::collections::BTreeSet;

use super::class_by::ClassBy;

/// Where the fixed ranges of guesses begin.
const GUESSES: [u64; 6] = [0, 1, 3, 10, 100, 1000];
/// There are never more ranges than this.
const MOST: usize = 100;
/// The digits of a number that [`Values`] keeps.
const DIGITS: u32 = 3;

/// Ranges of a number, from low to high, and their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bins {
    /// Where each begins, in tenths.
    starts: Vec<u64>,
    names: Vec<String>,
}

impl Bins {
    /// More classes than this are hard to compare.
    pub const USUAL: usize = 12;

    /// The fixed ranges for classes by rating or clues, where a source is read only once; `None` for other classes.
    pub fn usual(by: ClassBy) -> Option<Bins> {
        matches!(by, ClassBy::Rating | ClassBy::Clues).then(|| Bins::fixed(by, Bins::USUAL))
    }

    /// Ranges that are the same for any input, and not more than this: ratings one by one, clues two by two, guesses by
    /// magnitude. The last one is open.
    pub fn fixed(by: ClassBy, most: usize) -> Bins {
        let from = |first: u64, width: u64| (0..).map(move |number| first + number * width);
        let most = most.clamp(1, MOST);
        let mut starts: Vec<u64> = vec![0];
        match by {
            // One is left for puzzles without a rating.
            ClassBy::Rating => starts.extend(from(10, 10).take(most.saturating_sub(2))),
            ClassBy::Guesses => starts.extend(GUESSES[1..].iter().map(|guesses| guesses * 10).take(most - 1)),
            _ => starts.extend(from(180, 20).take(most - 1)),
        }
        let step = if by == ClassBy::Rating { 1 } else { 10 };
        let ends = starts[1..].iter().copied().map(Some).chain([None]);
        let names = starts.iter().zip(ends).map(|(&start, end)| name(by, start, end, step)).collect();
        Bins { starts, names }
    }

    /// The class of a number where each whole number is a class.
    pub(super) fn whole(by: ClassBy, value: f64) -> String {
        let start = tenths(value) / 10 * 10;
        name(by, start, Some(start + 10), 10)
    }

    /// The index of the range that a number belongs to.
    pub fn index_of(&self, value: f64) -> usize {
        let tenths = tenths(value);
        self.starts.partition_point(|&start| start <= tenths).saturating_sub(1)
    }

    /// The name of that range.
    pub(super) fn name_of(&self, value: f64) -> &str {
        &self.names[self.index_of(value)]
    }

    /// The names of all ranges.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The class of a puzzle by the guesses that it took, among the fixed ones.
pub fn class_of_guesses(guesses: u64) -> u16 {
    GUESSES.iter().rposition(|&least| least <= guesses).unwrap_or(0) as u16
}

/// The numbers that occur in an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// In tenths, and of larger numbers the first three digits.
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

    /// Ranges of one width for these numbers: not more than this, one for those without a number included.
    pub fn bins(&self, by: ClassBy, most: usize) -> Bins {
        let Some(&largest) = self.tenths.last() else { return Bins::fixed(by, most) };
        let most = most.saturating_sub(usize::from(self.has_missing)).max(1);
        let step = if self.has_fractions { 1 } else { 10 };
        // A range must not begin within what was taken for one number.
        let least = step.max(grain(largest));
        let starts = |width: u64| {
            let mut starts: Vec<u64> = self.tenths.iter().map(|tenths| tenths / width * width).collect();
            starts.dedup();
            starts
        };
        let powers = std::iter::successors(Some(least), |power| power.checked_mul(10));
        let widths = powers.flat_map(|power| [power, power * 2, power * 5]);
        let found = widths.map(|width| (width, starts(width))).find(|(_, starts)| starts.len() <= most);
        let (width, starts) = found.expect("all numbers are within the last width");
        let names = starts.iter().map(|&start| name(by, start, Some(start + width), step)).collect();
        Bins { starts, names }
    }
}

fn tenths(value: f64) -> u64 {
    // What was written with one decimal is not always a tenth as a float.
    (value * 10.0 + 1e-6) as u64
}

/// How far apart the numbers are that are told apart at this size: a power of ten.
fn grain(tenths: u64) -> u64 {
    let digits = tenths.checked_ilog10().map_or(1, |log| log + 1);
    10_u64.pow(digits.saturating_sub(DIGITS))
}

/// The name of a range; `step` is what lies between two numbers, a tenth or one.
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
