//! Fills a 2×3 crossword from a list of words, as exact cover with colors: `cargo run --release --example exact_cover`.
//!
//! The three columns and two rows are primary items, each of which gets one word. The cells are secondary items, and
//! the letters are their colors: a row and a column may share a cell if they agree on its letter.

use dlxbench::ExactCover;

fn main() -> Result<(), dlxbench::cover::ProblemError> {
    let across = ["arc", "tea", "ton", "ode"];
    let down = ["at", "re", "ca", "to", "od", "ne"];
    let mut cover = ExactCover::new(
        ["row1", "row2", "column1", "column2", "column3"],
        ["cell11", "cell12", "cell13", "cell21", "cell22", "cell23"],
    )?;
    for word in across {
        for row in 1..=2 {
            let letters = (1..).zip(word.chars());
            let cells = letters.map(|(column, letter)| format!("cell{row}{column}:{letter}"));
            cover.option([format!("row{row}")].into_iter().chain(cells))?;
        }
    }
    for word in down {
        for column in 1..=3 {
            let letters = (1..).zip(word.chars());
            let cells = letters.map(|(row, letter)| format!("cell{row}{column}:{letter}"));
            cover.option([format!("column{column}")].into_iter().chain(cells))?;
        }
    }
    for solution in cover.solutions(10)? {
        println!("{}", solution.join("\n"));
        println!();
    }
    println!("{} solutions", cover.count_solutions(u64::MAX)?);
    Ok(())
}
