//! Where everything of the board view is on the terminal: a pure function of the grid's size, the area and the cursor.
//! Drawing uses it in one direction, the mouse in the other.
//!
//! ```text
//!    1 2   3 4      a cell is a column for its mark, and the columns of its content
//!  ┌─────┬─────┐
//! 1│ 5 3 │ . 7 │    a board that is too large is seen through a window around the cursor;
//! 2│ 6 . │[.]. │    the numbers of rows and columns stay at the edges
//! ```

use dlxbench::sudoku::Geometry;
use ratatui::layout::{Position, Rect};

/// The narrowest panel beside the board. In less, its sentences would be cut into words.
const PANEL_WIDTH: u16 = 30;
/// The rows of a panel below the board.
const PANEL_HEIGHT: u16 = 4;
/// The columns between the board and the panel beside it.
const GAP: u16 = 2;

/// What the cells contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contents {
    Digits,
    /// The candidates of an open cell, arranged as in a box.
    Candidates,
}

/// The places of the board view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    geometry: Geometry,
    /// The columns and rows of a cell, without its mark.
    content: (u16, u16),
    /// Where the board is seen, without the numbers of rows and columns.
    window: Rect,
    /// The place of the board that is at the top left of the window.
    origin: (u16, u16),
    /// Where words about the board stand.
    pub(super) panel: Rect,
    /// Whether the panel is below the board, with little room.
    pub(super) is_narrow: bool,
}

impl Layout {
    pub(super) fn new(geometry: Geometry, contents: Contents, area: Rect, cursor: usize) -> Layout {
        let content = match contents {
            Contents::Digits => (1, 1),
            Contents::Candidates => (geometry.box_width() as u16, geometry.box_height() as u16),
        };
        let mut layout = Layout {
            geometry,
            content,
            window: Rect::ZERO,
            origin: (0, 0),
            panel: Rect::ZERO,
            is_narrow: false,
        };
        let (width, height) = layout.full_size();
        let (margin_left, margin_top) = (layout.margin(), 1);
        layout.is_narrow = area.width < margin_left + width + GAP + PANEL_WIDTH;
        let (room_right, room_below) =
            if layout.is_narrow { (0, PANEL_HEIGHT) } else { (GAP + PANEL_WIDTH, 0) };
        layout.window = Rect {
            x: area.x + margin_left.min(area.width),
            y: area.y + margin_top.min(area.height),
            width: width.min(area.width.saturating_sub(margin_left + room_right)),
            height: height.min(area.height.saturating_sub(margin_top + room_below)),
        };
        let window = layout.window;
        layout.panel = if layout.is_narrow {
            let y = window.bottom().min(area.bottom());
            Rect { x: area.x, y, width: area.width, height: area.bottom() - y }
        } else {
            let x = window.right() + GAP;
            Rect {
                x,
                y: area.y + margin_top.min(area.height),
                width: area.right() - x,
                height: window_height(area, margin_top),
            }
        };
        let (x, y) = layout.full_place(cursor);
        layout.origin =
            (start(x + content.0 / 2, window.width, width), start(y + content.1 / 2, window.height, height));
        layout
    }

    /// Returns the columns for the numbers of rows.
    fn margin(&self) -> u16 {
        if self.geometry.size() > 9 { 2 } else { 1 }
    }

    /// Returns the columns and rows of a box with its right and lower border.
    fn box_size(&self) -> (u16, u16) {
        let (width, height) = (self.geometry.box_width() as u16, self.geometry.box_height() as u16);
        // One more column for what closes the last cell, such as the bracket of the cursor.
        (width * (self.content.0 + 1) + 2, height * self.content.1 + 1)
    }

    /// Returns the size of the whole board with its borders.
    fn full_size(&self) -> (u16, u16) {
        let (width, height) = self.box_size();
        let size = self.geometry.size();
        (
            (size / self.geometry.box_width()) as u16 * width + 1,
            (size / self.geometry.box_height()) as u16 * height + 1,
        )
    }

    /// Returns the column of the board where the contents of the cells of a column begin.
    fn full_x(&self, column: usize) -> u16 {
        let (stack, inside) = (column / self.geometry.box_width(), column % self.geometry.box_width());
        stack as u16 * self.box_size().0 + 2 + inside as u16 * (self.content.0 + 1)
    }

    fn full_y(&self, row: usize) -> u16 {
        let (band, inside) = (row / self.geometry.box_height(), row % self.geometry.box_height());
        band as u16 * self.box_size().1 + 1 + inside as u16 * self.content.1
    }

    /// Returns the place of the content of a cell on the whole board.
    fn full_place(&self, cell: usize) -> (u16, u16) {
        (self.full_x(self.geometry.column(cell)), self.full_y(self.geometry.row(cell)))
    }

