//! The code that docs/library.md shows compiles and does what the page says.

/// What stands in the Rust blocks of the page, in its order, is this.
fn shown() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
    assert!(dlxbench::is_unique(puzzle)?);
    println!("{}", dlxbench::solve(puzzle)?);

    let mut cover = dlxbench::ExactCover::new(["a", "b", "c"], ["x"])?;
    cover.option(["a", "x:red"])?;
    cover.option(["b", "c", "x:red"])?;
    cover.option(["b", "x:blue"])?;
    assert_eq!(cover.count_solutions(10)?, 1);
    assert_eq!(cover.solutions(1)?, [["a x:red", "b c x:red"]]);
    Ok(())
}

#[test]
fn the_code_of_the_page_runs_as_shown() {
    shown().unwrap();
    let mut source = include_str!("handbook.rs").lines().map(str::trim);
    let mut is_code = false;
    for line in include_str!("../../docs/library.md").lines() {
        match line {
            "```rust" => is_code = true,
            "```" => is_code = false,
            line if is_code && !line.is_empty() => {
                assert!(source.any(|other| other == line.trim()), "the page has another line: {line}");
            }
            _ => {}
        }
    }
}
