//! What is known about a line of a corpus.

use dlxbench::check::Checker;
use dlxbench::corpus::{BadLine, Puzzle};
use dlxbench::engine::Status;
use dlxbench::logic::{Effort, EffortRule, Grade, Logician};
use dlxbench::report::visible;
use dlxbench::sudoku::PerSize;
use serde::Serialize;

use crate::cli::input::wrong_size;

/// A line of a corpus, rated.
#[derive(Default, Serialize)]
pub(super) struct RatingRow<'r> {
    pub(super) file: &'r str,
    line: u64,
    puzzle: String,
    pub(super) status: &'static str,
    pub(super) clues: Option<usize>,
    class: Option<&'static str>,
    rating: Option<f64>,
    hardest: Option<&'static str>,
    pub(super) guesses: Option<f64>,
    candidates_left: Option<u32>,
    label: String,
    /// What is wrong with the line, if more than its status says.
    pub(super) reason: Option<String>,
    #[serde(skip)]
    pub(super) grade: Option<Grade>,
}

pub(super) struct Raters<'a> {
    pub(super) checker: Checker<'a>,
    pub(super) effort: EffortRule,
    pub(super) of_size: PerSize<(Logician, Option<Effort>)>,
}

/// Above the lines for people.
pub(super) const HEADING: &str = "   line  class      rating  hardest step        guesses  clues  puzzle\n";

impl RatingRow<'_> {
    /// Rates a line; fails if the engine does not solve puzzles of this size.
    pub(super) fn of(
        line: Result<Puzzle<'_>, &BadLine>,
        raters: &mut Raters<'_>,
    ) -> Result<RatingRow<'static>, String> {
        let puzzle = match line {
            Ok(puzzle) => puzzle,
            Err(bad_line) => {
                return Ok(RatingRow {
                    line: bad_line.line,
                    puzzle: bad_line.text.clone(),
                    status: Status::Malformed.name(),
                    reason: Some(bad_line.reason.to_string()),
                    ..RatingRow::default()
                });
            }
        };
        let (line, geometry, cells, rule) = (puzzle.line, puzzle.geometry, puzzle.cells, raters.effort);
        let make = || (Logician::new(geometry), Effort::new(geometry, rule));
        let (logician, Some(effort)) = raters.of_size.of(geometry, make) else {
            let reason = wrong_size(rule.engine.expect("one was asked for"), geometry);
            return Err(format!("line {line}: {reason}"));
        };
        let checked = raters.checker.check(geometry, cells).expect("there is an engine for every size");
        let is_unique = checked.status == Status::Unique;
        let grade = if is_unique { logician.grade(cells) } else { None };
        let is_wrong = is_unique && puzzle.wrong_solution(checked.only_solution()).is_some();
        let entry = puzzle.to_entry().with_solution_apart();
        Ok(RatingRow {
            file: "",
            line,
            puzzle: entry.puzzle.to_line(),
            status: checked.status.name(),
            clues: Some(entry.puzzle.clues()),
            class: grade.map(|grade| grade.difficulty.name()),
            rating: grade.map(|grade| grade.rating.value()),
            hardest: grade.as_ref().map(Grade::hardest_step),
            guesses: is_unique.then(|| effort.mean(cells)),
            candidates_left: grade.map(|grade| grade.candidates_left),
            label: entry.label,
            reason: is_wrong.then(|| "the solution in the file is wrong".to_owned()),
            grade,
        })
    }

    /// Whether something is wrong that a script wants to know.
    pub(super) fn is_finding(&self) -> bool {
        self.reason.is_some() || self.status != Status::Unique.name()
    }

    /// The rating for people; none of a line that is malformed.
    pub(super) fn as_line(&self) -> Option<String> {
        let RatingRow { line, puzzle, status, label, .. } = self;
        let reason = self.reason.as_deref().unwrap_or_default();
        let text = match (self.grade, self.clues) {
            (Some(grade), Some(clues)) => format!(
                "{line:>7}  {:<9} {:>7}  {:<18} {:>8.1}  {clues:>5}  {puzzle}  {label}  {reason}",
                grade.difficulty,
                grade.rating,
                self.hardest.unwrap_or("none"),
                self.guesses.unwrap_or(0.0),
            ),
            (_, Some(_)) => format!("{line:>7}  {status}  {puzzle}"),
            (_, None) => return None,
        };
        Some(format!("{}\n", visible(text.trim_end())))
    }
}
