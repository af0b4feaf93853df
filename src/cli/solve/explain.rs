//! A puzzle solved by logic, in words.

use std::fmt::Write;

use dlxbench::engine::Status;
use dlxbench::logic::{Explanation, Grade, Rating, Technique};
use dlxbench::report::units;
use dlxbench::sudoku::Grid;

use super::solver::Solved;

/// The puzzle, every step with its reason, and where it ends.
///
/// Candidates are drawn where a person would write them down: before the first step that needs them after a placement.
pub(super) fn explained(solved: &Solved, explanation: &Explanation, grade: Option<Grade>) -> String {
    let puzzle = &solved.entry.puzzle;
    let mut text = format!("PUZZLE\n{puzzle}\n");
    if let Some(clash) = puzzle.clash_in_words() {
        let _ = writeln!(text, "NO SOLUTION: {clash}");
        return text;
    }
    let mut is_drawn = false;
    let width = Technique::ALL.iter().map(|technique| technique.name().len()).max().unwrap_or(0);
    for (index, step) in explanation.steps.iter().enumerate() {
        let needs_candidates = step.placement.is_none();
        if needs_candidates && !is_drawn {
            let _ = writeln!(text, "\n{}", marks(puzzle, &step.cells, &step.candidates));
        }
        is_drawn = needs_candidates;
        let _ = writeln!(text, "{:>4}. {:<width$}  {}", index + 1, step.technique, step.text);
    }
    let steps = units::counted(explanation.steps.len() as u64, "step");
    let end = marks(puzzle, &explanation.cells, &explanation.candidates);
    let _ = match (solved.status, solved.solutions.first()) {
        (Status::Unique, Some(solution)) if explanation.is_solved => {
            let grade = grade.map_or(String::new(), |grade| {
                let (class, rating) = (grade.difficulty, grade.rating);
                format!("\nhardest step: {}; class {class}, rating {rating}", grade.hardest_step())
            });
            writeln!(
                text,
                "\nSOLVED in {steps}{grade}\n{}\n{solution}\n{}",
                Rating::SCALE,
                solution.to_line()
            )
        }
        (Status::Unique, Some(solution)) => writeln!(
            text,
            "\n{end}\nLOGIC ENDS HERE after {steps}: no technique helps any more; class extreme{}\n{}\n\
             the solution, by search:\n{solution}\n{}",
            grade.map_or(String::new(), |grade| format!(", rating {}", grade.rating)),
            Rating::SCALE,
            solution.to_line(),
        ),
        (Status::Multiple, _) => writeln!(
            text,
            "\n{end}\nLOGIC ENDS HERE after {steps}: the puzzle has more than one solution, so nothing more follows",
        ),
        (status, _) => {
            let shown = explanation.contradiction.map(|contradiction| contradiction.in_words(puzzle));
            let ends = match &shown {
                Some(shown) => format!("CONTRADICTION after {steps}: {shown}"),
                None => format!("LOGIC ENDS HERE after {steps}"),
            };
            // How it could be said with fewer steps, or what the search found.
            let evidence = Some(&solved.evidence)
                .filter(|evidence| !evidence.is_empty() && shown.as_ref() != Some(evidence));
            let evidence = evidence.map_or(String::new(), |evidence| format!("\n{status}: {evidence}"));
            writeln!(text, "\n{end}\n{ends}{evidence}")
        }
    };
    text
}

/// How a cell is drawn that no digit can be in.
const NO_CANDIDATE: &str = "!";

/// The grid with the candidates of every open cell.
fn marks(puzzle: &Grid, cells: &[u8], candidates: &[u32]) -> String {
    let (geometry, symbols) = (puzzle.geometry(), puzzle.symbols());
    let size = geometry.size();
    let cell_text = |cell: usize| -> String {
        match cells[cell] {
            0 if candidates[cell] == 0 => return NO_CANDIDATE.to_owned(),
            0 => (0..size as u32).filter(|digit| candidates[cell] >> digit & 1 != 0),
            digit => return symbols.symbol(digit).to_string(),
        }
        .map(|digit| symbols.symbol(digit as u8 + 1))
        .collect()
    };
    let texts: Vec<String> = (0..cells.len()).map(cell_text).collect();
    let width = |column: usize| (0..size).map(|row| texts[row * size + column].len()).max().unwrap_or(1);
    let widths: Vec<usize> = (0..size).map(width).collect();
    let mut text = String::new();
    for row in 0..size {
        if row > 0 && row % geometry.box_height() == 0 {
            let parts = widths.chunks(geometry.box_width());
            let rule = parts.map(|part| "-".repeat(part.iter().sum::<usize>() + part.len() - 1));
            let _ = writeln!(text, "{}", rule.collect::<Vec<String>>().join("-+-"));
        }
        let stacks = (0..size).collect::<Vec<usize>>();
        let line = stacks.chunks(geometry.box_width()).map(|columns| {
            let cell = |&column: &usize| format!("{:<1$}", texts[row * size + column], widths[column]);
            columns.iter().map(cell).collect::<Vec<String>>().join(" ")
        });
        let _ = writeln!(text, "{}", line.collect::<Vec<String>>().join(" | ").trim_end());
    }
    text
}
