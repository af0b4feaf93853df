//! `solve --matrix`: shows the exact-cover matrix of a puzzle.

use std::fmt::Write;

use dlxbench::cover::Problem;
use dlxbench::report::units;
use dlxbench::sudoku::{Grid, encode};

/// Returns the columns of the matrix with their sizes; for 4×4 also the rows.
pub(super) fn described(puzzle: &Grid) -> String {
    let problem = encode::options_of(puzzle);
    let size = puzzle.geometry().size();
    let counts = [problem.item_count(), problem.option_count(), problem.entry_count()];
    let [columns, rows, nodes] = counts.map(|count| units::count(count as u64));
    let mut text =
        format!("{}\n{columns} columns, {rows} rows of 4 nodes: {nodes} nodes\n", puzzle.to_line());
    let families = ["cells", "digits of rows", "digits of columns", "digits of boxes"];
    let items: Vec<_> = problem.items().collect();
    for (family, members) in families.iter().zip(items.chunks(size * size)) {
        let _ = writeln!(text, "\n{family}: column and size");
        for group in members.chunks(size) {
            let cells = group
                .iter()
                .map(|&item| format!("{:>7} {:<2}", problem.item_name(item), problem.option_count_of(item)));
            let _ = writeln!(text, "{}", cells.collect::<String>().trim_end());
        }
    }
    if size == 4 { text + "\nthe whole matrix\n" + &drawn(&problem) } else { text }
}

/// Returns the 0/1 matrix, with the names of the columns written downwards above it.
fn drawn(problem: &Problem) -> String {
    let mut text = String::new();
    let names: Vec<Vec<char>> =
        problem.items().map(|item| problem.item_name(item).chars().collect()).collect();
    for level in 0..names.iter().map(Vec::len).max().unwrap_or(0) {
        let letters: String = names.iter().map(|name| name.get(level).copied().unwrap_or(' ')).collect();
        let _ = writeln!(text, "{:>9}{letters}", "");
    }
    for option in problem.options() {
        let mut bits = vec![b'0'; problem.item_count()];
        for entry in problem.entries(option) {
            bits[entry.item.index()] = b'1';
        }
        let names = problem.option_line(option);
        let cell = names.split(' ').next().unwrap_or("");
        let digit = names.rsplit('#').next().unwrap_or("");
        let _ = writeln!(text, "{:<8} {}", format!("{cell}={digit}"), String::from_utf8_lossy(&bits));
    }
    text
}
