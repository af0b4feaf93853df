//! Explains in words how logic solves a puzzle.

use std::iter;

use dlxbench::engine::Status;
use dlxbench::logic::{Explanation, Grade, Rating, Step, Technique};
use dlxbench::report::{Look, Role, Screen, units};
use dlxbench::sudoku::Grid;

use super::marks::Marks;
use super::solver::Solved;
use crate::cli::step_words::in_words;

/// Returns the puzzle, every step with its reason, and the end of the solution.
///
/// Candidates are drawn where a person would write them down: before the first step after a placement that needs them.
pub(super) fn explained(
    solved: &Solved,
    explanation: &Explanation,
    grade: Option<Grade>,
    look: Look,
) -> Screen {
    let puzzle = &solved.entry.puzzle;
    let mut screen = Screen::new(look);
    screen.heading("PUZZLE");
    lines(&puzzle.to_string(), &mut screen);
    if solved.status == Status::Invalid {
        screen.prose(2, [Role::Bad.of("NO SOLUTION"), format!(": {}", solved.evidence).into()]);
        screen.line("");
        return screen;
    }
    let mut is_drawn = false;
    for (index, step) in explanation.steps.iter().enumerate() {
        let needs_candidates = step.placement.is_none();
        if needs_candidates && !is_drawn {
            screen.line("");
            Marks { cells: &step.cells, candidates: &step.candidates, step: Some(step) }
                .draw(puzzle, &mut screen);
            screen.line("");
        }
        is_drawn = needs_candidates;
        say(index + 1, step, &mut screen);
    }
    end(solved, explanation, grade, &mut screen);
    screen.line("");
    screen
}

/// Adds a step: its conclusion, in color, and then its reason.
fn say(number: usize, step: &Step, screen: &mut Screen) {
    let width = Technique::ALL.iter().map(|technique| technique.name().len()).max().unwrap_or(0);
    let head = format!("{number:>4}. {:<width$}  ", step.technique);
    // If the techniques would take more room than the reasons, further lines of a step begin at the left.
    let indent = if screen.look().width.is_none_or(|width| width > 2 * head.len()) { head.len() } else { 6 };
    screen.prose(indent, iter::once(head.into()).chain(in_words(step)));
}

/// Adds the end of the solution by logic, and the solution if there is exactly one.
fn end(solved: &Solved, explanation: &Explanation, grade: Option<Grade>, screen: &mut Screen) {
    let puzzle = &solved.entry.puzzle;
    let steps = units::counted(explanation.steps.len() as u64, "step");
    let solution = solved.solutions.first().filter(|_| solved.status == Status::Unique);
    screen.line("");
    if let (Some(solution), true) = (solution, explanation.is_solved) {
        screen.spans([Role::Good.of("SOLVED"), format!(" in {steps}").into()]);
        rating(grade, screen);
        return drawn(solution, screen);
    }
    let marks = Marks { cells: &explanation.cells, candidates: &explanation.candidates, step: None };
    marks.draw(puzzle, screen);
    screen.line("");
    let contradiction = explanation.contradiction.map(|contradiction| contradiction.in_words(puzzle));
    let (ends, role, why) = match (&contradiction, solved.status) {
        (Some(words), _) => ("CONTRADICTION", Role::Bad, words.as_str()),
        (None, Status::Unique) => ("LOGIC ENDS HERE", Role::Doubtful, "no technique applies"),
        (None, Status::Multiple) => (
            "LOGIC ENDS HERE",
            Role::Doubtful,
            "the puzzle has more than one solution, so nothing more follows",
        ),
        (None, Status::None) => ("LOGIC ENDS HERE", Role::Bad, solved.evidence.as_str()),
        (None, status) => ("LOGIC ENDS HERE", Role::Doubtful, status.name()),
    };
    screen.prose(2, [role.of(ends), format!(" after {steps}: {why}").into()]);
    // The contradiction may follow from fewer steps.
    if contradiction.as_ref().is_some_and(|words| *words != solved.evidence && !solved.evidence.is_empty()) {
        screen.prose(2, [format!("in short: {}", solved.evidence).into()]);
    }
    if let Some(solution) = solution {
        rating(grade, screen);
        screen.line("the solution, by search:");
        drawn(solution, screen);
    }
}

fn rating(grade: Option<Grade>, screen: &mut Screen) {
    let Some(grade) = grade else { return };
    let (step, class, rating) = (grade.hardest_step(), grade.difficulty, grade.rating);
    screen.line(format!("hardest step: {step}; class {class}, rating {rating}"));
    screen.hint(Rating::SCALE);
}

fn drawn(solution: &Grid, screen: &mut Screen) {
    lines(&solution.to_string(), screen);
    screen.line(solution.to_line());
}

fn lines(text: &str, screen: &mut Screen) {
    text.lines().for_each(|line| screen.line(line));
}
