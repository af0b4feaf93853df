//! Draws the page with all keys.

use dlxbench::report::{Role, Span};
use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::model::Model;
use super::{board, dance, model};

/// The columns between two lists.
const GAP: u16 = 3;

/// Draws all keys: those of the view that was left come first, if they do not all fit.
pub(super) fn draw_help(model: &Model, area: Rect, canvas: &mut Canvas<'_>) {
    // A problem has no board to go to.
    let everywhere = list("Everywhere", &model::KEYS[usize::from(model.board().is_none())..]);
    let dance = list("Dance", &dance::KEYS);
    let board = list("Board", &board::KEYS);
    let blank = vec![Vec::new()];
    let right = [everywhere.clone(), blank.clone(), dance.clone()].concat();
    let (left_width, right_width) = (width(&board), width(&right));
    if model.board().is_some() && left_width + GAP + right_width <= area.width {
        canvas.paragraphs(area, &board);
        let x = area.x + left_width + GAP;
        canvas.paragraphs(Rect { x, width: area.right() - x, ..area }, &right);
        return;
    }
    let lists = match (model.board(), model.is_dancing()) {
        (None, _) => vec![dance, blank, everywhere],
        (_, true) => vec![dance, blank.clone(), everywhere, blank, board],
        (_, false) => vec![board, blank.clone(), everywhere, blank, dance],
    };
    let lines = lists.concat();
    let most = lines.len().saturating_sub(area.height.into());
    for (number, line) in (0..area.height).zip(&lines[model.help_line().min(most)..]) {
        canvas.line(area, number, line);
    }
}

fn list(title: &str, keys: &[(&str, &str)]) -> Vec<Vec<Span>> {
    let width = keys.iter().map(|(key, _)| Span::from(key).columns()).max().unwrap_or(0);
    let line = |(key, words): &(&str, &str)| {
        let padding = " ".repeat(width - Span::from(key).columns() + 2);
        vec![" ".into(), Role::Strong.of(key), padding.into(), words.into()]
    };
    [vec![Role::Strong.of(title)]].into_iter().chain(keys.iter().map(line)).collect()
}

fn width(lines: &[Vec<Span>]) -> u16 {
    lines.iter().map(|line| line.iter().map(Span::columns).sum::<usize>() as u16).max().unwrap_or(0)
}
