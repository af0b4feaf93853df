//! The rating of a line of a corpus.

use std::cmp::Ordering;

use dlxbench::check::Checker;
use dlxbench::corpus::{BadLine, Puzzle};
use dlxbench::engine::Status;
use dlxbench::logic::{Effort, EffortRule, Grade, Logician, Rating};
use dlxbench::report::{Role, Screen, Span, shortened};
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
    /// What is wrong with the line, beyond its status.
    pub(super) reason: Option<String>,
    #[serde(skip)]
    pub(super) grade: Option<Grade>,
    /// The status of a puzzle.
    #[serde(skip)]
    found: Option<Status>,
}

pub(super) struct Raters<'a> {
    pub(super) checker: Checker<'a>,
    pub(super) effort: EffortRule,
    pub(super) of_size: PerSize<(Logician, Option<Effort>)>,
}

/// The columns of a line before its puzzle, and those of a 9×9 puzzle with the gap before it.
const FIGURES: usize = 59;
const PUZZLE: usize = 83;

/// Adds the heading above the lines.
pub(super) fn heading(screen: &mut Screen) {
    let puzzle = if has_room(FIGURES + PUZZLE, screen) { "  puzzle" } else { "  label" };
    screen.heading(figures(["line", "class", "rating", "hardest step", "guesses", "clues"]) + puzzle);
}

/// Formats the columns of a line before its puzzle; with wider gaps they would not fit 60 columns.
fn figures([line, class, rating, step, guesses, clues]: [&str; 6]) -> String {
    format!("{line:>6}  {class:<9} {rating:>6}  {step:<17} {guesses:>8}  {clues:>5}")
}

/// The puzzle with the highest rating.
pub(super) struct Hardest {
    rating: Rating,
    words: String,
}

impl Hardest {
    /// Returns the hardest puzzle of a single rating; `None` if it has no grade.
    pub(super) fn of(row: &RatingRow<'_>) -> Option<Hardest> {
        let grade = row.grade?;
        let place = if row.file.is_empty() { "line ".to_owned() } else { format!("{}:", row.file) };
        let words = format!("{place}{}, {} {}", row.line, grade.difficulty, grade.rating);
        Some(Hardest { rating: grade.rating, words })
    }

    /// Compares by rating; of equal puzzles, the first one counts as harder.
    pub(super) fn compare(&self, other: &Hardest) -> Ordering {
        self.rating.value().total_cmp(&other.rating.value())
    }
}

/// Adds the note below the lines: the hardest puzzle, the scale of ratings, and how to see the puzzles if there was no room
/// for them.
pub(super) fn footnote(hardest: Option<&Hardest>, screen: &mut Screen) {
    screen.line("");
    if let Some(hardest) = hardest {
        screen.prose(2, [Role::Strong.of("hardest: "), hardest.words.as_str().into()]);
    }
    screen.hint(Rating::SCALE);
    if !has_room(FIGURES + PUZZLE, screen) {
        screen.hint("puzzles are shown on a wider terminal, and by --format csv");
    }
}

fn has_room(columns: usize, screen: &Screen) -> bool {
    screen.look().width.is_none_or(|width| columns <= width)
}

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
            let reason = wrong_size(&rule.engine.expect("one was asked for").into(), geometry);
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
            found: Some(checked.status),
        })
    }

    /// Returns whether something is wrong that a script needs to know.
    pub(super) fn is_finding(&self) -> bool {
        self.reason.is_some() || self.status != Status::Unique.name()
    }

    /// Adds the rating as people read it. Returns false for a malformed line, which has none.
    pub(super) fn add_to(&self, screen: &mut Screen) -> bool {
        let RatingRow { line, puzzle, status, label, .. } = self;
        let Some(clues) = self.clues else { return false };
        let mut spans = match self.grade {
            Some(grade) => {
                let (class, rating, step) = (grade.difficulty, grade.rating, grade.hardest_step());
                let guesses = format!("{:.1}", self.guesses.unwrap_or(0.0));
                let (line, rating, clues) = (line.to_string(), rating.to_string(), clues.to_string());
                vec![figures([&line, class.name(), &rating, step, &guesses, &clues]).into()]
            }
            None => {
                let role = self.found.map_or(Role::Bad, Role::from);
                vec![format!("{line:>6}  ").into(), role.of(status)]
            }
        };
        if has_room(FIGURES + PUZZLE, screen) {
            spans.push(format!("  {puzzle}").into());
        }
        if let Some(reason) = &self.reason {
            spans.push("  ".into());
            spans.push(Role::Bad.of(reason));
        }
        let taken: usize = spans.iter().map(Span::columns).sum();
        let room = screen.look().width.map_or(usize::MAX, |width| width.saturating_sub(taken + 2));
        if !label.is_empty() && room > 3 {
            spans.push(Role::Muted.of(format!("  {}", shortened(label, room))));
        }
        screen.spans(spans);
        true
    }
}
