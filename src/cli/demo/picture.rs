//! What can be drawn of a problem besides the path of its search: a Sudoku, or the board of a classic problem.

use dlxbench::cover::problems::{self, Kind, Placed, SizeError};
use dlxbench::cover::{OptionId, Problem};
use dlxbench::sudoku::{Geometry, Grid, Symbols, encode};

/// What a problem is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Picture {
    /// This puzzle.
    Sudoku(Grid),
    /// A classic problem with a board of this size.
    Board { kind: Kind, width: usize, height: usize },
    /// Anything else.
    Nothing,
}

impl Picture {
    /// Recognizes the problems that `dlxbench problem` writes by the names of their items.
    pub(super) fn of(problem: &Problem) -> Picture {
        sudoku_of(problem).map(Picture::Sudoku).or_else(|| board_of(problem)).unwrap_or(Picture::Nothing)
    }

    /// Returns what an option puts on the board.
    pub(super) fn placed(&self, problem: &Problem, option: OptionId) -> Vec<Placed> {
        match self {
            Picture::Sudoku(grid) => {
                let geometry = grid.geometry();
                let placement = encode::placement(problem, option, geometry);
                let placed = placement.map(|(cell, digit)| {
                    ((geometry.row(cell), geometry.column(cell)), grid.symbol(digit).to_string())
                });
                placed.into_iter().collect()
            }
            Picture::Board { kind, .. } => kind.placed(problem, option).unwrap_or_default(),
            Picture::Nothing => Vec::new(),
        }
    }
}

/// Returns whether the items have the names of those of another problem.
fn is_named_as(problem: &Problem, other: &Problem) -> bool {
    fn names(problem: &Problem) -> impl Iterator<Item = &str> {
        problem.items().map(|item| problem.item_name(item))
    }
    problem.primary_count() == other.primary_count() && names(problem).eq(names(other))
}

/// Returns the puzzle of a Sudoku problem. A cell is given if nothing else is possible for any item of its option.
fn sudoku_of(problem: &Problem) -> Option<Grid> {
    let geometry = Geometry::from_cell_count(problem.item_count() / 4)?;
    if !problem.item_count().is_multiple_of(4) || !is_named_as(problem, &encode::all_options(geometry)) {
        return None;
    }
    let is_given = |option: &OptionId| {
        problem.entries(*option).iter().all(|entry| problem.option_count_of(entry.item) == 1)
    };
    let givens: Vec<OptionId> = problem.options().filter(is_given).collect();
    encode::grid_of(problem, &givens, Symbols::usual(geometry))
}

/// Returns the board of a classic problem.
fn board_of(problem: &Problem) -> Option<Picture> {
    let items = problem.item_count();
    let (rows, columns) = extent(problem);
    let candidates = [
        (Kind::Queens, (items + 2) / 6, (items + 2) / 6),
        (Kind::Langford, 2 * items / 3, 1),
        (Kind::Latin, columns, rows),
        (Kind::Pentominoes, columns, rows),
    ];
    let first = problem.options().next()?;
    let is_it = |(kind, width, height): &(Kind, usize, usize)| {
        // Quick, and nearly always enough.
        if kind.placed(problem, first).is_none() {
            return false;
        }
        let same_size: Result<Problem, SizeError> = match kind {
            Kind::Queens if items + 2 == 6 * width => problems::queens(*width),
            Kind::Langford if 2 * items == 3 * width => problems::langford(width / 2),
            Kind::Latin if items == 3 * width * width => problems::latin(*width),
            Kind::Pentominoes => problems::pentominoes(*width, *height),
            _ => return false,
        };
        same_size.is_ok_and(|other| is_named_as(problem, &other))
    };
    let (kind, width, height) = candidates.into_iter().find(is_it)?;
    Some(Picture::Board { kind, width, height })
}

/// Returns how many rows and columns the cells among the items have.
fn extent(problem: &Problem) -> (usize, usize) {
    let cells = problem.items().filter_map(|item| cell_in(problem.item_name(item)));
    cells.fold((0, 0), |(rows, columns), (row, column)| (rows.max(row + 1), columns.max(column + 1)))
}

/// Returns the row and the column in the name of a cell, such as `R3C12`.
pub(super) fn cell_in(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    // Longer numbers are no cells of a board that can be drawn.
    let line = |text: &str| text.parse::<u16>().ok().map(usize::from);
    Some((line(row)?, line(column)?))
}

#[cfg(test)]
mod tests {
    use dlxbench::cover::text;

    use super::*;

    #[test]
    fn problems_are_recognized_by_the_names_of_their_items() {
        let board = |kind, width, height| Picture::Board { kind, width, height };
        let cases = [
            (problems::queens(1), board(Kind::Queens, 1, 1)),
            (problems::queens(6), board(Kind::Queens, 6, 6)),
            (problems::langford(4), board(Kind::Langford, 8, 1)),
            (problems::latin(5), board(Kind::Latin, 5, 5)),
            (problems::pentominoes(10, 6), board(Kind::Pentominoes, 10, 6)),
            (problems::pentominoes(8, 8), board(Kind::Pentominoes, 8, 8)),
            (problems::pentominoes(5, 4), board(Kind::Pentominoes, 5, 4)),
        ];
        for (problem, expected) in cases {
            assert_eq!(Picture::of(&problem.unwrap()), expected);
        }
        let other = text::read("R0C0 R0C1\nR0C0\nR0C1\n".as_bytes()).unwrap().problem;
        assert_eq!(Picture::of(&other), Picture::Nothing);
    }

    #[test]
    fn a_sudoku_is_recognized_with_its_givens() {
        for line in [
            "1..............2",
            ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.",
        ] {
            let grid: Grid = line.parse().unwrap();
            assert_eq!(Picture::of(&encode::options_of(&grid)), Picture::Sudoku(grid));
        }
    }
}
