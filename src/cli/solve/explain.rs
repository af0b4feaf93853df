//! A puzzle solved by logic, in words.

use std::fmt::Write;

use dlxbench::engine::Status;
use dlxbench::logic::{Explanation, Grade, Technique};
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
    let steps = units::count(explanation.steps.len() as u64);
    let end = marks(puzzle, &explanation.cells, &explanation.candidates);
    let _ = match (solved.status, solved.solutions.first()) {
        (Status::Unique, Some(solution)) if explanation.is_solved => {
            let grade = grade.map_or(String::new(), |grade| {
                let hardest = grade.hardest.map_or("nothing to do", Technique::name);
                format!("\nhardest step: {hardest}; class {}, rating {}", grade.difficulty, grade.rating)
            });
            writeln!(text, "\nSOLVED in {steps} steps{grade}\n{solution}\n{}", solution.to_line())
        }
        (Status::Unique, Some(solution)) => writeln!(
            text,
            "\n{end}\nLOGIC ENDS HERE after {steps} steps: no technique helps any more; class extreme{}\n\
             the solution, by search:\n{solution}\n{}",
            grade.map_or(String::new(), |grade| format!(", rating {}", grade.rating)),
            solution.to_line(),
        ),
        (Status::Multiple, _) => writeln!(
            text,
            "\n{end}\nLOGIC ENDS HERE after {steps} steps: the puzzle has more than one solution, so nothing more follows",
        ),
        _ if explanation.is_contradictory => {
            writeln!(text, "\nCONTRADICTION after {steps} steps: the puzzle has no solution")
        }
        _ => writeln!(text, "\nLOGIC ENDS HERE after {steps} steps; the puzzle is {}", solved.status.name()),
    };
    text
}

/// The grid with the candidates of every open cell.
fn marks(puzzle: &Grid, cells: &[u8], candidates: &[u32]) -> String {
    let (geometry, symbols) = (puzzle.geometry(), puzzle.symbols());
    let size = geometry.size();
    let cell_text = |cell: usize| -> String {
        match cells[cell] {
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
