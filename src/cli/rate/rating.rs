//! What is known about a line of a corpus.

use dlxbench::corpus::{BadLine, Puzzle};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::logic::{EffortRule, Grade, Rater, Technique};
use dlxbench::report::visible;
use dlxbench::sudoku::PerSize;
use serde::Serialize;

/// A line of a corpus, rated.
#[derive(Default, Serialize)]
pub(super) struct RatingRow<'r> {
    pub(super) file: &'r str,
    line: u64,
    puzzle: String,
    pub(super) status: &'static str,
    pub(super) clues: Option<usize>,
    class: Option<&'static str>,
    rating: Option<String>,
    hardest: Option<&'static str>,
    pub(super) guesses: Option<f64>,
    candidates_left: Option<u32>,
    label: String,
    /// What is wrong with the line, if more than its status says.
    reason: Option<String>,
    #[serde(skip)]
    pub(super) grade: Option<Grade>,
}

/// Above the lines for people.
pub(super) const HEADING: &str = "   line  class      rating  hardest step        guesses  clues  puzzle\n";

impl RatingRow<'_> {
    /// Rates a line, with searches of at most so many nodes; fails if the engine does not solve puzzles of this size.
    pub(super) fn of(
        line: Result<Puzzle<'_>, &BadLine>,
        raters: &mut PerSize<Option<Rater>>,
        rule: EffortRule,
        nodes: u64,
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
        let (line, geometry) = (puzzle.line, puzzle.geometry);
        let rater = raters.of(geometry, || Rater::new(geometry, rule)).as_mut();
        let engine = rule.engine.map_or("", EngineKind::name);
        let rater =
            rater.ok_or_else(|| format!("line {line}: engine {engine} does not solve {geometry} puzzles"))?;
        let rated = rater.rate(puzzle.cells, nodes);
        // The only solution is the one that follows the rules and the givens; which cell is wrong is not known here.
        let is_wrong = rated.status == Status::Unique && puzzle.wrong_solution(None).is_some();
        let entry = puzzle.to_entry().with_solution_apart();
        Ok(RatingRow {
            file: "",
            line,
            puzzle: entry.puzzle.to_line(),
            status: rated.status.name(),
            clues: Some(entry.puzzle.clues()),
            class: rated.grade.map(|grade| grade.difficulty.name()),
            rating: rated.grade.map(|grade| grade.rating.to_string()),
            hardest: rated.grade.and_then(|grade| grade.hardest).map(Technique::name),
            guesses: rated.guesses,
            candidates_left: rated.grade.map(|grade| grade.candidates_left),
            label: entry.label,
            reason: is_wrong.then(|| "the solution in the file is wrong".to_owned()),
            grade: rated.grade,
        })
    }

    /// Whether something is wrong that a script wants to know.
    pub(super) fn is_finding(&self) -> bool {
        self.reason.is_some() || self.status != Status::Unique.name()
    }

    /// The rating for people.
    pub(super) fn as_line(&self) -> String {
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
            (_, None) => format!("{line:>7}  {status}: {reason}  {puzzle}"),
        };
        format!("{}\n", visible(text.trim_end()))
    }
}
