//! What the last step did to the headers: the links before and after.

use dlxbench::cover::ItemId;
use dlxbench::report::{Role, units, visible};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::change::{Change, Effect};
use super::super::dance::Dance;
use super::super::palette::Palette;

pub(super) fn draw(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let is_covering = dance.last().is_some_and(|last| last.is_covering());
    let parts = dance.changes().iter().map(|change| words(dance, change, is_covering));
    let mut lines: Vec<String> = parts.clone().flat_map(|parts| wrapped(&parts, area.width.into())).collect();
    if lines.len() > area.height.into() {
        // The links matter most.
        lines = parts.flat_map(|parts| wrapped(&parts[..2], area.width.into())).collect();
    }
    for (y, line) in (area.y..area.bottom()).zip(&lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), palette.style(Role::Plain));
    }
    if lines.is_empty() && !area.is_empty() {
        let style = palette.style(Role::Muted);
        buffer.set_stringn(area.x, area.y, "no link has changed", area.width.into(), style);
    }
}

/// Puts parts into lines of this width, all but the first one indented.
fn wrapped(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + part.chars().count() <= width => {
                line.push(' ');
                line.push_str(part);
            }
            None => lines.push(part.clone()),
            Some(_) => lines.push(format!("  {part}")),
        }
    }
    lines
}

/// Returns the links of an item before and after the change, and what happens to its options.
fn words(dance: &Dance, change: &Change, is_covering: bool) -> [String; 3] {
    let item = dance.item_name(change.item);
    let color = |color| visible(dance.problem().color_name(color)).into_owned();
    match change.effect {
        Effect::Covered(count) => {
            let [left, right] = change.neighbors.map(|item| neighbor(dance, item));
            let (inside, outside) = (format!("{left} ↔ {item} ↔ {right}"), format!("{left} ↔ {right}"));
            let options = units::counted(count as u64, "option");
            if is_covering {
                [format!("cover {item}: {inside}"), format!("→ {outside}"), format!("hides {options}")]
            } else {
                [
                    format!("uncover {item}: {outside}"),
                    format!("→ {inside}"),
                    format!("brings back {options}"),
                ]
            }
        }
        Effect::Colored(new) if is_covering => [
            format!("{item} gets color {}:", color(new)),
            "hides options of other colors".to_owned(),
            String::new(),
        ],
        Effect::Colored(old) => [
            format!("{item} loses color {}:", color(old)),
            "brings back options of others".to_owned(),
            String::new(),
        ],
        Effect::Agreed(same) => {
            [format!("{item} has color {} already", color(same)), String::new(), String::new()]
        }
    }
}

/// The name of a neighbor, or of the root of the ring.
fn neighbor(dance: &Dance, item: Option<ItemId>) -> String {
    item.map_or_else(|| "root".to_owned(), |item| dance.item_name(item))
}
