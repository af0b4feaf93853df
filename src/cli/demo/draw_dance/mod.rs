//! Draws the dance: counters and the last step at the top, and below them as many panels as there is room for.

mod board;
mod head;
mod items;
mod layout;
mod links;
mod matrix;
mod path;
mod view;

use dlxbench::report::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::layout::{Panel, place};
use super::dance::Dance;
use super::palette::Palette;

/// Draws the dance into an area.
pub(super) fn draw_dance(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let used = head::draw(dance, area, buffer, palette);
    let body = Rect { y: area.y + used, height: area.height - used, ..area };
    for (panel, place) in place(dance, body) {
        let title = panel.title(dance);
        buffer.set_stringn(place.x, place.y, title, place.width.into(), palette.style(Role::Strong));
        let inside = Rect { y: place.y + 1, height: place.height - 1, ..place };
        match panel {
            Panel::Path => path::draw(dance, inside, buffer, palette),
            Panel::Board => board::draw(dance, inside, buffer, palette),
            Panel::Items => items::draw(dance, inside, buffer, palette),
            Panel::Matrix => matrix::draw(dance, inside, buffer, palette),
            Panel::Links => links::draw(dance, inside, buffer, palette),
        }
    }
}
