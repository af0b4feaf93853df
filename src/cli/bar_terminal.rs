//! The terminal that progress bars are drawn on.

use std::io;

use indicatif::TermLike;

use super::console::{error_look, say_own};

/// Columns at the right edge that are left unused.
const FREE: usize = 4;

/// The terminal of standard error, made to look slightly narrower.
///
/// indicatif pads the line of a bar to its full width. The terminal's echo of Ctrl-C, `^C`, would then wrap to the next
/// line, and the bar would not be cleared because the cursor has left its line.
#[derive(Debug)]
pub(super) struct BarTerminal;

impl BarTerminal {
    fn write(text: String) -> io::Result<()> {
        say_own(&text);
        Ok(())
    }
}

/// Moves the cursor. A terminal would take a count of 0 for 1.
fn moved(count: usize, direction: char) -> io::Result<()> {
    if count == 0 { Ok(()) } else { BarTerminal::write(format!("\x1b[{count}{direction}")) }
}

impl TermLike for BarTerminal {
    fn width(&self) -> u16 {
        let width = error_look().width.unwrap_or(80).saturating_sub(FREE).max(1);
        u16::try_from(width).unwrap_or(u16::MAX)
    }

    fn move_cursor_up(&self, count: usize) -> io::Result<()> {
        moved(count, 'A')
    }

    fn move_cursor_down(&self, count: usize) -> io::Result<()> {
        moved(count, 'B')
    }

    fn move_cursor_right(&self, count: usize) -> io::Result<()> {
        moved(count, 'C')
    }

    fn move_cursor_left(&self, count: usize) -> io::Result<()> {
        moved(count, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        BarTerminal::write(format!("{text}\n"))
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        BarTerminal::write(text.to_owned())
    }

    fn clear_line(&self) -> io::Result<()> {
        BarTerminal::write("\r\x1b[2K".to_owned())
    }

    fn flush(&self) -> io::Result<()> {
        // Standard error is unbuffered.
        Ok(())
    }
}
