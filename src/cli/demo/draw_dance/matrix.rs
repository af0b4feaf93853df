//! The whole matrix of a small problem: a column for each item, a row for each option.
//!
//! Signs say what colors say: `v` above the item at hand, `-` above a covered item; `*` before a chosen option, `-` before
//! a hidden one.

use dlxbench::cover::{ItemId, OptionId, Problem};
use dlxbench::report::{Role, visible};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::dance::Dance;
use super::super::palette::Palette;
use super::view::View;

/// The largest matrix that is drawn.
const MOST_ITEMS: usize = 32;
const MOST_OPTIONS: usize = 64;

/// The most characters of the name of an item, written from top to bottom.
const NAME_HEIGHT: usize = 5;

/// The columns before the first item: the number of an option and its sign.
const LABEL_WIDTH: usize = 5;

/// Returns the width and the height of the drawing; `None` if the problem is too large.
pub(super) fn size(problem: &Problem) -> Option<(usize, usize)> {
    let (items, options) = (problem.item_count(), problem.option_count());
    let is_small = items <= MOST_ITEMS && options <= MOST_OPTIONS;
    is_small.then(|| (LABEL_WIDTH + 2 * items, head_height(problem) + options))
}

/// The height of the names and the line of signs below them.
fn head_height(problem: &Problem) -> usize {
    let lengths = problem.items().map(|item| visible(problem.item_name(item)).chars().count());
    lengths.max().unwrap_or(0).min(NAME_HEIGHT) + 1
}

pub(super) fn draw(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let Some(size) = size(dance.problem()) else { return };
    let head = head_height(dance.problem());
    let level = dance.level();
    let first = level.and_then(|level| dance.stepper().matrix().options_of(level.item).next());
    let option = level.and_then(|level| level.option).or(first);
    let focus = (
        level.map_or(0, |level| LABEL_WIDTH + 2 * level.item.index()),
        option.map_or(0, |option| head + option.index()),
    );
    // The names of the items stay where they are.
    let [top, rest] = split(area, head as u16);
    let mut names = View::new(buffer, top, (size.0, head), (focus.0, 0));
    for item in dance.problem().items() {
        draw_item(dance, item, head, &mut names, palette);
    }
    let mut rows = View::new(buffer, rest, (size.0, size.1 - head), (focus.0, focus.1.saturating_sub(head)));
    let chosen: Vec<OptionId> = chosen(dance);
    for option in dance.problem().options() {
        draw_option(dance, option, chosen.contains(&option), &mut rows, palette);
    }
}

fn split(area: Rect, height: u16) -> [Rect; 2] {
    let height = height.min(area.height);
    [Rect { height, ..area }, Rect { y: area.y + height, height: area.height - height, ..area }]
}

fn chosen(dance: &Dance) -> Vec<OptionId> {
    let committed = dance.stepper().levels().filter(|level| level.is_committed);
    committed.filter_map(|level| level.option).collect()
}

fn column(item: ItemId) -> usize {
    LABEL_WIDTH + 2 * item.index()
}

fn is_at_hand(dance: &Dance, item: ItemId) -> bool {
    dance.level().is_some_and(|level| level.item == item)
}

/// Writes the name of an item from top to bottom, and its sign.
fn draw_item(dance: &Dance, item: ItemId, head: usize, view: &mut View<'_>, palette: &Palette) {
    let (sign, role) = match () {
        () if is_at_hand(dance, item) => ("v", Role::Pattern),
        () if dance.stepper().matrix().is_covered(item) => ("-", Role::Muted),
        () => ("", Role::Plain),
    };
    for (row, character) in dance.item_name(item).chars().take(head - 1).enumerate() {
        view.put(column(item), row, &character.to_string(), palette.style(role));
    }
    view.put(column(item), head - 1, sign, palette.style(role));
}

/// Writes the number of an option, its sign and its items: 1, or the first letter of a color.
fn draw_option(dance: &Dance, option: OptionId, is_chosen: bool, view: &mut View<'_>, palette: &Palette) {
    let matrix = dance.stepper().matrix();
    let is_at_hand_too = dance.level().is_some_and(|level| level.option == Some(option));
    let (sign, role) = match () {
        () if is_chosen => ('*', if is_at_hand_too { Role::Pattern } else { Role::Placed }),
        () if matrix.is_available(option) => (' ', Role::Plain),
        () => ('-', Role::Muted),
    };
    let row = option.index();
    view.put(0, row, &format!("{:>3}{sign}", row + 1), palette.style(role));
    for entry in dance.problem().entries(option) {
        let color = entry.color.and_then(|color| visible(dance.problem().color_name(color)).chars().next());
        let role = if is_at_hand(dance, entry.item) && !is_chosen { Role::Pattern } else { role };
        view.put(column(entry.item), row, &color.unwrap_or('1').to_string(), palette.style(role));
    }
}
