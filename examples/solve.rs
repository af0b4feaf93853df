//! Solves one puzzle: `cargo run --release --example solve [PUZZLE]`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let typed = std::env::args().nth(1);
    // Arto Inkala's puzzle of 2012.
    let puzzle = typed
        .as_deref()
        .unwrap_or("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    match dlxbench::solve(puzzle) {
        Ok(solution) => println!("{solution}"),
        Err(dlxbench::SolveError::NotUnique(two)) => {
            println!(
                "The puzzle has several solutions. Two of them:\n{}\n{}",
                two[0].to_line(),
                two[1].to_line()
            );
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
