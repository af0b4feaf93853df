//! The parts of the terminal that all views share.

use ratatui::layout::Rect;

/// The smallest terminal with room for a view.
pub(super) const LEAST: (u16, u16) = (40, 12);

/// The parts of the terminal.
pub(super) struct Frame {
    /// The line with the view and its title.
    pub(super) header: Rect,
    pub(super) body: Rect,
    /// The line with the keys.
    pub(super) footer: Rect,
}

impl Frame {
    /// Divides the terminal; `None` if it is too small.
    pub(super) fn of(area: Rect) -> Option<Frame> {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return None;
        }
        Some(Frame {
            header: Rect { height: 1, ..area },
            body: Rect { y: area.y + 1, height: area.height - 2, ..area },
            footer: Rect { y: area.bottom() - 1, height: 1, ..area },
        })
    }
}
