//! Drawing: from the names of items to a board of symbols.

use super::super::problem::{OptionId, Problem};

/// The row and the column in a name such as `R3C12`.
pub(super) fn cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// The names of the items of an option.
pub(super) fn names(problem: &Problem, option: OptionId) -> impl Iterator<Item = &str> {
    problem.entries(option).iter().map(|entry| problem.item_name(entry.item))
}

/// No board is larger than this in either direction; names in a file may claim anything.
const LARGEST_BOARD: usize = 4096;

/// Draws a board of symbols from what stands where; cells without a symbol show `blank`.
pub(super) fn board(cells: &[((usize, usize), String)], blank: &str) -> Option<String> {
    if cells.iter().any(|((row, column), _)| *row.max(column) >= LARGEST_BOARD) {
        return None;
    }
    let height = cells.iter().map(|((row, _), _)| row + 1).max()?;
    let width = cells.iter().map(|((_, column), _)| column + 1).max()?;
    let symbol_width = cells.iter().map(|(_, symbol)| symbol.chars().count()).max()?;
    let mut rows = vec![vec![blank; width]; height];
    for ((row, column), symbol) in cells {
        rows[*row][*column] = symbol;
    }
    let line = |row: &Vec<&str>| {
        let symbols: Vec<String> = row.iter().map(|symbol| format!("{symbol:>symbol_width$}")).collect();
        symbols.join(" ").trim_end().to_owned() + "\n"
    };
    Some(rows.iter().map(line).collect())
}
