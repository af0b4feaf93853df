//! What is known about a puzzle after an engine has searched it.

use std::fmt;
use std::str::FromStr;

use crate::cover::{Ended, Outcome};
use crate::sudoku::{Geometry, clash};

/// What is known about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Status {
    /// Exactly one solution.
    Unique,
    /// Two solutions or more.
    Multiple,
    /// No solution, though the givens do not clash.
    None,
    /// Two equal givens share a row, a column or a box.
    Invalid,
    /// A solution was found, and the limit did not allow a search for a second one.
    Solved,
    /// A limit ended the search before the answer was known.
    Stopped,
    /// Not a puzzle at all.
    Malformed,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 7] = [
        Status::Unique,
        Status::Multiple,
        Status::None,
        Status::Invalid,
        Status::Solved,
        Status::Stopped,
        Status::Malformed,
    ];

    /// What the outcome of a search says about the puzzle with these givens.
    pub fn of(outcome: &Outcome, givens: &[u8]) -> Status {
        match (outcome.solutions, outcome.ended) {
            (2.., _) => Status::Multiple,
            (1, Ended::SolutionLimit) => Status::Solved,
            (1, ended) if ended.is_complete() => Status::Unique,
            (0, ended) if ended.is_complete() => {
                let geometry = Geometry::from_cell_count(givens.len());
                let has_clash = geometry.is_some_and(|geometry| clash(geometry, givens).is_some());
                if has_clash { Status::Invalid } else { Status::None }
            }
            _ => Status::Stopped,
        }
    }

    /// Its name in reports and files.
    pub fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Solved => "solved",
            Status::Stopped => "stopped",
            Status::Malformed => "malformed",
        }
    }

    /// What it means, in one line.
    pub fn description(self) -> &'static str {
        match self {
            Status::Unique => "exactly one solution",
            Status::Multiple => "two solutions or more",
            Status::None => "no solution, though the givens do not clash",
            Status::Invalid => "two equal givens share a row, a column or a box",
            Status::Solved => "a solution was found; a second one was not looked for",
            Status::Stopped => "a limit ended the search before the answer was known",
            Status::Malformed => "not a puzzle",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A name that no status has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown status {0:?}: expected one of {list}", list = Status::ALL.map(Status::name).join(", "))]
pub struct UnknownStatus(pub String);

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(name: &str) -> Result<Status, UnknownStatus> {
        let found = Status::ALL.into_iter().find(|status| status.name() == name);
        found.ok_or_else(|| UnknownStatus(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Counters;

    #[test]
    fn an_outcome_says_no_more_than_the_search_found_out() {
        let (blank, clashing) = ([0; 81], [1; 81]);
        let status = |solutions, ended, givens: &[u8]| {
            Status::of(&Outcome { solutions, ended, counters: Counters::default() }, givens)
        };
        assert_eq!(status(2, Ended::SolutionLimit, &blank), Status::Multiple);
        assert_eq!(status(3, Ended::NodeLimit, &blank), Status::Multiple);
        assert_eq!(status(1, Ended::Complete, &blank), Status::Unique);
        assert_eq!(status(1, Ended::SolutionLimit, &blank), Status::Solved);
        assert_eq!(status(1, Ended::NodeLimit, &blank), Status::Stopped);
        assert_eq!(status(0, Ended::Complete, &blank), Status::None);
        assert_eq!(status(0, Ended::Complete, &clashing), Status::Invalid);
        assert_eq!(status(0, Ended::SolutionLimit, &clashing), Status::Stopped);
        assert_eq!(status(0, Ended::Interrupted, &blank), Status::Stopped);
    }

    #[test]
    fn names_are_read_back() {
        for status in Status::ALL {
            assert_eq!(status.to_string().parse(), Ok(status));
        }
        let error = "solvable".parse::<Status>().unwrap_err().to_string();
        assert!(
            error.starts_with("unknown status \"solvable\": expected one of unique, multiple"),
            "{error}"
        );
    }
}
