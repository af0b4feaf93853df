//! The board: a Sudoku, queens, pentominoes and so on, with what the options of the path put there.

use std::collections::HashMap;

use dlxbench::cover::OptionId;
use dlxbench::cover::problems::Kind;
use dlxbench::report::Role;
use dlxbench::sudoku::Grid;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::dance::Dance;
use super::super::palette::Palette;
use super::super::picture::{Picture, cell_in};
use super::view::View;

/// A row and a column.
type Cell = (usize, usize);

/// With more options than this, the cells where nothing fits are not looked for.
const MOST_OPTIONS: usize = 10_000;

/// Returns the width and the height of the board; `None` if the problem has none.
pub(super) fn size(dance: &Dance) -> Option<(usize, usize)> {
    match dance.picture() {
        Picture::Sudoku(grid) => {
            let geometry = grid.geometry();
            let last = geometry.size() - 1;
            let (row, column) = sudoku_place(grid, (last, last));
            Some((column + 3, row + 2))
        }
        Picture::Board { width, height, .. } => Some(((symbol_width(dance) + 1) * width + 1, *height)),
        Picture::Nothing => None,
    }
}

pub(super) fn draw(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let Some(size) = size(dance) else { return };
    let board = Board::new(dance);
    let place = |cell: Cell| match dance.picture() {
        Picture::Sudoku(grid) => sudoku_place(grid, cell),
        _ => (cell.0, 1 + cell.1 * (symbol_width(dance) + 1)),
    };
    let focus = board.at_hand.first().map_or((0, 0), |cell| place(*cell));
    let mut view = View::new(buffer, area, size, (focus.1, focus.0));
    if let Picture::Sudoku(grid) = dance.picture() {
        for (row, line) in grid.with_cells(&vec![0; grid.cells().len()]).to_string().lines().enumerate() {
            view.put(0, row, line, palette.style(Role::Muted));
        }
    }
    let width = symbol_width(dance);
    for (cell, (symbol, role)) in &board.symbols {
        let (row, column) = place(*cell);
        let is_at_hand = board.at_hand.contains(cell);
        let style = palette.style(if is_at_hand { Role::Pattern } else { *role });
        view.put(column, row, &format!("{symbol:>width$}"), style);
        let is_next =
            |column: Option<usize>| column.is_some_and(|column| board.at_hand.contains(&(cell.0, column)));
        if is_at_hand && !is_next(cell.1.checked_sub(1)) {
            view.put(column - 1, row, "(", style);
        }
        if is_at_hand && !is_next(Some(cell.1 + 1)) {
            view.put(column + width, row, ")", style);
        }
    }
}

/// Returns the row and the column of a Sudoku cell in the drawing of its grid.
fn sudoku_place(grid: &Grid, (row, column): Cell) -> Cell {
    let geometry = grid.geometry();
    (1 + row + row / geometry.box_height(), 2 + 2 * column + 2 * (column / geometry.box_width()))
}

/// The number of characters of the longest symbol.
fn symbol_width(dance: &Dance) -> usize {
    match dance.picture() {
        Picture::Board { kind: Kind::Latin, width, .. } => width.to_string().len(),
        Picture::Board { kind: Kind::Langford, width, .. } => (width / 2).to_string().len(),
        _ => 1,
    }
}

/// What is in the cells.
struct Board {
    symbols: HashMap<Cell, (String, Role)>,
    /// The cells of the option tried last, or of the item for which an option is to be chosen.
    at_hand: Vec<Cell>,
}

impl Board {
    fn new(dance: &Dance) -> Board {
        let mut board = Board { symbols: HashMap::new(), at_hand: Vec::new() };
        match dance.picture() {
            Picture::Sudoku(grid) => {
                board.add_givens(grid);
                board.add_choices(dance);
            }
            _ => board.add_blanks(dance),
        }
        let level = dance.level();
        for level in dance.stepper().levels().filter(|level| level.is_committed) {
            let role = if level.size > 1 { Role::Doubtful } else { Role::Placed };
            board.at_hand.clear();
            let placed = level.option.map(|option| dance.picture().placed(dance.problem(), option));
            for (cell, symbol) in placed.into_iter().flatten() {
                // A given keeps its style.
                let is_given = board.symbols.get(&cell).is_some_and(|(known, _)| *known == symbol);
                let role = if is_given { Role::Strong } else { role };
                board.symbols.insert(cell, (symbol, role));
                board.at_hand.push(cell);
            }
        }
        if let Some(level) = level.filter(|level| !level.is_committed) {
            let cell = cell_in(dance.problem().item_name(level.item));
            board.at_hand = cell.into_iter().collect();
            for cell in &board.at_hand {
                board.symbols.entry(*cell).or_insert_with(|| (".".to_owned(), Role::Plain));
            }
        }
        board
    }

    fn add_givens(&mut self, grid: &Grid) {
        let geometry = grid.geometry();
        for (cell, &given) in grid.cells().iter().enumerate().filter(|(_, given)| **given != 0) {
            let place = (geometry.row(cell), geometry.column(cell));
            self.symbols.insert(place, (grid.symbol(given).to_string(), Role::Strong));
        }
    }

    /// Marks the blank cells of the options of the item at hand with `?`.
    fn add_choices(&mut self, dance: &Dance) {
        for option in choices(dance) {
            for (cell, _) in dance.picture().placed(dance.problem(), option) {
                self.symbols.entry(cell).or_insert_with(|| ("?".to_owned(), Role::Pattern));
            }
        }
    }

    /// Marks the cells of the options: `?` for those of the item at hand, `.` where an option fits, `-` where none does.
    fn add_blanks(&mut self, dance: &Dance) {
        let matrix = dance.stepper().matrix();
        let choices = choices(dance);
        let sees_all = dance.problem().option_count() <= MOST_OPTIONS;
        for option in dance.problem().options() {
            let (sign, role) = match () {
                () if choices.contains(&option) => ("?", Role::Pattern),
                () if !sees_all || matrix.is_available(option) => (".", Role::Plain),
                () => ("-", Role::Muted),
            };
            for (cell, _) in dance.picture().placed(dance.problem(), option) {
                let known = self.symbols.entry(cell).or_insert_with(|| (sign.to_owned(), role));
                if known.0 == "-" || sign == "?" {
                    *known = (sign.to_owned(), role);
                }
            }
        }
    }
}

/// Returns the options among which the search is choosing.
fn choices(dance: &Dance) -> Vec<OptionId> {
    let open = dance.level().filter(|level| !level.is_committed);
    open.iter().flat_map(|level| dance.stepper().matrix().options_of(level.item)).collect()
}
