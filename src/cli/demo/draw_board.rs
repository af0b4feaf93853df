//! Draws the board and the panel.

use dlxbench::report::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::board::Board;
use super::board_layout::Layout;
use super::board_view::{Shown, cells, layout, mark};
use super::canvas::Canvas;
use super::palette::Palette;
use super::words::{details, headline, notes};

/// Draws the board view.
pub(super) fn draw_board(board: &Board, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let canvas = &mut Canvas { buffer, palette };
    let layout = layout(board, area);
    for (place, sign) in layout.borders() {
        canvas.sign(place, sign, Role::Muted);
    }
    draw_numbers(&layout, canvas);
    for (cell, shown) in cells(board).into_iter().enumerate() {
        if let Some(area) = layout.cell(cell) {
            draw_cell(board, cell, shown, area, canvas);
        }
    }
    // The cursor comes last, because it closes in the column of the next cell.
    if let Some(area) = layout.cell(board.cursor()) {
        draw_cursor(mark(board, board.cursor()).is_some(), area, canvas);
    }
    draw_panel(board, &layout, canvas);
}

fn draw_numbers(layout: &Layout, canvas: &mut Canvas<'_>) {
    let [rows, columns] = layout.numbers();
    let mut draw = |number: usize, place: Position| {
        canvas.sign(place, ones(number), Role::Muted);
        place
    };
    let tens: Vec<(usize, Position)> =
        rows.into_iter().map(|(row, place)| (row + 1, draw(row + 1, place))).collect();
    columns.into_iter().for_each(|(column, place)| _ = draw(column + 1, place));
    for (number, place) in tens.into_iter().filter(|(number, _)| *number > 9) {
        canvas.sign(Position { x: place.x - 1, y: place.y }, ones(number / 10), Role::Muted);
    }
}

fn ones(number: usize) -> char {
    (b'0' + (number % 10) as u8) as char
}

/// Returns the row of a cell where its mark stands.
fn middle(area: Rect) -> u16 {
    area.y + (area.height - 1) / 2
}

fn draw_cell(board: &Board, cell: usize, shown: Shown, area: Rect, canvas: &mut Canvas<'_>) {
    let puzzle = &board.sheet().puzzle;
    let mark = mark(board, cell);
    if let Some((sign, role)) = mark {
        canvas.sign(Position { x: area.x, y: middle(area) }, sign, role);
    }
    let role = mark.map_or(Role::Plain, |(_, role)| role);
    let center = Position { x: area.x + 1 + (area.width - 3) / 2, y: middle(area) };
    match shown {
        Shown::Digit(digit) => {
            let role = if role == Role::Plain { Role::Strong } else { role };
            canvas.sign(center, puzzle.symbol(digit), role);
        }
        Shown::Solution(digit) => {
            canvas.sign(center, puzzle.symbol(digit), Role::Good);
            canvas.sign(Position { x: center.x + 1, ..center }, '\'', Role::Good);
        }
        Shown::Open(_) if area.height == 1 => {
            canvas.sign(center, '.', if role == Role::Plain { Role::Muted } else { role })
        }
        Shown::Open(0) => canvas.sign(center, '!', Role::Bad),
        Shown::Open(candidates) => draw_candidates(board, cell, candidates, area, canvas),
    }
}

/// Draws each candidate at the place that its digit has in a box.
fn draw_candidates(board: &Board, cell: usize, candidates: u32, area: Rect, canvas: &mut Canvas<'_>) {
    let puzzle = &board.sheet().puzzle;
    let width = puzzle.geometry().box_width();
    let step = board.hint().step();
    for index in (0..puzzle.geometry().size()).filter(|index| candidates >> index & 1 != 0) {
        let digit = index as u8 + 1;
        let is_removed = |(removed, cells): &(u8, Vec<usize>)| *removed == digit && cells.contains(&cell);
        let role = step.map_or(Role::Plain, |step| {
            match (step.placement == Some((cell, digit)), step.removals.iter().any(is_removed)) {
                (true, _) => Role::Placed,
                (_, true) => Role::Removed,
                _ if step.pattern.contains(&cell) => Role::Pattern,
                _ => Role::Plain,
            }
        });
        let place = Position { x: area.x + 1 + (index % width) as u16, y: area.y + (index / width) as u16 };
        canvas.sign(place, puzzle.symbol(digit), role);
    }
}

/// Draws brackets around the cell under the cursor; its mark takes the place of one of them.
fn draw_cursor(is_marked: bool, area: Rect, canvas: &mut Canvas<'_>) {
    for y in area.y..area.bottom() {
        if !(is_marked && y == middle(area)) {
            canvas.sign(Position { x: area.x, y }, '[', Role::Strong);
        }
        canvas.sign(Position { x: area.right() - 1, y }, ']', Role::Strong);
    }
}

/// Draws the panel: in narrow ones, what was asked for comes before the details.
fn draw_panel(board: &Board, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (headline, details, notes) = (headline(board), details(board), notes(board));
    let blank = || vec![Vec::new()];
    let parts = if layout.is_narrow {
        vec![vec![headline], notes, details]
    } else {
        vec![vec![headline], details, blank(), notes]
    };
    canvas.paragraphs(layout.panel, &parts.concat());
}
