//! The items of a Sudoku by family, each with the number of its options: a heat map of where the search is tight.
//!
//! Row 3, column 5 of the family `rows R#` is the item `R3#5`.

use dlxbench::cover::ItemId;
use dlxbench::report::{Role, units};
use dlxbench::sudoku::Geometry;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::dance::Dance;
use super::super::palette::Palette;
use super::super::picture::Picture;
use super::view::View;

/// The families, in the order of the items.
const FAMILIES: [&str; 4] = ["cells RC", "rows R#", "columns C#", "boxes B#"];

/// The lines above the first row and below the last one.
const HEAD: usize = 2;
const FOOT: usize = 1;

/// Where the items are in the drawing.
struct Chart {
    geometry: Geometry,
    /// The number of columns of an item: with two there is room for brackets.
    step: usize,
}

impl Chart {
    /// The chart that fits a width: the wide one, or the narrow one.
    fn new(geometry: Geometry, room: usize) -> Chart {
        let wide = Chart { geometry, step: 2 };
        if wide.size().0 <= room { wide } else { Chart { geometry, step: 1 } }
    }

    fn label_width(&self) -> usize {
        (self.geometry.size() - 1).to_string().len() + 1
    }

    /// The width of a family with the gap to the next one.
    fn family_width(&self) -> usize {
        // No title is longer than ten characters.
        (self.step * self.geometry.size() + 2).max(11)
    }

    fn size(&self) -> (usize, usize) {
        (self.label_width() + FAMILIES.len() * self.family_width() - 2, HEAD + self.geometry.size() + FOOT)
    }

    /// Returns the column and the row of an item.
    fn place(&self, item: usize) -> (usize, usize) {
        let (size, index) = (self.geometry.size(), item % self.geometry.cell_count());
        let family = item / self.geometry.cell_count();
        let column = self.label_width() + family * self.family_width() + self.step * (index % size);
        (column, HEAD + index / size)
    }
}

/// Returns the size of the drawing in its narrow form.
pub(super) fn size(geometry: Geometry) -> (usize, usize) {
    Chart { geometry, step: 1 }.size()
}

pub(super) fn draw(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let Picture::Sudoku(grid) = dance.picture() else { return };
    let chart = Chart::new(grid.geometry(), area.width.into());
    let at_hand = dance.level().map(|level| level.item);
    let focus = at_hand.map_or((0, 0), |item| chart.place(item.index()));
    let mut view = View::new(buffer, area, chart.size(), focus);
    let muted = palette.style(Role::Muted);
    for (family, title) in FAMILIES.iter().enumerate() {
        let first = family * chart.geometry.cell_count();
        view.put(chart.place(first).0, 0, title, muted);
        for line in 0..chart.geometry.size() {
            // Columns count from 0, and digits from 1.
            let number = if family == 0 { line } else { line + 1 };
            view.put(chart.place(first + line).0, 1, &(number % 10).to_string(), muted);
        }
    }
    for line in 0..chart.geometry.size() {
        view.put(0, HEAD + line, &line.to_string(), muted);
    }
    for item in dance.problem().items() {
        let (column, row) = chart.place(item.index());
        let (sign, role) = sign(dance, item);
        let is_at_hand = at_hand == Some(item);
        let style = palette.style(if is_at_hand { Role::Pattern } else { role });
        view.put(column, row, &sign.to_string(), style);
        if is_at_hand && chart.step > 1 {
            view.put(column - 1, row, "[", style);
            view.put(column + 1, row, "]", style);
        }
    }
    if let Some(level) = dance.level() {
        let options = units::counted(level.size as u64, "option");
        let words = format!("{}: {options} when it was chosen", dance.item_name(level.item));
        view.put(0, HEAD + chart.geometry.size(), &words, palette.style(Role::Pattern));
    }
}

/// The number of options of an item as one character, or a dot if it is covered.
fn sign(dance: &Dance, item: ItemId) -> (char, Role) {
    if dance.stepper().matrix().is_covered(item) {
        return ('·', Role::Muted);
    }
    let count = dance.stepper().matrix().length(item);
    let sign = u32::try_from(count).ok().and_then(|count| char::from_digit(count, 36)).unwrap_or('+');
    let role = match count {
        0 => Role::Bad,
        1 => Role::Good,
        2 => Role::Doubtful,
        _ => Role::Plain,
    };
    (sign.to_ascii_uppercase(), role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_has_brackets_where_there_is_room() {
        assert_eq!(size(Geometry::NINE), (44, 12));
        assert_eq!(Chart::new(Geometry::NINE, 80).step, 2);
    }
}