    /// Returns where the content of a cell is on the terminal, with the columns of its mark and of what closes it;
    /// `None` if it is not completely visible.
    pub(super) fn cell(&self, cell: usize) -> Option<Rect> {
        let (x, y) = self.full_place(cell);
        let first = self.visible(x - 1, y)?;
        self.visible(x + self.content.0, y + self.content.1 - 1)?;
        Some(Rect { x: first.x, y: first.y, width: self.content.0 + 2, height: self.content.1 })
    }

    /// Returns the cell at a place of the terminal.
    pub(super) fn cell_at(&self, place: Position) -> Option<usize> {
        (0..self.geometry.cell_count()).find(|&cell| {
            // The last column belongs to the next cell.
            let area = self.cell(cell).map(|area| Rect { width: area.width - 1, ..area });
            area.is_some_and(|area| area.contains(place))
        })
    }

    /// Returns the places of the numbers of rows and of columns, counted from 0: where the last digit stands.
    pub(super) fn numbers(&self) -> [Vec<(usize, Position)>; 2] {
        let Rect { x: left, y: top, .. } = self.window;
        let rows = (0..self.geometry.size()).filter_map(|row| {
            let place = self.visible(self.origin.0, self.full_y(row) + self.content.1 / 2)?;
            Some((row, Position { x: left - 1, y: place.y }))
        });
        let columns = (0..self.geometry.size()).filter_map(|column| {
            let place = self.visible(self.full_x(column) + self.content.0 / 2, self.origin.1)?;
            Some((column, Position { x: place.x, y: top - 1 }))
        });
        [rows.collect(), columns.collect()]
    }

    /// Returns the visible borders.
    pub(super) fn borders(&self) -> impl Iterator<Item = (Position, char)> {
        let ((width, height), (full_width, full_height)) = (self.box_size(), self.full_size());
        let Rect { x: left, y: top, .. } = self.window;
        self.window.positions().filter_map(move |place| {
            let (x, y) = (place.x - left + self.origin.0, place.y - top + self.origin.1);
            let edge = |at: u16, full: u16| {
                if at == 0 {
                    0
                } else if at + 1 == full {
                    2
                } else {
                    1
                }
            };
            let sign = match (x % width == 0, y % height == 0) {
                (false, false) => return None,
                (true, false) => '│',
                (false, true) => '─',
                (true, true) => [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']][edge(y, full_height)]
                    [edge(x, full_width)],
            };
            Some((place, sign))
        })
    }

    /// Returns where a place of the board is on the terminal.
    fn visible(&self, x: u16, y: u16) -> Option<Position> {
        let place = Position {
            x: x.checked_sub(self.origin.0)? + self.window.x,
            y: y.checked_sub(self.origin.1)? + self.window.y,
        };
        Some(place).filter(|&place| self.window.contains(place))
    }
}

fn window_height(area: Rect, margin_top: u16) -> u16 {
    area.height.saturating_sub(margin_top)
}

/// Returns where a window of this length begins so that `middle` is in its middle, but nothing beyond the end is seen.
fn start(middle: u16, window: u16, full: u16) -> u16 {
    middle.saturating_sub(window / 2).min(full.saturating_sub(window))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(width: u16, height: u16) -> Rect {
        Rect { x: 0, y: 1, width, height }
    }

    #[test]
    fn a_click_on_a_cell_finds_it_and_the_cursor_is_always_visible() {
        for geometry in Geometry::ALL {
            for contents in [Contents::Digits, Contents::Candidates] {
                for (width, height) in [(40, 10), (80, 22), (120, 38), (300, 200)] {
                    for cursor in 0..geometry.cell_count() {
                        let area = area(width, height);
                        let layout = Layout::new(geometry, contents, area, cursor);
                        let place = layout.cell(cursor);
                        let place =
                            place.unwrap_or_else(|| panic!("{geometry} {contents:?} {area} {cursor}"));
                        assert!(area.intersection(place) == place && !layout.panel.intersects(place));
                        assert_eq!(layout.cell_at(Position { x: place.x + 1, y: place.y }), Some(cursor));
                        assert_eq!(area.intersection(layout.panel), layout.panel);
                        assert!(layout.panel.height >= 4 || !layout.is_narrow);
                    }
                }
            }
        }
    }

    #[test]
    fn no_area_is_too_small_to_compute() {
        for (width, height) in [(0, 0), (1, 1), (1, 40), (40, 1), (3, 5)] {
            for geometry in Geometry::ALL {
                let layout = Layout::new(geometry, Contents::Candidates, area(width, height), 5);
                let [rows, columns] = layout.numbers();
                let seen = layout.borders().count() + rows.len() + columns.len();
                assert!(seen <= usize::from(width) * usize::from(height));
            }
        }
    }
}
