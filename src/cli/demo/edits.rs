//! The sheet on the board and its history: every change can be undone, even the change to another puzzle.

use super::history::History;
use super::sheet::Sheet;

/// The sheet, and those before and after it.
#[derive(Clone, Debug)]
pub(super) struct Edits {
    sheet: Sheet,
    history: History<Sheet>,
}

impl Edits {
    pub(super) fn new(sheet: Sheet) -> Edits {
        Edits { sheet, history: History::default() }
    }

    pub(super) fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Replaces the sheet. Returns whether that is a change.
    pub(super) fn change(&mut self, next: Sheet) -> bool {
        let is_same = next == Sheet { is_edited: next.is_edited, ..self.sheet.clone() };
        if !is_same {
            self.history.record(std::mem::replace(&mut self.sheet, next));
        }
        !is_same
    }

    pub(super) fn undo(&mut self) -> bool {
        self.history.undo(&mut self.sheet)
    }

    pub(super) fn redo(&mut self) -> bool {
        self.history.redo(&mut self.sheet)
    }
}
