//! Is an answer right? Every answer from outside is judged, outside the timed span.

use std::ops::ControlFlow;

use super::answer::Answer;
use super::reply::Reply;
use crate::counts::counted;
use crate::engine::kind::EngineKind;
use crate::engine::limits::Limits;
use crate::engine::solver::Engine;
use crate::engine::status::Status;
use crate::sudoku::{Geometry, Grid, PerSize, Symbols, clash};

/// After this many nodes the referee does not know how many solutions a puzzle has, and believes what it is told. Of
/// millions of 9×9 puzzles none has taken a tenth of this; larger sizes may.
const MOST_NODES: u64 = 100_000;

/// Judges answers with the fastest built-in engine of each size.
#[derive(Default)]
pub struct Referee {
    engines: PerSize<Box<dyn Engine>>,
}

/// What is true about a puzzle, as far as it was searched.
struct Truth {
    solutions: u64,
    is_complete: bool,
    /// A solution, if there is one.
    example: Vec<u8>,
}

impl Referee {
    /// Reads the line that a program answered, and judges it.
    pub fn judge_line(&mut self, geometry: Geometry, givens: &[u8], line: &str, limit: u64) -> Reply {
        match Answer::parse(line, geometry) {
            Ok(answer) => self.judge(geometry, givens, &answer, line, limit),
            Err(error) => Reply::faulty(Status::Failed, line, format!("is not an answer: {error}")),
        }
    }

    /// Judges an answer, which stood on this line. `limit` is the number of solutions at which it was allowed to stop.
    pub(super) fn judge(
        &mut self,
        geometry: Geometry,
        givens: &[u8],
        answer: &Answer,
        line: &str,
        limit: u64,
    ) -> Reply {
        match self.status(geometry, givens, answer, limit) {
            Ok(status) => Reply {
                status,
                solution: answer.solution.clone(),
                solutions: answer.solutions.unwrap_or(u64::from(!answer.solution.is_empty())),
                guesses: answer.guesses.unwrap_or(0),
                times_ns: Vec::new(),
                claimed_ns: answer.claimed_ns,
                fault: None,
            },
            Err(reason) => Reply::faulty(Status::Wrong, line, reason),
        }
    }

    /// What an answer says about a puzzle, or what is wrong with it, in words.
    fn status(
        &mut self,
        geometry: Geometry,
        givens: &[u8],
        answer: &Answer,
        limit: u64,
    ) -> Result<Status, String> {
        let count = answer.solutions.unwrap_or(u64::from(!answer.solution.is_empty()));
        if count == 0 {
            return match self.truth(geometry, givens, 1) {
                Truth { solutions: 0, .. } if clash(geometry, givens).is_some() => Ok(Status::Invalid),
                Truth { solutions: 0, .. } => Ok(Status::None),
                Truth { example, .. } => {
                    let example = Grid::new(geometry, Symbols::usual(geometry), &example).to_line();
                    Err(format!("says that there is no solution; this is one: {example}"))
                }
            };
        }
        if !answer.solution.is_empty()
            && let Some(fault) = broken_rule(geometry, givens, &answer.solution)
        {
            return Err(fault);
        }
        // Whoever stops at the first solution says nothing about others, whatever it counts.
        let counted_all = answer.solutions.is_some() && limit > 1;
        if !counted_all && !answer.solution.is_empty() {
            return Ok(Status::Solved);
        }
        let truth = self.truth(geometry, givens, limit.max(2));
        let is_too_many = truth.is_complete && count > truth.solutions;
        let is_too_few = counted_all && count == 1 && truth.solutions > 1;
        if is_too_many || is_too_few {
            let more = if truth.is_complete { "" } else { "at least " };
            let [count, solutions] = [count, truth.solutions].map(|n| counted(n, "solution"));
            return Err(format!("counts {count}; the puzzle has {more}{solutions}"));
        }
        Ok(match count {
            _ if !counted_all => Status::Solved,
            1 => Status::Unique,
            _ => Status::Multiple,
        })
    }

