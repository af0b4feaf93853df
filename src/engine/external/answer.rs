//! The line in which a program answers.
//!
//! ```text
//! 462831957795426183381795426173984265659312748248567319926178534834259671517643892 solutions=1 guesses=3
//! none
//! ```
//!
//! The first field is the solution: its cells, or `none`, `0` or nothing if there is none. More fields may follow,
//! separated by blanks, tabs or commas.

use thiserror::Error;

use crate::counts::counted;
use crate::sudoku::{Geometry, Grid};

/// What a solver says about a puzzle. Nothing of it has been verified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The cells of the solution, 0 where one is blank; empty if the solver says that there is none.
    pub solution: Vec<u8>,
    /// How many solutions it counted; `None` if it looks for one only.
    pub solutions: Option<u64>,
    /// How long it says that it took, in nanoseconds.
    pub claimed_ns: Option<u64>,
    /// How many guesses it says that it took.
    pub guesses: Option<u64>,
}

/// Why a line is not an answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The first field is not a grid.
    #[error("expected the {expected} cells of a solution, or none; found {found}")]
    Grid {
        /// What was found, in words.
        found: String,
        /// The number of cells of the puzzle.
        expected: usize,
    },
    /// The first field is a grid of another size.
    #[error("a {found} grid; expected one of {expected}, or none")]
    Size {
        /// What was found.
        found: Geometry,
        /// What the puzzle is.
        expected: Geometry,
    },
    /// A further field that has no meaning.
    #[error("{0:?} is not a field of an answer; expected solutions=N, ns=N or guesses=N")]
    Field(String),
    /// The fields contradict each other.
    #[error("solutions={count}, but {given}")]
    Contradiction {
        /// The number of solutions.
        count: u64,
        /// What else the line says.
        given: &'static str,
    },
}

impl Answer {
    /// Reads the answer to a puzzle of this size.
    pub fn parse(line: &str, geometry: Geometry) -> Result<Answer, AnswerError> {
        let mut fields = line.split([' ', '\t', ',']).filter(|field| !field.is_empty()).peekable();
        let mut answer = Answer::default();
        if let Some(first) = fields.next_if(|field| !field.contains('=')) {
            answer.solution = cells(first, geometry)?;
        }
        for field in fields {
            let unknown = || AnswerError::Field(field.chars().take(40).collect());
            let (name, number) = field.split_once('=').ok_or_else(unknown)?;
            let place = match name {
                "solutions" => &mut answer.solutions,
                "ns" => &mut answer.claimed_ns,
                "guesses" => &mut answer.guesses,
                _ => return Err(unknown()),
            };
            *place = Some(number.parse().map_err(|_| unknown())?);
        }
        match (answer.solutions, answer.solution.is_empty()) {
            (Some(count @ 1..), true) => {
                Err(AnswerError::Contradiction { count, given: "there is no solution on the line" })
            }
            (Some(0), false) => {
                Err(AnswerError::Contradiction { count: 0, given: "there is a solution on the line" })
            }
            _ => Ok(answer),
        }
    }
}

/// The cells of a solution; none where the word says that there is none.
fn cells(word: &str, geometry: Geometry) -> Result<Vec<u8>, AnswerError> {
    if matches!(word, "none" | "0") {
        return Ok(Vec::new());
    }
    let expected = geometry.cell_count();
    let grid = Grid::from_line(word, 1).map_err(|error| {
        let found = match word.chars().count() {
            count if count == expected => format!("{} in column {}", error.kind, error.column),
            count => counted(count as u64, "character"),
        };
        AnswerError::Grid { found, expected }
    })?;
    match grid.geometry() {
        found if found == geometry => Ok(grid.cells().to_vec()),
        found => Err(AnswerError::Size { found, expected: geometry }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Answer {
        Answer::parse(line, Geometry::ALL[0]).unwrap()
    }

    #[test]
    fn an_answer_is_a_solution_and_fields() {
        let solution = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let plain = Answer { solution, ..Answer::default() };
        assert_eq!(read("1234341221434321"), plain);
        assert_eq!(read(" 1234341221434321\t"), plain);
        let full = Answer { solutions: Some(1), claimed_ns: Some(250), guesses: Some(3), ..plain };
        assert_eq!(read("1234341221434321 solutions=1 ns=250 guesses=3"), full);
        assert_eq!(read("1234341221434321,guesses=3,ns=250\tsolutions=1"), full);
    }

    #[test]
    fn there_are_several_ways_to_say_none() {
        for line in ["none", "0", "", "  "] {
            assert_eq!(read(line), Answer::default(), "{line:?}");
        }
        let counted = Answer { solutions: Some(0), ..Answer::default() };
        for line in ["none solutions=0", "0,solutions=0", "solutions=0"] {
            assert_eq!(read(line), counted, "{line:?}");
        }
    }

    #[test]
    fn anything_else_is_an_error_that_says_what_would_be_right() {
        let error = |line: &str| Answer::parse(line, Geometry::ALL[0]).unwrap_err().to_string();
        assert!(error("Solved in 3 ms").contains("expected the 16 cells"), "{}", error("Solved in 3 ms"));
        assert!(error("123434122143432").contains("found 15 characters"), "{}", error("123434122143432"));
        let nine = "1".repeat(81);
        assert!(error(&nine).contains("9×9"), "{}", error(&nine));
        assert!(error("1234341221434321 steps=4").contains("steps=4"));
        assert!(error("1234341221434321 guesses=-1").contains("guesses=-1"));
        assert!(error("1234341221434321 1234341221434321").contains("not a field"));
        assert!(error("none solutions=2").contains("solutions=2"));
        assert!(error("1234341221434321 solutions=0").contains("solutions=0"));
    }
}
