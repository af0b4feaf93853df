//! What happens to the demo: keys, clicks, pasted text, the size of the terminal, and time. Knows no terminal;
//! [`terminal`](super::terminal) translates its events.

use std::time::Duration;

use super::puzzles::Next;
use super::work::{Finding, Ticket};

/// A key, with the modifiers that matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// A character as it is typed; an upper-case letter needs no modifier.
    Char(char),
    /// A character typed with Ctrl, always a lower-case letter.
    Ctrl(char),
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Tab,
    Enter,
    Esc,
    Backspace,
    Delete,
}

/// Something that the model reacts to.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Event {
    Key(Key),
    /// A press of the left mouse button.
    Click {
        column: u16,
        row: u16,
    },
    /// Text from the clipboard, in one piece.
    Paste(String),
    /// The new size of the terminal.
    Resize {
        width: u16,
        height: u16,
    },
    /// The time since the last tick.
    Tick(Duration),
    /// Work in the background found something out.
    Found(Ticket, Finding),
    /// The next puzzle of the input.
    Read(Next),
    /// A file was written, or why it was not.
    Written(Result<String, String>),
}
