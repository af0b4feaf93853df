//! Draws boards of symbols from the names of items.

use super::super::problem::{OptionId, Problem};

/// A symbol on a board, with the row and the column of its cell.
pub type Placed = ((usize, usize), String);

/// Parses the row and the column in a name such as `R3C12`.
pub(super) fn cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Returns the names of the items of an option.
pub(super) fn names(problem: &Problem, option: OptionId) -> impl Iterator<Item = &str> {
    problem.entries(option).iter().map(|entry| problem.item_name(entry.item))
}

/// The largest board that is drawn, in either direction; the names in a file may claim any size.
const LARGEST_BOARD: usize = 4096;

/// Draws a board from cells and their symbols; cells without a symbol show `blank`.
pub(super) fn board(cells: &[Placed], blank: &str) -> Option<String> {
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
