//! The path of the search: each level with its item, which of how many options is tried, and its other items.

use dlxbench::cover::{OptionId, StepperLevel};
use dlxbench::report::{Role, shortened};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::dance::Dance;
use super::super::palette::Palette;

/// The least and the most columns for items and for `1 of 2`.
const ITEM_WIDTH: (usize, usize) = (4, 12);
const TRIED_WIDTH: (usize, usize) = (6, 9);

/// The gaps after the columns. With these, the items of a Sudoku fit 80 columns.
const GAPS: [usize; 4] = [1, 2, 2, 0];

/// A level in words.
struct Row {
    cells: [String; 4],
    roles: [Role; 4],
}

pub(super) fn draw(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let count = usize::from(area.height).saturating_sub(1);
    let depth = dance.stepper().levels().len();
    let end = depth.saturating_sub(dance.scroll()).max(count.min(depth));
    let shown = dance.stepper().levels().enumerate().skip(end.saturating_sub(count)).take(count);
    let head = ["level", "item", "tried", "option"].map(str::to_owned);
    let mut rows = vec![Row { cells: head, roles: [Role::Muted; 4] }];
    rows.extend(shown.map(|(index, level)| row(dance, index, &level)));
    let width = |column: usize, (least, most): (usize, usize)| {
        rows.iter().map(|row| row.cells[column].chars().count()).max().unwrap_or(0).clamp(least, most)
    };
    let widths = [width(0, (0, 20)), width(1, ITEM_WIDTH), width(2, TRIED_WIDTH), usize::MAX];
    for (y, row) in (area.y..).zip(&rows) {
        let mut x = 0;
        for (((cell, role), width), gap) in row.cells.iter().zip(row.roles).zip(widths).zip(GAPS) {
            let room = width.min(usize::from(area.width).saturating_sub(x));
            let indent = if x == 0 { room.saturating_sub(cell.chars().count()) } else { 0 };
            let place = area.x + (x + indent).min(area.width.into()) as u16;
            buffer.set_stringn(place, y, shortened(cell, room), room, palette.style(role));
            x += room + gap;
        }
    }
}

fn row(dance: &Dance, index: usize, level: &StepperLevel) -> Row {
    let tried = level.option.map_or(0, |option| 1 + position(dance, level, option));
    let (words, role) = match level.option {
        _ if level.size == 0 => ("dead end".to_owned(), Role::Bad),
        None => (String::new(), Role::Plain),
        Some(option) if level.is_committed => (others(dance, level, option), Role::Plain),
        Some(option) => (format!("undone: {}", others(dance, level, option)), Role::Muted),
    };
    let cells =
        [(index + 1).to_string(), dance.item_name(level.item), format!("{tried} of {}", level.size), words];
    let size_role = match level.size {
        0 => Role::Bad,
        1 => Role::Plain,
        _ => Role::Doubtful,
    };
    Row { cells, roles: [Role::Muted, Role::Plain, size_role, role] }
}

/// Returns which option of its item this is, from 0.
fn position(dance: &Dance, level: &StepperLevel, option: OptionId) -> usize {
    dance.stepper().matrix().options_of(level.item).take_while(|other| *other != option).count()
}

/// Returns the names of the other items of an option.
fn others(dance: &Dance, level: &StepperLevel, option: OptionId) -> String {
    let line = dance.problem().option_line(option);
    let own = dance.problem().item_name(level.item);
    line.split(' ').filter(|word| *word != own).collect::<Vec<_>>().join(" ")
}
