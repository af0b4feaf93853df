//! Grades a puzzle as a person would and explains its solution step by step: `cargo run --release --example grade
//! [PUZZLE]`.

use dlxbench::logic::Logician;
use dlxbench::sudoku::Grid;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let typed = std::env::args().nth(1);
    let puzzle: Grid = typed
        .as_deref()
        .unwrap_or("...37..2...1.4.....6....7...1..32..4.7....8.664...8.....9...21....1...87......6.5")
        .parse()?;
    let logician = Logician::new(puzzle.geometry());
    let Some(grade) = logician.grade(puzzle.cells()) else {
        return Err("the givens contradict each other".into());
    };
    let explanation = logician.explain(puzzle.cells(), puzzle.symbols());
    for (number, step) in explanation.steps.iter().enumerate() {
        println!("{:>3}. {}: {}", number + 1, step.technique, step.text);
    }
    let hardest = grade.hardest.map_or("none".to_owned(), |technique| technique.to_string());
    println!("class {}, rating {}, hardest technique {hardest}", grade.difficulty, grade.rating);
    Ok(())
}
