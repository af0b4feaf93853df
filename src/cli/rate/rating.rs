//! What is known about a line of a corpus, and its row in the output.

use dlxbench::corpus::{BadLine, Entry, Puzzle};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::logic::{EffortRule, Rated, Rater, Technique};
use dlxbench::report::visible;
use dlxbench::sudoku::PerSize;
use serde::Serialize;

/// How puzzles are rated.
#[derive(Clone, Copy)]
pub(super) struct RateRule {
    pub(super) effort: EffortRule,
    /// Nodes of a search after which it is given up.
    pub(super) nodes: u64,
}

/// A line of a corpus, rated.
pub(super) enum Rating {
    Rated { entry: Entry, rated: Rated, has_wrong_solution: bool },
    Malformed(BadLine),
}

/// A rating for programs.
#[derive(Default, Serialize)]
pub(super) struct RatingRow<'r> {
    file: &'r str,
    line: u64,
    puzzle: String,
    status: &'static str,
    clues: Option<usize>,
    class: Option<&'static str>,
    rating: Option<String>,
    hardest: Option<&'static str>,
    guesses: Option<f64>,
    candidates_left: Option<u32>,
    label: &'r str,
    reason: Option<String>,
}

/// Above the lines for people.
pub(super) const HEADING: &str = "   line  class      rating  hardest step        guesses  clues  puzzle\n";

const WRONG_SOLUTION: &str = "the solution in the file is wrong";

impl RateRule {
    /// Rates a line; fails if the engine does not solve puzzles of this size.
    pub(super) fn rate(
        self,
        raters: &mut PerSize<Option<Rater>>,
        line: Result<Puzzle<'_>, &BadLine>,
    ) -> Result<Rating, String> {
        let puzzle = match line {
            Ok(puzzle) => puzzle,
            Err(bad_line) => return Ok(Rating::Malformed(bad_line.clone())),
        };
        let (line, geometry) = (puzzle.line, puzzle.geometry);
        let rater = raters.of(geometry, || Rater::new(geometry, self.effort)).as_mut();
        let engine = self.effort.engine.map_or("", EngineKind::name);
        let rater =
            rater.ok_or_else(|| format!("line {line}: engine {engine} does not solve {geometry} puzzles"))?;
        let rated = rater.rate(puzzle.cells, self.nodes);
        // The only solution is the one that follows the rules and the givens; which cell is wrong is not known here.
        let has_wrong_solution = rated.status == Status::Unique && puzzle.wrong_solution(None).is_some();
        Ok(Rating::Rated { entry: puzzle.to_entry().with_solution_apart(), rated, has_wrong_solution })
    }
}

impl Rating {
    pub(super) fn status(&self) -> Status {
        match self {
            Rating::Rated { rated, .. } => rated.status,
            Rating::Malformed(_) => Status::Malformed,
        }
    }

    /// Whether something is wrong that a script wants to know.
    pub(super) fn is_finding(&self) -> bool {
        let has_wrong_solution = matches!(self, Rating::Rated { has_wrong_solution: true, .. });
        has_wrong_solution || self.status() != Status::Unique
    }

    /// The rating for programs.
    pub(super) fn row<'r>(&'r self, file: &'r str) -> RatingRow<'r> {
        let empty = RatingRow { file, status: self.status().name(), ..RatingRow::default() };
        match self {
            Rating::Malformed(bad_line) => RatingRow {
                line: bad_line.line,
                puzzle: bad_line.text.clone(),
                reason: Some(bad_line.reason.to_string()),
                ..empty
            },
            Rating::Rated { entry, rated, has_wrong_solution } => RatingRow {
                line: entry.line,
                puzzle: entry.puzzle.to_line(),
                clues: Some(entry.puzzle.clues()),
                class: rated.grade.map(|grade| grade.difficulty.name()),
                rating: rated.grade.map(|grade| grade.rating.to_string()),
                hardest: rated.grade.and_then(|grade| grade.hardest).map(Technique::name),
                guesses: rated.guesses,
                candidates_left: rated.grade.map(|grade| grade.candidates_left),
                label: &entry.label,
                reason: has_wrong_solution.then(|| WRONG_SOLUTION.to_owned()),
                ..empty
            },
        }
    }

    /// The rating for people.
    pub(super) fn as_line(&self) -> String {
        let text = match self {
            Rating::Malformed(BadLine { line, text, reason, .. }) => {
                format!("{line:>7}  malformed: {reason}  {text}")
            }
            Rating::Rated { entry: Entry { line, puzzle, label, .. }, rated, has_wrong_solution } => {
                let puzzle_line = puzzle.to_line();
                let reason = if *has_wrong_solution { WRONG_SOLUTION } else { "" };
                match rated.grade {
                    None => format!("{line:>7}  {}  {puzzle_line}", rated.status.name()),
                    Some(grade) => format!(
                        "{line:>7}  {:<9} {:>7}  {:<18} {:>8.1}  {:>5}  {puzzle_line}  {label}  {reason}",
                        grade.difficulty,
                        grade.rating.to_string(),
                        grade.hardest.map_or("none", Technique::name),
                        rated.guesses.unwrap_or(0.0),
                        puzzle.clues(),
                    ),
                }
            }
        };
        format!("{}\n", visible(text.trim_end()))
    }
}
