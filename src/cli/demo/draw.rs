//! Draws the whole terminal: the view with its title above and its keys below.

use dlxbench::report::{Role, Span, shortened};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::draw_board::draw_board;
use super::draw_dance::draw_dance;
use super::draw_help::draw_help;
use super::frame::{Frame, LEAST};
use super::model::{Model, View};
use super::palette::Palette;

/// Draws everything.
pub(super) fn draw(model: &Model, area: Rect, buffer: &mut Buffer, palette: &Palette) {
    let Some(frame) = Frame::of(area) else {
        let (width, height) = LEAST;
        let words =
            format!("This terminal has {}×{}; the demo needs {width}×{height}.", area.width, area.height);
        Canvas { buffer, palette }.paragraphs(area, &[vec![words.into()]]);
        return;
    };
    let mut canvas = Canvas { buffer, palette };
    canvas.line(frame.header, 0, &header(model, frame.header.width));
    canvas.line(frame.footer, 0, &footer(model, frame.footer.width));
    match (model.view(), model.board(), model.dance()) {
        (View::Board, Some(board), _) => draw_board(board, frame.body, buffer, palette),
        (View::Dance, _, Some(dance)) => draw_dance(dance, frame.body, buffer, palette),
        _ => draw_help(model, frame.body, &mut canvas),
    }
}

fn header(model: &Model, width: u16) -> Vec<Span> {
    const VIEW: usize = 7;
    let view = match model.view() {
        View::Board => "Board",
        View::Dance => "Dance",
        View::Help => "Keys",
    };
    let title = shortened(&model.title(), usize::from(width) - VIEW);
    vec![Role::Strong.of(format!("{view:<VIEW$}")), title.into()]
}

/// Returns the keys that fit, the most important ones first.
fn footer(model: &Model, width: u16) -> Vec<Span> {
    let keys: &[(&str, &str)] = match model.view() {
        View::Board => &BOARD,
        View::Dance => &DANCE,
        View::Help => &[("↓ ↑", "scroll"), ("any other key", "goes back")],
    };
    let (mut spans, mut used) = (Vec::new(), 0);
    for (key, words) in keys.iter().filter(|(key, _)| *key != "Tab" || model.board().is_some()) {
        let parts = [Role::Strong.of(key), " ".into(), Role::Muted.of(words), "  ".into()];
        used += parts[..3].iter().map(Span::columns).sum::<usize>();
        if used > width.into() {
            break;
        }
        used += 2;
        spans.extend(parts);
    }
    spans
}

/// The keys in the footer of the board.
const BOARD: [(&str, &str); 12] = [
    ("?", "keys"),
    ("q", "quit"),
    ("Tab", "dance"),
    ("h", "hint"),
    ("s", "solution"),
    ("u", "undo"),
    ("c", "candidates"),
    ("n p", "next, previous"),
    ("g", "generate"),
    ("e", "empty"),
    ("w", "write"),
    ("Esc", "cancel"),
];

/// The keys in the footer of the dance.
const DANCE: [(&str, &str); 8] = [
    ("?", "keys"),
    ("q", "quit"),
    ("Tab", "board"),
    ("←→", "step"),
    ("Space", "run"),
    ("g d s", "to a guess, dead end, solution"),
    ("+ -", "speed"),
    ("v", "view"),
];

#[cfg(test)]
mod tests;
