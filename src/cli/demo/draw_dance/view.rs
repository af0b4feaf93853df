//! A window on a drawing that may be larger than the place for it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The part of a drawing that is visible. Columns and rows are those of the drawing.
pub(super) struct View<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    /// The column and the row of the drawing in the upper left corner.
    origin: (usize, usize),
}

impl<'a> View<'a> {
    /// Shows a drawing of this width and height. If it is too large, the focus comes to the middle.
    pub(super) fn new(
        buffer: &'a mut Buffer,
        area: Rect,
        (width, height): (usize, usize),
        focus: (usize, usize),
    ) -> View<'a> {
        let first = |focus: usize, room: u16, size: usize| {
            let room = usize::from(room);
            focus.saturating_sub(room / 2).min(size.saturating_sub(room))
        };
        let origin = (first(focus.0, area.width, width), first(focus.1, area.height, height));
        View { buffer, area, origin }
    }

    /// Writes a text of narrow characters, as far as it is visible.
    pub(super) fn put(&mut self, column: usize, row: usize, text: &str, style: Style) {
        let (Some(y), hidden) = (row.checked_sub(self.origin.1), self.origin.0.saturating_sub(column)) else {
            return;
        };
        let x = column.saturating_sub(self.origin.0);
        let (width, height) = (usize::from(self.area.width), usize::from(self.area.height));
        let Some((start, _)) = text.char_indices().nth(hidden).filter(|_| x < width && y < height) else {
            return;
        };
        let (x, y, room) = (self.area.x + x as u16, self.area.y + y as u16, width - x);
        self.buffer.set_stringn(x, y, &text[start..], room, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(focus: (usize, usize)) -> Buffer {
        let area = Rect::new(1, 0, 4, 2);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 2));
        let mut view = View::new(&mut buffer, area, (8, 4), focus);
        for (row, line) in ["abcdefgh", "ijklmnop", "qrstuvwx", "yz012345"].iter().enumerate() {
            view.put(0, row, line, Style::new());
        }
        buffer
    }

    #[test]
    fn a_large_drawing_is_shown_around_its_focus() {
        assert_eq!(shown((0, 0)), Buffer::with_lines([" abcd ", " ijkl "]));
        assert_eq!(shown((4, 2)), Buffer::with_lines([" klmn ", " stuv "]));
        assert_eq!(shown((7, 3)), Buffer::with_lines([" uvwx ", " 2345 "]));
    }
}