    fn truth(&mut self, geometry: Geometry, givens: &[u8], limit: u64) -> Truth {
        let kind = EngineKind::fastest_for(geometry);
        let make = || kind.build(geometry).expect("the fastest engine of a size supports it");
        let limits = Limits { nodes: MOST_NODES, ..Limits::solutions(limit) };
        let mut example = Vec::new();
        let outcome = self.engines.of(geometry, make).solve(givens, &limits, &mut |cells| {
            if example.is_empty() {
                example.extend_from_slice(cells);
            }
            ControlFlow::Continue(())
        });
        Truth { solutions: outcome.solutions, is_complete: outcome.ended.is_complete(), example }
    }
}

/// The first rule that a grid breaks as the solution of a puzzle, in words.
fn broken_rule(geometry: Geometry, givens: &[u8], solution: &[u8]) -> Option<String> {
    let name = |cell| geometry.cell_name(cell);
    let symbol = |digit| Symbols::usual(geometry).symbol(digit);
    let differs = |&cell: &usize| givens[cell] != 0 && givens[cell] != solution[cell];
    if let Some(cell) = solution.iter().position(|&digit| digit == 0) {
        return Some(format!("{} is blank", name(cell)));
    }
    if let Some(cell) = (0..givens.len()).find(differs) {
        let [given, found] = [givens, solution].map(|cells| symbol(cells[cell]));
        return Some(format!("{} is {found}; the puzzle gives {given}", name(cell)));
    }
    let clash = clash(geometry, solution)?;
    let digit = symbol(solution[clash.first]);
    Some(format!("{} has {digit} twice, at {} and {}", clash.unit, name(clash.first), name(clash.second)))
}

impl std::fmt::Debug for Referee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Referee").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1..2......34....";
    const SOLUTION: &str = "1342421321343421";

    fn judged(puzzle: &str, line: &str, limit: u64) -> Result<Status, String> {
        let puzzle: Grid = puzzle.parse().unwrap();
        let answer = Answer::parse(line, puzzle.geometry()).unwrap();
        Referee::default().status(puzzle.geometry(), puzzle.cells(), &answer, limit)
    }

    #[test]
    fn right_answers_have_a_status() {
        assert_eq!(judged(PUZZLE, SOLUTION, 2), Ok(Status::Solved));
        assert_eq!(judged(PUZZLE, &format!("{SOLUTION} solutions=1"), 2), Ok(Status::Unique));
        // With a limit of one solution, a count of one proves nothing.
        assert_eq!(judged(PUZZLE, &format!("{SOLUTION} solutions=1"), 1), Ok(Status::Solved));
        assert_eq!(judged("1...............", &format!("{SOLUTION} solutions=2"), 2), Ok(Status::Multiple));
        assert_eq!(judged("123........4....", "none", 2), Ok(Status::None));
        assert_eq!(judged("11..............", "none", 2), Ok(Status::Invalid));
    }

    #[test]
    fn wrong_answers_are_refuted_in_words() {
        let wrong = |puzzle, line: &str| judged(puzzle, line, 2).unwrap_err();
        assert_eq!(wrong(PUZZLE, "3142421321343421"), "r1c1 is 3; the puzzle gives 1");
        assert_eq!(wrong(PUZZLE, "1342421321343.21"), "r4c2 is blank");
        assert_eq!(wrong("1...............", "1342421321343412"), "column 3 has 1 twice, at r2c3 and r4c3");
        assert!(wrong(PUZZLE, "none").contains(SOLUTION));
        assert!(
            wrong(PUZZLE, &format!("{SOLUTION} solutions=2"))
                .contains("counts 2 solutions; the puzzle has 1")
        );
        let loose = format!("{SOLUTION} solutions=1");
        assert_eq!(
            wrong("1...............", &loose),
            "counts 1 solution; the puzzle has at least 2 solutions"
        );
        // There is no solution, and yet one was given.
        assert!(wrong("123........4....", SOLUTION).contains("the puzzle gives"));
    }
}
