//! Draws text with roles.

use dlxbench::report::{Role, Span, broken};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::palette::Palette;

/// Where to draw, and in which styles.
pub(super) struct Canvas<'c> {
    pub(super) buffer: &'c mut Buffer,
    pub(super) palette: &'c Palette,
}

impl Canvas<'_> {
    /// Draws a character.
    pub(super) fn sign(&mut self, place: Position, sign: char, role: Role) {
        if let Some(cell) = self.buffer.cell_mut(place) {
            cell.set_char(sign).set_style(self.palette.style(role));
        }
    }

    /// Draws spans on a line of the area, cut at its end.
    pub(super) fn line(&mut self, area: Rect, line: u16, spans: &[Span]) {
        let area = area.intersection(self.buffer.area);
        let (mut x, y) = (area.x, area.y.saturating_add(line));
        if y >= area.bottom() {
            return;
        }
        for span in spans {
            let room = usize::from(area.right() - x);
            let style = self.palette.style(span.role());
            (x, _) = self.buffer.set_stringn(x, y, span.as_str(), room, style);
        }
    }

    /// Draws paragraphs, wrapped to the width of the area, and returns how many lines they take.
    pub(super) fn paragraphs(&mut self, area: Rect, paragraphs: &[Vec<Span>]) -> u16 {
        let wrap = |paragraph: &Vec<Span>| broken(paragraph.clone(), Some(area.width.into()), 0);
        let lines: Vec<Vec<Span>> = paragraphs.iter().flat_map(wrap).collect();
        for (number, line) in (0..area.height).zip(&lines) {
            self.line(area, number, line);
        }
        lines.len() as u16
    }
}
