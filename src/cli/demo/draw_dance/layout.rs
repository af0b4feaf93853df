//! Which panels there are, and where they go.

use ratatui::layout::Rect;

use super::super::dance::Dance;
use super::super::picture::Picture;
use super::{board, items, matrix};

/// A part of the screen with a title.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Panel {
    Path,
    Board,
    Items,
    Matrix,
    Links,
}

/// From this width on, the path has a column of its own.
const WIDE: u16 = 72;

/// The most columns of the path.
const PATH_WIDTH: u16 = 44;

/// The columns between two panels.
const GAP: u16 = 2;

/// The width and the height that a panel needs at least, and those that it can use; with its title.
struct Room {
    least: (u16, u16),
    most: (u16, u16),
}

impl Panel {
    /// The title, which says what the panel shows.
    pub(super) fn title(self, dance: &Dance) -> String {
        match self {
            Panel::Path => "Path".to_owned(),
            Panel::Board if matches!(dance.picture(), Picture::Board { .. }) => {
                "Board: . free, ? to choose, - not free".to_owned()
            }
            Panel::Board => "Board".to_owned(),
            Panel::Items => "Options left of each item".to_owned(),
            Panel::Matrix => "Matrix: * chosen, - covered or hidden".to_owned(),
            Panel::Links if dance.changes().is_empty() => "Links".to_owned(),
            Panel::Links => "Links before → after".to_owned(),
        }
    }

    /// The room that the panel takes; `None` if there is nothing to show.
    fn room(self, dance: &Dance) -> Option<Room> {
        let drawing = |(width, height): (usize, usize), least: (u16, u16)| {
            let width = width.max(self.title(dance).len());
            let most = (width.min(1000) as u16, (height + 1).min(1000) as u16);
            Room { least: (least.0.min(most.0), least.1.min(most.1)), most }
        };
        match self {
            Panel::Path => Some(Room { least: (24, 4), most: (u16::MAX, 16) }),
            Panel::Links => Some(Room { least: (44, 4), most: (u16::MAX, 8) }),
            Panel::Board => board::size(dance).map(|size| drawing(size, (16, 6))),
            Panel::Items => match dance.picture() {
                Picture::Sudoku(grid) => {
                    let room = drawing(items::size(grid.geometry()), (24, 9));
                    // There is a wide form, too.
                    Some(Room { most: (2 * room.most.0, room.most.1), ..room })
                }
                _ => None,
            },
            Panel::Matrix => matrix::size(dance.problem()).map(|size| drawing(size, (20, 10))),
        }
    }
}

/// Places the panels that there is room for; the first one is the one chosen by the keys.
pub(super) fn place(dance: &Dance, area: Rect) -> Vec<(Panel, Rect)> {
    let mut panels = vec![Panel::Path, Panel::Board, Panel::Items, Panel::Matrix, Panel::Links];
    panels.retain(|panel| panel.room(dance).is_some());
    let has_drawing = panels.len() > 2;
    if area.width < WIDE || !has_drawing {
        let first = dance.view() % panels.len();
        panels.rotate_left(first);
        return shelves(dance, &panels, area);
    }
    panels.remove(0);
    let first = dance.view() % panels.len();
    panels.rotate_left(first);
    let width = PATH_WIDTH.min(area.width * 3 / 7);
    let rest = Rect { x: area.x + width + GAP, width: area.width - width - GAP, ..area };
    let mut placed = shelves(dance, &panels, rest);
    if area.height >= 2 {
        placed.insert(0, (Panel::Path, Rect { width, ..area }));
    }
    placed
}

/// Places panels from left to right and from top to bottom, and leaves out those that do not fit. The first one is always
/// there.
fn shelves(dance: &Dance, panels: &[Panel], area: Rect) -> Vec<(Panel, Rect)> {
    let mut placed: Vec<(Panel, Rect)> = Vec::new();
    // The free place to the right of the last panel, and that below its shelf.
    let (mut right, mut below) = (area, area);
    for &panel in panels {
        let Some(Room { least, most }) = panel.room(dance) else { continue };
        let fits = |place: Rect| place.width >= least.0 && place.height >= least.1;
        let is_first = placed.is_empty() && area.height >= 2;
        let is_new_shelf = !fits(right);
        let place = if is_new_shelf { below } else { right };
        if !is_first && !fits(place) {
            continue;
        }
        let place = Rect { width: most.0.min(place.width), height: most.1.min(place.height), ..place };
        if is_new_shelf {
            right = below;
        }
        let used = (place.width + GAP).min(right.width);
        right = Rect { x: right.x + used, width: right.width - used, ..right };
        let bottom = (place.bottom() + 1).max(if is_new_shelf { 0 } else { below.y }).min(area.bottom());
        below = Rect { y: bottom, height: area.bottom() - bottom, ..area };
        placed.push((panel, place));
    }
    placed
}

#[cfg(test)]
mod tests {
    use dlxbench::cover::problems;
    use dlxbench::sudoku::{Geometry, Grid, encode};

    use super::super::super::key::Key;
    use super::*;

    #[test]
    fn panels_are_inside_and_apart_and_the_chosen_one_is_there() {
        let sudoku = |size| encode::options_of(&Grid::pattern(Geometry::from_size(size).unwrap()));
        let queens = |order| problems::queens(order).unwrap();
        for problem in [queens(4), queens(20), sudoku(4), sudoku(9), sudoku(25)] {
            let picture = Picture::of(&problem);
            let mut dance = Dance::new(problem, picture);
            for _ in 0..5 {
                dance.update(&Key::Char('v'));
                for (width, height) in
                    (40..200).step_by(7).flat_map(|width| (5..70).map(move |height| (width, height)))
                {
                    let area = Rect::new(3, 5, width, height);
                    let placed = place(&dance, area);
                    assert!(!placed.is_empty());
                    for (index, (panel, place)) in placed.iter().enumerate() {
                        assert!(place.height >= 2 && area.union(*place) == area, "{panel:?} at {place}");
                        let others = placed[..index].iter();
                        assert!(
                            others.clone().all(|(other, taken)| other != panel && !taken.intersects(*place))
                        );
                    }
                }
            }
        }
    }
}
